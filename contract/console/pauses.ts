import { z } from 'zod'
import { orderKind } from '#contract/kinds/kinds.ts'

const listedPause = z.object({
  id: z.string(),
  /** What is paused: `Buying MTN airtime`. */
  what: z.string(),
  reason: z.string(),
  setAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  /** The two operators, as one line. */
  setBy: z.string(),
  /** When and by whom it was lifted; null while it holds or where it ended by itself. */
  lifted: z.object({ at: z.iso.datetime(), by: z.string() }).nullable(),
  /** Whether two operators can lift it, and none of them has asked for it yet. */
  mayLift: z.boolean(),
})
export type ListedPause = z.infer<typeof listedPause>

const pausable = z.object({
  kind: orderKind,
  /** Orders of the kind that have no final result now. */
  open: z.number(),
  /** The banks, networks or companies that can be paused by themselves. */
  services: z.array(z.object({ id: z.string(), name: z.string(), open: z.number() })),
})

/** `GET /api/admin/pauses` */
export const pausesAnswer = z.object({
  /** Those that hold. */
  pauses: z.array(listedPause),
  /** Those that are over, the last first. */
  past: z.array(listedPause),
  kinds: z.array(pausable),
  /** When open orders were counted. */
  at: z.iso.datetime(),
  mayPause: z.boolean(),
})
export type PausesAnswer = z.infer<typeof pausesAnswer>

/** `POST /api/admin/pauses/options`. `service`: empty for all of the kind. What is too long is refused in words. */
export const pauseBody = z.strictObject({
  kind: z.string().max(20),
  service: z.string().max(80),
  reason: z.string().max(2_000),
  hours: z.string().max(5),
})
export type PauseBody = z.infer<typeof pauseBody>

/** `POST /api/admin/pause-ends/options` */
export const pauseEndBody = z.strictObject({ pause: z.string().max(60) })
export type PauseEndBody = z.infer<typeof pauseEndBody>
