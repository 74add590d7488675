import type { BatchId, CaseId, OrderId, TransactionId } from '#contract/ids.ts'
import type { OfDeposit, OfOrder } from './facts.ts'

/* Building blocks for example alerts. */

/** An id as it looks in an example. */
export const exampleId = <Id extends string>(prefix: string) => `${prefix}_01kaexample0000000000000000000000000` as Id
export const orderId = exampleId<OrderId>('ord')
export const batchId = exampleId<BatchId>('bat')
export const caseId = exampleId<CaseId>('cas')
export const transactionId = exampleId<TransactionId>('txn')

export const TRANSFER: OfOrder = {
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
type Bill = Omit<OfOrder, 'transactionId' | 'byTeam'>
const bill = (of: Bill): OfOrder => ({ ...TRANSFER, ...of })
export const AIRTIME = bill({
  order: 'airtime',
  title: 'MTN Airtime',
  noun: 'MTN airtime',
  name: null,
  place: '•••• 4567',
  amountKobo: '50000',
  totalKobo: '49500',
})
export const DATA = bill({
  order: 'data',
  title: 'Airtel Data Bundle',
  noun: 'Airtel data bundle',
  name: null,
  plan: '1.5 GB, 30 days',
  place: '•••• 4567',
  amountKobo: '100000',
  totalKobo: '98500',
})
export const ELECTRICITY = bill({
  order: 'electricity',
  title: 'Electricity',
  noun: 'electricity payment',
  name: 'TUNDE BELLO',
  place: 'Ikeja Electric •••• 1111',
  amountKobo: '500000',
  totalKobo: '497500',
})
export const TV = bill({
  order: 'tv',
  title: 'DStv TV',
  noun: 'DStv TV payment',
  name: 'TUNDE BELLO',
  place: 'DStv Padi •••• 2222',
  amountKobo: '440000',
  totalKobo: '437800',
})
export const EXAM = bill({
  order: 'education',
  // Plural: it changes an alert's verbs and pronouns.
  title: 'Exam PINs',
  noun: 'exam PINs',
  many: true,
  name: null,
  plan: '2 × WAEC, result checker',
  place: '•••• 4567',
  amountKobo: '770000',
  totalKobo: '766150',
})
export const BPC = bill({
  order: 'bpc',
  title: 'BPC Code',
  noun: 'BPC',
  name: null,
  place: null,
  amountKobo: '650000',
  totalKobo: '650000',
})

export const DEPOSIT: OfDeposit = { transactionId, amountKobo: '500000', name: 'CHIDI EZE' }
