import type { Transaction } from './transactions.ts'

type Figures = Pick<Transaction, 'amountKobo' | 'feeKobo' | 'dutyKobo' | 'discountKobo'>

/**
 * What a line changed in the wallet, signed kobo: with fee and stamp duty, less the discount. Lists and statements
 * both use it, so a failed payment and its refund show the same amount everywhere.
 */
export function totalKobo({ amountKobo, feeKobo, dutyKobo, discountKobo }: Figures): bigint {
  return BigInt(amountKobo) - extraKobo({ feeKobo, dutyKobo }) + BigInt(discountKobo)
}

/** What was charged on top of the amount. */
export function extraKobo({ feeKobo, dutyKobo }: Pick<Figures, 'feeKobo' | 'dutyKobo'>): bigint {
  return BigInt(feeKobo) + BigInt(dutyKobo)
}
