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

/** What is bought, for whom and for how much, checked: what a quote is made from. */
export type CheckedBill<Kind extends BillKind = BillKind> = {
  [Each in Kind]: { readonly kind: Each; readonly recipient: RecipientOf<Each>; readonly amountKobo: Kobo }
}[Kind]

/** A plan as it was agreed to: what the provider sells under its code has to be this still. Kobo. */
export type AgreedPlan = {
  readonly list: PlanList
  readonly seller: string
  readonly code: string
  readonly name: string
  readonly amountKobo: bigint
}

/** What one kind of bill is, beside what all of them share. */
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
  /** Every service that prices name, by id; null where the provider's list says who there is. */
  readonly services: Readonly<Record<string, { readonly name: string }>> | null
  /** The service whose commission applies. */
  service(recipient: RecipientOf<Kind>): string
  /** Who delivers it, by name. */
  seller(recipient: RecipientOf<Kind>): string
  /** In the terms, after the amount: "MTN airtime". */
  bought(recipient: RecipientOf<Kind>): string
  /** The lines of the terms that say for whom it is, and what else is agreed to. */
  terms(recipient: RecipientOf<Kind>): readonly (readonly [label: string, value: string])[]
  recipientKey(recipient: RecipientOf<Kind>): string
  line(recipient: RecipientOf<Kind>): Line
  noun(recipient: RecipientOf<Kind>): Noun
  /** Null where it is sold by the amount, so that no price can change. */
  readonly plan: ((order: Pick<OrderRowOf<Kind>, 'recipient' | 'amountKobo'>) => AgreedPlan) | null
  /** What the provider is asked for. */
  purchase(recipient: RecipientOf<Kind>, amountKobo: Kobo): Purchase
  /** The number a proof has to name. */
  number(recipient: RecipientOf<Kind>): string
  /**
   * What a proof of delivery hands over that is worth something to anyone who has it, sealed. Null where there is nothing more
   * than before. Left out where a kind hands over nothing of the sort.
   */
  readonly handOver?: (deps: Deps, order: OrderRowOf<Kind>, facts: DeliveryFacts) => Promise<SealedDelivery | null>
  /** As of the kind. Left out where a proof hands over nothing. */
  readonly givenWithProof?: (recipient: RecipientOf<Kind>) => string | null
  /** As of the kind. Left out where a proof hands over nothing. */
  readonly isHandedOver?: (deps: Deps, order: OrderRowOf<Kind>) => Promise<boolean>
  beneficiary(recipient: RecipientOf<Kind>): Saved | null
  receiptTo(recipient: RecipientOf<Kind>): ReceiptTo
  readonly plural: string
  /** Whether a proof of delivery brings numbers for a meter, kept in the clear. Those of other kinds are worth money. */
  readonly bringsToken?: true
}

export type BillDescriptor<Kind extends BillKind> = KindDescriptor<Kind> & { readonly bill: BillParts<Kind> }
