import type { Sentence } from '#contract/console/orders.ts'
import { KINDS } from '#server/payments/kinds/kinds.ts'
import { STATES } from '#server/payments/orders/machine.ts'
import {
  absenceFrom,
  isNothingToVerify,
  resendFrom,
  reviewFrom,
  waitingAlarms,
} from '#server/payments/orders/proving/decisions.ts'
import { ABSENCES_MIN, RESEND_CHECKS_MIN } from '#server/payments/orders/proving/schedule.ts'
import { step } from '#server/payments/orders/proving/step.ts'
import type { OrderFacts } from './order-facts.ts'
import { say, sayDue } from './words.ts'

/** What happens to an order automatically, in chronological order, from its job's due time and the worker's own rules. */
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

/** The worker's first step at the order's next turn, if nothing changes before it. */
function whatTheWorkerDoes({ order, provider, stops, charges, now }: OrderFacts): string {
  const { executor, outcome } = KINDS[order.kind]
  const next = step(order, { seen: 'turn', stops, isOurs: executor === null, now })
  if ('due' in next && next.due !== null) {
    return order.state === 'held'
      ? 'the worker checks whether money is still stopped. Nothing is sent while it is.'
      : 'the worker checks whether the server’s clock is right again. Nobody is asked before that.'
  }
  switch ('call' in next ? next.call : null) {
    case 'prepare':
      return `it is sent to ${provider}, if ${provider} takes requests then.`
    case 'verify':
      return STATES[order.state].open
        ? `${provider} is asked whether it was ${outcome}. Proof either way ends it.`
        : `${provider} is asked once more whether its answer still holds.`
    case 'deliver':
      if (order.state === 'awaiting_payment')
        return charges.rows.some(({ accountNumber }) => accountNumber !== null)
          ? `${provider} is asked once more whether it was paid. If it was not, the purchase ends.`
          : `an account number is asked for at ${provider}.`
  }
  return 'the worker finds that nothing is left to do.'
}

/** R8 and R13 of docs/reference/orders.md: the conditions for sending a request again. */
function sentAgain({
  order,
  provider,
  isProviderGone,
  referenceEndsAt: endsAt,
  now,
  webhooks,
}: OrderFacts): Sentence[] {
  if (isProviderGone) return []
  const resentAt = resendFrom(order, endsAt, now)
  const provedAt = absenceFrom(order, endsAt)
  const again = `If ${provider} has said ${RESEND_CHECKS_MIN} times or more by then that it does not know the reference, the same request goes out again under the same reference.`
  const anew = `From then on ${ABSENCES_MIN} answers that ${provider} does not know the reference prove that it never arrived. Then it goes out once more under a new reference, or its money is released if the product is no longer sold.`
  // A reference that a webhook once named can no longer be proved absent: it goes to manual review.
  const wasSpokenOf = webhooks.rows.some(({ reference }) => reference === order.reference)
  return [
    ...(resentAt === null ? [] : [say(again, resentAt)]),
    ...(provedAt === null || wasSpokenOf ? [] : [say(anew, provedAt)]),
  ]
}

function withoutProof({ order, now }: OrderFacts): Sentence[] {
  const alarm = waitingAlarms(order).find(({ from }) => from > now)
  const reviewAt = reviewFrom(order)
  return [
    ...(alarm === undefined ? [] : [say('Without proof by then operators are alerted.', alarm.from)]),
    ...(reviewAt === null || reviewAt <= now
      ? []
      : [say('Without proof by then it goes to manual review. Its money stays held.', reviewAt)]),
  ]
}
