import type { Installation } from '#contract/installation.ts'
import { NETWORKS } from '#contract/phones.ts'
import { commissionOf, type FeeBand, type PriceList, type Product } from '#contract/prices.ts'

/** What customers pay. What the provider leaves us is nobody's business. */
export function shownPrices(prices: PriceList): Installation['prices'] {
  const { transferFees } = prices
  return {
    discounts: {
      airtime: sureDiscount(prices, 'airtime', Object.keys(NETWORKS)),
      data: sureDiscount(prices, 'data', Object.keys(NETWORKS)),
      electricity: sureDiscount(prices, 'electricity', Object.keys(prices.commissions.electricity)),
      tv: sureDiscount(prices, 'tv', Object.keys(prices.commissions.tv)),
    },
    transferFees: { standard: bands(transferFees.standard), bpc: bands(transferFees.bpc) },
  }
}

/** What every service of a product gets: a discount ends where the commission does, and no screen may say more. */
function sureDiscount(prices: PriceList, product: Product, services: readonly string[]) {
  // Those that are not listed share the commission of `*`; a product without any has none.
  const commissions = [...services, ...(product === 'electricity' || product === 'tv' ? ['*'] : [])].map((service) =>
    commissionOf(prices, product, service),
  )
  const least = Math.min(...commissions)
  const { standard, bpc } = prices.discounts[product]
  return { standard: Math.min(standard, least), bpc: Math.min(bpc, least) }
}

function bands(fees: readonly FeeBand[]) {
  return fees.map(({ upToKobo, feeKobo }) => ({ upToKobo: upToKobo.toString(), feeKobo: feeKobo.toString() }))
}
