import { z } from 'zod'
import { approval } from './accounts.ts'
import { network } from './purchases.ts'
import { BATCH_ROWS_MAX, SALES_PAGE_MAX } from './selling-limits.ts'
import { transactionStatus } from './transactions.ts'
import { TYPED_NUMBER_MAX_LENGTH } from './typed.ts'
import { koboText, uncheckedKobo } from './wire.ts'

const uncheckedName = z.string().max(200)
const uncheckedNumber = z.string().max(TYPED_NUMBER_MAX_LENGTH)
const uncheckedNetwork = z.string().max(20)
const uncheckedId = z.string().max(80)

export const customer = z.object({
  id: z.string(),
  name: z.string(),
  phone: z.string(),
  /** Null: suggested by the number. */
  network: network.nullable(),
  note: z.string().nullable(),
  createdAt: z.iso.datetime(),
})
export type Customer = z.infer<typeof customer>

/** `GET /api/customers`: all of them, by name. */
export const customersAnswer = z.object({ customers: z.array(customer) })
export type CustomersAnswer = z.infer<typeof customersAnswer>

/** `POST /api/customers`: 201, or 200 with the existing customer of this name and number. */
export const customerBody = z.strictObject({
  name: uncheckedName,
  phone: uncheckedNumber,
  network: uncheckedNetwork.nullish(),
  note: z.string().max(1_000).nullish(),
})
export type CustomerBody = z.infer<typeof customerBody>

/** `PATCH /api/customers/:id`: absent fields stay as they are. */
export const customerChanges = customerBody.partial()
export type CustomerChanges = z.infer<typeof customerChanges>
export const customerAnswer = z.object({ customer })

export const batchKind = z.enum(['airtime', 'data'])
export type BatchKind = z.infer<typeof batchKind>

const batchRowBody = z.strictObject({
  phone: uncheckedNumber,
  network: uncheckedNetwork.nullish(),
  amountKobo: uncheckedKobo.nullish(),
  bundleId: uncheckedId.nullish(),
  customerName: uncheckedName.nullish(),
  customerId: uncheckedId.nullish(),
  /** What the seller's customer pays them. */
  priceKobo: uncheckedKobo.nullish(),
})
export type BatchRowBody = z.infer<typeof batchRowBody>

/** `POST /api/batches`: rows, or the text of a list as it was pasted or read from a CSV file. */
export const batchBody = z.strictObject({
  kind: batchKind,
  rows: z.array(batchRowBody).optional(),
  text: z.string().optional(),
  /** Networks the seller chose for single lines; they override the list and the number. */
  networks: z
    .array(z.strictObject({ line: z.int().min(1), network }))
    .max(BATCH_ROWS_MAX)
    .optional(),
  /** Rows without a price of their own are sold at face value; otherwise they are not sales. */
  sellAtFaceValue: z.boolean().optional(),
  bpcCode: z.string().max(40).nullish(),
})
export type BatchBody = z.infer<typeof batchBody>

export const batchRow = z.object({
  /** Its position in the list, from 1. */
  line: z.number(),
  ok: z.boolean(),
  /** The original line, made harmless. */
  text: z.string(),
  phone: z.string().nullable(),
  network: network.nullable(),
  /** The number only suggests the network. Numbers can be ported, so the seller may choose another. */
  guessed: z.boolean(),
  bundleName: z.string().nullable(),
  customerName: z.string().nullable(),
  /** Face value. */
  amountKobo: koboText.nullable(),
  /** What we charge. */
  priceKobo: koboText.nullable(),
  /** What the seller's customer pays them; null if it is not a sale. */
  salePriceKobo: koboText.nullable(),
  profitKobo: koboText.nullable(),
  /** The first line with the same number and amount. */
  sameAsLine: z.number().nullable(),
  /** The same number and amount was bought a moment ago. */
  boughtJustNow: z.boolean(),
  /** What is wrong with it, as a sentence; nothing is bought for such a row. */
  problem: z.string().nullable(),
  /** The outcome, once the list is approved. */
  order: z
    .object({
      id: z.string(),
      transactionId: z.string(),
      status: transactionStatus,
      failure: z.string().nullable(),
    })
    .nullable(),
})
export type BatchRow = z.infer<typeof batchRow>

export const batch = z.object({
  id: z.string(),
  kind: batchKind,
  rows: z.array(batchRow),
  goodCount: z.number(),
  badCount: z.number(),
  faceKobo: koboText,
  discountKobo: koboText,
  totalKobo: koboText,
  /** The sales value of the good rows with a price, and the seller's profit in it. */
  salesKobo: koboText,
  profitKobo: koboText,
  /** Why it cannot be approved right now: not enough money or daily limit. Not stored. */
  refusal: z
    .object({ code: z.enum(['funds.insufficient', 'limit.daily', 'debt.owed']), message: z.string() })
    .nullable(),
  /** The exact text that is shown and signed: totals, then one line for each row that is bought. */
  terms: z.string(),
  challenge: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  approvedAt: z.iso.datetime().nullable(),
  /** How the orders stand. All zero until the list is approved. */
  counts: z.object({ completed: z.number(), pending: z.number(), failed: z.number(), reversed: z.number() }),
})
export type Batch = z.infer<typeof batch>
export const batchAnswer = z.object({ batch })

/** `POST /api/batches/:id/approve`: 201 the first time, 200 with the same orders when repeated. */
export const batchApprovalBody = z.strictObject({ approval })
export type BatchApprovalBody = z.infer<typeof batchApprovalBody>

/** `GET /api/sales`: Lagos days, both included, at most SALES_DAYS_MAX of them. */
export const salesQuery = z.strictObject({
  from: z.iso.date(),
  to: z.iso.date(),
  cursor: z.string().max(60).optional(),
  limit: z.coerce.number().int().min(1).max(SALES_PAGE_MAX).default(20),
})
export type SalesQuery = z.infer<typeof salesQuery>

const figures = {
  count: z.number(),
  /** What the seller paid, what their customers pay them, and the difference. */
  costKobo: koboText,
  salesKobo: koboText,
  marginKobo: koboText,
}

export const saleLine = z.object({
  orderId: z.string(),
  transactionId: z.string(),
  /** "MTN Airtime", "Glo Data Bundle" */
  title: z.string(),
  customerName: z.string().nullable(),
  phone: z.string(),
  costKobo: koboText,
  priceKobo: koboText,
  status: transactionStatus,
  createdAt: z.iso.datetime(),
})
export type SaleLine = z.infer<typeof saleLine>

export const salesAnswer = z.object({
  /** Days with at least one sale, oldest first. Only delivered sales count; failed and reversed ones never do. */
  days: z.array(z.object({ day: z.iso.date(), ...figures })),
  totals: z.object(figures),
  /** Sales without a final answer yet: in no figure above. */
  pending: z.object(figures),
  /** The same figures for the last of these days alone. */
  lastDay: z.object({ totals: z.object(figures), pending: z.object(figures) }),
  /** Every sale of these days, newest first, with its status. */
  sales: z.array(saleLine),
  nextCursor: z.string().nullable(),
})
export type SalesAnswer = z.infer<typeof salesAnswer>

/** `GET /api/sales/:orderId`: what the seller's customer may see. No cost, no margin. */
export const receipt = z.object({
  orderId: z.string(),
  sellerName: z.string(),
  customerName: z.string().nullable(),
  /** "MTN airtime ₦500.00", "Glo data, 1GB" */
  what: z.string(),
  phone: z.string(),
  priceKobo: koboText,
  /** The order's status now, as a word and as a sentence. */
  status: transactionStatus,
  sentence: z.string(),
  createdAt: z.iso.datetime(),
})
export type Receipt = z.infer<typeof receipt>
export const receiptAnswer = z.object({ receipt })
