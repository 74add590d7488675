import fs from 'node:fs'
import { z } from 'zod'
import { exam } from '#contract/kinds/education.ts'
import { type BillKind, billKind } from '#contract/kinds/kinds.ts'
import { AMOUNT_MAX_KOBO, type Kobo } from '#contract/money.ts'
import { NETWORKS } from '#contract/phones.ts'
import type { FeeBand, PriceList } from '#contract/prices.ts'
import type { SettingRows } from './setting.ts'

/** Names a file, which `readPriceList` reads. */
export const priceSettings = {
  PRICE_LIST: {
    type: z.string().max(1_000),
    target: 'prices',
    meaning: 'A JSON file with your own prices: [Prices](../operate/prices.md).',
    unset: 'the product’s prices',
    live: {
      why: 'The product’s own prices, and VTpass’s published commissions. Users see every price before they pay; a sale below cost raises an alarm.',
      wrong: ['/nowhere/prices.json'],
    },
  },
} as const satisfies SettingRows

/** Below 100%: something free is not a payment. */
const basisPoints = z.int().min(0).max(9_999)
const byList = z.strictObject({ standard: basisPoints, bpc: basisPoints })
const commissions = z.record(z.string().max(60), basisPoints)
const koboAmount = z
  .string()
  .regex(/^(0|[1-9]\d{0,12})$/, 'whole kobo, as digits in quotes')
  .transform((text) => BigInt(text) as Kobo)
  .refine((amount) => amount <= AMOUNT_MAX_KOBO, 'too much')
const feeBands = z
  .array(z.strictObject({ upToKobo: koboAmount, feeKobo: koboAmount }))
  .min(1)
  .refine((bands) => bands.every((band, at) => at === 0 || band.upToKobo > (bands[at - 1]?.upToKobo ?? 0n)), {
    message: 'bands go from the lowest to the highest',
  })

const priceList = z.strictObject({
  discounts: z.record(billKind, byList),
  commissions: z.record(billKind, commissions),
  transferFees: z.strictObject({ standard: feeBands, bpc: feeBands }),
})

/** A price list in JSON: the shape of PriceList, with kobo as text. */
export type PriceListJson = z.input<typeof priceList>

/**
 * The services that can have a price besides `*`, for kinds whose services we know. For other kinds the provider lists
 * them.
 */
const SERVICES: Readonly<Partial<Record<BillKind, readonly string[]>>> = {
  airtime: Object.keys(NETWORKS),
  data: Object.keys(NETWORKS),
  education: exam.options,
}

/** A price for a service that is not sold. It would never apply and would read like a real price. */
export type UnknownService = { readonly kind: BillKind; readonly service: string; readonly known: readonly string[] }

/** The first service in a price list that is not sold, or null. `seen`: the provider's services by kind. */
export function findUnknownService(
  { commissions }: PriceList,
  seen: Readonly<Partial<Record<BillKind, readonly string[]>>> = {},
): UnknownService | null {
  for (const kind of billKind.options) {
    const known = SERVICES[kind] ?? seen[kind]
    if (known === undefined) continue
    const service = Object.keys(commissions[kind]).find((each) => each !== '*' && !known.includes(each))
    if (service !== undefined) return { kind, service, known }
  }
  return null
}

/**
 * Reads an installation's own price list from a JSON file.
 *
 * @throws Error saying what is wrong with it
 */
export function readPriceList(file: string): PriceList {
  const prices = parsePriceList(JSON.parse(fs.readFileSync(file, 'utf8')))
  const unknown = findUnknownService(prices)
  if (unknown === null) return prices
  const { kind, service, known } = unknown
  throw new Error(`commissions.${kind}.${service}: there is no such service; there are ${known.join(', ')}`)
}

/** @throws Error that says what is wrong */
export function parsePriceList(json: unknown): PriceList {
  const parsed = priceList.safeParse(json)
  if (parsed.success) return parsed.data
  throw new Error(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '))
}

export function priceListJson({ discounts, commissions, transferFees }: PriceList): PriceListJson {
  const bands = (fees: readonly FeeBand[]) =>
    fees.map(({ upToKobo, feeKobo }) => ({ upToKobo: `${upToKobo}`, feeKobo: `${feeKobo}` }))
  return {
    discounts,
    commissions,
    transferFees: { standard: bands(transferFees.standard), bpc: bands(transferFees.bpc) },
  }
}
