import type { TransactionKind, TransactionStatus } from '#contract/transactions.ts'

/** One booking on a person's spendable money, with the ledger's amounts and the history's words. Kobo. */
export type StatementLine = {
  readonly at: Date
  /** Null for a booking without a history line. */
  readonly kind: TransactionKind | null
  readonly title: string
  readonly counterparty: string | null
  readonly detail: string | null
  readonly reference: string
  readonly status: TransactionStatus
  /** Signed, without fee, duty and discount. */
  readonly amountKobo: bigint
  readonly feeKobo: bigint
  readonly dutyKobo: bigint
  readonly discountKobo: bigint
  /** The change of the balance: amount − fee − duty + discount. */
  readonly totalKobo: bigint
  readonly balanceKobo: bigint
}

/** The content of a statement, for every file format. Balances are the spendable money less debt. Kobo. */
export type Statement = {
  readonly holder: string
  /** The account number for incoming money, and its bank; null if none was issued. */
  readonly account: { readonly number: string; readonly bank: string } | null
  /** Lagos days, both included. */
  readonly from: string
  readonly to: string
  readonly madeAt: Date
  readonly openingKobo: bigint
  readonly closingKobo: bigint
  /** The sums that bookings of these days added and took: opening + in − out = closing. */
  readonly inKobo: bigint
  readonly outKobo: bigint
  /** Reserved at the end for payments without a final answer. Part of no balance here. */
  readonly heldKobo: bigint
  /** The filters in words; empty for a complete statement. */
  readonly filters: readonly string[]
  readonly lines: readonly StatementLine[]
}

/** From `from` up to but not including `until`, over all of a user's accounts but `heldAccount`. */
export type Span = { readonly from: Date; readonly until: Date; readonly heldAccount: string }
