import { withoutEntities } from './html-entities.ts'

/*
 * The one rule for text from outside, whatever its source: a provider, a user, a browser, an operator.
 *
 * - What only describes (a name beside a payment, a reason, a note) decides nothing. It is made one clean line where it is
 *   read, and stored as that; where nothing is left of it, there is none. It refuses no answer and keeps no money.
 * - What decides (an id, a reference, an account number, a word for a state) is never cleaned, because two of
 *   them could become one: see exact-text.ts.
 * - The payee's name is both, and has its own rule: see holder-name.ts.
 *
 * Which text is read where is listed in docs/why/security.md, "Text from outside".
 */

/** Text without anything that a database refuses, that cannot be seen, or that changes how its neighbours look. */
export type CleanText = string & { readonly text: 'clean' }

/** The longest description that is stored, in characters. Longer ones end with "…". */
export const DESCRIPTION_MAX_LENGTH = 200

/** Control, format, private and unassigned characters, halves of characters, line and paragraph separators, and the blank of Braille. */
const HARMFUL = /[\p{C}\p{Zl}\p{Zp}\u2800]/gu
/** Letters and marks that are never drawn: fillers, joiners, selectors. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu
/** A letter of Yorùbá has two marks at most. A tower of them covers the lines around it. */
const MARKS_TOO_MANY = /(\p{M}{4})\p{M}+/gu
/** Marks without a letter of their own would attach to whatever precedes them. */
const MARKS_ALONE = /(^|\s)\p{M}+/gu

/**
 * Text from outside as one harmless line: what is harmful is a space, what is unseen is gone; single spaces, NFC, at most
 * `maxLength` characters. Formulas and markup stay what they are, text, and are made harmless where something may read them.
 */
export function cleanLine(uncheckedText: string, maxLength: number): CleanText {
  const line = uncheckedText
    .replaceAll(HARMFUL, ' ')
    .replaceAll(UNSEEN, '')
    .normalize('NFC')
    .replaceAll(MARKS_TOO_MANY, '$1')
    .replaceAll(MARKS_ALONE, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return [...line].slice(0, maxLength).join('').trim() as CleanText
}

/** Text of several lines, each of them clean, with at most one empty line in a row. */
export function cleanLines(uncheckedText: string): CleanText {
  return uncheckedText
    .replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .split('\n')
    .map((line) => cleanLine(line, Number.POSITIVE_INFINITY))
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim() as CleanText
}

/** A description from outside, whatever it is: clean and short, or null when it says nothing. Never an error. */
export function described(unchecked: unknown, maxLength: number = DESCRIPTION_MAX_LENGTH): CleanText | null {
  if (typeof unchecked !== 'string') return null
  const whole = cleanLine(withoutEntities(unchecked), maxLength + 1)
  if (whole === '') return null
  return [...whole].length <= maxLength ? whole : (`${cleanLine(whole, maxLength - 1)}…` as CleanText)
}
