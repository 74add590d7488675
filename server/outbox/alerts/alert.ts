import type { AccountEventKind } from '#contract/account-events.ts'
import type { OutgoingChannel } from '#contract/alert-settings.ts'
import type { AlertKind } from '#contract/alerts.ts'
import type { AlertId, BatchId, CaseId, OrderId, TransactionId, UserId } from '#contract/ids.ts'
import type { OrderKind } from '#contract/kinds/kinds.ts'

/** What an order's alert is made from. Kobo as digits. */
type OfOrder = {
  readonly order: OrderKind
  readonly transactionId: TransactionId
  readonly title: string
  /** In running text: "bank transfer", "MTN airtime". */
  readonly noun: string
  /** The noun is a plural. Left out where it is not. */
  readonly many?: true
  readonly name: string | null
  /** "1.5 GB, 30 days": what was bought for a number without a name. Left out where a name says who got it. */
  readonly plan?: string
  /** Where it went, its number masked: "GTBank •••• 6784". */
  readonly place: string | null
  readonly amountKobo: string
  /** What left the wallet for it, or came back: with fee and duty, less the discount. */
  readonly totalKobo: string
  /** Two operators ended it, and nobody proved it. */
  readonly byTeam: boolean
} & TakenOrGiven
/** What was missing in the wallet, and what of the money went to an older debt. Each is left out where it is nothing. */
type TakenOrGiven = { readonly owedKobo?: string; readonly repaidKobo?: string }
type OfDeposit = {
  readonly transactionId: TransactionId
  readonly amountKobo: string
  readonly name: string | null
} & TakenOrGiven
type OfCase = { readonly caseId: CaseId; readonly trackingNumber: string }
type OfList = { readonly batchId: BatchId }

/** How far an order is known to have come that has no final answer. */
export type Progress = 'not-sent' | 'maybe-sent' | 'with-provider'
/**
 * Why money came back after an order was completed: its provider or its owner returned it, our team refunded it, what our team
 * had confirmed is proved to have failed, or our team confirmed that what the provider had proved is not so.
 */
export type ReturnedBy = 'provider' | 'owner' | 'team' | 'proof' | 'undone'

/** What each kind of alert is made from, as it was when it was made. Never a code, a token or a whole account number. */
export type AlertFacts = {
  readonly 'money-in': OfDeposit
  /** The bank had taken it back, and gave it again. */
  readonly 'money-in-again': OfDeposit
  readonly 'money-in-taken-back': OfDeposit
  readonly 'order-completed': OfOrder
  readonly 'order-failed': OfOrder
  /** `late`: it had failed before it went through. Left out where it had not. */
  readonly 'order-reversed': OfOrder & { readonly returnedBy: ReturnedBy; readonly late?: true }
  readonly 'order-paid-late': OfOrder
  readonly 'order-late': OfOrder & { readonly progress: Progress }
  readonly 'order-in-review': OfOrder
  readonly 'list-late': OfList
  readonly 'list-in-review': OfList
  readonly 'bpc-delivered': OfOrder
  readonly 'bpc-return-ends': {
    readonly orderId: OrderId
    readonly transactionId: TransactionId
    readonly until: string
  }
  /** How the sales of a list ended: how many each way, and how many of all that two operators ended. */
  readonly 'list-ended': OfList & {
    readonly completed: number
    readonly failed: number
    readonly cancelled: number
    readonly reversed: number
    readonly byTeam: number
    /** What the completed ones took from the wallet. */
    readonly completedKobo: string
  }
  readonly account: { readonly event: AccountEventKind; readonly browser: string | null }
  readonly 'case-question': OfCase
  readonly 'case-answer': OfCase
  /** `YYYY-MM` in Africa/Lagos. */
  readonly statement: { readonly month: string }
  readonly notice: { readonly heading: string; readonly sentence: string; readonly until?: string }
  readonly 'notice-ended': { readonly heading: string; readonly sentence: string }
  readonly test: { readonly channel: OutgoingChannel }
} & Record<AlertKind, object>

/** Amounts as facts, without those that are nothing. Kobo. */
export function unlessNothing(amounts: TakenOrGivenKobo): TakenOrGiven {
  return Object.fromEntries(Object.entries(amounts).flatMap(([name, sum]) => (sum > 0n ? [[name, `${sum}`]] : [])))
}
type TakenOrGivenKobo = { readonly [Name in keyof TakenOrGiven]?: bigint }

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
