import type { BpcSavingsAnswer } from '#contract/bpc.ts'
import { BPC_PRICE_KOBO, BPC_SAVINGS_DAYS } from '#contract/constants.ts'
import { formatNairaShort } from '#contract/money.ts'
import { LOOKS } from '#web/payments/kinds/looks.ts'

/** Longer than this is not worth a figure, months. */
const MONTHS_MAX = 24

/** What the savings of a BPC mean to somebody who has none. */
export type SavingsWords = {
  readonly heading: string
  readonly text: string
  /** How much of its price is saved in these days, whole percent, at most 100; something saved is never 0. */
  readonly percent: number
  readonly rows: readonly { readonly label: string; readonly amount: string }[]
}

/** A forecast only from a whole month of payments; a newer account reads what it saved so far. */
export function savingsWords({ days, saved }: BpcSavingsAnswer): SavingsWords {
  const totalKobo = saved.reduce((sum, each) => sum + BigInt(each.savedKobo), 0n)
  const isWhole = days >= BPC_SAVINGS_DAYS
  const period = isWhole ? `your last ${days} days` : days === 1 ? 'your first day' : `your first ${days} days`
  if (totalKobo === 0n) {
    return {
      heading: 'Will it pay for itself?',
      text: `In ${period} you made no payment that a BPC makes cheaper.`,
      percent: 0,
      rows: [],
    }
  }
  return {
    heading: isWhole ? payback(totalKobo) : 'Will it pay for itself?',
    text: `In ${period} a BPC would have saved you ${formatNairaShort(totalKobo)} of its ${formatNairaShort(BPC_PRICE_KOBO)}.`,
    percent: Math.min(100, Math.max(1, Number((totalKobo * 100n) / BPC_PRICE_KOBO))),
    rows: saved.map(({ kind, count, savedKobo }) => ({
      label: `${LOOKS[kind].name}: ${count} ${count === 1 ? 'payment' : 'payments'}`,
      amount: formatNairaShort(BigInt(savedKobo)),
    })),
  }
}

/** In half months, rounded up: nobody is promised more than they save. */
function payback(savedKobo: bigint): string {
  const halves = Number((2n * BPC_PRICE_KOBO + savedKobo - 1n) / savedKobo)
  if (halves <= 2) return 'Pays for itself within a month'
  if (halves > 2 * MONTHS_MAX) return 'At your pace it does not pay for itself within two years'
  return `Pays for itself in about ${Math.floor(halves / 2)}${halves % 2 === 0 ? '' : '½'} months`
}
