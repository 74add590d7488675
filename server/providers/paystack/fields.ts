import { z } from 'zod'

/*
 * How single fields of Paystack's answers are read. What decides about money must be there and be right, or the whole
 * answer is unreadable; what only describes becomes null when it is odd.
 */

/** Whole kobo: a safe integer or decimal digits. Fractions, exponents and what a double has rounded are refused. */
export const koboField = z.union([z.int().nonnegative(), z.string().regex(/^\d{1,15}$/)]).transform(BigInt)

/** As koboField, but a provider balance may be overdrawn. */
export const signedKoboField = z.union([z.int(), z.string().regex(/^-?\d{1,15}$/)]).transform(BigInt)

/** A fee: nothing when it is absent or null. */
export const feeField = koboField.nullish().transform((fee) => fee ?? 0n)

export const textField = z.string().min(1).max(200)

/** A description that may be missing, empty or of another type. */
export const noteField = z
  .string()
  .max(1_000)
  .transform((text) => (text.trim() === '' ? null : text.trim()))
  .nullish()
  .catch(null)
  .transform((text) => text ?? null)

/** Ids are integers in most answers and text in some. */
export const idField = z.union([z.int().nonnegative().transform(String), textField])

/** Ten digits. The official contract types it as an integer, which would have lost its leading zeros. */
export const accountNumberField = digitsField(10)

/** `058`, `50211`, `035A`; as an integer it would have lost its leading zeros. */
export const bankCodeField = digitsField(3)

function digitsField(length: number) {
  return z
    .union([
      z
        .int()
        .nonnegative()
        .transform((number) => String(number).padStart(length, '0')),
      z.string().min(1).max(20),
    ])
    .nullish()
    .catch(null)
    .transform((text) => text ?? null)
}

const INSTANT = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d(?:\.\d{1,9})?)(Z|[+-]\d\d:?\d\d)?$/

/** An instant as Paystack writes it; without a zone it is UTC. Null when it is not one. */
export function instantOf(text: string | null | undefined): Date | null {
  const match = INSTANT.exec(text ?? '')
  if (match === null) return null
  const instant = new Date(`${match[1]}T${match[2]}${match[3] ?? 'Z'}`)
  return Number.isNaN(instant.getTime()) ? null : instant
}
