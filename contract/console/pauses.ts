import { z } from 'zod'
import { orderKind } from '#contract/kinds/kinds.ts'

const listedPause = z.object({
  id: z.string(),
  /** What is paused: `Buying MTN airtime`. */
  what: z.string(),
  reason: z.string(),
  setAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  /** Both operators in one line. */
  setBy: z.string(),
  /** When and by whom it was lifted; null while it is active and if it ended by itself. */
  lifted: z.object({ at: z.iso.datetime(), by: z.string() }).nullable(),
  /** Whether it can be lifted and nobody has asked for that yet. */
  mayLift: z.boolean(),
})
export type ListedPause = z.infer<typeof listedPause>

const pausable = z.object({
  kind: orderKind,
  /** Open orders of the kind. */
  open: z.number(),
  /** The banks, networks or companies that can be paused individually. */
  services: z.array(z.object({ id: z.string(), name: z.string(), open: z.number() })),
})

/** `GET /api/admin/pauses` */
export const pausesAnswer = z.object({
  /** Active pauses. */
  pauses: z.array(listedPause),
  /** Past pauses, the latest first. */
  past: z.array(listedPause),
  kinds: z.array(pausable),
  /** When the open orders were counted. */
  at: z.iso.datetime(),
  mayPause: z.boolean(),
})
export type PausesAnswer = z.infer<typeof pausesAnswer>
