import { AMOUNT_MAX_KOBO, type Kobo } from '#contract/money.ts'
import { assert } from '#server/platform/errors.ts'

/*
 * VTpass counts in naira: `100`, `"100.00"`, `96.5`, and sometimes the residue of a float sum, `0.7000000000000001`.
 * All parsing works on decimal text. No float is ever added, multiplied or rounded.
 */

const DECIMAL = /^(-?)(\d{1,13})(?:\.(\d{1,40}))?$/

/** Naira as VTpass writes it to kobo, rounded half up. Null for exponents, NaN, signs and anything above the maximum. */
export function koboOf(value: unknown): Kobo | null {
  const signed = signedKoboOf(value)
  return signed === null || signed < 0n ? null : (signed as Kobo)
}

/** Like koboOf, for a balance, which may be negative; half a kobo is rounded away from zero. */
export function signedKoboOf(value: unknown): bigint | null {
  // String() gives the shortest decimal for a double; very large or small ones have an exponent.
  const text = typeof value === 'number' ? String(value) : value
  const match = typeof text === 'string' ? DECIMAL.exec(text) : null
  if (match === null) return null
  const [, sign = '', whole = '', fraction = ''] = match
  const digits = fraction.padEnd(3, '0')
  const rounding = digits.charAt(2) >= '5' ? 1n : 0n
  const amount = BigInt(whole + digits.slice(0, 2)) + rounding
  if (amount > AMOUNT_MAX_KOBO) return null
  return sign === '-' ? -amount : amount
}

/** Kobo to a number of naira. Its JSON text is exact: every amount up to the maximum has fewer digits than a double keeps. */
export function nairaOf(amount: Kobo): number {
  assert(amount > 0n && amount <= AMOUNT_MAX_KOBO, 'an amount out of range')
  const digits = amount.toString().padStart(3, '0')
  return Number(`${digits.slice(0, -2)}.${digits.slice(-2)}`)
}
