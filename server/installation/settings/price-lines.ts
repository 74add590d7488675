import { type BillKind, billKind } from '#contract/kinds/kinds.ts'
import { formatNairaShort } from '#contract/money.ts'
import { NETWORKS } from '#contract/phones.ts'
import type { BasisPoints, PriceList, PriceListName } from '#contract/prices.ts'

const KIND_NAMES: Readonly<Record<BillKind, string>> = {
  airtime: 'airtime',
  data: 'data',
  electricity: 'electricity',
  tv: 'TV',
  education: 'exam PINs',
}
const LISTS: Readonly<Record<PriceListName, string>> = { standard: 'standard', bpc: 'with a BPC' }
const LIST_NAMES = ['standard', 'bpc'] as const satisfies readonly PriceListName[]

/** The differences between two price lists, one line each: the price, before and after. */
export function priceChanges(before: PriceList, after: PriceList): string[] {
  const [old, fresh] = [linesOf(before), linesOf(after)]
  const names = [...new Set([...old.keys(), ...fresh.keys()])]
  return names.flatMap((name) => {
    const [was = 'none', is = 'none'] = [old.get(name), fresh.get(name)]
    return was === is ? [] : [`${name}: ${was} → ${is}`]
  })
}

/** A price list in words for operators. */
export function linesOf(prices: PriceList): ReadonlyMap<string, string> {
  const { discounts, commissions, transferFees } = prices
  return new Map([
    ...billKind.options.flatMap((kind) =>
      LIST_NAMES.map(
        (list) => [`Discount on ${KIND_NAMES[kind]}, ${LISTS[list]}`, percent(discounts[kind][list])] as const,
      ),
    ),
    ...billKind.options.flatMap((kind) =>
      Object.entries(commissions[kind]).map(
        ([service, points]) => [`Commission on ${KIND_NAMES[kind]}, ${serviceName(service)}`, percent(points)] as const,
      ),
    ),
    ...LIST_NAMES.flatMap((list) =>
      transferFees[list].map(
        ({ upToKobo, feeKobo }) =>
          [`Transfer fee up to ${formatNairaShort(upToKobo)}, ${LISTS[list]}`, formatNairaShort(feeKobo)] as const,
      ),
    ),
  ])
}

function serviceName(service: string): string {
  if (service === '*') return 'all others'
  return Object.entries(NETWORKS).find(([id]) => id === service)?.[1].name ?? service
}

/** `2.5 %` */
function percent(points: BasisPoints): string {
  return `${points / 100} %`
}

/** The name of a kind of order with a price list. */
export function kindName(kind: BillKind | 'withdrawal'): string {
  return kind === 'withdrawal' ? 'bank transfers' : KIND_NAMES[kind]
}
