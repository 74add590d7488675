import type { Action, Line, Sentence } from '#contract/console/orders.ts'
import { providerName } from '#contract/console/provider-names.ts'
import { formatNaira } from '#contract/money.ts'
import type { Masker } from '#server/console/customers/masker.ts'
import type { DepositState } from '#server/deposits/deposit-machine.ts'
import { isSuspended } from '#server/suspension/suspensions.ts'
import { type Looking, onCases, onDifferences, onSetAside } from './actions.ts'
import type { DepositFacts } from './deposit-facts.ts'
import {
  cutOf,
  drawAlarms,
  drawAlerts,
  drawCases,
  drawDifferences,
  drawTransfers,
  drawWebhooks,
  inOrder,
} from './line.ts'
import { momentFact, say, sayDue, times } from './words.ts'

const MOVED: Readonly<Record<string, string>> = {
  deposit: 'It was credited to the wallet.',
  'pay-in': 'It was paid in for a purchase.',
  quarantine: 'It was set aside: nobody was credited.',
  recall: 'The bank took it back.',
  restore: 'It was credited once more: it repaid the customer’s debt first, and the rest became available.',
  repay: 'Part of it repaid the customer’s debt.',
}

const STRAY: Readonly<Record<string, string>> = {
  less: 'It was less than the price of the purchase it was made for, so it went to the wallet.',
  more: 'It was more than the price of the purchase it was made for: the rest went to the wallet.',
  second: 'It was a second payment for a purchase, so it went to the wallet.',
  late: 'It came too late for the purchase it was made for, so it went to the wallet.',
}

/** The proved or recorded facts about a deposit, one sentence each. */
export function knownOfDeposit({ deposit, transfers, webhooks, differences, job }: DepositFacts): Sentence[] {
  const { provider, amountKobo, paidAt, createdAt, reason, stray, creditedAt, creditedBy, confirmedBy } = deposit
  const { givenAgainAt, restoredAt, restoredBy, restoreConfirmedBy } = deposit
  const heard = webhooks.rows.reduce((sum, each) => sum + each.times, 0)
  return [
    say(`${providerName(provider)} proved that ${formatNaira(amountKobo)} came in.`, createdAt),
    ...(paidAt === null ? [] : [say(`It was paid at this moment, by the clock of ${providerName(provider)}.`, paidAt)]),
    ...transfers.flatMap(({ kind, postedAt }) => (MOVED[kind] === undefined ? [] : [say(MOVED[kind], postedAt)])),
    ...(reason === null ? [] : [say(`It could not be credited automatically: ${reason}.`)]),
    ...(creditedAt === null
      ? []
      : [say(`${creditedBy} asked to credit it, and ${confirmedBy} confirmed it.`, creditedAt)]),
    ...(givenAgainAt === null
      ? []
      : [say(`${providerName(provider)} says that it is there again. Nobody was credited by that.`, givenAgainAt)]),
    ...(restoredAt === null
      ? []
      : [say(`${restoredBy} asked to credit it once more, and ${restoreConfirmedBy} confirmed it.`, restoredAt)]),
    ...(stray === null || STRAY[stray] === undefined ? [] : [say(STRAY[stray])]),
    ...(heard === 0 ? [] : [say(`Webhooks about it came in ${times(heard)}. They are hints, and prove nothing.`)]),
    ...(job === null ? [] : [say(`The worker has picked it up ${times(job.attempts)}.`)]),
    ...differences.rows
      .filter(({ closedAt }) => closedAt === null)
      .map(({ number, detail, foundAt }) =>
        say(`Difference ${number} with ${providerName(provider)} is open: ${detail}.`, foundAt),
      ),
  ]
}

function isInWallet(state: DepositState): boolean {
  return state === 'credited' || state === 'credited_by_operators' || state === 'restored'
}

/** What is unknown now; empty when nothing about it is open. */
export function notKnownOfDeposit({ deposit, job }: DepositFacts): Sentence[] {
  const { state, userId, sender, provider } = deposit
  const isBooked = isInWallet(state) || state === 'paid_in' || state === 'quarantined'
  return [
    ...(userId === null ? [say('Who owns it.')] : []),
    ...(state === 'quarantined' && userId !== null ? [say('Whether the customer may have it.')] : []),
    ...(sender === null ? [say(`Who sent it: ${providerName(provider)} gave no name that is stored.`)] : []),
    ...(isBooked && job !== null ? [say('Whether the bank takes it back.')] : []),
    ...(deposit.givenAgainAt === null ? [] : [say('Whether the bank leaves it here this time.')]),
  ]
}

/** What happens to a deposit automatically, from its stored job. */
export function nextOfDeposit({ deposit, job, now, stops, isProviderGone }: DepositFacts): Sentence[] {
  const { provider, state } = deposit
  const waits = state === 'quarantined' ? [say('It stays set aside: there is no deadline.')] : []
  if (job === null)
    return [
      say(
        `Nothing more happens automatically. A webhook about it would have ${providerName(provider)} asked once more.`,
      ),
      ...waits,
    ]
  if (isProviderGone)
    return [say(`Nothing until ${providerName(provider)} is configured again: no other provider is asked.`), ...waits]
  if (job.leaseUntil !== null && job.leaseUntil > now) return [say('A worker is processing it right now.'), ...waits]
  const does = isSuspended(stops, 'in')
    ? 'the worker checks whether money in is still stopped. Nothing about it changes while it is.'
    : `${providerName(provider)} is asked again whether the bank has taken it back.`
  return [sayDue(does, { dueAt: job.dueAt, now, provider: providerName(provider) }), ...waits]
}

/** Every action on a deposit, and whether this operator may take it now or who else may. */
export function actionsOnDeposit({ deposit, differences, cases }: DepositFacts, looking: Looking): Action[] {
  const sendBack: Action = {
    name: 'Send it back',
    allowed: false,
    why: `Nobody can: none of the ${providerName(deposit.provider)} functions we use sends a payment back. The sender’s bank can take it back, which is then booked automatically.`,
    link: null,
    difference: null,
  }
  const byHand: Action = {
    name: 'Take it out of the wallet',
    allowed: false,
    why:
      deposit.state === 'restored'
        ? 'No operator can: two of them agreed to credit it once more. If the bank takes it back again, the loss is ours.'
        : `No operator can: it is taken back only when ${providerName(deposit.provider)} proves that the bank has taken it back.`,
    link: null,
    difference: null,
  }
  const isOpen = deposit.state === 'quarantined' || deposit.givenAgainAt !== null
  const isCredited = isInWallet(deposit.state) || deposit.state === 'paid_in'
  return [
    ...onDifferences(differences, looking),
    ...onCases(cases, looking),
    ...(isOpen ? [onSetAside(deposit, looking)] : []),
    ...(deposit.state === 'quarantined' ? [sendBack] : []),
    ...(isCredited ? [byHand] : []),
  ]
}

/** The timeline of everything stored about a deposit, and the sources that have more entries. */
export function drawDeposit(facts: DepositFacts, mask: Masker): { line: Line[]; cut: string[] } {
  const { deposit, webhooks, alerts, alarms, differences, cases, messages, receipt } = facts
  const { id, provider, reference, providerTransactionId, amountKobo, providerFeeKobo, paidAt, createdAt } = deposit
  const line = inOrder([
    {
      source: 'payment',
      key: id,
      at: createdAt,
      title: `${providerName(provider)} proved ${formatNaira(amountKobo)}, and it was booked`,
      facts: [
        ['Reference', reference],
        ['Id at the provider', providerTransactionId],
        [`Fee of ${providerName(provider)}`, formatNaira(providerFeeKobo)],
        ['Sender', mask('sender_name', deposit.sender)],
        ['Into account number', mask('account_number', deposit.accountNumber)],
        momentFact('Paid', paidAt),
      ],
    },
    ...drawWebhooks(webhooks.rows),
    ...drawTransfers(facts.transfers),
    ...(receipt === null
      ? []
      : [
          {
            source: 'receipt',
            key: id,
            at: receipt.createdAt,
            title: 'The customer made a receipt that others can check',
          } as const,
        ]),
    ...drawAlerts(alerts.rows),
    ...drawAlarms(alarms.rows),
    ...drawDifferences(differences.rows),
    ...drawCases({ cases, messages }, mask),
  ])
  return { line, cut: cutOf({ webhooks, alerts, alarms, differences, cases, messages }) }
}
