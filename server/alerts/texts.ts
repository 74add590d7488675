import type { AlertChannel } from '#contract/alerts.ts'
import type { TransactionId } from '#contract/ids.ts'
import { formatNaira, kobo } from '#contract/money.ts'
import { formatMoment } from '#contract/time.ts'
import { sentenceOfEvent, subjectOfEvent } from '#server/identity/security-events/emails.ts'
import type { AlertFacts, AlertRow } from './alert.ts'

/** What an alert says in a channel. `path`: where it leads in the app; null where there is nothing more to see. */
export type AlertText = { readonly title: string; readonly body: string; readonly path: string | null }

/** How much of an alert is shown where a locked phone shows it to everybody. */
export type Shown = { readonly channel: AlertChannel; readonly showsAmounts: boolean }

type Writer<Facts> = (facts: Facts, say: Say) => AlertText
type Say = {
  /** An amount, or where that may not be shown what stands in its place. */
  readonly naira: (digits: string) => string
  /** A name, or its first letters. */
  readonly name: (name: string) => string
  readonly isHidden: boolean
}

/** What an alert says. Made from what was true when it was made, so it says the same at any time. */
export function textOf(alert: AlertRow, shown: Shown): AlertText {
  const isHidden = (shown.channel === 'push' || shown.channel === 'sms') && !shown.showsAmounts
  const say: Say = {
    naira: (digits) => (isHidden ? 'Money' : formatNaira(kobo(BigInt(digits)))),
    name: (name) => (isHidden ? initialsOf(name) : name),
    isHidden,
  }
  const write = WRITERS[alert.kind] as Writer<AlertFacts[typeof alert.kind]>
  return write(alert.facts, say)
}

/** "Chidinma Okafor" as "C••• O•••". */
function initialsOf(name: string): string {
  return name
    .split(/\s+/)
    .filter((part) => part !== '')
    .map((part) => `${[...part][0] ?? ''}•••`)
    .join(' ')
}

type OfOrder = AlertFacts['order-completed']

const toTransaction = (id: TransactionId) => `/history/${id}`

/** "to Chidinma Okafor, GTBank •••• 6784". */
function toWhom({ name, place }: OfOrder, say: Say): string {
  const parts = [name === null ? null : say.name(name), place].filter((part) => part !== null)
  return parts.length === 0 ? '' : ` to ${parts.join(', ')}`
}

/** What was ordered, as the subject of a sentence: "Bank Transfer of ₦1,500.00 to …". */
function what(facts: OfOrder, say: Say): string {
  const amount = say.isHidden ? '' : ` of ${say.naira(facts.amountKobo)}`
  return `${facts.title}${amount}${toWhom(facts, say)}`
}

const WRITERS: { readonly [Kind in AlertRow['kind']]: Writer<AlertFacts[Kind]> } = {
  'money-in': ({ amountKobo, name, transactionId }, say) => ({
    title: `${say.naira(amountKobo)} came in`,
    body: `${name === null ? 'A bank transfer' : `A bank transfer from ${say.name(name)}`} is in your wallet.`,
    path: toTransaction(transactionId),
  }),
  'money-in-taken-back': ({ amountKobo, name, transactionId }, say) => ({
    title: `${say.naira(amountKobo)} was taken back`,
    body: `The bank took a transfer${name === null ? '' : ` from ${say.name(name)}`} back after it had come in. What was missing in your wallet is owed and repaid from money that comes in.`,
    path: toTransaction(transactionId),
  }),
  'order-completed': (facts, say) => ({
    title: say.isHidden ? `${facts.title} completed` : `${say.naira(facts.totalKobo)} out: ${facts.title}`,
    body: `${what(facts, say)} is completed${facts.byTeam ? ': two people on our team confirmed it' : ''}.`,
    path: toTransaction(facts.transactionId),
  }),
  'order-failed': (facts, say) => ({
    title: say.isHidden ? `${facts.title} failed` : `${say.naira(facts.totalKobo)} is back: ${facts.title} failed`,
    body: `${what(facts, say)} failed${facts.byTeam ? ': two people on our team confirmed it' : ''}. The money reserved for it came back to your wallet.`,
    path: toTransaction(facts.transactionId),
  }),
  'order-reversed': (facts, say) => ({
    title: say.isHidden ? `${facts.title} reversed` : `${say.naira(facts.totalKobo)} is back: ${facts.title} reversed`,
    body: `${what(facts, say)} was completed and has been reversed. The money came back to your wallet.`,
    path: toTransaction(facts.transactionId),
  }),
  'order-paid-late': (facts, say) => ({
    title: say.isHidden ? `${facts.title} was paid after all` : `${say.naira(facts.totalKobo)} out: paid after all`,
    body: `${what(facts, say)} had failed and was paid after all, so the money was taken again. What was missing in your wallet is owed and repaid from money that comes in.`,
    path: toTransaction(facts.transactionId),
  }),
  'order-late': (facts, say) => ({
    title: `${facts.title} takes longer than it should`,
    body: `${what(facts, say)} is not proved yet. The money stays reserved until it is. Do not pay again.`,
    path: toTransaction(facts.transactionId),
  }),
  'order-in-review': (facts, say) => ({
    title: `A person looks at your ${facts.title}`,
    body: `${what(facts, say)} is still not proved, so our team is looking at it. The money stays reserved. Do not pay again.`,
    path: toTransaction(facts.transactionId),
  }),
  'bpc-delivered': (facts) => ({
    title: 'Your BPC is here',
    body: 'You bought a BPC. Its code is under your profile, and its limit and prices apply from now on.',
    path: toTransaction(facts.transactionId),
  }),
  'bpc-return-ends': ({ transactionId, until }) => ({
    title: 'Your BPC can be returned until tomorrow',
    body: `You can return your unused BPC for its full price until ${formatMoment(until)}.`,
    path: toTransaction(transactionId),
  }),
  'list-ended': ({ completed, failed, completedKobo, batchId }, say) => ({
    title: failed === 0 ? `Your list is done: ${completed} delivered` : `Your list is done: ${failed} failed`,
    body: [
      `${completed} delivered${say.isHidden || completed === 0 ? '' : ` for ${say.naira(completedKobo)}`}.`,
      failed === 0 ? '' : `${failed} failed, and their money came back to your wallet.`,
    ]
      .filter((part) => part !== '')
      .join(' '),
    path: `/sell/many/${batchId}`,
  }),
  account: ({ event, browser }) => ({
    title: capitalized(subjectOfEvent(event)),
    body: `${sentenceOfEvent(event)}${browser === null ? '' : ` With ${browser}.`}`,
    path: '/security',
  }),
  'case-question': ({ trackingNumber }) => ({
    title: 'Support has a question',
    body: `Support asks you something about your report ${trackingNumber}.`,
    path: '/support',
  }),
  'case-answer': ({ trackingNumber }) => ({
    title: 'Support has answered',
    body: `There is an answer to your report ${trackingNumber}.`,
    path: '/support',
  }),
  statement: ({ month }) => ({
    title: `Your statement for ${monthName(month)}`,
    body: `Everything that moved in ${monthName(month)} is in your statement, as PDF or CSV.`,
    path: `/history?tab=statements&month=${month}`,
  }),
  notice: ({ heading, sentence }) => ({ title: heading, body: sentence, path: null }),
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** "October 2026" of `2026-10`. */
function monthName(month: string): string {
  return new Intl.DateTimeFormat('en-NG', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  )
}
