import type { Installation } from '#contract/installation.ts'
import { type BillKind, billKind } from '#contract/kinds/kinds.ts'
import { commissionOf, type FeeBand, type PriceList } from '#contract/prices.ts'
import { billOf } from '#server/payments/kinds/kinds.ts'

/** The prices that customers pay. Our commission from the provider is not shown. */
export function shownPrices(prices: PriceList): Installation['prices'] {
  const { transferFees } = prices
  return {
    discounts: Object.fromEntries(billKind.options.map((kind) => [kind, sureDiscount(prices, kind)])) as Discounts,
    transferFees: { standard: bands(transferFees.standard), bpc: bands(transferFees.bpc) },
  }
}

type Discounts = Installation['prices']['discounts']

/**
 * The discount that every service of a kind gets. A discount cannot exceed the commission, and no screen may promise
 * more.
 */
function sureDiscount(prices: PriceList, kind: BillKind) {
  // Unlisted services share the commission of `*`; without one it is zero.
  const known = billOf(kind).services
  const services = known === null ? [...Object.keys(prices.commissions[kind]), '*'] : Object.keys(known)
  const commissions = services.map((service) => commissionOf(prices, kind, service))
  const least = Math.min(...commissions)
  const { standard, bpc } = prices.discounts[kind]
  return { standard: Math.min(standard, least), bpc: Math.min(bpc, least) }
}

function bands(fees: readonly FeeBand[]) {
  return fees.map(({ upToKobo, feeKobo }) => ({ upToKobo: upToKobo.toString(), feeKobo: feeKobo.toString() }))
}
