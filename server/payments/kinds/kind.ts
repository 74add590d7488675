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

/** What needs no provider is carried out by the product itself. */
export const INTERNAL_PROVIDER = 'jara'

/** What a resolution is posted with: as verified, and as the user's account stands under its lock. Kobo. */
export type PostingFacts = {
  readonly providerFeeKobo: Kobo
  readonly costKobo: Kobo
  readonly availableKobo: Kobo
  /** What the user owes. Only for the return of a late success, which repays it first. */
  readonly owedKobo: Kobo
}

/** What became of one request. `refused` is the adapter's closed list, with what the customer and operators read. */
export type Sent =
  | { readonly outcome: 'accepted'; readonly note: string }
  | { readonly outcome: 'unanswered'; readonly note: string }
  | { readonly outcome: 'refused'; readonly note: string; readonly failure: string; readonly alarm: Alarm | null }

export type Alarm = { readonly kind: Extract<AlarmKind, `provider-${string}`>; readonly detail: string }

/** Before a request goes out: what it needs. Moves no money. */
export type Prepared =
  | {
      readonly ready: true
      readonly reference: string
      readonly send: () => Promise<Sent>
      /** Asked in the transaction that says the request goes out: until when it must not yet, or null. */
      readonly notBefore?: (tx: Transaction) => Promise<Date | null>
    }
  /** The provider knows already that it would refuse: conclusive, nothing was sent. */
  | { readonly ready: false; readonly refused: { readonly note: string; readonly failure: string } }
  | { readonly ready: false; readonly refused: null }

/** How a provider wants its requests named, where an order's own id does not serve. */
export type References<Order> = {
  /** A reference for a request that goes out now. */
  make(deps: Deps, order: Order): string
  /** From when on the provider refuses the order's reference for ever, by its own clock; null when that is not known. */
  endsAt(deps: Deps, order: Order): Date | null
}

/** How orders of a kind reach the provider. The engine in order-worker.ts decides when; every answer is data. */
export type OrderExecutor<Order> = {
  /** Null: an order goes out under its own id, which never ends. */
  readonly references: References<Order> | null
  /** `order` has the reference it is to go out under. */
  prepare(deps: Deps, order: Order): Promise<Prepared>
  /** What the provider says of the order's reference. */
  verify(deps: Deps, order: Order): Promise<VerificationResult>
}

/** The line of the history an order makes. */
export type Line = { readonly title: string; readonly counterparty: string | null; readonly detail: string | null }

/** What was ordered, in running text: "bank transfer", "exam PINs". */
export type Noun = { readonly text: string; readonly isPlural: boolean }
export const one = (text: string): Noun => ({ text, isPlural: false })

/** Who asks for terms, and the lists of the providers that what they ask for is looked up in. */
export type QuoteRequest = {
  readonly deps: Deps
  readonly catalogues: { readonly banks: BankCatalogue; readonly bills: BillsCatalogue }
  readonly userId: UserId
}
export type Quoted = { readonly quote: QuoteRow; readonly similar: Duplicate | null }

/** A recipient as it is kept, to be offered again. */
export type Saved = {
  [Kind in BeneficiaryKind]: { readonly kind: Kind; readonly key: string; readonly details: BeneficiaryDetails<Kind> }
}[BeneficiaryKind]

/** Who got it, and the account, phone, meter or smartcard it went to. In the clear: a receipt masks both. */
export type ReceiptTo = {
  readonly name: string | null
  readonly place: { readonly label: string; readonly number: string; readonly more: string | null } | null
}

/** What the outside sees of an order that is not in its row. */
export type Beside = Pick<Order, 'payTo' | 'strayPayments' | 'boughtBpcId'>
export const NOTHING_BESIDE: Beside = { payTo: null, strayPayments: [], boughtBpcId: null }

/** What a payment was, for pricing it again. Kobo. */
export type Priced = {
  readonly amountKobo: bigint
  /** What a commission depends on: a network, a company, an examination. */
  readonly service: string
  /** What the provider takes; null: by the price list's commission. */
  readonly costKobo: bigint | null
}

/** Everything the product knows of one kind of order, beside the states that all share. */
export type KindDescriptor<Kind extends OrderKind> = {
  /** Checks a form and fixes what would happen. Moves no money. */
  quote(request: QuoteRequest, body: QuoteBodyOf<Kind>): Promise<Quoted>
  /** The same for the same thing going to the same place; empty where that says nothing. */
  recipientKey(recipient: RecipientOf<Kind>): string
  line(order: Pick<OrderRowOf<Kind>, 'recipient' | 'paidBy'>): Line
  noun(recipient: RecipientOf<Kind>): Noun
  /** What a resolution moves, each with its accounts in a comment. */
  movements(order: OrderRowOf<Kind>, posting: Posting, facts: PostingFacts): Movement[]
  /** One plain sentence on where the money is and what happens next. True in each state by construction. */
  explain(order: OrderRowOf<Kind>): string
  /** What a step of the timeline is called. */
  stepTitle(state: OrderState): string
  /** Null for what no provider carries out. */
  readonly executor: OrderExecutor<OrderRowOf<Kind>> | null
  /** Null for what has no recipient to come back to. */
  beneficiary(recipient: RecipientOf<Kind>): Saved | null
  readonly receipt: {
    readonly sentences: Readonly<Record<TransactionStatus, string>>
    /** In place of the one for `reversed`: it failed first, then went through, and came back. */
    readonly returnedLate: string
    to(recipient: RecipientOf<Kind>): ReceiptTo
  }
  /**
   * What only a proof of delivery hands over, and what was bought is worth nothing without: `the token`. Null: nothing. Nobody
   * but the provider can say that such an order was delivered.
   */
  givenWithProof(recipient: RecipientOf<Kind>): string | null
  /** Whether all of that has come. A proof of delivery settles the money without it, and it is asked for until it comes. */
  isHandedOver(deps: Deps, order: OrderRowOf<Kind>): Promise<boolean>
  /** What a proof of success says of it. */
  readonly outcome: 'paid' | 'delivered'
  /** Orders of this kind, in a sentence: "bank transfers". */
  readonly plural: string
  /** Where the money comes from: its form says so, and then its recipient. */
  paidBy(of: QuoteBodyOf<Kind> | RecipientOf<Kind>): OrderRowOf<Kind>['paidBy']
  /** Whether its approval needs more than the PIN. Null: never. */
  readonly needsStepUp: ((sql: Sql, quote: QuoteOf<Kind>, now: Date) => Promise<boolean>) | null
  /** Whether a page that shows BPCs reads them again once it is accepted. */
  readonly changesBpcs: boolean
  /** The alert about its success. */
  readonly successAlert: 'order-completed' | 'bpc-delivered'
  /** What the outside sees of it that is not in its row. */
  readBeside(sql: Sql, order: OrderRowOf<Kind>): Promise<Beside>
  /** What its success took from the provider's float, kobo. */
  bookedKobo(order: Booked): bigint
  /** What a late success takes again, kobo. */
  takenAgainKobo(order: Pick<OrderRowOf<Kind>, 'amountKobo' | 'totalKobo'>): Kobo
  /** Whether two operators can refund it after its success; otherwise only a contradicted one is undone. */
  readonly isRefundable: boolean
  /** The banks, networks or companies that can be paused before any order has named them, by id. */
  readonly services: Readonly<Record<string, { readonly name: string }>>
  /** What a payment costs beside its amount under a price list, kobo: below zero for a discount. Null: no list prices it. */
  readonly extraKobo: ((prices: PriceList, list: PriceListName, of: Priced) => bigint) | null
}

/** What of an order decides about the provider's float. Kobo. */
export type Booked = { readonly amountKobo: bigint; readonly costKobo: bigint; readonly providerFeeKobo: bigint }

/** Words for the states that only a purchase paid by bank transfer has: other kinds never reach them. */
export const NEVER_BY_TRANSFER = { awaiting_payment: '', expired: '' } as const

/** What everyone reads about an order that a provider is confirming. Late ones are alerted by orders/proving/late-orders.ts. */
export const HOW_LONG = `Usually within 3 minutes. We alert you if it takes more than ${LATE_AFTER_MINUTES}. If it is not confirmed within 24 hours, our team is alerted.`
