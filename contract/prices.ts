import type { BillKind } from './kinds/kinds.ts'
import { type Kobo, kobo } from './money.ts'

/** Which prices a payment runs under: the standard ones, or those of a bought BPC. */
export type PriceListName = 'standard' | 'bpc'

/** Hundredths of a percent: 250 is 2.5 %. */
export type BasisPoints = number

export type FeeBand = { readonly upToKobo: Kobo; readonly feeKobo: Kobo }

/**
 * The one price list of an installation. The server charges by it and `GET /api/installation` shows it, so a screen
 * cannot show a price other than the one charged.
 */
export type PriceList = {
  /** The customer's discount on the face value. */
  readonly discounts: Readonly<Record<BillKind, Readonly<Record<PriceListName, BasisPoints>>>>
  /** The provider's commission on the face value, by product and service (`mtn`, `ikeja-electric`). `*`: all others. */
  readonly commissions: Readonly<Record<BillKind, Readonly<Record<string, BasisPoints>>>>
  /** The fee of a bank transfer, lowest band first: the first band whose `upToKobo` is not exceeded applies. */
  readonly transferFees: Readonly<Record<PriceListName, readonly FeeBand[]>>
}

export type Price = {
  readonly discountKobo: Kobo
  /** What the customer pays. */
  readonly priceKobo: Kobo
  /** What the provider is expected to take from us. Never above the price. */
  readonly costKobo: Kobo
}

const HUNDRED_PERCENT = 10_000n

/** A share of an amount, kobo, rounded down. */
export function shareRoundedDown(amountKobo: bigint, basisPoints: BasisPoints): bigint {
  return (amountKobo * BigInt(basisPoints)) / HUNDRED_PERCENT
}

/** The commission on a service, basis points. */
export function commissionOf(prices: PriceList, product: BillKind, service: string): BasisPoints {
  const services = prices.commissions[product]
  return (Object.hasOwn(services, service) ? services[service] : services['*']) ?? 0
}

/**
 * What this face value costs a customer under a price list. The discount is rounded down to whole kobo, in our favour.
 * It never exceeds the commission (rounded down too), so nothing sells below cost.
 */
export function priceOf(
  prices: PriceList,
  of: { product: BillKind; service: string; amountKobo: bigint; list: PriceListName },
): Price {
  const commission = shareRoundedDown(of.amountKobo, commissionOf(prices, of.product, of.service))
  const wished = shareRoundedDown(of.amountKobo, prices.discounts[of.product][of.list])
  const discount = wished < commission ? wished : commission
  return {
    discountKobo: kobo(discount),
    priceKobo: kobo(of.amountKobo - discount),
    costKobo: kobo(of.amountKobo - commission),
  }
}

/** The fee of a bank transfer, kobo. */
export function transferFeeKobo(prices: PriceList, amountKobo: bigint, list: PriceListName): Kobo {
  const bands = prices.transferFees[list]
  const band = bands.find((each) => amountKobo <= each.upToKobo) ?? bands.at(-1)
  return band?.feeKobo ?? kobo(0n)
}
