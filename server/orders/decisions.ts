import type { Finding } from './evidence.ts'
import { type OrderEvent, transitionFor } from './machine.ts'
import type { OrderRow } from './order.ts'
import { ORDER_REVIEW_AFTER_MS, RESEND_AFTER_MS, RESEND_CHECKS_MIN, SEND_MAX } from './schedule.ts'

/** What the engine decides beside the table of transitions, as plain functions: work.ts and the explorer share them. */

/** R6: a refusal of the very first request is conclusive when verification also knows nothing of it. */
export function provesRefusal(order: Pick<OrderRow, 'sendCount'>, finding: Pick<Finding, 'event'>): boolean {
  return isFirstRequest(order) && finding.event === 'not-found'
}

/** R6: only of this one can a refusal prove anything. */
export function isFirstRequest(order: Pick<OrderRow, 'sendCount'>): boolean {
  return order.sendCount === 1
}

/** Nothing was sent, or it is over for good: there is nothing to ask the provider for. */
export function isNothingToVerify(order: Pick<OrderRow, 'sendCount' | 'state'>): boolean {
  return order.sendCount === 0 || order.state === 'returned'
}

/** R8: the provider has not known the reference for long and often: the same request goes out again, same reference. */
export function mayResend(
  order: Pick<OrderRow, 'state' | 'sendCount' | 'notFoundCount' | 'notFoundSince'>,
  now: Date,
): boolean {
  return (
    order.state === 'unknown' &&
    order.sendCount < SEND_MAX &&
    order.notFoundCount >= RESEND_CHECKS_MIN &&
    order.notFoundSince !== null &&
    now.getTime() - order.notFoundSince.getTime() >= RESEND_AFTER_MS
  )
}

/** Nothing conclusive for a day, or proof of something else: a person looks. Null: the finding changes nothing. */
export function eventOf(
  order: Pick<OrderRow, 'state' | 'createdAt'>,
  finding: Pick<Finding, 'event'>,
  now: Date,
): OrderEvent | null {
  const canBeOverdue = transitionFor(order.state, 'overdue') !== null
  if (finding.event === 'mismatch') return canBeOverdue ? 'overdue' : null
  const inconclusive =
    finding.event === 'no-answer' || finding.event === 'not-found' || finding.event === 'still-pending'
  const ageMs = now.getTime() - order.createdAt.getTime()
  if (inconclusive && canBeOverdue && ageMs >= ORDER_REVIEW_AFTER_MS) return 'overdue'
  if (finding.event !== 'no-answer') return finding.event
  return order.state === 'in_flight' ? 'unanswered' : null
}
