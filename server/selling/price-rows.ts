import type { UserId } from '#contract/ids.ts'
import { kobo } from '#contract/money.ts'
import type { Price } from '#contract/prices.ts'
import type { BatchKind } from '#contract/selling.ts'
import type { Deps } from '#server/deps.ts'
import { billOf } from '#server/payments/kinds/kinds.ts'
import { draftOf, type PricedBill } from '#server/payments/kinds/purchase/quote-purchase.ts'
import { findDuplicate, purchaseKey } from '#server/payments/orders/duplicate-order.ts'
import { purchaseOf } from '#server/payments/orders/rules.ts'
import { pricesInForce } from '#server/payments/prices/prices-in-force.ts'
import type { ChosenPrices } from '#server/payments/quotes/quote-checks.ts'
import { type CheckedRow, rowKey } from './check-rows.ts'

export type GoodRow = Extract<CheckedRow, { problem: null }>

/** A good row with its price, and whether it repeats another row or a recent purchase. */
export type PricedRow = GoodRow & {
  readonly draft: PricedBill<BatchKind>
  readonly price: Price
  /** The first line that buys the same for the same number. */
  readonly sameAsLine: number | null
  readonly boughtJustNow: boolean
}

export type Totals = {
  readonly faceKobo: bigint
  readonly discountKobo: bigint
  readonly totalKobo: bigint
  /** The total of the seller's own prices, and the profit on those rows. */
  readonly salesKobo: bigint
  readonly profitKobo: bigint
}

/** Prices every good row. A repeated number is pointed out, never refused: it may be intended. */
export async function priceRows(
  deps: Pick<Deps, 'config' | 'database' | 'clock'>,
  of: { userId: UserId; rows: readonly GoodRow[]; prices: ChosenPrices },
): Promise<PricedRow[]> {
  const { userId, rows, prices } = of
  const purchases = rows.map(({ purchase }) => purchaseOf(purchase))
  const list = await pricesInForce(deps)
  const bought = await findDuplicate(deps.database, { userId, purchases, now: deps.clock.now() })
  const firstLines = new Map<string, number>()
  return rows.map((row) => {
    const { purchase, sale } = row
    const draft = draftOf(list, billOf(purchase.kind), { ...purchase, userId, prices, sale })
    const key = rowKey(row)
    const sameAsLine = firstLines.get(key) ?? null
    if (sameAsLine === null) firstLines.set(key, row.row.line)
    return {
      ...row,
      draft,
      price: draft.price,
      sameAsLine,
      boughtJustNow: bought.has(purchaseKey(purchaseOf(purchase))),
    }
  })
}

export function totalsOf(rows: readonly PricedRow[]): Totals {
  const sum = (pick: (row: PricedRow) => bigint) => kobo(rows.reduce((total, row) => total + pick(row), 0n))
  const sold = rows.filter((row) => row.sale !== null)
  const salesKobo = sold.reduce((total, row) => total + BigInt(row.sale?.priceKobo ?? 0), 0n)
  return {
    faceKobo: sum((row) => row.purchase.amountKobo),
    discountKobo: sum((row) => row.price.discountKobo),
    totalKobo: sum((row) => row.price.priceKobo),
    salesKobo,
    profitKobo: salesKobo - sold.reduce((total, row) => total + row.price.priceKobo, 0n),
  }
}
