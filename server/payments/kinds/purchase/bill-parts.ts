import type { BillKind } from '#contract/kinds/kinds.ts'
import type { Kobo } from '#contract/money.ts'
import type { QuoteBodyOf, RecipientOf } from '#contract/orders.ts'
import type { Deps } from '#server/deps.ts'
import type { BillsCatalogue } from '#server/payments/bills/bill-catalogue.ts'
import type { KindDescriptor, Line, Noun, ReceiptTo, Saved } from '#server/payments/kinds/kind.ts'
import type { OrderRowOf } from '#server/payments/orders/order.ts'
import type { SealedDelivery } from '#server/payments/orders/sealed-delivery.ts'
import type { DeliveryFacts, Purchase } from '#server/providers/bills/bill-provider.ts'
import type { PlanList } from '#server/providers/bills/plan-lists.ts'

/** A checked purchase: what, for whom and for how much. A quote is made from it. */
export type CheckedBill<Kind extends BillKind = BillKind> = {
  [Each in Kind]: { readonly kind: Each; readonly recipient: RecipientOf<Each>; readonly amountKobo: Kobo }
}[Kind]

/** A plan as agreed to: the provider must still sell exactly this under its code. Kobo. */
export type AgreedPlan = {
  readonly list: PlanList
  readonly seller: string
  readonly code: string
  readonly name: string
  readonly amountKobo: bigint
}

/** The parts of one kind of bill that others do not share. */
export type BillParts<Kind extends BillKind> = {
  readonly kind: Kind
  /**
   * Reads a form: numbers by their digits, packages from the provider's catalogue, names from the provider. The price of a
   * package is the catalogue's and never the caller's.
   *
   * @throws AppError `form.incomplete`, `phone.invalid`, `network.unknown`, `bundle.invalid`, `plan.invalid`,
   *   `biller.unknown`, `customer-number.invalid`, `customer.not-resolved`, `customer.unreadable`, `amount.*`, `airtime.*`,
   *   `provider.unavailable`
   */
  read(
    request: { readonly deps: Deps; readonly catalogue: BillsCatalogue },
    body: QuoteBodyOf<Kind>,
  ): Promise<{ readonly recipient: RecipientOf<Kind>; readonly amountKobo: Kobo }>
  /** Every service named in prices, by id; null if the provider's list names the services. */
  readonly services: Readonly<Record<string, { readonly name: string }>> | null
  /** The service whose commission applies. */
  service(recipient: RecipientOf<Kind>): string
  /** The name of the company that delivers it. */
  seller(recipient: RecipientOf<Kind>): string
  /** In the terms, after the amount: "MTN airtime". */
  bought(recipient: RecipientOf<Kind>): string
  /** Lines of the terms about the recipient and whatever else is agreed to. */
  terms(recipient: RecipientOf<Kind>): readonly (readonly [label: string, value: string])[]
  recipientKey(recipient: RecipientOf<Kind>): string
  line(recipient: RecipientOf<Kind>): Line
  noun(recipient: RecipientOf<Kind>): Noun
  /** Null if it is sold by the amount, so that no price can change. */
  readonly plan: ((order: Pick<OrderRowOf<Kind>, 'recipient' | 'amountKobo'>) => AgreedPlan) | null
  /** The purchase as requested from the provider. */
  purchase(recipient: RecipientOf<Kind>, amountKobo: Kobo): Purchase
  /** The number that a proof must name. */
  number(recipient: RecipientOf<Kind>): string
  /**
   * What a proof of delivery hands over, sealed, if it is valuable to anyone who has it. Null if there is nothing new.
   * Absent for kinds that hand over nothing like this.
   */
  readonly handOver?: (deps: Deps, order: OrderRowOf<Kind>, facts: DeliveryFacts) => Promise<SealedDelivery | null>
  /** As in KindDescriptor. Absent if a proof hands over nothing. */
  readonly givenWithProof?: (recipient: RecipientOf<Kind>) => string | null
  /** As in KindDescriptor. Absent if a proof hands over nothing. */
  readonly isHandedOver?: (deps: Deps, order: OrderRowOf<Kind>) => Promise<boolean>
  beneficiary(recipient: RecipientOf<Kind>): Saved | null
  receiptTo(recipient: RecipientOf<Kind>): ReceiptTo
  readonly plural: string
  /**
   * Whether a proof of delivery brings meter tokens, stored in the clear. What other kinds hand over is worth money.
   */
  readonly bringsToken?: true
}

export type BillDescriptor<Kind extends BillKind> = KindDescriptor<Kind> & { readonly bill: BillParts<Kind> }
