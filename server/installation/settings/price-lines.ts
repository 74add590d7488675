import { billKind } from '#contract/kinds/kinds.ts'
import { formatNairaShort } from '#contract/money.ts'
import { NETWORKS } from '#contract/phones.ts'
import type { BasisPoints, PriceList, PriceListName } from '#contract/prices.ts'
import { KINDS } from '#server/payments/kinds/kinds.ts'
import { RefusedError } from '#server/platform/errors.ts'

const LISTS: Readonly<Record<PriceListName, string>> = { standard: 'standard', bpc: 'with a BPC' }
const LIST_NAMES = ['standard', 'bpc'] as const satisfies readonly PriceListName[]

/** One price. `key` is what the program charges by; `what` and `price` are words. */
export type PriceLine = {
  /** A kind and a service, or a list and a band. Never the words, which two prices could share. */
  readonly key: string
  readonly what: string
  readonly price: string
}

/**
 * The differences between two price lists, one line each: the price, before and after.
 *
 * @throws RefusedError when a difference has no line of its own, because nobody could sign it
 */
export function priceChanges(before: PriceList, after: PriceList): string[] {
  const [old, fresh] = [byKey(before), byKey(after)]
  const changed = [...new Set([...old.keys(), ...fresh.keys()])].filter(
    (key) => old.get(key)?.price !== fresh.get(key)?.price,
  )
  const lines = changed.map((key) => {
    const [was, is] = [old.get(key), fresh.get(key)]
    return `${(was ?? is)?.what}: ${was?.price ?? sayNone(key)} → ${is?.price ?? sayNone(key)}`
  })
  if (new Set(lines.map((line) => line.split(': ', 1)[0])).size < changed.length) throw new RefusedError(TWO_ALIKE)
  return lines
}

const TWO_ALIKE = 'two prices of this list read alike, so what changes cannot be told from it'

function byKey(prices: PriceList): ReadonlyMap<string, PriceLine> {
  return new Map(linesOf(prices).map((line) => [line.key, line]))
}

/** Describes a price that a list lacks. */
function sayNone(key: string): string {
  if (key.startsWith('fee ')) return 'no such step'
  return key.endsWith(' *') ? 'none' : 'as all others'
}

/** A price list in words for operators. */
export function linesOf(prices: PriceList): readonly PriceLine[] {
  const { discounts, commissions, transferFees } = prices
  return [
    ...billKind.options.flatMap((kind) =>
      LIST_NAMES.map((list) => ({
        key: `discount ${kind} ${list}`,
        what: `Discount on ${KINDS[kind].plural}, ${LISTS[list]}`,
        price: percent(discounts[kind][list]),
      })),
    ),
    ...billKind.options.flatMap((kind) =>
      Object.entries(commissions[kind]).map(([service, points]) => ({
        key: `commission ${kind} ${service}`,
        what: `Commission on ${KINDS[kind].plural}, ${serviceName(service)}`,
        price: percent(points),
      })),
    ),
    ...LIST_NAMES.flatMap((list) =>
      transferFees[list].map(({ upToKobo, feeKobo }) => ({
        key: `fee ${list} ${upToKobo}`,
        what: `Transfer fee up to ${formatNairaShort(upToKobo)}, ${LISTS[list]}`,
        price: formatNairaShort(feeKobo),
      })),
    ),
  ]
}

/** A service's name, if it has one, with the id that the program charges by. */
function serviceName(service: string): string {
  if (service === '*') return 'all others'
  const name = Object.entries(NETWORKS).find(([id]) => id === service)?.[1].name
  return name === undefined ? service : `${name} (${service})`
}

/** `2.5%` */
function percent(points: BasisPoints): string {
  return `${points / 100}%`
}
