import fs from 'node:fs'
import { z } from 'zod'
import { billKind } from '#contract/kinds/kinds.ts'
import { AMOUNT_MAX_KOBO, type Kobo } from '#contract/money.ts'
import type { FeeBand, PriceList } from '#contract/prices.ts'

/** Below 100 %: something that costs nothing is no payment. */
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
 * Reads an installation's own price list from a JSON file.
 *
 * @throws Error saying what is wrong with it
 */
export function readPriceList(file: string): PriceList {
  return parsePriceList(JSON.parse(fs.readFileSync(file, 'utf8')))
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
