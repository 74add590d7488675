import type { Transaction } from '#contract/transactions.ts'

/** What a line stands for, signed, without fee and duty, kobo: a discount never left the wallet. */
export function paidKobo({ amountKobo, discountKobo }: Pick<Transaction, 'amountKobo' | 'discountKobo'>): bigint {
  return BigInt(amountKobo) + BigInt(discountKobo)
}
