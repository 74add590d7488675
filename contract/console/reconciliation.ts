import { z } from 'zod'
import { AGE_NAMES, KIND_NAMES, TYPE_NAMES } from './breaks.ts'

/** The lines in the providers' lists of one run, and what became of them. */
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
  /** Lines that cannot be ours. */
  notOurs: z.number(),
  /** What could not be compared. */
  gaps: z.array(z.string()),
})
export type Run = z.infer<typeof run>

/**
 * What one item added to our balance at the provider according to each book, kobo; negative: what it took. A side is
 * null while unknown; both are null if they were not recorded.
 */
const sides = {
  ledgerKobo: z.string().nullable(),
  providerKobo: z.string().nullable(),
  /** How much more the provider holds, kobo; null while it is not known. */
  differenceKobo: z.string().nullable(),
}

const difference = z.object({
  number: z.string(),
  provider: z.string(),
  kind: z.enum(KIND_NAMES),
  reference: z.string(),
  /** What both sides say. */
  detail: z.string(),
  ...sides,
  /** The sum of the known differences of this provider up to this one in the same list, kobo. */
  runningKobo: z.string(),
})
export type Difference = z.infer<typeof difference>

const openDifference = difference.extend({
  type: z.enum(TYPE_NAMES),
  age: z.enum(AGE_NAMES),
  foundAt: z.iso.datetime(),
  /** The request that waits for a second operator. */
  requestId: z.string().nullable(),
})
export type OpenDifference = z.infer<typeof openDifference>

/** A difference that ended by itself: an earlier list of the provider lacked the item, a later one has it. */
const lateDifference = difference.omit({ runningKobo: true }).extend({
  foundAt: z.iso.datetime(),
  listedAt: z.iso.datetime(),
})
export type LateDifference = z.infer<typeof lateDifference>

/** Open differences of one type and age: how many, their sum, and how many have no known amount. */
const counted = z.object({
  type: z.enum(TYPE_NAMES),
  age: z.enum(AGE_NAMES),
  count: z.number(),
  sumKobo: z.string(),
  unknown: z.number(),
})
export type Counted = z.infer<typeof counted>

/** One provider, kobo: both books when last read together, our own money there, and the sum of open differences. */
const side = z.object({
  provider: z.string(),
  heldKobo: z.string().nullable(),
  ledgerKobo: z.string().nullable(),
  readAt: z.iso.datetime().nullable(),
  ownKobo: z.string().nullable(),
  differencesKobo: z.string(),
})
export type Side = z.infer<typeof side>

/** `GET /api/admin/reconciliation`: an absent filter filters nothing. */
export const reconciliationQuery = z.strictObject({
  provider: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/)
    .optional(),
  type: z.enum(TYPE_NAMES).optional(),
  age: z.enum(AGE_NAMES).optional(),
})
export type ReconciliationQuery = z.infer<typeof reconciliationQuery>

export const reconciliationAnswer = z.object({
  runs: z.array(run),
  sides: z.array(side),
  /** Every open difference of the provider, by type and age; the other filters leave it as it is. */
  counts: z.array(counted),
  /** The oldest DIFFERENCES_SHOWN. */
  differences: z.array(openDifference),
  /** Whether more differences match the filters. */
  moreDifferences: z.boolean(),
  /** The last 30 days, the latest LATE_SHOWN. */
  late: z.array(lateDifference),
  /** The providers to filter by. */
  providers: z.array(z.string()),
  mayPropose: z.boolean(),
})
export type ReconciliationAnswer = z.infer<typeof reconciliationAnswer>

/** `GET /api/admin/reconciliation/runs/:id` */
export const runAnswer = z.object({
  run,
  /** Differences open when the run ended; null if they were not recorded. */
  differences: z.array(difference).nullable(),
})
export type RunAnswer = z.infer<typeof runAnswer>
