import type { Kobo } from '#contract/money.ts'
import type { OrderKind, OrderState, RecipientOf } from '#contract/orders.ts'
import type { Deps } from '#server/deps.ts'
import type { Movement } from '#server/ledger/post.ts'
import type { VerificationResult } from '#server/payments/orders/evidence.ts'
import type { Posting } from '#server/payments/orders/machine.ts'
import type { OrderRowOf } from '#server/payments/orders/order.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import type { AlarmKind } from '#server/platform/jobs/alarms.ts'

/** What a resolution is posted with: as verified, and as the user's account stands under its lock. Kobo. */
export type PostingFacts = { readonly providerFeeKobo: Kobo; readonly costKobo: Kobo; readonly availableKobo: Kobo }

/** What became of one request. `refused` is the adapter's closed list, with what the customer and operators are told. */
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

/** How orders of a kind reach the provider. The engine in work.ts decides when; every answer is data. */
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

/** What one kind of order is, beside the states that all share. */
export type KindRules<Kind extends OrderKind> = {
  /** The same for the same thing going to the same place; empty where that says nothing. */
  recipientKey(recipient: RecipientOf<Kind>): string
  line(order: Pick<OrderRowOf<Kind>, 'recipient' | 'paidBy'>): Line
  /** What a resolution moves, each with its accounts in a comment. */
  movements(order: OrderRowOf<Kind>, posting: Posting, facts: PostingFacts): Movement[]
  /** One plain sentence on where the money is and what happens next. True in each state by construction. */
  explain(order: OrderRowOf<Kind>): string
  /** What a step of the timeline is called. */
  stepTitle(state: OrderState): string
  /** Null for what no provider carries out. */
  readonly executor: OrderExecutor<OrderRowOf<Kind>> | null
}

/** Words for the states that only a purchase paid by bank transfer has: other kinds never reach them. */
export const NEVER_BY_TRANSFER = { awaiting_payment: '', expired: '' } as const
