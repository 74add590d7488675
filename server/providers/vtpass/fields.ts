/*
 * How single fields of VTpass's answers are read. VTpass mixes text, numbers, null, `""` and `"N/A"`; empty objects come
 * as `[]`. What only describes becomes null when it is odd.
 */

export type Fields = Readonly<Record<string, unknown>>

/** An object's fields, or none: lists, text and null have none. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {}
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const TEXT_MAX_LENGTH = 200

/** Text for people: control characters and runs of spaces are one space. Null when nothing is said or it is too long. */
export function textOf(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > TEXT_MAX_LENGTH) return null
  const text = value.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()
  return text === '' || /^(?:n\/a|null|nil|-)$/i.test(text) ? null : text
}

/** A code or id of VTpass's: printable ASCII without spaces, kept exactly as it is. */
export function codeTextOf(value: unknown): string | null {
  return typeof value === 'string' && /^[\x21-\x7e]{1,100}$/.test(value) ? value : null
}

/** The first value of several spellings that is there at all. */
export function firstOf(fields: Fields, names: readonly string[]): unknown {
  return names.map((name) => fields[name]).find((value) => value !== undefined && value !== null && value !== '')
}
