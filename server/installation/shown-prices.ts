import type { Installation } from '#contract/installation.ts'
import { type BillKind, billKind } from '#contract/kinds/kinds.ts'
import { commissionOf, type FeeBand, type PriceList } from '#contract/prices.ts'
import { billOf } from '#server/payments/kinds/kinds.ts'

/** What customers pay. What the provider leaves us is nobody's business. */
export function shownPrices(prices: PriceList): Installation['prices'] {
  const { transferFees } = prices
  return {
    discounts: Object.fromEntries(billKind.options.map((kind) => [kind, sureDiscount(prices, kind)])) as Discounts,
    transferFees: { standard: bands(transferFees.standard), bpc: bands(transferFees.bpc) },
  }
}

type Discounts = Installation['prices']['discounts']

/** What every service of a kind gets: a discount ends where the commission does, and no screen may say more. */
function sureDiscount(prices: PriceList, kind: BillKind) {
  // Those that are not listed share the commission of `*`; a kind without any has none.
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
