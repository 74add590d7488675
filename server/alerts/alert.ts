import type { AccountEventKind } from '#contract/account-events.ts'
import type { AlertKind } from '#contract/alerts.ts'
import type { AlertId, BatchId, OrderId, TransactionId, UserId } from '#contract/ids.ts'
import type { OrderKind } from '#contract/kinds/kinds.ts'

/** What an order's alert is made from. Kobo as digits; `place` without the number it stands for, which is masked. */
type OfOrder = {
  readonly order: OrderKind
  readonly transactionId: TransactionId
  readonly title: string
  readonly name: string | null
  /** "GTBank •••• 6784": where it went. */
  readonly place: string | null
  readonly amountKobo: string
  /** What left the wallet for it, or came back: with fee and duty, less the discount. */
  readonly totalKobo: string
  /** Two operators ended it, and nobody proved it. */
  readonly byTeam: boolean
}
type OfDeposit = { readonly transactionId: TransactionId; readonly amountKobo: string; readonly name: string | null }
type OfCase = { readonly trackingNumber: string }

/** What each kind of alert is made from, as it was when it was made. Never a code, a token or a whole account number. */
export type AlertFacts = {
  readonly 'money-in': OfDeposit
  readonly 'money-in-taken-back': OfDeposit
  readonly 'order-completed': OfOrder
  readonly 'order-failed': OfOrder
  readonly 'order-reversed': OfOrder
  readonly 'order-paid-late': OfOrder
  readonly 'order-late': OfOrder
  readonly 'order-in-review': OfOrder
  readonly 'bpc-delivered': OfOrder
  readonly 'bpc-return-ends': {
    readonly orderId: OrderId
    readonly transactionId: TransactionId
    readonly until: string
  }
  readonly 'list-ended': {
    readonly batchId: BatchId
    readonly completed: number
    readonly failed: number
    readonly completedKobo: string
  }
  readonly account: { readonly event: AccountEventKind; readonly browser: string | null }
  readonly 'case-question': OfCase
  readonly 'case-answer': OfCase
  /** `YYYY-MM` in Africa/Lagos. */
  readonly statement: { readonly month: string }
  readonly notice: { readonly heading: string; readonly sentence: string }
} & Record<AlertKind, object>

/** What happened, and to whom. `subjectId`: a newer alert about the same replaces an older one that has not gone out. */
export type NewAlert<Kind extends AlertKind = AlertKind> = {
  [K in Kind]: {
    readonly userId: UserId
    readonly kind: K
    readonly subjectId: string
    readonly facts: AlertFacts[K]
  }
}[Kind]

/** An alert as the database holds it. */
export type AlertRow<Kind extends AlertKind = AlertKind> = NewAlert<Kind> & {
  readonly id: AlertId
  readonly seq: number
  readonly at: Date
}
