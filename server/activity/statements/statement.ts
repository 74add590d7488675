import type { TransactionKind, TransactionStatus } from '#contract/transactions.ts'

/** One booking on the money a person can spend, as the ledger has it and as the history words it. Kobo. */
export type StatementLine = {
  readonly at: Date
  /** Null for a booking the history has no line for. */
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
  /** What the booking changed of the balance: amount − fee − duty + discount. */
  readonly totalKobo: bigint
  readonly balanceKobo: bigint
}

/** Everything a statement says, whatever it is printed as. Balances are what can be spent less what is owed. Kobo. */
export type Statement = {
  readonly holder: string
  /** The account number that money comes in on, and its bank; null where none has been issued. */
  readonly account: { readonly number: string; readonly bank: string } | null
  /** Lagos days, both included. */
  readonly from: string
  readonly to: string
  readonly madeAt: Date
  readonly openingKobo: bigint
  readonly closingKobo: bigint
  /** What all bookings of these days added to the balance, and took from it: opening + in − out = closing. */
  readonly inKobo: bigint
  readonly outKobo: bigint
  /** Reserved at the end for payments without a final answer: in no balance here. */
  readonly heldKobo: bigint
  /** What was asked for beside the days, in words; empty for a whole statement. */
  readonly filters: readonly string[]
  readonly lines: readonly StatementLine[]
}

/** From the first instant to before the last one, on everything a user has but `heldAccount`. */
export type Span = { readonly from: Date; readonly until: Date; readonly heldAccount: string }
