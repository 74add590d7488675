import type { AlertKind } from '#contract/alerts.ts'
import type { BatchId, CaseId, OrderId, TransactionId } from '#contract/ids.ts'
import { pauseHeading, pauseTail } from '#contract/pauses.ts'
import type { AlertFacts } from '#server/outbox/alerts/alert.ts'

/** An alert as it may be made, and what it is an example of. */
export type AlertExample<Kind extends AlertKind = AlertKind> = {
  [K in Kind]: {
    readonly of: string
    readonly kind: K
    readonly subjectId: string
    readonly facts: AlertFacts[K]
  }
}[Kind]

const idOf = <Id extends string>(prefix: string) => `${prefix}_01kaexample0000000000000000000000000` as Id
const orderId = idOf<OrderId>('ord')
const batchId = idOf<BatchId>('bat')
const caseId = idOf<CaseId>('cas')
const transactionId = idOf<TransactionId>('txn')

const TRANSFER: AlertFacts['order-completed'] = {
  order: 'withdrawal',
  transactionId,
  title: 'Bank Transfer',
  noun: 'bank transfer',
  name: 'CHIDINMA OKAFOR',
  place: 'GTBank •••• 6784',
  amountKobo: '150000',
  totalKobo: '151000',
  byTeam: false,
}
type Bill = Omit<typeof TRANSFER, 'transactionId' | 'byTeam'>
const bill = (of: Bill): typeof TRANSFER => ({ ...TRANSFER, ...of })
const AIRTIME = bill({
  order: 'airtime',
  title: 'MTN Airtime',
  noun: 'MTN airtime',
  name: null,
  place: '•••• 4567',
  amountKobo: '50000',
  totalKobo: '49500',
})
const DATA = bill({
  order: 'data',
  title: 'Airtel Data Bundle',
  noun: 'Airtel data bundle',
  name: null,
  plan: '1.5 GB, 30 days',
  place: '•••• 4567',
  amountKobo: '100000',
  totalKobo: '98500',
})
const ELECTRICITY = bill({
  order: 'electricity',
  title: 'Electricity',
  noun: 'electricity payment',
  name: 'TUNDE BELLO',
  place: 'Ikeja Electric •••• 1111',
  amountKobo: '500000',
  totalKobo: '497500',
})
const TV = bill({
  order: 'tv',
  title: 'DStv TV',
  noun: 'DStv TV payment',
  name: 'TUNDE BELLO',
  place: 'DStv Padi •••• 2222',
  amountKobo: '440000',
  totalKobo: '437800',
})
const EXAM = bill({
  order: 'education',
  // Several: the verbs and pronouns of every alert about them differ.
  title: 'Exam PINs',
  noun: 'exam PINs',
  many: true,
  name: null,
  plan: '2 × WAEC, result checker',
  place: '•••• 4567',
  amountKobo: '770000',
  totalKobo: '766150',
})
const BPC = bill({
  order: 'bpc',
  title: 'BPC Code',
  noun: 'BPC',
  name: null,
  place: null,
  amountKobo: '650000',
  totalKobo: '650000',
})

const DEPOSIT: AlertFacts['money-in'] = { transactionId, amountKobo: '500000', name: 'CHIDI EZE' }
const LIST: AlertFacts['list-ended'] = {
  batchId,
  completed: 200,
  failed: 0,
  cancelled: 0,
  reversed: 0,
  byTeam: 0,
  completedKobo: '9900000',
}
const PAUSE = { kind: 'airtime', serviceName: 'MTN' } as const

function example<Kind extends AlertKind>(kind: Kind, of: string, facts: AlertFacts[Kind]): AlertExample {
  return { kind, of, facts, subjectId: subjectOf(kind) } as AlertExample
}

function subjectOf(kind: AlertKind): string {
  if (kind.startsWith('money-')) return idOf('dep')
  if (kind.startsWith('list-')) return batchId
  if (kind.startsWith('case-')) return caseId
  if (kind.startsWith('notice')) return idOf('pau')
  if (kind === 'statement') return 'statement:2026-10'
  if (kind === 'test') return 'test push'
  return kind === 'account' ? idOf('aev') : orderId
}

/** An example of everything that alerts say. */
export const ALERT_EXAMPLES: readonly AlertExample[] = [
  example('money-in', 'money came in', DEPOSIT),
  example('money-in', 'money came in from a sender without a name', { ...DEPOSIT, name: null }),
  example('money-in', 'money came in and repaid a debt', { ...DEPOSIT, repaidKobo: '120000' }),
  example('money-in-taken-back', 'all of it was still in the wallet', DEPOSIT),
  example('money-in-taken-back', 'some of it was spent', { ...DEPOSIT, owedKobo: '120000' }),
  example('money-in-taken-back', 'all of it was spent', { ...DEPOSIT, owedKobo: '500000' }),
  example('money-in-again', 'the bank gave it again, to somebody who owes', { ...DEPOSIT, repaidKobo: '120000' }),
  example('order-completed', 'a bank transfer', TRANSFER),
  example('order-completed', 'a bank transfer that our team ended as paid', { ...TRANSFER, byTeam: true }),
  example('order-completed', 'airtime', AIRTIME),
  example('order-completed', 'a data bundle', DATA),
  example('order-completed', 'electricity', ELECTRICITY),
  example('order-completed', 'TV', TV),
  example('order-completed', 'exam PINs', EXAM),
  example('order-failed', 'a bank transfer', TRANSFER),
  example('order-failed', 'airtime that our team ended as not delivered', { ...AIRTIME, byTeam: true }),
  example('order-failed', 'a bank transfer of somebody who owes', { ...TRANSFER, repaidKobo: '50000' }),
  example('order-reversed', 'a bank transfer that the bank sent back', { ...TRANSFER, returnedBy: 'provider' }),
  example('order-reversed', 'airtime that was taken back', { ...AIRTIME, returnedBy: 'provider' }),
  example('order-reversed', 'exam PINs that were taken back', { ...EXAM, returnedBy: 'provider' }),
  example('order-reversed', 'ended as paid by our team, and proved to have failed', {
    ...TRANSFER,
    byTeam: true,
    returnedBy: 'proof',
  }),
  example('order-reversed', 'a bank transfer that failed, went through and was sent back, by somebody who owes', {
    ...TRANSFER,
    totalKobo: '150000',
    repaidKobo: '40000',
    returnedBy: 'provider',
    late: true,
  }),
  example('order-reversed', 'airtime that failed, was delivered and was taken back', {
    ...AIRTIME,
    returnedBy: 'provider',
    late: true,
  }),
  example('order-reversed', 'proved at first, and undone by our team', { ...TRANSFER, returnedBy: 'undone' }),
  example('order-reversed', 'airtime that failed and went through, and was undone by our team', {
    ...AIRTIME,
    returnedBy: 'undone',
    late: true,
  }),
  example('order-reversed', 'a BPC that its owner returned', { ...BPC, returnedBy: 'owner' }),
  example('order-reversed', 'a BPC that our team refunded', { ...BPC, byTeam: true, returnedBy: 'team' }),
  example('order-paid-late', 'the money was there', { ...TRANSFER, totalKobo: '150000' }),
  example('order-paid-late', 'some of the money was there', { ...TRANSFER, totalKobo: '150000', owedKobo: '40000' }),
  example('order-paid-late', 'none of the money was there', { ...AIRTIME, owedKobo: '49500' }),
  example('order-late', 'not sent yet', { ...TRANSFER, progress: 'not-sent' }),
  example('order-late', 'sent or not, nobody knows', { ...AIRTIME, progress: 'maybe-sent' }),
  example('order-late', 'at the bank', { ...TRANSFER, progress: 'with-provider' }),
  example('order-late', 'at the provider', { ...ELECTRICITY, progress: 'with-provider' }),
  example('order-late', 'exam PINs that were sent or not, nobody knows', { ...EXAM, progress: 'maybe-sent' }),
  example('order-in-review', 'a bank transfer', TRANSFER),
  example('order-in-review', 'TV', TV),
  example('list-ended', 'every sale was delivered', LIST),
  example('list-ended', 'in every way', {
    ...LIST,
    completed: 195,
    failed: 2,
    cancelled: 1,
    reversed: 2,
    byTeam: 1,
    completedKobo: '9652500',
  }),
  example('list-ended', 'the only sale failed', { ...LIST, completed: 0, failed: 1, completedKobo: '0' }),
  example('list-late', 'a list', { batchId }),
  example('list-in-review', 'a list', { batchId }),
  example('bpc-delivered', 'a BPC', BPC),
  example('bpc-return-ends', 'a day before', { orderId, transactionId, until: '2026-11-28T13:05:00.000Z' }),
  example('account', 'with a browser', { event: 'passkey-added', browser: 'Chrome on Android' }),
  example('account', 'by our team', { event: 'frozen-for-safety', browser: null }),
  example('case-question', 'a report', { caseId, trackingNumber: 'JR-7K2M-QX4D' }),
  example('case-answer', 'a report', { caseId, trackingNumber: 'JR-7K2M-QX4D' }),
  example('statement', 'a month', { month: '2026-10' }),
  example('notice', 'about a bank', {
    heading: 'Bank notice: OPay',
    sentence: 'Transfers from OPay arrive some hours late. You can pay from another bank. Source: Jara support.',
    until: '2026-11-21T19:00:00.000Z',
  }),
  example('notice', 'a pause', {
    heading: pauseHeading(PAUSE),
    sentence: `MTN does not answer reliably, so we wait. ${pauseTail('2026-11-21T19:00:00.000Z')}`,
    until: '2026-11-21T19:00:00.000Z',
  }),
  example('notice-ended', 'about a bank', {
    heading: 'The notice about OPay has ended',
    sentence: 'We no longer show the notice about OPay from 21 Nov 2026, 14:05, Lagos time.',
  }),
  example('notice-ended', 'a pause', {
    heading: 'Buying MTN airtime is no longer paused',
    sentence: 'The pause from 21 Nov 2026, 14:05, Lagos time is over.',
  }),
  example('test', 'of a channel that its owner chose', { channel: 'push' }),
]
