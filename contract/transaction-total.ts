import type { Transaction } from './transactions.ts'

type Figures = Pick<Transaction, 'amountKobo' | 'feeKobo' | 'dutyKobo' | 'discountKobo'>

/**
 * What a line changed of the wallet, signed kobo: fee and stamp duty included, the discount left out. Lists show it, and it is
 * the total of the same line in a statement, so a failed payment and its refund are the same amount in all of them.
 */
export function totalKobo({ amountKobo, feeKobo, dutyKobo, discountKobo }: Figures): bigint {
  return BigInt(amountKobo) - extraKobo({ feeKobo, dutyKobo }) + BigInt(discountKobo)
}

/** What was charged on top of the amount. */
export function extraKobo({ feeKobo, dutyKobo }: Pick<Figures, 'feeKobo' | 'dutyKobo'>): bigint {
  return BigInt(feeKobo) + BigInt(dutyKobo)
}
