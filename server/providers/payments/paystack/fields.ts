import { z } from 'zod'
import { type ExactText, exactOrUnreadable, exactText, UNREADABLE } from '#server/platform/text/exact-text.ts'
import { type CleanText, cleanLine, described } from '#server/platform/text/sanitize-line.ts'

/*
 * Readers for single fields of Paystack's answers. A field that decides about money must be present and valid, or the
 * whole answer is unreadable. A field that only describes is cleaned or null and never makes an answer unreadable.
 */

/**
 * Whole kobo: a safe integer or decimal digits. Fractions, exponents and numbers that a double has rounded are refused.
 */
export const koboField = z.union([z.int().nonnegative(), z.string().regex(/^\d{1,15}$/)]).transform(BigInt)

/** Like koboField, for a provider balance, which may be overdrawn. */
export const signedKoboField = z.union([z.int(), z.string().regex(/^-?\d{1,15}$/)]).transform(BigInt)

/** A fee; zero when absent or null. */
export const feeField = koboField.nullish().transform((fee) => fee ?? 0n)

/** Any value or none, for the transform that follows. */
const anything = z.unknown().optional()

/** A reference, code or word that decides something: kept exactly, or the answer is unreadable. */
export const exactField = anything.transform((unchecked, context) => readExactly(unchecked, context))

/** Like exactField, but optional. An unusable value compares unequal to everything: see UNREADABLE. */
export const exactOrNoneField = anything.transform(exactOrUnreadable)

/** Ids are integers in most answers and text in some. */
export const idField = anything.transform((unchecked, context) => readExactly(asText(unchecked), context))

/** Like idField, but optional. */
export const idOrNoneField = anything.transform((unchecked) => exactOrUnreadable(asText(unchecked)))

function readExactly(unchecked: unknown, context: z.RefinementCtx): ExactText {
  const text = exactText(unchecked)
  if (text === null) context.addIssue({ code: 'custom', message: 'not to be kept exactly' })
  return text ?? z.NEVER
}

/** A description: one clean line, or null if there is none. */
export const noteField = anything.transform((unchecked) => described(unchecked))

/** A description for logs and records: without account numbers, emails and keys. */
export const saidField = noteField.transform((said) => (said === null ? null : cleaned(said)))

const MESSAGE_MAX_LENGTH = 200

/**
 * A provider's free text, made fit for logs and records: one short clean line without account numbers, emails and keys.
 */
export function cleaned(text: string): CleanText {
  const plain = cleanLine(text, MESSAGE_MAX_LENGTH * 2)
    .replace(/\b[sp]k_\w+/g, '[key]')
    .replace(/[^\s@]+@[^\s@]+/g, '[email]')
    .replace(/\d[\d\s-]{4,}\d/g, '[number]')
  return cleanLine(plain, MESSAGE_MAX_LENGTH)
}

/** Like noteField, for a name shown to people: a missing one is replaced by our words. */
export const nameField = noteField.transform((name) => name ?? cleanLine('Name not given', 20))

/** Ten digits. The official contract types it as an integer, which loses leading zeros. */
export const accountNumberField = digitsField(10)

/** `058`, `50211`, `035A`; an integer loses its leading zeros. */
export const bankCodeField = digitsField(3)

/** An account number that people are told to pay into: ten digits, or the answer is unreadable. */
export const issuedNumberField = exactField.refine((number) => /^\d{10}$/.test(number))

/** Null when missing. Text that cannot be kept exactly is UNREADABLE, so it matches nobody. */
function digitsField(length: number) {
  return anything.transform((unchecked): ExactText | null => {
    if (isWhole(unchecked)) return exactText(String(unchecked).padStart(length, '0')) ?? UNREADABLE
    return typeof unchecked === 'string' ? exactOrUnreadable(unchecked) : null
  })
}

function asText(unchecked: unknown): unknown {
  const isLongId = typeof unchecked === 'bigint' && unchecked > 0n
  return isLongId || isWhole(unchecked) ? String(unchecked) : unchecked
}

function isWhole(unchecked: unknown): unchecked is number {
  return Number.isSafeInteger(unchecked) && Number(unchecked) >= 0
}

/** An instant, or null. Which of its two field names is present varies. */
export const instantField = anything.transform((unchecked) =>
  typeof unchecked === 'string' ? instantOf(unchecked) : null,
)

const INSTANT = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d(?:\.\d{1,9})?)(Z|[+-]\d\d:?\d\d)?$/

/** An instant as Paystack writes it; without a zone it is UTC. Null when it cannot be stored: ISO 8601 has a year 0. */
export function instantOf(text: string | null | undefined): Date | null {
  const match = INSTANT.exec(text ?? '')
  if (match === null) return null
  const instant = new Date(`${match[1]}T${match[2]}${match[3] ?? 'Z'}`)
  return instant.getTime() >= 0 ? instant : null
}
