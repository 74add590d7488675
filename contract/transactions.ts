import { z } from 'zod'
import { HISTORY_MONTHS_MAX, HISTORY_PAGE_MAX } from './constants.ts'
import { orderKind } from './kinds/kinds.ts'
import { koboText } from './wire.ts'

/** A line of the history is an order, or money that came in, went back or was given. */
export const transactionKind = z.enum([...orderKind.options, 'deposit', 'recall', 'refund', 'grant', 'sms'])
export type TransactionKind = z.infer<typeof transactionKind>

/**
 * Statuses that people see. `completed` needs the provider's proof, or two operators who ended the order as paid (the
 * order says so).
 */
export const transactionStatus = z.enum(['completed', 'pending', 'failed', 'reversed'])
export type TransactionStatus = z.infer<typeof transactionStatus>

export const transaction = z.object({
  id: z.string(),
  kind: transactionKind,
  /** "Bank Transfer", "Deposit", "Deposit taken back", "Refund", "Sandbox grant", "SMS alert", "MTN Airtime" … */
  title: z.string(),
  /** Who got it or sent it: a name, or null where there is none (the grant). */
  counterparty: z.string().nullable(),
  /** The second line: account number and bank, or phone number. Null where there is none. */
  counterpartyDetail: z.string().nullable(),
  /** Signed: money out is negative. Without fee and duty, which are separate. */
  amountKobo: koboText,
  feeKobo: koboText,
  dutyKobo: koboText,
  /** The discount on the amount: airtime, data and bills. */
  discountKobo: koboText,
  status: transactionStatus,
  createdAt: z.iso.datetime(),
  orderId: z.string().nullable(),
})
export type Transaction = z.infer<typeof transaction>

const chosen = { kind: transactionKind.optional(), status: transactionStatus.optional() } as const

/** The filters of the history; a statement takes the same. */
export const transactionsFilter = { q: z.string().max(100).optional(), ...chosen } as const

/** The columns a list can be sorted by: `what` is the title, then the other side's name; `amount` the signed total. */
export const transactionsSort = z.enum(['date', 'what', 'amount', 'status'])
export type TransactionsSort = z.infer<typeof transactionsSort>

const limit = z.int().min(1).max(HISTORY_PAGE_MAX)
const page = {
  cursor: z.string().max(200).optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  sort: transactionsSort.optional(),
  direction: z.enum(['ascending', 'descending']).optional(),
} as const

/** `GET /api/transactions`: newest first unless sorted, keyset pages. `from` and `to` are Lagos days, inclusive. */
export const transactionsQuery = z.strictObject({
  ...page,
  ...chosen,
  limit: z.coerce.number().pipe(limit).default(20),
})

/** `POST /api/transactions/search`: the same with search text, which may be a name or a number and is in no URL. */
export const transactionsSearch = z.strictObject({ ...page, ...transactionsFilter, limit: limit.default(20) })
export type TransactionsSearch = z.infer<typeof transactionsSearch>

export const transactionsAnswer = z.object({ transactions: z.array(transaction), nextCursor: z.string().nullable() })
export type TransactionsAnswer = z.infer<typeof transactionsAnswer>

export const timelineStep = z.object({ at: z.iso.datetime(), title: z.string(), detail: z.string().nullable() })
export type TimelineStep = z.infer<typeof timelineStep>

/** `GET /api/transactions/:id` */
export const transactionDetail = z.object({
  transaction,
  /** What happened, oldest first, in plain sentences. */
  timeline: z.array(timelineStep),
  /** For support: our reference at the provider, null where there is none. */
  reference: z.string().nullable(),
  /** One plain sentence on where the money is now and what happens next. */
  explanation: z.string(),
  /** amount − fee − duty + discount, signed: `totalKobo` of the line. */
  totalKobo: koboText,
})
export type TransactionDetail = z.infer<typeof transactionDetail>

/** `GET /api/transactions/months`: the last `months` Lagos months, this one included. */
export const monthsQuery = z.strictObject({
  months: z.coerce.number().int().min(1).max(HISTORY_MONTHS_MAX).default(6),
})

export const monthsAnswer = z.object({
  /** Oldest first, without gaps. In minus out is the month's change of available plus held money. */
  months: z.array(
    z.object({
      /** `2026-11` */
      month: z.string(),
      inKobo: koboText,
      outKobo: koboText,
    }),
  ),
})
export type MonthsAnswer = z.infer<typeof monthsAnswer>
