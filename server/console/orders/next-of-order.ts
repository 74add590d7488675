import type { Sentence } from '#contract/console/orders.ts'
import { KINDS } from '#server/payments/kinds/kinds.ts'
import { STATES, transitionFor } from '#server/payments/orders/machine.ts'
import { isNothingToVerify } from '#server/payments/orders/proving/decisions.ts'
import {
  ABSENCES_MIN,
  CLOCKS_APART_MAX_MS,
  LATE_ARRIVAL_MAX_MS,
  ORDER_REVIEW_AFTER_MS,
  RESEND_AFTER_MS,
  RESEND_CHECKS_MIN,
  SEND_MAX,
  WAITING_ALARMS,
} from '#server/payments/orders/proving/schedule.ts'
import { isSuspended } from '#server/suspension/suspensions.ts'
import type { OrderFacts } from './order-facts.ts'
import { say, sayDue } from './words.ts'

const after = (at: Date, ms: number) => new Date(at.getTime() + ms)

/** What happens to an order automatically, in chronological order, from its job's due time and its state's rules. */
export function nextOfOrder(facts: OrderFacts): Sentence[] {
  return [
    ...scheduled(facts),
    ...paidMeanwhile(facts),
    ...sentAgain(facts),
    ...withoutProof(facts),
    ...contradicted(facts),
  ]
}

function contradicted({ order, provider }: OrderFacts): Sentence[] {
  if (order.contradictedAt === null) return []
  return [
    say(`If ${provider} proves again that it was paid, it stays as it is.`),
    say(`If ${provider} proves that it came back, the money is returned automatically.`),
  ]
}

function paidMeanwhile({ order, provider }: OrderFacts): Sentence[] {
  if (order.state !== 'awaiting_payment') return []
  return [say(`A bank transfer for it is looked for all the time, and counts as soon as ${provider} proves it.`)]
}

/** From the stored job; without a job nothing happens automatically. */
function scheduled(facts: OrderFacts): Sentence[] {
  const { order, job, now, provider, isProviderGone } = facts
  const waits = STATES[order.state].open || order.state === 'awaiting_payment'
  if (job === null) {
    if (waits)
      return [
        say(
          'Nothing is scheduled although it is waiting, which should not happen. Tell the people who run the server.',
        ),
      ]
    const hint = isNothingToVerify(order) ? '' : ` A webhook about it would have ${provider} asked once more.`
    return [say(`Nothing more happens automatically.${hint}`)]
  }
  if (isProviderGone && waits)
    return [
      say(
        `Nothing until ${provider} is configured again: no other provider is asked, and its money stays where it is.`,
      ),
    ]
  if (job.leaseUntil !== null && job.leaseUntil > now) return [say('A worker is processing it right now.')]
  return [sayDue(whatTheWorkerDoes(facts), { dueAt: job.dueAt, now, provider })]
}

function whatTheWorkerDoes({ order, provider, stops, charges }: OrderFacts): string {
  const isOver = !STATES[order.state].open && order.state !== 'awaiting_payment'
  if (isOver && isNothingToVerify(order)) return 'the worker finds that nothing is left to do.'
  const what = KINDS[order.kind].outcome
  switch (order.state) {
    case 'awaiting_payment':
      return charges.rows.some(({ accountNumber }) => accountNumber !== null)
        ? `${provider} is asked once more whether it was paid. If it was not, the purchase ends.`
        : `an account number is asked for at ${provider}.`
    case 'held':
      return isSuspended(stops, 'out')
        ? 'the worker checks whether money is still stopped. Nothing is sent while it is.'
        : `it is sent to ${provider}, if ${provider} takes requests then.`
    case 'in_flight':
    case 'pending':
    case 'unknown':
    case 'manual_review':
      return `${provider} is asked whether it was ${what}. Proof either way ends it.`
    default:
      return `${provider} is asked once more whether its answer still holds.`
  }
}

/** R8 and R13 of docs/orders.md: the conditions for sending a request again. */
function sentAgain({
  order,
  provider,
  isProviderGone,
  referenceEndsAt: endsAt,
  now,
  webhooks,
}: OrderFacts): Sentence[] {
  const { state, sendCount, notFoundSince, earlierSends, maybeElsewhere } = order
  if (isProviderGone || state !== 'unknown' || sendCount >= SEND_MAX) return []
  const again =
    notFoundSince !== null && (endsAt === null || now < endsAt)
      ? [
          say(
            `If ${provider} has said ${RESEND_CHECKS_MIN} times or more by then that it does not know the reference, the same request goes out again under the same reference.`,
            after(notFoundSince, RESEND_AFTER_MS),
          ),
        ]
      : []
  // A reference that a webhook once named can no longer be proved absent: it goes to manual review.
  const wasSpokenOf = webhooks.rows.some(({ reference }) => reference === order.reference)
  if (endsAt === null || earlierSends > 0 || maybeElsewhere || wasSpokenOf) return again
  const anew = `From then on ${ABSENCES_MIN} answers that ${provider} does not know the reference prove that it never arrived. Then it goes out once more under a new reference, or its money is released if the product is no longer sold.`
  return [...again, say(anew, after(endsAt, LATE_ARRIVAL_MAX_MS + CLOCKS_APART_MAX_MS))]
}

function withoutProof({ order, now }: OrderFacts): Sentence[] {
  if (!STATES[order.state].open) return []
  const alarm = WAITING_ALARMS.find(({ afterMs }) => after(order.createdAt, afterMs) > now)
  const reviewAt = after(order.createdAt, ORDER_REVIEW_AFTER_MS)
  const isReviewed = transitionFor(order.state, 'overdue') !== null && reviewAt > now
  return [
    ...(alarm === undefined || order.state === 'held'
      ? []
      : [say('Without proof by then operators are alerted.', after(order.createdAt, alarm.afterMs))]),
    ...(isReviewed ? [say('Without proof by then it goes to manual review. Its money stays held.', reviewAt)] : []),
  ]
}
