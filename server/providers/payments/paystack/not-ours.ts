import { z } from 'zod'
import { exactText } from '#server/platform/text/exact-text.ts'
import type { ForeignLine } from '#server/providers/payments/payment-provider.ts'
import { feeField, idField, koboField } from './fields.ts'
import { recordedWord } from './words.ts'

const OUR_CURRENCY = 'NGN'

const named = z.string().nullish().catch(null).transform(exactText)
const line = z.object({
  id: idField.nullish().catch(null),
  transfer_code: named,
  reference: named,
  amount: koboField.nullish().catch(null),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .transform(exactText)
    .nullish()
    .catch(null),
  status: z.string().max(60).catch(''),
  fee_charged: feeField.catch(0n),
  fees: feeField.catch(0n),
})

/** What tells whether a line can be ours, as far as it can be read. */
export type Marks = {
  /** `none`: the line has no reference at all. `unreadable`: its reference is not text. */
  readonly reference: { readonly text: string } | 'none' | 'unreadable'
  readonly isOtherCurrency: boolean
}

/** The marks of a row of a list, whatever else is wrong with it. */
export function marksOf(row: unknown): Marks {
  if (typeof row !== 'object' || row === null) return { reference: 'unreadable', isOtherCurrency: false }
  const { reference, currency }: { reference?: unknown; currency?: unknown } = row
  const isOtherCurrency = typeof currency === 'string' && /^[A-Z]{3}$/.test(currency) && currency !== OUR_CURRENCY
  if (reference === undefined || reference === null || reference === '') return { reference: 'none', isOtherCurrency }
  return { reference: typeof reference === 'string' ? { text: reference } : 'unreadable', isOtherCurrency }
}

/**
 * The readable parts of a row that cannot be ours. Null without a provider id: nothing could be said of it, and the
 * list may have another shape.
 */
export function readForeign(row: unknown, hasMoved: (word: string) => boolean): ForeignLine | null {
  const read = line.safeParse(row)
  if (!read.success) return null
  const { id, transfer_code: code, reference, amount, currency, status, fee_charged, fees } = read.data
  const name = code ?? id
  if (name == null) return null
  return {
    id: name,
    reference,
    amount: amount ?? null,
    fee: fee_charged + fees,
    currency: currency ?? null,
    word: recordedWord(status),
    hasMoved: hasMoved(status),
  }
}
