import { z } from 'zod'
import { orderKind } from '#contract/kinds/kinds.ts'
import { orderState } from '#contract/orders.ts'
import { transactionStatus } from '#contract/transactions.ts'
import { koboText } from '#contract/wire.ts'
import { posting } from './proposals.ts'

const moment = z.iso.datetime()

/** One sentence about an order or a deposit, and the moment it speaks of. */
const sentence = z.object({ text: z.string(), at: moment.nullable() })
export type Sentence = z.infer<typeof sentence>

/** Where a line comes from, in the order of lines of one moment. */
export const LINE_SOURCES = [
  'terms',
  'approval',
  'charge',
  'payment',
  'webhook',
  'request',
  'step',
  'ledger',
  'code',
  'receipt',
  'alarm',
  'reconciliation',
  'case',
] as const
export type LineSource = (typeof LINE_SOURCES)[number]

/** One line of everything that is stored about an order or a deposit. */
const line = z.object({
  id: z.string(),
  at: moment,
  source: z.enum(LINE_SOURCES),
  title: z.string(),
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
  /** What a transfer of the ledger moved, and what was then in each account whose balance is stored. */
  movements: z.array(z.object({ from: z.string(), to: z.string(), amountKobo: koboText })),
  postings: z.array(posting),
})
export type Line = z.infer<typeof line>

/** What could be done, by whom, and why the operator who reads this cannot. */
const action = z.object({
  name: z.string(),
  allowed: z.boolean(),
  /** Who does it, or why it is not possible now. */
  why: z.string(),
  /** The screen where it is done; null: nowhere, or on this one. */
  link: z.string().nullable(),
  /** The open difference that it would close, on this screen. */
  difference: z.object({ number: z.string(), kind: z.string() }).nullable(),
  /** The deposit that it would credit, on this screen. */
  credits: z.string().optional(),
})
export type Action = z.infer<typeof action>

/** Whose it is: masked unless `openUntil` says until when it is not. */
const customer = z.object({
  id: z.string(),
  name: z.string(),
  openUntil: moment.nullable(),
  /** The same as a length, for a page whose clock is wrong. */
  openForMs: z.int().nullable(),
})

const told = {
  /** When it was read. */
  asOf: moment,
  known: z.array(sentence),
  notKnown: z.array(sentence),
  /** What happens by itself, and when: as it is scheduled. */
  next: z.array(sentence),
  actions: z.array(action),
  /** Oldest first. */
  line: z.array(line),
  /** What more there is of than LINE_SOURCE_MAX, of which the newest are in the line. */
  cut: z.array(z.string()),
}

/** `GET /api/admin/orders/:id` */
export const orderAnswer = z.object({
  id: z.string(),
  customer,
  kind: orderKind,
  title: z.string(),
  state: orderState,
  status: transactionStatus,
  /** What the state waits for, and what can follow it. */
  meaning: z.string(),
  amountKobo: koboText,
  feeKobo: koboText,
  dutyKobo: koboText,
  discountKobo: koboText,
  totalKobo: koboText,
  recipient: z.string().nullable(),
  recipientDetail: z.string().nullable(),
  /** What a prepaid meter was given; null: nothing. */
  token: z.string().nullable(),
  /** Null: it needs nobody else. */
  provider: z.string().nullable(),
  reference: z.string(),
  createdAt: moment,
  updatedAt: moment,
  /** Where the money is, as the customer reads it now; null while it is masked: it may name whom they paid. */
  customerReads: z.string().nullable(),
  ...told,
})
export type OrderAnswer = z.infer<typeof orderAnswer>

/** `GET /api/admin/deposits/:id` */
export const depositAnswer = z.object({
  id: z.string(),
  /** Null: nobody knows whose it is. */
  customer: customer.nullable(),
  state: z.string(),
  /** Where the money is. */
  money: z.string(),
  meaning: z.string(),
  amountKobo: koboText,
  /** What the provider kept of it, which is our expense. */
  providerFeeKobo: koboText,
  sender: z.string().nullable(),
  accountNumber: z.string().nullable(),
  provider: z.string(),
  reference: z.string(),
  providerTransactionId: z.string(),
  /** The purchase it was made for. */
  orderId: z.string().nullable(),
  paidAt: moment.nullable(),
  bookedAt: moment,
  ...told,
})
export type DepositAnswer = z.infer<typeof depositAnswer>
