import { type ExactText, exactText } from '#server/platform/text/exact-text.ts'
import { type CleanText, described } from '#server/platform/text/sanitize-line.ts'

/*
 * Readers for single fields of VTpass's answers. VTpass mixes text, numbers, null, `""` and `"N/A"`; empty objects come
 * as `[]`. Fields that only describe are cleaned or null and never make an answer unreadable.
 */

export type Fields = Readonly<Record<string, unknown>>

/** An object's fields; empty for lists, text and null. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {}
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** VTpass's spellings of "no value". */
export const SAYS_NOTHING = /^(?:n\/a|null|nil|-)$/i
/** Longer than any code of VTpass's. */
const CODE_MAX_LENGTH = 100

/** Text for people, as one clean line; null when empty. */
export function textOf(value: unknown): CleanText | null {
  const text = described(value)
  return text === null || SAYS_NOTHING.test(text) ? null : text
}

/** A VTpass code or id, kept exactly, or null. */
export function codeTextOf(value: unknown): ExactText | null {
  const text = exactText(value)
  return text === null || text.length > CODE_MAX_LENGTH ? null : text
}

/** The first present value among several field names. */
export function firstOf(fields: Fields, names: readonly string[]): unknown {
  return names.map((name) => fields[name]).find((value) => value !== undefined && value !== null && value !== '')
}
