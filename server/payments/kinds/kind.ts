import type { BeneficiaryDetails, BeneficiaryKind } from '#contract/beneficiaries.ts'
import { LATE_AFTER_MINUTES } from '#contract/constants.ts'
import type { UserId } from '#contract/ids.ts'
import type { OrderKind } from '#contract/kinds/kinds.ts'
import type { Kobo } from '#contract/money.ts'
import type { Order, OrderState, QuoteBodyOf, RecipientOf } from '#contract/orders.ts'
import type { PriceList, PriceListName } from '#contract/prices.ts'
import type { TransactionStatus } from '#contract/transactions.ts'
import type { Deps } from '#server/deps.ts'
import type { Movement } from '#server/ledger/post.ts'
import type { AlarmKind } from '#server/outbox/alarms/alarm-kinds.ts'
import type { BankCatalogue } from '#server/payments/banks/bank-catalogue.ts'
import type { BillsCatalogue } from '#server/payments/bills/bill-catalogue.ts'
import type { Duplicate } from '#server/payments/orders/duplicate-order.ts'
import type { VerificationResult } from '#server/payments/orders/evidence.ts'
import type { Posting } from '#server/payments/orders/machine.ts'
import type { OrderRowOf } from '#server/payments/orders/order.ts'
import type { QuoteOf, QuoteRow } from '#server/payments/quotes/quote.ts'
import type { Sql, Transaction } from '#server/platform/db/database.ts'

/** The name of the provider for orders that the product fulfils itself. */
export const INTERNAL_PROVIDER = 'jara'

/** The facts for posting a resolution: verified charges, and the user's balances read under their lock. Kobo. */
export type PostingFacts = {
  readonly providerFeeKobo: Kobo
  readonly costKobo: Kobo
  readonly availableKobo: Kobo
  /** The user's debt. Only for the return of a late success, which repays it first. */
  readonly owedKobo: Kobo
}

/**
 * The result of one request. `refused` carries a reason from the adapter's closed list, with texts for customers and
 * operators.
 */
export type Sent =
  | { readonly outcome: 'accepted'; readonly note: string }
  | { readonly outcome: 'unanswered'; readonly note: string }
  | { readonly outcome: 'refused'; readonly note: string; readonly failure: string; readonly alarm: Alarm | null }

export type Alarm = { readonly kind: Extract<AlarmKind, `provider-${string}`>; readonly detail: string }

/** Everything a request needs before it is sent. Moves no money. */
export type Prepared =
  | {
      readonly ready: true
      readonly reference: string
      readonly send: () => Promise<Sent>
      /** Called in the transaction that records the sending. Earliest time it may go out; null means now. */
      readonly notBefore?: (tx: Transaction) => Promise<Date | null>
    }
  /** The provider is already known to refuse: conclusive, nothing was sent. */
  | { readonly ready: false; readonly refused: { readonly note: string; readonly failure: string } }
  | { readonly ready: false; readonly refused: null }

/** How a provider wants its requests named, if an order's own id does not do. */
export type References<Order> = {
  /** A new reference for a request about to be sent. */
  make(deps: Deps, order: Order): string
  /** When the provider starts to refuse the order's reference for good, by its own clock; null if unknown. */
  endsAt(deps: Deps, order: Order): Date | null
}

/**
 * How orders of a kind reach the provider. The engine in order-worker.ts decides when. Every answer is data, never an
 * exception.
 */
export type OrderExecutor<Order> = {
  /** Null: an order is sent under its own id, which never expires. */
  readonly references: References<Order> | null
  /** `order` carries the reference to be sent. */
  prepare(deps: Deps, order: Order): Promise<Prepared>
  /** What the provider says about the order's reference. */
  verify(deps: Deps, order: Order): Promise<VerificationResult>
}

/** The history line of an order. */
export type Line = { readonly title: string; readonly counterparty: string | null; readonly detail: string | null }

/** What was ordered, in running text: "bank transfer", "exam PINs". */
export type Noun = { readonly text: string; readonly isPlural: boolean }
export const one = (text: string): Noun => ({ text, isPlural: false })

/** Who asks for a quote, and the providers' lists in which the form is looked up. */
export type QuoteRequest = {
  readonly deps: Deps
  readonly catalogues: { readonly banks: BankCatalogue; readonly bills: BillsCatalogue }
  readonly userId: UserId
}
export type Quoted = { readonly quote: QuoteRow; readonly similar: Duplicate | null }

/** A recipient as saved, to be offered again. */
export type Saved = {
  [Kind in BeneficiaryKind]: { readonly kind: Kind; readonly key: string; readonly details: BeneficiaryDetails<Kind> }
}[BeneficiaryKind]

/** The recipient's name, and the account, phone, meter or smartcard. In the clear: a receipt masks both. */
export type ReceiptTo = {
  readonly name: string | null
  readonly place: { readonly label: string; readonly number: string; readonly more: string | null } | null
}

/** The parts of a public order that are not in its row. */
export type PublicExtras = Pick<Order, 'payTo' | 'strayPayments' | 'boughtBpcId'>
export const NO_PUBLIC_EXTRAS: PublicExtras = { payTo: null, strayPayments: [], boughtBpcId: null }

/** A past payment, for pricing it again. Kobo. */
export type Priced = {
  readonly amountKobo: bigint
  /** What the commission depends on: a network, a company or an examination. */
  readonly service: string
  /** The provider's charge; null: follows from the price list's commission. */
  readonly costKobo: bigint | null
}

/** Everything the product knows about one kind of order, besides the states that all kinds share. */
export type KindDescriptor<Kind extends OrderKind> = {
  /** Checks a form and fixes the payment's terms. Moves no money. */
  quote(request: QuoteRequest, body: QuoteBodyOf<Kind>): Promise<Quoted>
  /** Equal for the same thing to the same recipient; empty where equality means nothing. */
  recipientKey(recipient: RecipientOf<Kind>): string
  line(order: Pick<OrderRowOf<Kind>, 'recipient' | 'paidBy'>): Line
  noun(recipient: RecipientOf<Kind>): Noun
  /** The movements of a resolution, each with its accounts in a comment. */
  movements(order: OrderRowOf<Kind>, posting: Posting, facts: PostingFacts): Movement[]
  /** One plain sentence on where the money is and what happens next. True in each state by construction. */
  explain(order: OrderRowOf<Kind>): string
  /** The title of a step in the timeline. */
  stepTitle(state: OrderState): string
  /** Null for kinds that no provider carries out. */
  readonly executor: OrderExecutor<OrderRowOf<Kind>> | null
  /** Null for kinds without a recipient to save. */
  beneficiary(recipient: RecipientOf<Kind>): Saved | null
  readonly receipt: {
    readonly sentences: Readonly<Record<TransactionStatus, string>>
    /** Replaces the sentence for `reversed`: it failed first, then succeeded, and was returned. */
    readonly returnedLate: string
    to(recipient: RecipientOf<Kind>): ReceiptTo
  }
  /**
   * What only a proof of delivery hands over, without which the purchase is worth nothing: `the token`. Null: nothing.
   * Only the provider can say that such an order was delivered.
   */
  givenWithProof(recipient: RecipientOf<Kind>): string | null
  /**
   * Whether all of it has been handed over. A proof of delivery settles the money without it; it is requested until it
   * comes.
   */
  isHandedOver(deps: Deps, order: OrderRowOf<Kind>): Promise<boolean>
  /** The word for a proved success. */
  readonly outcome: 'paid' | 'delivered'
  /** Orders of this kind, within a sentence: "bank transfers". */
  readonly plural: string
  /** Where the money comes from, according to the form and later to the recipient. */
  paidBy(of: QuoteBodyOf<Kind> | RecipientOf<Kind>): OrderRowOf<Kind>['paidBy']
  /** Whether the approval needs more than the PIN. Null: never. */
  readonly needsStepUp: ((sql: Sql, quote: QuoteOf<Kind>, now: Date) => Promise<boolean>) | null
  /** Whether pages that show BPCs reload them once it is accepted. */
  readonly changesBpcs: boolean
  /** The alert about its success. */
  readonly successAlert: 'order-completed' | 'bpc-delivered'
  /** Reads the parts of the public order that are not in its row. */
  readPublicExtras(sql: Sql, order: OrderRowOf<Kind>): Promise<PublicExtras>
  /** The amount its success took from the provider's float, kobo. */
  bookedKobo(order: Booked): bigint
  /** The amount a late success takes again, kobo. */
  takenAgainKobo(order: Pick<OrderRowOf<Kind>, 'amountKobo' | 'totalKobo'>): Kobo
  /**
   * Whether two operators can refund it after its success. Otherwise they undo only an order that its provider
   * contradicts.
   */
  readonly isRefundable: boolean
  /** Banks, networks or companies that can be paused before any order has named them, by id. */
  readonly services: Readonly<Record<string, { readonly name: string }>>
  /**
   * The cost of a payment besides its amount under a price list, kobo; negative for a discount. Null: no list prices
   * it.
   */
  readonly extraKobo: ((prices: PriceList, list: PriceListName, of: Priced) => bigint) | null
}

/** The parts of an order that decide about the provider's float. Kobo. */
export type Booked = { readonly amountKobo: bigint; readonly costKobo: bigint; readonly providerFeeKobo: bigint }

/** Words for the states that only purchases by bank transfer have. Other kinds never reach them. */
export const NEVER_BY_TRANSFER = { awaiting_payment: '', expired: '' } as const

/**
 * The text about an order that a provider is confirming. orders/proving/late-orders.ts alerts owners of late orders.
 */
export const HOW_LONG = `Usually within 3 minutes. We alert you if it takes more than ${LATE_AFTER_MINUTES}. If it is not confirmed within 24 hours, our team is alerted.`
