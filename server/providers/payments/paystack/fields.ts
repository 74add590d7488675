import { z } from 'zod'
import { type ExactText, exactOrUnreadable, exactText, UNREADABLE } from '#server/platform/text/exact-text.ts'
import { type CleanText, cleanLine, described } from '#server/platform/text/sanitize-line.ts'

/*
 * How single fields of Paystack's answers are read. What decides about money must be there and be right, or the whole
 * answer is unreadable; what only describes is cleaned, or null, and makes no answer unreadable.
 */

/** Whole kobo: a safe integer or decimal digits. Fractions, exponents and what a double has rounded are refused. */
export const koboField = z.union([z.int().nonnegative(), z.string().regex(/^\d{1,15}$/)]).transform(BigInt)

/** As koboField, but a provider balance may be overdrawn. */
export const signedKoboField = z.union([z.int(), z.string().regex(/^-?\d{1,15}$/)]).transform(BigInt)

/** A fee: nothing when it is absent or null. */
export const feeField = koboField.nullish().transform((fee) => fee ?? 0n)

/** Whatever there is, nothing included: read by what follows. */
const anything = z.unknown().optional()

/** A reference, code or word that something is decided by: exactly as it came, or the answer is unreadable. */
export const exactField = anything.transform((unchecked, context) => readExactly(unchecked, context))

/** As exactField, where it may be missing. One that is there and cannot be kept equals no other: see UNREADABLE. */
export const exactOrNoneField = anything.transform(exactOrUnreadable)

/** Ids are integers in most answers and text in some. */
export const idField = anything.transform((unchecked, context) => readExactly(asText(unchecked), context))

/** As idField, where it may be missing. */
export const idOrNoneField = anything.transform((unchecked) => exactOrUnreadable(asText(unchecked)))

function readExactly(unchecked: unknown, context: z.RefinementCtx): ExactText {
  const text = exactText(unchecked)
  if (text === null) context.addIssue({ code: 'custom', message: 'not to be kept exactly' })
  return text ?? z.NEVER
}

/** A description: one clean line, or null when there is none to be read. */
export const noteField = anything.transform((unchecked) => described(unchecked))

/** A description that goes into logs and records: without numbers of accounts, emails and keys. */
export const saidField = noteField.transform((said) => (said === null ? null : cleaned(said)))

const MESSAGE_MAX_LENGTH = 200

/** A provider's free text, fit for logs and records: one clean line without account numbers, emails and keys, and short. */
export function cleaned(text: string): CleanText {
  const plain = cleanLine(text, MESSAGE_MAX_LENGTH * 2)
    .replace(/\b[sp]k_\w+/g, '[key]')
    .replace(/[^\s@]+@[^\s@]+/g, '[email]')
    .replace(/\d[\d\s-]{4,}\d/g, '[number]')
  return cleanLine(plain, MESSAGE_MAX_LENGTH)
}

/** As noteField, where a person looks for words. That there are none is said in ours. */
export const nameField = noteField.transform((name) => name ?? cleanLine('Name not given', 20))

/** Ten digits. The official contract types it as an integer, which would have lost its leading zeros. */
export const accountNumberField = digitsField(10)

/** `058`, `50211`, `035A`; as an integer it would have lost its leading zeros. */
export const bankCodeField = digitsField(3)

/** An account number that people are told to pay into: ten digits, or the answer is unreadable. */
export const issuedNumberField = exactField.refine((number) => /^\d{10}$/.test(number))

/** Null when it is not said. Text that cannot be kept exactly is somebody else's. */
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

/** An instant, or null: which of two spellings of it is there differs. */
export const instantField = anything.transform((unchecked) =>
  typeof unchecked === 'string' ? instantOf(unchecked) : null,
)

const INSTANT = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d(?:\.\d{1,9})?)(Z|[+-]\d\d:?\d\d)?$/

/** An instant as Paystack writes it; without a zone it is UTC. Null when it is none that can be stored: ISO 8601 has a year 0. */
export function instantOf(text: string | null | undefined): Date | null {
  const match = INSTANT.exec(text ?? '')
  if (match === null) return null
  const instant = new Date(`${match[1]}T${match[2]}${match[3] ?? 'Z'}`)
  return instant.getTime() >= 0 ? instant : null
}
