import { z } from 'zod'

const run = z.object({
  id: z.string(),
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  endedAt: z.iso.datetime(),
  lines: z.number(),
  matched: z.number(),
  pending: z.number(),
  exceptions: z.number(),
  fresh: z.number(),
  /** What could not be compared. */
  gaps: z.array(z.string()),
})
export type Run = z.infer<typeof run>

const openDifference = z.object({
  number: z.string(),
  provider: z.string(),
  kind: z.string(),
  reference: z.string(),
  /** What both sides say. */
  detail: z.string(),
  /** How much more the provider holds, kobo; null while it is not known. */
  differenceKobo: z.string().nullable(),
  /** The sum of this provider's known differences up to this one, kobo. */
  runningKobo: z.string(),
  foundAt: z.iso.datetime(),
  /** The request that waits for a second operator. */
  requestId: z.string().nullable(),
})
export type OpenDifference = z.infer<typeof openDifference>

/** One provider: both books at the moment they were last read together, what is our own, and what the open differences add. Kobo. */
const side = z.object({
  provider: z.string(),
  heldKobo: z.string().nullable(),
  ledgerKobo: z.string().nullable(),
  readAt: z.iso.datetime().nullable(),
  ownKobo: z.string().nullable(),
  differencesKobo: z.string(),
})
export type Side = z.infer<typeof side>

/** `GET /api/admin/reconciliation` */
export const reconciliationAnswer = z.object({
  runs: z.array(run),
  sides: z.array(side),
  differences: z.array(openDifference),
  mayPropose: z.boolean(),
})
export type ReconciliationAnswer = z.infer<typeof reconciliationAnswer>
