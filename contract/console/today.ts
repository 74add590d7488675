import { z } from 'zod'

const task = z.object({
  kind: z.enum(['stop', 'pause', 'proposal', 'case', 'difference', 'alarm']),
  title: z.string(),
  /** When it began to need a person. */
  since: z.iso.datetime(),
  /** When it ends by itself or, for a case, its deadline; null: none. */
  deadline: z.iso.datetime().nullable(),
  /** The screen that deals with it; null: see the runbook. */
  link: z.string().nullable(),
})
export type Task = z.infer<typeof task>

/** A kind of task with only its first tasks listed. */
const cut = z.object({ kind: task.shape.kind, shown: z.int(), total: z.int(), link: z.string() })
export type Cut = z.infer<typeof cut>

/** `GET /api/admin/today`: stops and pauses first, then tasks by deadline, then the rest, oldest first. */
export const todayAnswer = z.object({ tasks: z.array(task), cuts: z.array(cut) })
export type TodayAnswer = z.infer<typeof todayAnswer>
