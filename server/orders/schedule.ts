import type { OrderRow } from './order.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** With no proof for this long an order goes to a person; the money stays held and verification goes on. */
export const ORDER_REVIEW_AFTER_MS = 24 * HOUR

/** R8: the same request, under the same reference, goes out again only after all of these. */
export const RESEND_AFTER_MS = 30 * MINUTE
export const RESEND_CHECKS_MIN = 3
export const SEND_MAX = 3

/** How long to wait before the next verification, by the age of the order. */
const CHECK_EVERY = [
  { untilAgeMs: 10 * SECOND, everyMs: SECOND },
  { untilAgeMs: MINUTE, everyMs: 3 * SECOND },
  { untilAgeMs: 5 * MINUTE, everyMs: 10 * SECOND },
  { untilAgeMs: HOUR, everyMs: MINUTE },
  { untilAgeMs: ORDER_REVIEW_AFTER_MS, everyMs: 5 * MINUTE },
] as const
const CHECK_EVERY_LATER_MS = HOUR

/** When an order without a final answer is verified next. No timer decides anything: it only asks again. */
export function nextCheckAt(order: Pick<OrderRow, 'createdAt'>, now: Date): Date {
  const ageMs = now.getTime() - order.createdAt.getTime()
  const every = CHECK_EVERY.find((each) => ageMs < each.untilAgeMs)?.everyMs ?? CHECK_EVERY_LATER_MS
  return new Date(now.getTime() + every)
}

/** A settled transfer can still be reversed and a failed one paid late, also when the webhook about it is lost. */
const LOOK_BACK_MS = [10 * MINUTE, HOUR, 6 * HOUR, 24 * HOUR, 72 * HOUR] as const

/** When a resolved order is looked at once more; null when that is over. */
export function nextLookBackAt(order: Pick<OrderRow, 'updatedAt'>, now: Date): Date | null {
  const resolvedAt = order.updatedAt.getTime()
  const next = LOOK_BACK_MS.find((afterMs) => resolvedAt + afterMs > now.getTime())
  return next === undefined ? null : new Date(resolvedAt + next)
}

/** Ages at which operators are told that an order still has no answer. */
export const WAITING_ALARMS = [
  { afterMs: 15 * MINUTE, kind: 'order-waiting-15-minutes' },
  { afterMs: 2 * HOUR, kind: 'order-waiting-2-hours' },
  { afterMs: 24 * HOUR, kind: 'order-waiting-24-hours' },
] as const
