import { z } from 'zod'
import { approval } from './accounts.ts'
import { payTo, strayPayment } from './bpc.ts'
import { meterType, network } from './purchases.ts'
import { transactionStatus } from './transactions.ts'
import { koboText, uncheckedKobo } from './wire.ts'

/** Bounds only, here and below: what an amount, a bank or a number must be is decided with its own message. */
const bpcCode = z.string().max(40).nullish()
const uncheckedNumber = z.string().max(40)
const uncheckedId = z.string().max(80)

/** For a purchase that is sold on: to whom, and for how much. Nobody but the seller and their customer sees it. */
export const saleBody = z.strictObject({
  customerName: z.string().max(200).nullish(),
  customerId: uncheckedId.nullish(),
  priceKobo: uncheckedKobo,
})
export type SaleBody = z.infer<typeof saleBody>

export const withdrawalQuoteBody = z.strictObject({
  kind: z.literal('withdrawal'),
  bankCode: z.string().max(20),
  accountNumber: uncheckedNumber,
  amountKobo: uncheckedKobo,
  bpcCode,
})

export const airtimeQuoteBody = z.strictObject({
  kind: z.literal('airtime'),
  network: z.string().max(20),
  phone: uncheckedNumber,
  amountKobo: uncheckedKobo,
  bpcCode,
  sale: saleBody.nullish(),
})

export const dataQuoteBody = z.strictObject({
  kind: z.literal('data'),
  network: z.string().max(20),
  phone: uncheckedNumber,
  bundleId: uncheckedId,
  bpcCode,
  sale: saleBody.nullish(),
})

export const electricityQuoteBody = z.strictObject({
  kind: z.literal('electricity'),
  biller: uncheckedId,
  meterNumber: uncheckedNumber,
  meterType: z.string().max(20),
  phone: uncheckedNumber,
  amountKobo: uncheckedKobo,
  bpcCode,
})

export const tvQuoteBody = z.strictObject({
  kind: z.literal('tv'),
  biller: uncheckedId,
  smartcardNumber: uncheckedNumber,
  planId: uncheckedId,
  phone: uncheckedNumber,
  bpcCode,
})

export const bpcQuoteBody = z.strictObject({
  kind: z.literal('bpc'),
  fullName: z.string().max(200),
  email: z.string().max(508),
  payWith: z.enum(['transfer', 'wallet']),
})

/** `POST /api/quotes` */
export const quoteBody = z.discriminatedUnion('kind', [
  withdrawalQuoteBody,
  airtimeQuoteBody,
  dataQuoteBody,
  electricityQuoteBody,
  tvQuoteBody,
  bpcQuoteBody,
])
export type QuoteBody = z.infer<typeof quoteBody>
export type QuoteBodyOf<Kind extends QuoteBody['kind']> = Extract<QuoteBody, { kind: Kind }>

export const orderKind = z.enum(['withdrawal', 'airtime', 'data', 'electricity', 'tv', 'bpc'])
export type OrderKind = z.infer<typeof orderKind>

/** Who or what gets it, by kind. */
export const recipients = {
  withdrawal: z.object({
    accountName: z.string(),
    accountNumber: z.string(),
    bankCode: z.string(),
    bankName: z.string(),
  }),
  airtime: z.object({ network, networkName: z.string(), phone: z.string() }),
  data: z.object({
    network,
    networkName: z.string(),
    phone: z.string(),
    bundleId: z.string(),
    bundleName: z.string(),
  }),
  electricity: z.object({
    biller: z.string(),
    billerName: z.string(),
    customerName: z.string(),
    meterNumber: z.string(),
    meterType,
    phone: z.string(),
  }),
  tv: z.object({
    biller: z.string(),
    billerName: z.string(),
    customerName: z.string(),
    smartcardNumber: z.string(),
    planId: z.string(),
    planName: z.string(),
    phone: z.string(),
  }),
  bpc: z.object({ fullName: z.string(), email: z.string(), payWith: z.enum(['transfer', 'wallet']) }),
} as const
export type RecipientOf<Kind extends OrderKind> = z.infer<(typeof recipients)[Kind]>

export const sale = z.object({
  customerId: z.string().nullable(),
  customerName: z.string().nullable(),
  /** What the seller's customer pays them. */
  priceKobo: koboText,
})
export type Sale = z.infer<typeof sale>

const quoteFields = {
  id: z.string(),
  /** The exact text the person is shown and signs: one `Label: value` per line. */
  terms: z.string(),
  challenge: z.string(),
  amountKobo: koboText,
  feeKobo: koboText,
  dutyKobo: koboText,
  discountKobo: koboText,
  totalKobo: koboText,
  availableAfterKobo: koboText,
  /** Which price list it runs under. */
  priceList: z.enum(['standard', 'bpc']),
  sale: sale.nullable(),
  /** `strong`: a passkey, or the PIN with a code of the authenticator app. `pin`: the PIN, or a passkey. */
  approveWith: z.enum(['pin', 'strong']),
  /** The same number and amount a moment ago: the page asks whether a second one is meant. */
  similar: z.object({ orderId: z.string(), status: transactionStatus, createdAt: z.iso.datetime() }).nullable(),
  expiresAt: z.iso.datetime(),
}
const quoteOf = <Kind extends OrderKind>(kind: Kind) =>
  z.object({ kind: z.literal(kind), ...quoteFields, recipient: recipients[kind] })
export const quote = z.discriminatedUnion('kind', [
  quoteOf('withdrawal'),
  quoteOf('airtime'),
  quoteOf('data'),
  quoteOf('electricity'),
  quoteOf('tv'),
  quoteOf('bpc'),
])
export type Quote = z.infer<typeof quote>
export type QuoteOf<Kind extends OrderKind> = Extract<Quote, { kind: Kind }>
export const quoteAnswer = z.object({ quote })

/**
 * `POST /api/orders`: 201 the first time, 200 with the same order when repeated. `approval` may be missing only for a
 * BPC that is paid by bank transfer: nothing leaves the wallet then.
 */
export const orderBody = z.strictObject({ quoteId: z.string().max(60), approval: approval.optional() })
export type OrderBody = z.infer<typeof orderBody>

/** What the engine knows inside; see server/payments/orders/machine.ts. */
export const orderState = z.enum([
  'awaiting_payment',
  'expired',
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

const orderFields = {
  id: z.string(),
  status: transactionStatus,
  state: orderState,
  amountKobo: koboText,
  feeKobo: koboText,
  dutyKobo: koboText,
  discountKobo: koboText,
  totalKobo: koboText,
  reference: z.string(),
  /** Its line in the history. For a BPC paid by bank transfer that line begins with the payment. */
  transactionId: z.string(),
  /** Why it failed, in a sentence for the customer; null otherwise. */
  failure: z.string().nullable(),
  /** One plain sentence on where the money is now and what happens next. */
  explanation: z.string(),
  /** What a prepaid meter is given, once delivered: digits, and what they are worth. */
  token: z.string().nullable(),
  units: z.string().nullable(),
  sale: sale.nullable(),
  /** A BPC paid by bank transfer: where to pay, once the account is issued, and what else came in. */
  payTo: payTo.nullable(),
  strayPayments: z.array(strayPayment),
  /** The code that was bought; `GET /api/bpc` shows it. */
  boughtBpcId: z.string().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
}
const orderOf = <Kind extends OrderKind>(kind: Kind) =>
  z.object({ kind: z.literal(kind), ...orderFields, recipient: recipients[kind] })
export const order = z.discriminatedUnion('kind', [
  orderOf('withdrawal'),
  orderOf('airtime'),
  orderOf('data'),
  orderOf('electricity'),
  orderOf('tv'),
  orderOf('bpc'),
])
export type Order = z.infer<typeof order>
export type OrderOf<Kind extends OrderKind> = Extract<Order, { kind: Kind }>

/** `POST /api/orders`, `GET /api/orders/:id`, `POST /api/orders/:id/check`, `POST /api/orders/:id/cancel` */
export const orderAnswer = z.object({ order })
