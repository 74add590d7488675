import type { BatchId, CaseId, TransactionId } from '#contract/ids.ts'
import type { OrderKind } from '#contract/kinds/kinds.ts'

/** The facts of an order's alert. Kobo as digits. */
export type OfOrder = {
  readonly order: OrderKind
  readonly transactionId: TransactionId
  readonly title: string
  /** In running text: "bank transfer", "MTN airtime". */
  readonly noun: string
  /** Set if the noun is plural. */
  readonly many?: true
  readonly name: string | null
  /** "1.5 GB, 30 days": what was bought for a number. Left out if there is a name. */
  readonly plan?: string
  /** Where it went, its number masked: "GTBank •••• 6784". */
  readonly place: string | null
  readonly amountKobo: string
  /** The total that left the wallet or came back: with fee and duty, less the discount. */
  readonly totalKobo: string
  /** Two operators ended it without proof. */
  readonly byTeam: boolean
} & TakenOrGiven
/** The amount missing from the wallet, and the part that repaid an older debt. Each is left out when zero. */
type TakenOrGiven = { readonly owedKobo?: string; readonly repaidKobo?: string }
export type OfDeposit = {
  readonly transactionId: TransactionId
  readonly amountKobo: string
  readonly name: string | null
} & TakenOrGiven
export type OfCase = { readonly caseId: CaseId; readonly trackingNumber: string }
export type OfList = { readonly batchId: BatchId }

/** How far an order without a final answer is known to have come. */
export type Progress = 'not-sent' | 'maybe-sent' | 'with-provider'
/**
 * Why money came back after an order was completed. `provider`, `owner`: returned it. `team`: refunded it. `proof`:
 * what our team had confirmed proved to have failed. `undone`: our team confirmed that the provider's proof was wrong.
 */
export type ReturnedBy = 'provider' | 'owner' | 'team' | 'proof' | 'undone'

/** The facts of each alert about an order. */
export type OrderFacts = {
  readonly 'order-completed': OfOrder
  readonly 'order-failed': OfOrder
  /** `late`: it had failed before it went through; otherwise left out. */
  readonly 'order-reversed': OfOrder & { readonly returnedBy: ReturnedBy; readonly late?: true }
  readonly 'order-paid-late': OfOrder
  readonly 'order-late': OfOrder & { readonly progress: Progress }
  readonly 'order-in-review': OfOrder
  readonly 'bpc-delivered': OfOrder
}

/** Amounts as facts, without zeros. Kobo. */
export function withoutZeros(amounts: TakenOrGivenKobo): TakenOrGiven {
  return Object.fromEntries(Object.entries(amounts).flatMap(([name, sum]) => (sum > 0n ? [[name, `${sum}`]] : [])))
}
type TakenOrGivenKobo = { readonly [Name in keyof TakenOrGiven]?: bigint }
