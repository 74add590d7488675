import { createHash } from 'node:crypto'

/*
 * Ids, references, codes and status words from outside decide: which payment was booked, whose it is, what its state
 * is. So they are kept exactly or not at all. Cleaning them, or a driver that replaces half a character, could merge
 * two ids, and one of two payments would never be booked.
 */

/** Outside text, unchanged: printable ASCII without spaces. It fits every column, parameter, address and log. */
export type ExactText = string & { readonly text: 'exact' }

/** At most 200 characters: longer than any id of a provider, and short enough for every index. */
const EXACT = /^[\x21-\x7e]{1,200}$/

/** The text itself, or null when it cannot be kept exactly. */
export function exactText(unchecked: unknown): ExactText | null {
  return typeof unchecked === 'string' && EXACT.test(unchecked) ? (unchecked as ExactText) : null
}

/**
 * Stands for a value that cannot be kept exactly. It equals no known value, so every comparison fails: no owner is
 * found, no proof fits. Null, in contrast, means a missing value.
 */
export const UNREADABLE = '?' as ExactText

/** Like exactText, for an optional value: null when missing, UNREADABLE when it cannot be kept. */
export function exactOrUnreadable(unchecked: unknown): ExactText | null {
  if (unchecked === undefined || unchecked === null || unchecked === '') return null
  return exactText(unchecked) ?? UNREADABLE
}

/**
 * A key made of any outside values: equal parts give equal keys, different parts different ones. Parts are joined if
 * they can be kept exactly, otherwise hashed. Half a character counts: JSON escapes it.
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

/** The value itself, or a placeholder for an object or list, however deep. */
function shallow(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString()
  return typeof value === 'object' && value !== null ? 'something else' : (value ?? null)
}

const ASCII_MAX_LENGTH = 120

/** An outside value as truncated ASCII JSON, for operators. Invisible characters are escaped. */
export function inAscii(unchecked: unknown): string {
  const json = unchecked === undefined ? 'missing' : JSON.stringify(shallow(unchecked))
  const ascii = json.replaceAll(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return ascii.length <= ASCII_MAX_LENGTH ? ascii : `${ascii.slice(0, ASCII_MAX_LENGTH)}...`
}
