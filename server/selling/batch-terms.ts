import { formatNaira } from '#contract/money.ts'
import { nairaInWords } from '#contract/naira-in-words.ts'
import { formatPhone } from '#contract/phones.ts'
import { BALANCE_AFTER } from '#contract/terms.ts'
import { KINDS } from '#server/payments/kinds/kinds.ts'
import { termsText } from '#server/payments/quotes/terms.ts'
import { cleanLine } from '#server/platform/text/sanitize-line.ts'
import type { PricedRow, Totals } from './price-rows.ts'

/** The exact text that is shown and signed when a list is approved: totals, then every row. */
export function batchTerms(of: {
  kind: 'airtime' | 'data'
  rows: readonly PricedRow[]
  totals: Totals
  /** Negative when the wallet holds less than the total. */
  availableAfterKobo: bigint
}): string {
  const { totals, availableAfterKobo: left } = of
  const sold = of.rows.filter((row) => row.sale !== null).length
  return termsText([
    ['You buy', `${KINDS[of.kind].plural}, ${of.rows.length} times`],
    ['Face value', formatNaira(totals.faceKobo)],
    ['Discount', formatNaira(totals.discountKobo)],
    ['You pay', formatNaira(totals.totalKobo)],
    ['You pay, in words', nairaInWords(totals.totalKobo)],
    ...(sold === 0 ? [] : [[`${sold} sold on for`, formatNaira(totals.salesKobo)] as const]),
    left < 0n ? ['Missing now', formatNaira(-left)] : [BALANCE_AFTER, formatNaira(left)],
    ...of.rows.map((row) => [`Line ${row.row.line}`, rowTerms(row)] as const),
  ])
}

/** One row of the terms: number, network, amount, price. */
export function rowTerms({ purchase, price, sale, sameAsLine }: PricedRow): string {
  const { recipient } = purchase
  const bundle = 'bundleName' in recipient ? ` ${cleanLine(recipient.bundleName, 80)}` : ''
  return [
    `${formatPhone(recipient.phone)}, ${recipient.networkName}${bundle} ${formatNaira(purchase.amountKobo)}`,
    `you pay ${formatNaira(price.priceKobo)}`,
    ...(sale === null ? [] : [`sold on for ${formatNaira(BigInt(sale.priceKobo))}`]),
    ...(sameAsLine === null ? [] : [`same as line ${sameAsLine}`]),
  ].join(', ')
}
