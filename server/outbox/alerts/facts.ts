import type { BatchId, CaseId, TransactionId } from '#contract/ids.ts'
import type { OrderKind } from '#contract/kinds/kinds.ts'

/** What an order's alert is made from. Kobo as digits. */
export type OfOrder = {
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
export type OfDeposit = {
  readonly transactionId: TransactionId
  readonly amountKobo: string
  readonly name: string | null
} & TakenOrGiven
export type OfCase = { readonly caseId: CaseId; readonly trackingNumber: string }
export type OfList = { readonly batchId: BatchId }

/** How far an order is known to have come that has no final answer. */
export type Progress = 'not-sent' | 'maybe-sent' | 'with-provider'
/**
 * Why money came back after an order was completed: its provider or its owner returned it, our team refunded it, what our team
 * had confirmed is proved to have failed, or our team confirmed that what the provider had proved is not so.
 */
export type ReturnedBy = 'provider' | 'owner' | 'team' | 'proof' | 'undone'

/** What each alert about an order is made from. */
export type OrderFacts = {
  readonly 'order-completed': OfOrder
  readonly 'order-failed': OfOrder
  /** `late`: it had failed before it went through. Left out where it had not. */
  readonly 'order-reversed': OfOrder & { readonly returnedBy: ReturnedBy; readonly late?: true }
  readonly 'order-paid-late': OfOrder
  readonly 'order-late': OfOrder & { readonly progress: Progress }
  readonly 'order-in-review': OfOrder
  readonly 'bpc-delivered': OfOrder
}

/** Amounts as facts, without those that are nothing. Kobo. */
export function unlessNothing(amounts: TakenOrGivenKobo): TakenOrGiven {
  return Object.fromEntries(Object.entries(amounts).flatMap(([name, sum]) => (sum > 0n ? [[name, `${sum}`]] : [])))
}
type TakenOrGivenKobo = { readonly [Name in keyof TakenOrGiven]?: bigint }
