import { z } from 'zod'
import { pinApproval } from './accounts.ts'
import { transactionStatus } from './transactions.ts'
import { koboText, uncheckedKobo } from './wire.ts'

/** Bounds only: what an amount, a bank or an account number must be is decided with its own message. */
export const withdrawalQuoteBody = z.strictObject({
  kind: z.literal('withdrawal'),
  bankCode: z.string().max(20),
  accountNumber: z.string().max(40),
  amountKobo: uncheckedKobo,
  bpcCode: z.string().max(40).nullish(),
})

/** `POST /api/quotes` */
export const quoteBody = z.discriminatedUnion('kind', [withdrawalQuoteBody])
export type QuoteBody = z.infer<typeof quoteBody>

export const orderKind = z.enum(['withdrawal'])
export type OrderKind = z.infer<typeof orderKind>

export const quote = z.object({
  id: z.string(),
  kind: orderKind,
  /** The exact text the person is shown and signs: one `Label: value` per line. */
  terms: z.string(),
  challenge: z.string(),
  amountKobo: koboText,
  feeKobo: koboText,
  dutyKobo: koboText,
  discountKobo: koboText,
  totalKobo: koboText,
  availableAfterKobo: koboText,
  recipient: z.object({
    accountName: z.string(),
    accountNumber: z.string(),
    bankCode: z.string(),
    bankName: z.string(),
  }),
  expiresAt: z.iso.datetime(),
})
export type Quote = z.infer<typeof quote>
export const quoteAnswer = z.object({ quote })

/** `POST /api/orders`: 201 the first time, 200 with the same order when repeated. */
export const orderBody = z.strictObject({ quoteId: z.string().max(60), approval: pinApproval })
export type OrderBody = z.infer<typeof orderBody>

/** What the engine knows inside; see server/orders/machine.ts. */
export const orderState = z.enum([
  'held',
  'in_flight',
  'pending',
  'unknown',
  'manual_review',
  'settled',
  'released',
  'returned',
  'late_success',
])
export type OrderState = z.infer<typeof orderState>

export const order = z.object({
  id: z.string(),
  kind: orderKind,
  status: transactionStatus,
  state: orderState,
  amountKobo: koboText,
  feeKobo: koboText,
  dutyKobo: koboText,
  totalKobo: koboText,
  recipient: quote.shape.recipient,
  reference: z.string(),
  transactionId: z.string(),
  /** Why it failed, in a sentence for the customer; null otherwise. */
  failure: z.string().nullable(),
  /** One plain sentence on where the money is now and what happens next. */
  explanation: z.string(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type Order = z.infer<typeof order>
/** `POST /api/orders`, `GET /api/orders/:id`, `POST /api/orders/:id/check`, `POST /api/orders/:id/cancel` */
export const orderAnswer = z.object({ order })
