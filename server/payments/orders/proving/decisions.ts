import { LATE_AFTER_MS } from '#contract/constants.ts'
import type { Progress } from '#server/outbox/alerts/facts.ts'
import type { VerificationResult } from '#server/payments/orders/evidence.ts'
import { type OrderEvent, STATES, transitionFor } from '#server/payments/orders/machine.ts'
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
  WAITING_ALARMS,
} from './schedule.ts'

/**
 * The rules beside the table of transitions, each with the time from which it applies. step.ts makes the worker's next step from
 * them; the console shows the times.
 */

const after = (at: Date, ms: number) => new Date(at.getTime() + ms)

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

/** What an event changes in the count of an order's requests. A new request makes earlier "not found" replies worthless. */
export function sendsAfter(
  order: Sends & Pick<OrderRow, 'absentAt'>,
  event: OrderEvent,
): Sends & Pick<OrderRow, 'absentAt'> & { readonly sent: 0 | 1 } {
  const isAnew = event === 'send-anew'
  const sent = event === 'send' || isAnew ? 1 : 0
  return {
    sent,
    sendCount: order.sendCount + sent,
    earlierSends: isAnew ? order.sendCount : order.earlierSends,
    absentAt: sent === 1 ? [] : order.absentAt,
  }
}

/**
 * R8: when the same request may go out again under the same reference, if the provider still does not know it by then. Null:
 * never, as things stand. Once the reference has ended it would be refused, which proves nothing. `endsAt` is null for references
 * that never end.
 */
export function resendFrom(
  order: Pick<OrderRow, 'state' | 'sendCount' | 'notFoundSince'>,
  endsAt: Date | null,
  now: Date,
): Date | null {
  const mayGo = order.state === 'unknown' && order.sendCount < SEND_MAX && (endsAt === null || now < endsAt)
  return mayGo && order.notFoundSince !== null ? after(order.notFoundSince, RESEND_AFTER_MS) : null
}

/** R8: the provider has not known the reference for long and often: the same request goes out again, same reference. */
export function mayResend(
  order: Pick<OrderRow, 'state' | 'sendCount' | 'notFoundCount' | 'notFoundSince'>,
  endsAt: Date | null,
  now: Date,
): boolean {
  const from = resendFrom(order, endsAt, now)
  return from !== null && now >= from && order.notFoundCount >= RESEND_CHECKS_MIN
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
  return at >= overForLongFrom(endsAt)
}

const overForLongFrom = (endsAt: Date) => after(endsAt, LATE_ARRIVAL_MAX_MS + CLOCKS_APART_MAX_MS)

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
 * R13: from when on the provider can prove that nothing arrived under the one reference the order has, and that nothing can any
 * more. Null: never, as things stand.
 */
export function absenceFrom(
  order: Pick<OrderRow, 'state' | 'sendCount' | 'earlierSends' | 'maybeElsewhere'>,
  endsAt: Date | null,
): Date | null {
  const mayGo =
    order.state === 'unknown' && order.sendCount < SEND_MAX && order.earlierSends === 0 && !order.maybeElsewhere
  return mayGo && endsAt !== null ? overForLongFrom(endsAt) : null
}

/** R13: the proof is complete. `said` is what verification has just said. */
export function isProvedAbsent(
  order: Pick<OrderRow, 'state' | 'absentAt' | 'sendCount' | 'earlierSends' | 'maybeElsewhere'>,
  said: Said,
  endsAt: Date | null,
  now: Date,
): boolean {
  return absenceFrom(order, endsAt) !== null && order.absentAt.length >= ABSENCES_MIN && isAbsence(said, endsAt, now)
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

/** R9: when an order without proof goes to a person. Null: never from its state. */
export function reviewFrom(order: Pick<OrderRow, 'state' | 'createdAt'>): Date | null {
  return transitionFor(order.state, 'overdue') === null ? null : after(order.createdAt, ORDER_REVIEW_AFTER_MS)
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
  const overdueFrom = reviewFrom(order)
  const inconclusive =
    finding.event === 'no-answer' || finding.event === 'not-found' || finding.event === 'still-pending'
  if (inconclusive && overdueFrom !== null && now >= overdueFrom) return 'overdue'
  if (finding.event === 'failed' && order.state === 'settled' && order.endedByRequest !== null)
    return 'failed-after-all'
  if (finding.event !== 'no-answer') return finding.event
  return order.state === 'in_flight' ? 'unanswered' : null
}

/** R10: the alarms of an order that has no outcome, and the times from which a verification raises them. */
export function waitingAlarms(order: Pick<OrderRow, 'state' | 'createdAt'>) {
  // Nothing is verified before it was sent.
  if (!STATES[order.state].open || order.state === 'held') return []
  return WAITING_ALARMS.map(({ kind, afterMs }) => ({ kind, from: after(order.createdAt, afterMs) }))
}

/** How far an order has come, as its owner reads it. Null: it has ended, or has an alert of its own. */
export const PROGRESS: Readonly<Record<OrderRow['state'], Progress | null>> = {
  awaiting_payment: null,
  expired: null,
  held: 'not-sent',
  in_flight: 'maybe-sent',
  pending: 'with-provider',
  unknown: 'maybe-sent',
  manual_review: null,
  settled: null,
  released: null,
  returned: null,
  late_success: null,
}

/** Whether an order is open for longer than its owner was promised. */
export function isLate(order: Pick<OrderRow, 'state' | 'createdAt'>, now: Date): boolean {
  return PROGRESS[order.state] !== null && now.getTime() - order.createdAt.getTime() >= LATE_AFTER_MS
}
