import { z } from 'zod'
import { approval } from './accounts.ts'
import { payTo, strayPayment } from './bpc.ts'
import { atLeastOne, kindSchemas, type OrderKind, orderKind } from './kinds/kinds.ts'
import { transactionStatus } from './transactions.ts'
import { koboText } from './wire.ts'

/** `POST /api/quotes` */
export const quoteBody = z.discriminatedUnion(
  'kind',
  atLeastOne(Object.values(kindSchemas).map((kind) => kind.quoteBody)),
)
export type QuoteBody = z.infer<typeof quoteBody>
export type QuoteBodyOf<Kind extends OrderKind> = Extract<QuoteBody, { kind: Kind }>

type Recipients = { [Kind in OrderKind]: (typeof kindSchemas)[Kind]['recipient'] }
export type RecipientOf<Kind extends OrderKind> = z.infer<Recipients[Kind]>

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
  /** A payment a moment ago with the same number and amount: the page asks whether a second is intended. */
  similar: z.object({ orderId: z.string(), status: transactionStatus, createdAt: z.iso.datetime() }).nullable(),
  expiresAt: z.iso.datetime(),
}
const quoteOf = <Kind extends OrderKind, Recipient extends z.ZodObject>(kind: Kind, recipient: Recipient) =>
  z.object({ kind: z.literal(kind), ...quoteFields, recipient })
// `map` loses which recipient goes with which kind.
type QuoteSchema = { [Kind in OrderKind]: ReturnType<typeof quoteOf<Kind, Recipients[Kind]>> }[OrderKind]
const quoteSchemas = orderKind.options.map((kind) => quoteOf(kind, kindSchemas[kind].recipient)) as QuoteSchema[]
export const quote = z.discriminatedUnion('kind', atLeastOne(quoteSchemas))
export type Quote = z.infer<typeof quote>
export type QuoteOf<Kind extends OrderKind> = Extract<Quote, { kind: Kind }>
export const quoteAnswer = z.object({ quote })

/**
 * `POST /api/orders`: 201 the first time, 200 with the same order when repeated. `approval` may be missing only for a
 * BPC that is paid by bank transfer: nothing leaves the wallet then.
 */
export const orderBody = z.strictObject({ quoteId: z.string().max(60), approval: approval.optional() })
export type OrderBody = z.infer<typeof orderBody>

/** The engine's internal states; see server/payments/orders/machine.ts. */
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
  /** The order's line in the history. A BPC paid by bank transfer gets its line with the payment. */
  transactionId: z.string(),
  /** Why it failed, in a sentence for the customer; null otherwise. */
  failure: z.string().nullable(),
  /** One plain sentence on where the money is now and what happens next. */
  explanation: z.string(),
  /** Two of our operators ended or refunded it, without proof from a provider. */
  endedByTeam: z.boolean(),
  /** Once delivered: the token of a prepaid meter, in the format of splitTokens, and the units it buys. */
  token: z.string().nullable(),
  units: z.string().nullable(),
  sale: sale.nullable(),
  /** For a BPC paid by bank transfer: the account to pay into, once issued, and any stray payments. */
  payTo: payTo.nullable(),
  strayPayments: z.array(strayPayment),
  /** The code that was bought; `GET /api/bpc` shows it. */
  boughtBpcId: z.string().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
}
const orderOf = <Kind extends OrderKind, Recipient extends z.ZodObject>(kind: Kind, recipient: Recipient) =>
  z.object({ kind: z.literal(kind), ...orderFields, recipient })
type OrderSchema = { [Kind in OrderKind]: ReturnType<typeof orderOf<Kind, Recipients[Kind]>> }[OrderKind]
const orderSchemas = orderKind.options.map((kind) => orderOf(kind, kindSchemas[kind].recipient)) as OrderSchema[]
export const order = z.discriminatedUnion('kind', atLeastOne(orderSchemas))
export type Order = z.infer<typeof order>
export type OrderOf<Kind extends OrderKind> = Extract<Order, { kind: Kind }>

/** `POST /api/orders`, `GET /api/orders/:id`, `POST /api/orders/:id/cancel` */
export const orderAnswer = z.object({ order })

/** A provider's answer about an order: under way, unknown there, or no answer. */
export const providerSaid = z.enum(['pending', 'not-found', 'no-answer'])
export type ProviderSaid = z.infer<typeof providerSaid>

/** `POST /api/orders/:id/check`: `said` is null if the answer was final, or another check is under way. */
export const checkedOrderAnswer = z.object({ order, askedAt: z.iso.datetime(), said: providerSaid.nullable() })
export type CheckedOrderAnswer = z.infer<typeof checkedOrderAnswer>
