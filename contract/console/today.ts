import { z } from 'zod'

const task = z.object({
  kind: z.enum(['stop', 'pause', 'proposal', 'case', 'difference', 'alarm']),
  title: z.string(),
  /** Since when it needs a person. */
  since: z.iso.datetime(),
  /** When it ends by itself or, for a case, its deadline; null: none. */
  deadline: z.iso.datetime().nullable(),
  /** Where it is dealt with; null: in the runbook. */
  link: z.string().nullable(),
})
export type Task = z.infer<typeof task>

/** A kind of task of which only some are listed: those that come first. */
const cut = z.object({ kind: task.shape.kind, shown: z.int(), total: z.int(), link: z.string() })
export type Cut = z.infer<typeof cut>

/** `GET /api/admin/today`: stops and pauses first, then tasks by deadline, then the rest, oldest first. */
export const todayAnswer = z.object({ tasks: z.array(task), cuts: z.array(cut) })
export type TodayAnswer = z.infer<typeof todayAnswer>
