import { type ExactText, exactText } from '#server/platform/text/exact-text.ts'
import { type CleanText, described } from '#server/platform/text/sanitize-line.ts'

/*
 * How single fields of VTpass's answers are read. VTpass mixes text, numbers, null, `""` and `"N/A"`; empty objects come
 * as `[]`. What only describes is cleaned, or null, and makes no answer unreadable.
 */

export type Fields = Readonly<Record<string, unknown>>

/** An object's fields, or none: lists, text and null have none. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {}
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** How VTpass writes that it has nothing to say. */
export const SAYS_NOTHING = /^(?:n\/a|null|nil|-)$/i
/** Longer than any code of VTpass's. */
const CODE_MAX_LENGTH = 100

/** Text for people, one clean line. Null when nothing is said. */
export function textOf(value: unknown): CleanText | null {
  const text = described(value)
  return text === null || SAYS_NOTHING.test(text) ? null : text
}

/** A code or id of VTpass's, kept exactly as it is, or null. */
export function codeTextOf(value: unknown): ExactText | null {
  const text = exactText(value)
  return text === null || text.length > CODE_MAX_LENGTH ? null : text
}

/** The first value of several spellings that is there at all. */
export function firstOf(fields: Fields, names: readonly string[]): unknown {
  return names.map((name) => fields[name]).find((value) => value !== undefined && value !== null && value !== '')
}
