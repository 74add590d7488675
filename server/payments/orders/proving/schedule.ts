import type { OrderRow } from '#server/payments/orders/order.ts'
import { CLOCK_BOUND_MS } from '#server/platform/clock.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** With no proof for this long an order goes to a person; the money stays held and verification goes on. */
export const ORDER_REVIEW_AFTER_MS = 24 * HOUR

/** R8: the same request, under the same reference, goes out again only after all of these. */
export const RESEND_AFTER_MS = 30 * MINUTE
export const RESEND_CHECKS_MIN = 3
export const SEND_MAX = 3

/**
 * R13: by then everything that a provider took before a reference ended can be seen there, however late it arrived. Twice as
 * long as R8 waits; our own requests are given up after half a minute.
 */
export const LATE_ARRIVAL_MAX_MS = HOUR
/** R13: a provider whose clock is further from ours than this tells us nothing by it. */
export const CLOCKS_APART_MAX_MS = 5 * MINUTE
/** R13: so often, and at least so far apart by the provider's clock, it has to say that it does not know the reference. */
export const ABSENCES_MIN = 3
export const ABSENCES_APART_MS = 10 * MINUTE

/**
 * Many payments complete at the provider within a few hundred milliseconds, so a new order is verified this often for
 * its first FIRST_LOOKS_MS. The provider allows ten calls a second in total, sending included (Paystack: 600 in 60 s).
 * So this applies only while at most FIRST_LOOKS_BESIDE_MAX orders are verified within the same second.
 */
export const FIRST_LOOKS_EVERY_MS = 150
export const FIRST_LOOKS_MS = 600
export const FIRST_LOOKS_BESIDE_MAX = 4

/** How long to wait before the next verification, by the age of the order. */
const CHECK_EVERY = [
  { untilAgeMs: 10 * SECOND, everyMs: SECOND },
  { untilAgeMs: MINUTE, everyMs: 3 * SECOND },
  { untilAgeMs: 5 * MINUTE, everyMs: 10 * SECOND },
  { untilAgeMs: ORDER_REVIEW_AFTER_MS, everyMs: MINUTE },
] as const
/** The longest there is between two looks at an order without a final answer. */
export const CHECK_EVERY_LATER_MS = HOUR

/**
 * After an hour, all waiting orders together are verified at most twice a second, a fifth of what the payment provider
 * allows. So with more than 120 waiting, each is verified less often, but at least every five minutes.
 */
const CROWDED_AFTER_MS = HOUR
export const CHECK_AT_LEAST_EVERY_MS = 5 * MINUTE
const CHECK_OF_A_CROWD_MS = SECOND / 2

/** Until when other due orders count for the time of an order's next verification. Null: no others count. */
export function countedUntil(order: Pick<OrderRow, 'createdAt'>, now: Date): Date | null {
  const ageMs = now.getTime() - order.createdAt.getTime()
  if (ageMs >= CROWDED_AFTER_MS) return new Date(now.getTime() + CHECK_AT_LEAST_EVERY_MS)
  return isNew(ageMs) ? new Date(now.getTime() + SECOND) : null
}

const isNew = (ageMs: number) => ageMs >= 0 && ageMs < FIRST_LOOKS_MS

/**
 * When an order without a final answer is verified next. No timer decides anything: it only asks again. `waiting` is how
 * many orders are due until `countedUntil`.
 */
export function nextCheckAt(order: Pick<OrderRow, 'createdAt'>, now: Date, waiting = 0): Date {
  const ageMs = now.getTime() - order.createdAt.getTime()
  if (isNew(ageMs) && waiting <= FIRST_LOOKS_BESIDE_MAX) return new Date(now.getTime() + FIRST_LOOKS_EVERY_MS)
  // A time from a clock that was ahead: the order's age is unknown, perhaps for days.
  const isDatedAhead = ageMs < -CLOCK_BOUND_MS
  const everyMs = isDatedAhead
    ? MINUTE
    : (CHECK_EVERY.find((each) => ageMs < each.untilAgeMs)?.everyMs ?? CHECK_EVERY_LATER_MS)
  const crowdMs = ageMs < CROWDED_AFTER_MS ? 0 : Math.min(CHECK_AT_LEAST_EVERY_MS, waiting * CHECK_OF_A_CROWD_MS)
  return new Date(now.getTime() + Math.max(everyMs, crowdMs))
}

/** A settled transfer can still be reversed and a failed one paid late, also when the webhook about it is lost. */
const LOOK_BACK_MS = [10 * MINUTE, HOUR, 6 * HOUR, 24 * HOUR, 72 * HOUR] as const

/** A meter's token, or a PIN, often comes seconds after the proof of delivery; what is missing is asked for at these ages too. */
const MISSING_AFTER_MS = [5, 15, 30].map((seconds) => seconds * SECOND)
const MISSING_LATER_MS = [1, 2, 5, 15, 30].map((minutes) => minutes * MINUTE)
const LOOK_BACK_WHILE_MISSING_MS = [...MISSING_AFTER_MS, ...MISSING_LATER_MS, ...LOOK_BACK_MS].sort((a, b) => a - b)
/** Operators are alerted that a delivery was proved this long ago and what it hands over has not come. */
export const MISSING_ALARM_AFTER_MS = 15 * MINUTE

/** Two operators may end an order that its provider contradicts. What they rely on is never older than this. */
const LOOK_AT_CONTRADICTED_EVERY_MS = 24 * HOUR

/**
 * When a resolved order is looked at once more; null when that is over. `isMissing`: what its delivery hands over has not come
 * yet.
 */
export function nextLookBackAt(
  order: Pick<OrderRow, 'updatedAt' | 'contradictedAt'>,
  now: Date,
  isMissing = false,
): Date | null {
  const resolvedAt = order.updatedAt.getTime()
  const ages = isMissing ? LOOK_BACK_WHILE_MISSING_MS : LOOK_BACK_MS
  const next = ages.find((afterMs) => resolvedAt + afterMs > now.getTime())
  if (next !== undefined) return new Date(resolvedAt + next)
  return order.contradictedAt === null ? null : new Date(now.getTime() + LOOK_AT_CONTRADICTED_EVERY_MS)
}

/** Ages at which operators are alerted that an order still has no outcome. */
export const WAITING_ALARMS = [
  { afterMs: 15 * MINUTE, kind: 'order-waiting-15-minutes' },
  { afterMs: 2 * HOUR, kind: 'order-waiting-2-hours' },
  { afterMs: 24 * HOUR, kind: 'order-waiting-24-hours' },
] as const
