import type { Sentence } from '#contract/console/orders.ts'
import { providerName } from '#contract/console/provider-names.ts'
import { formatNaira } from '#contract/money.ts'
import { KINDS } from '#server/payments/kinds/kinds.ts'
import { wasEndedAsPaid } from '#server/payments/orders/ended-by-team.ts'
import { STATES } from '#server/payments/orders/machine.ts'
import { isNothingToVerify } from '#server/payments/orders/proving/decisions.ts'
import { sayContradiction } from './meaning-of-order.ts'
import type { OrderFacts } from './order-facts.ts'
import { say, times } from './words.ts'

/** The proved or recorded facts about an order, one sentence each. */
export function knownOfOrder(facts: OrderFacts): Sentence[] {
  const { differences } = facts
  return [
    agreedTo(facts),
    ...moneyMoved(facts),
    ...requestsMade(facts),
    ...answersStored(facts),
    ...outcome(facts),
    ...contradiction(facts),
    ...endedByPeople(facts),
    ...hints(facts),
    ...differences.rows
      .filter(({ closedAt }) => closedAt === null)
      .map(({ number, provider, detail, foundAt }) =>
        say(`Difference ${number} with ${providerName(provider)} is open: ${detail}.`, foundAt),
      ),
  ]
}

function agreedTo({ order: { totalKobo, paidBy, createdAt } }: OrderFacts): Sentence {
  const total = formatNaira(totalKobo)
  return paidBy === 'wallet'
    ? say(`The customer approved ${total} in all.`, createdAt)
    : say(`The customer asked to pay ${total} by bank transfer. Nothing was taken from the wallet for it.`, createdAt)
}

/** The ledger's transfers in words. */
const MOVED: Readonly<Record<string, string>> = {
  hold: 'The money was held in the wallet.',
  settle: 'The money was booked as paid.',
  release: 'The held money was released and became available again.',
  return: 'The money was returned and became available again.',
  'late-success':
    'After its release the amount was taken again: from the wallet as far as possible, the rest as a debt.',
  repay: 'Part of the returned money repaid the customer’s debt.',
}

const RETURNED_LATE =
  'What had been taken again was returned: it repaid the customer’s debt first, and the rest became available.'

function moneyMoved({ order, transfers }: OrderFacts): Sentence[] {
  return transfers.flatMap(({ kind, postedAt }) => {
    const text = kind === 'return' && order.returnedLate ? RETURNED_LATE : MOVED[kind]
    return text === undefined ? [] : [say(text, postedAt)]
  })
}

function requestsMade({ order, provider, agreed, requests }: OrderFacts): Sentence[] {
  if (provider === null || order.paidBy === 'transfer') return []
  const { sendCount } = order
  if (sendCount === 0) return [say(`Nothing has been sent to ${provider}.`)]
  const under = requests.rows.length > 1 ? `, under ${requests.rows.length} references` : ''
  return [say(`Request to ${provider} recorded ${times(sendCount)}${under}.`, agreed.sentAt)]
}

function answersStored({ order, provider, agreed, steps }: OrderFacts): Sentence[] {
  const accepted = steps.rows.findLast(({ event }) => event === 'accepted')
  const { notFoundCount, notFoundSince } = order
  return [
    ...(accepted === undefined ? [] : [say(`${provider} took the request. That alone proves nothing.`, accepted.at)]),
    ...(notFoundCount === 0
      ? []
      : [
          say(
            `${provider} has said ${times(notFoundCount)} in a row that it does not know the reference.`,
            notFoundSince,
          ),
        ]),
    ...(agreed.providerWord === null
      ? []
      : [say(`The last stored answer of ${provider} is “${agreed.providerWord}”.`)]),
  ]
}

/** The outcome, from the last step. */
function outcome(facts: OrderFacts): Sentence[] {
  const { order, steps } = facts
  const last = steps.rows.at(-1)
  if (last === undefined || STATES[order.state].open || order.state === 'awaiting_payment') return []
  const text = outcomeOf(last.event, facts)
  const failure = order.failure === null ? [] : [say(`The customer reads about the failure: ${order.failure}`)]
  return text === null ? failure : [say(text, last.at), ...failure]
}

function outcomeOf(event: string, { provider, order }: OrderFacts): string | null {
  const what = KINDS[order.kind].outcome
  switch (event) {
    case 'paid':
      return order.paidBy === 'transfer'
        ? `${provider} proved that the price came in by bank transfer.`
        : `${provider} proved that it was ${what}.`
    case 'failed':
      return `${provider} proved that it was not ${what}.`
    case 'reversed':
      return `${provider} proved that it was reversed.`
    case 'refused':
      return `It was refused before anything was ${what}.`
    case 'cancelled':
      return 'The customer cancelled it before anything was sent.'
    case 'never-arrived':
      return `${provider} proved that no request arrived, and the product is no longer sold.`
    case 'expired':
      return 'Its account number no longer accepts payments for it.'
    case 'given-back':
      return 'The customer returned what they bought.'
    case 'paid-by-operators':
      return `Two operators ended its manual review as ${what}. ${provider} had proved nothing by then.`
    case 'not-paid-by-operators':
      if (order.state === 'returned')
        return wasEndedAsPaid(order)
          ? `Two operators ended it as not ${what}. Two operators had ended it as ${what}, and ${provider} contradicted that.`
          : `Two operators ended it as not ${what}. ${provider} had proved that it was, and then contradicted that.`
      return `Two operators ended its manual review as not ${what}. ${provider} had proved nothing by then.`
    case 'failed-after-all':
      return `${provider} proved that it was not ${what}, after two operators had ended it as ${what}.`
    case 'refunded-by-operators':
      return 'Two operators refunded what the customer bought.'
    case 'fulfilled':
      return 'We delivered it ourselves, in the transaction that took the money.'
    default:
      return null
  }
}

function contradiction({ order, provider }: OrderFacts): Sentence[] {
  if (order.contradictedAt === null) return []
  return [say(`${sayContradiction(order, provider)} Nothing was moved by that.`, order.contradictedAt)]
}

function endedByPeople({ endings, steps }: OrderFacts): Sentence[] {
  const byPeople = steps.rows.filter(({ event }) => event.endsWith('-by-operators'))
  return endings.map(({ asked, confirmed, why }, index) =>
    say(`${asked} asked for it, and ${confirmed} confirmed it: ${why}`, byPeople[index]?.at ?? null),
  )
}

function hints({ webhooks: { rows, more }, job }: OrderFacts): Sentence[] {
  const count = rows.reduce((sum, each) => sum + each.times, 0)
  const heard = `Webhooks about it came in ${more ? 'more than ' : ''}${times(count)}. They are hints, and prove nothing.`
  return [
    ...(count === 0 ? [] : [say(heard)]),
    ...(job === null ? [] : [say(`The worker has picked it up ${times(job.attempts)}.`)]),
  ]
}

/** What is unknown now, one sentence each; empty when the order's state leaves nothing open. */
export function notKnownOfOrder(facts: OrderFacts): Sentence[] {
  const { order } = facts
  const elsewhere = order.maybeElsewhere && STATES[order.state].open
  return [
    ...ofState(facts).map((text) => say(text)),
    ...(elsewhere ? [say('Whether it also went out under another reference after the restored backup was made.')] : []),
  ]
}

function ofState({ order, provider }: OrderFacts): string[] {
  const what = KINDS[order.kind].outcome
  switch (order.state) {
    case 'awaiting_payment':
      return ['Whether the customer has paid: no bank transfer for its price is proved.']
    case 'expired':
      return ['Whether a payment that was made in time is still on its way. It would count.']
    case 'held':
      return [`What ${provider} will answer: nothing has been sent.`]
    case 'in_flight':
      return [`Whether the request reached ${provider}: no answer is stored yet.`]
    case 'pending':
      return [`Whether it was ${what}: ${provider} has it, and has proved neither success nor failure.`]
    case 'unknown':
      return [
        order.notFoundCount > 0
          ? `Whether ${provider} has it: it does not know the reference, and a request may still be on its way there.`
          : `Whether ${provider} has it: no answer so far proves anything.`,
      ]
    case 'manual_review':
      return [`Whether it was ${what}: there was no proof in time, or proof that contradicts the order.`]
    case 'settled':
    case 'late_success':
      if (order.contradictedAt !== null)
        return [
          wasEndedAsPaid(order)
            ? `Whether the operators or ${provider} are right.`
            : `Which answer of ${provider} is true.`,
        ]
      return provider === null || order.paidBy === 'transfer'
        ? []
        : order.state === 'settled' && order.endedByRequest !== null
          ? [`Whether ${provider} agrees: two operators ended it, and ${provider} is still asked.`]
          : [`What the recipient’s side shows: only ${provider} says that it was ${what}, and we cannot check there.`]
    case 'released':
      return isNothingToVerify(order) ? [] : [`Whether ${provider} changes its answer: a late success can follow.`]
    case 'returned':
      return []
  }
}
