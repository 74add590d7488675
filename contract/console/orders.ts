import { z } from 'zod'
import { orderKind } from '#contract/kinds/kinds.ts'
import { orderState } from '#contract/orders.ts'
import { transactionStatus } from '#contract/transactions.ts'
import { koboText } from '#contract/wire.ts'
import { posting } from './proposals.ts'

const moment = z.iso.datetime()

/** One sentence about an order or a deposit, and its time. */
const sentence = z.object({ text: z.string(), at: moment.nullable() })
export type Sentence = z.infer<typeof sentence>

/** The source of a timeline entry. Entries of one moment are sorted in this order. */
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
  'alert',
  'alarm',
  'reconciliation',
  'case',
] as const
export type LineSource = (typeof LINE_SOURCES)[number]

/** One entry in the timeline of an order or a deposit. */
const line = z.object({
  id: z.string(),
  at: moment,
  source: z.enum(LINE_SOURCES),
  title: z.string(),
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
  /** The movements of a ledger transfer, and the new balance of each account with a stored balance. */
  movements: z.array(z.object({ from: z.string(), to: z.string(), amountKobo: koboText })),
  postings: z.array(posting),
})
export type Line = z.infer<typeof line>

/** An action, who may take it, and why the current operator cannot. */
const action = z.object({
  name: z.string(),
  allowed: z.boolean(),
  /** Who may do it, or why it is not possible now. */
  why: z.string(),
  /** The screen for it; null: none, or this one. */
  link: z.string().nullable(),
  /** The open difference that it would close here. */
  difference: z.object({ number: z.string(), kind: z.string() }).nullable(),
  /** The deposit that it would credit here. */
  credits: z.string().optional(),
  /** The form that it opens here. */
  opens: z
    .discriminatedUnion('form', [
      z.object({ form: z.literal('end-review'), order: z.string(), outcome: z.enum(['paid', 'not-paid']) }),
      z.object({ form: z.literal('refund-bpc'), order: z.string() }),
    ])
    .optional(),
})
export type Action = z.infer<typeof action>

/** The owner; masked unless `openUntil` is set. */
const customer = z.object({
  id: z.string(),
  name: z.string(),
  openUntil: moment.nullable(),
  /** The same as a duration, in case the page's clock is wrong. */
  openForMs: z.int().nullable(),
})

const told = {
  /** When it was read. */
  asOf: moment,
  known: z.array(sentence),
  notKnown: z.array(sentence),
  /** What happens automatically and when, as scheduled. */
  next: z.array(sentence),
  actions: z.array(action),
  /** Oldest first. */
  line: z.array(line),
  /** The sources with more than LINE_SOURCE_MAX entries; the timeline has only the newest. */
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
  /** What the state is waiting for, and what can follow. */
  meaning: z.string(),
  amountKobo: koboText,
  feeKobo: koboText,
  dutyKobo: koboText,
  discountKobo: koboText,
  totalKobo: koboText,
  recipient: z.string().nullable(),
  recipientDetail: z.string().nullable(),
  /** Token for a prepaid meter, in the format of splitTokens; null: none. */
  token: z.string().nullable(),
  /** Null: we fulfil it ourselves. */
  provider: z.string().nullable(),
  reference: z.string(),
  createdAt: moment,
  updatedAt: moment,
  /** Where the money is, in the customer's current words; null while masked, because it may name the recipient. */
  customerReads: z.string().nullable(),
  ...told,
})
export type OrderAnswer = z.infer<typeof orderAnswer>

/** `GET /api/admin/deposits/:id` */
export const depositAnswer = z.object({
  id: z.string(),
  /** Null: the owner is not known. */
  customer: customer.nullable(),
  state: z.string(),
  /** Where the money is. */
  money: z.string(),
  meaning: z.string(),
  amountKobo: koboText,
  /** The provider's fee, which is our expense. */
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
