import type { BpcSavingsAnswer } from '#contract/bpc.ts'
import { BPC_PRICE_KOBO, BPC_SAVINGS_DAYS } from '#contract/constants.ts'
import { formatNairaShort, percentOf } from '#contract/money.ts'
import { LOOKS } from '#web/payments/kinds/looks.ts'

/** The longest payback that is given as a figure, half months. */
const HALF_MONTHS_MAX = 48n

/** The heading while there is no forecast. */
export const NO_FORECAST = 'Will it pay for itself?'

/** The words of the break-even card for somebody without a BPC. */
export type SavingsWords = {
  readonly heading: string
  readonly text: string
  /** Share of the price that these days would have saved, whole percent, as `percentOf`. */
  readonly percent: number
  readonly rows: readonly { readonly label: string; readonly amount: string }[]
}

/** Words the savings. Only an account with a whole month of payments gets a forecast. */
export function savingsWords({ days, saved }: BpcSavingsAnswer): SavingsWords {
  const totalKobo = saved.reduce((sum, each) => sum + BigInt(each.savedKobo), 0n)
  const isWhole = days >= BPC_SAVINGS_DAYS
  const period = isWhole ? `your last ${days} days` : days === 1 ? 'your first day' : `your first ${days} days`
  if (totalKobo === 0n) {
    return {
      heading: NO_FORECAST,
      text: `In ${period} you made no payment that a BPC makes cheaper.`,
      percent: 0,
      rows: [],
    }
  }
  return {
    heading: isWhole ? payback(totalKobo) : NO_FORECAST,
    text: `In ${period} a BPC would have saved you ${formatNairaShort(totalKobo)} of its ${formatNairaShort(BPC_PRICE_KOBO)}.`,
    percent: percentOf(totalKobo, BPC_PRICE_KOBO),
    rows: saved.map(({ kind, count, savedKobo }) => ({
      label: `${LOOKS[kind].name}: ${count} ${count === 1 ? 'payment' : 'payments'}`,
      amount: formatNairaShort(BigInt(savedKobo)),
    })),
  }
}

/** The payback in half months, rounded up, so that it never promises too much. */
function payback(savedKobo: bigint): string {
  const halves = (2n * BPC_PRICE_KOBO + savedKobo - 1n) / savedKobo
  if (halves <= 2n) return 'Pays for itself within a month'
  if (halves > HALF_MONTHS_MAX) return 'At your pace it does not pay for itself within two years'
  return `Pays for itself in about ${halves / 2n}${halves % 2n === 0n ? '' : '½'} months`
}
