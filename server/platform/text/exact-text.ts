import { createHash } from 'node:crypto'

/*
 * Ids, references, codes and words from outside. They decide: which payment was booked, whose it is, what state something
 * is in. So they are kept exactly as they came or not at all. Cleaning them, or what a database driver does with half a
 * character, would make one id of two, and one of two payments would never be booked.
 */

/** Text from outside exactly as it came: printable ASCII without spaces. It fits every column, parameter, address and log. */
export type ExactText = string & { readonly text: 'exact' }

/** At most 200 characters: longer than any id of a provider, and short enough for every index. */
const EXACT = /^[\x21-\x7e]{1,200}$/

/** The id, reference, code or word itself, or null when it cannot be kept exactly. */
export function exactText(unchecked: unknown): ExactText | null {
  return typeof unchecked === 'string' && EXACT.test(unchecked) ? (unchecked as ExactText) : null
}

/**
 * Stands for something that is there and cannot be kept exactly. It equals nothing that is known, so whatever is compared
 * with it differs: an owner is not found, a proof does not fit. Null, in contrast, is what was not said.
 */
export const UNREADABLE = '?' as ExactText

/** As exactText, of what may be missing: null when it is not said, UNREADABLE when it is said and cannot be kept. */
export function exactOrUnreadable(unchecked: unknown): ExactText | null {
  if (unchecked === undefined || unchecked === null || unchecked === '') return null
  return exactText(unchecked) ?? UNREADABLE
}

/**
 * A key made of parts from outside, whatever they are: the same parts give the same key, other parts another one. Joined
 * where that can be kept, and hashed where not. Half a character counts: JSON writes it as its number.
 */
export function keyOf(parts: readonly unknown[]): ExactText {
  const texts = parts.map((part) => (part === '' ? '' : exactText(part)))
  const isPlain = texts.every((text) => text !== null && !text.includes('|'))
  const hash = () =>
    createHash('sha256')
      .update(JSON.stringify(parts.map(shallow)))
      .digest('hex')
  return (isPlain ? exactText(texts.join('|')) : null) ?? (`sha256:${hash()}` as ExactText)
}

/** A value that can be written, however deep it is: of objects and lists only that they are there. */
function shallow(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString()
  return typeof value === 'object' && value !== null ? 'something else' : (value ?? null)
}

const ASCII_MAX_LENGTH = 120

/** A value from outside as JSON in ASCII, cut: what cannot be seen in it is written as its number. For operators. */
export function inAscii(unchecked: unknown): string {
  const json = unchecked === undefined ? 'missing' : JSON.stringify(shallow(unchecked))
  const ascii = json.replaceAll(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return ascii.length <= ASCII_MAX_LENGTH ? ascii : `${ascii.slice(0, ASCII_MAX_LENGTH)}...`
}
