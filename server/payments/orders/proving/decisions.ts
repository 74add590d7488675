import type { VerificationResult } from '#server/payments/orders/evidence.ts'
import { type OrderEvent, transitionFor } from '#server/payments/orders/machine.ts'
import type { OrderRow } from '#server/payments/orders/order.ts'
import {
  ABSENCES_APART_MS,
  ABSENCES_MIN,
  CLOCKS_APART_MAX_MS,
  LATE_ARRIVAL_MAX_MS,
  ORDER_REVIEW_AFTER_MS,
  RESEND_AFTER_MS,
  RESEND_CHECKS_MIN,
  SEND_MAX,
} from './schedule.ts'

/** What the engine decides beside the table of transitions, as plain functions: order-worker.ts and the explorer share them. */

type Sends = Pick<OrderRow, 'sendCount' | 'earlierSends'>

/** R6: a refusal of the very first request is conclusive when verification also knows nothing of it. */
export function provesRefusal(order: Sends, finding: Pick<VerificationResult, 'event'>): boolean {
  return isFirstRequest(order) && finding.event === 'not-found'
}

/**
 * R6: a refusal proves something only for the first request. Under a second reference the count starts again: requests
 * under the earlier one are proved to have arrived nowhere (R13).
 */
export function isFirstRequest(order: Sends): boolean {
  return order.sendCount - order.earlierSends === 1
}

/**
 * Nothing was sent, or the order is over for good, so there is nothing to ask the provider. After a return, an order
 * with several references may still be delivered under another one.
 */
export function isNothingToVerify(order: Sends & Pick<OrderRow, 'state'>): boolean {
  return order.sendCount === 0 || (order.state === 'returned' && order.earlierSends === 0)
}

/**
 * R8: the provider has not known the reference for long and often, so the same request is sent again under it. Once the
 * reference has expired, that would be refused and prove nothing. `endsAt` is null for references that never expire.
 */
export function mayResend(
  order: Pick<OrderRow, 'state' | 'sendCount' | 'notFoundCount' | 'notFoundSince'>,
  endsAt: Date | null,
  now: Date,
): boolean {
  return (
    order.state === 'unknown' &&
    order.sendCount < SEND_MAX &&
    (endsAt === null || now < endsAt) &&
    order.notFoundCount >= RESEND_CHECKS_MIN &&
    order.notFoundSince !== null &&
    now.getTime() - order.notFoundSince.getTime() >= RESEND_AFTER_MS
  )
}

type Said = Pick<VerificationResult, 'event' | 'saidAt'>

/**
 * R13: the provider does not know a reference that it would refuse by now, by its own clock. Earlier, "not found"
 * proves nothing, because a request on its way may still be accepted. Only the provider's own time counts, and only
 * while our clock agrees with it: if they differ, one is wrong and nothing is proved.
 */
export function isAbsence(said: Said, endsAt: Date | null, now: Date): boolean {
  const { event, saidAt } = said
  if (event !== 'not-found' || endsAt === null || saidAt == null) return false
  if (Math.abs(now.getTime() - saidAt.getTime()) > CLOCKS_APART_MAX_MS) return false
  return isOverForLong(endsAt, saidAt)
}

/** R13: nothing that was sent under a reference before it ended can still be taken, or be taken and not yet seen. */
export function isOverForLong(endsAt: Date, at: Date): boolean {
  return at.getTime() >= endsAt.getTime() + LATE_ARRIVAL_MAX_MS + CLOCKS_APART_MAX_MS
}

/** R13: an absence of an order that may be sent again counts when it is far enough from the one that was counted before. */
export function countsAsAbsence(
  order: Pick<OrderRow, 'state' | 'earlierSends' | 'absentAt'>,
  said: Said,
  endsAt: Date | null,
  now: Date,
): boolean {
  if (order.state !== 'unknown' || order.earlierSends > 0) return false
  const last = order.absentAt.at(-1)
  if (last !== undefined && (said.saidAt?.getTime() ?? 0) - last.getTime() < ABSENCES_APART_MS) return false
  return isAbsence(said, endsAt, now)
}

/**
 * R13: it is proved that nothing arrived under the one reference the order has, and that nothing can any more. `said` is what
 * verification has just said.
 */
export function isProvedAbsent(
  order: Pick<OrderRow, 'state' | 'absentAt' | 'sendCount' | 'earlierSends' | 'maybeElsewhere'>,
  said: Said,
  endsAt: Date | null,
  now: Date,
): boolean {
  return (
    order.state === 'unknown' &&
    order.sendCount < SEND_MAX &&
    order.earlierSends === 0 &&
    !order.maybeElsewhere &&
    order.absentAt.length >= ABSENCES_MIN &&
    isAbsence(said, endsAt, now)
  )
}

/** Which finding decides, in this order, if there are several. All others are decided by the current reference. */
const DECIDES = ['paid', 'mismatch', 'still-pending', 'no-answer'] as const
/** What a provider says of a reference that it has, and that may have cost money. */
const IS_THERE: readonly VerificationResult['event'][] = ['paid', 'mismatch', 'still-pending']

/**
 * R13: one finding about an order from those about each of its references. Delivered under any of them is delivered, once;
 * nothing is given back unless every reference is known to have failed or not to be there.
 */
export function combineFindings(
  order: Pick<OrderRow, 'reference'>,
  found: readonly { readonly reference: string; readonly finding: VerificationResult }[],
): VerificationResult {
  const current = found.find(({ reference }) => reference === order.reference)
  // Of two equal findings, the current reference's.
  const ranked = [...found].sort((one, other) => Number(other === current) - Number(one === current))
  const [deciding] = DECIDES.flatMap((event) => ranked.filter(({ finding }) => finding.event === event))
  const decides = deciding ?? current
  if (decides === undefined) throw new Error('none of its references is its own')
  const { finding, reference } = decides
  const there = found.filter((each) => IS_THERE.includes(each.finding.event))
  const knownTwice = there.map((each) => `${each.reference}: ${each.finding.note}`).join('; ')
  return {
    ...finding,
    ...(finding.event === 'paid' && reference !== order.reference ? { reference } : {}),
    ...(there.length > 1 ? { knownTwice } : {}),
  }
}

/**
 * Nothing conclusive for a day: a person looks. Null: the finding changes nothing. Proof of failure after two operators
 * ended the order as paid returns the money, like a reversal.
 */
export function eventOf(
  order: Pick<OrderRow, 'state' | 'createdAt' | 'endedByRequest'>,
  finding: Pick<VerificationResult, 'event'>,
  now: Date,
): OrderEvent | null {
  const canBeOverdue = transitionFor(order.state, 'overdue') !== null
  const inconclusive =
    finding.event === 'no-answer' || finding.event === 'not-found' || finding.event === 'still-pending'
  const ageMs = now.getTime() - order.createdAt.getTime()
  if (inconclusive && canBeOverdue && ageMs >= ORDER_REVIEW_AFTER_MS) return 'overdue'
  if (finding.event === 'failed' && order.state === 'settled' && order.endedByRequest !== null)
    return 'failed-after-all'
  if (finding.event !== 'no-answer') return finding.event
  return order.state === 'in_flight' ? 'unanswered' : null
}
