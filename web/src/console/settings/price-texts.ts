import type { ListedPrices } from '#contract/console/settings.ts'

/** A price as typed: a share in percent, or naira. */
export type PriceText = {
  /** Its place in the list: `discounts`, a kind, and a list or a service; or a list and its band. */
  readonly path: readonly [keyof ListedPrices, string, string]
  readonly share: string
  /** For a band: its highest amount. */
  readonly upTo: string
}

const SHARE = /^\d{1,2}(\.\d{1,2})?$/
const NAIRA = /^\d{1,10}(\.\d{1,2})?$/

/** Every price of a list, as a line of a form. */
export function textsOfPrices({ discounts, commissions, transferFees }: ListedPrices): PriceText[] {
  const shares = (group: 'discounts' | 'commissions', of: ListedPrices['discounts']) =>
    Object.entries(of).flatMap(([kind, points]) =>
      Object.entries(points).map(
        ([name, value]): PriceText => ({ path: [group, kind, name], share: decimal(`${value}`), upTo: '' }),
      ),
    )
  const bands = Object.entries(transferFees).flatMap(([list, fees]) =>
    fees.map(
      ({ upToKobo, feeKobo }, at): PriceText => ({
        path: ['transferFees', list, `${at}`],
        share: decimal(feeKobo),
        upTo: decimal(upToKobo),
      }),
    ),
  )
  return [...shares('discounts', discounts), ...shares('commissions', commissions), ...bands]
}

/** The same as JSON for the server, which validates it. Text that is not a number stays as typed. */
export function pricesFromTexts(texts: readonly PriceText[]): object {
  const shares = (group: keyof ListedPrices) => {
    const kinds = new Map<string, Record<string, number | string>>()
    for (const { path, share } of texts.filter((each) => each.path[0] === group)) {
      const [, kind, name] = path
      kinds.set(kind, { ...kinds.get(kind), [name]: SHARE.test(share) ? Number(hundredths(share)) : share })
    }
    return Object.fromEntries(kinds)
  }
  const bands = (list: string) =>
    texts
      .filter(({ path: [group, of] }) => group === 'transferFees' && of === list)
      .map(({ upTo, share }) => ({ upToKobo: koboOf(upTo), feeKobo: koboOf(share) }))
  return {
    discounts: shares('discounts'),
    commissions: shares('commissions'),
    transferFees: { standard: bands('standard'), bpc: bands('bpc') },
  }
}

function koboOf(naira: string): string {
  return NAIRA.test(naira) ? hundredths(naira) : naira
}

/** `2.5` is `250`, exactly. */
function hundredths(text: string): string {
  const [whole = '0', part = ''] = text.split('.')
  return BigInt(`${whole}${part.padEnd(2, '0')}`).toString()
}

/** `250` is `2.5`, exactly. */
function decimal(text: string): string {
  const digits = text.padStart(3, '0')
  const [whole, part] = [digits.slice(0, -2), digits.slice(-2).replace(/0+$/, '')]
  return part === '' ? whole : `${whole}.${part}`
}
