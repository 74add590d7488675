import { withoutEntities } from './html-entities.ts'

/*
 * The one rule for text from outside, whatever its source: a provider, a user, a browser, an operator.
 *
 * - Text that only describes (a name beside a payment, a reason, a note) decides nothing. It is cleaned to one line
 * when read, and stored like that; if nothing is left, it is missing. It never causes a refusal or holds money back.
 * - Text that decides (an id, a reference, an account number, a status word) is never cleaned, because two values could
 * become one: see exact-text.ts.
 * - The payee's name is both, and has its own rule: see holder-name.ts.
 *
 * Which text is read where is listed in docs/why/security.md, "Text from outside".
 */

/** Text without characters that a database refuses, that are invisible, or that change how their neighbours look. */
export type CleanText = string & { readonly text: 'clean' }

/** The longest description that is stored, in characters. Longer ones end with "…". */
export const DESCRIPTION_MAX_LENGTH = 200

/**
 * Control, format, private and unassigned characters, half characters, line and paragraph separators, and the Braille
 * blank.
 */
const HARMFUL = /[\p{C}\p{Zl}\p{Zp}\u2800]/gu
/** Letters and marks that are never drawn: fillers, joiners, selectors. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu
/** A Yorùbá letter has at most two marks. A tower of marks covers neighbouring lines. */
const MARKS_TOO_MANY = /(\p{M}{4})\p{M}+/gu
/** Marks without a base letter would attach to whatever precedes them. */
const MARKS_ALONE = /(^|\s)\p{M}+/gu

/**
 * Cleans outside text to one harmless line: harmful characters become spaces, invisible ones go; single spaces, NFC, at
 * most `maxLength` characters. Formulas and markup stay text and are escaped where something may interpret them.
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

/** Any outside value as a description: clean and short, or null when it says nothing. Never throws. */
export function described(unchecked: unknown, maxLength: number = DESCRIPTION_MAX_LENGTH): CleanText | null {
  if (typeof unchecked !== 'string') return null
  const whole = cleanLine(withoutEntities(unchecked), maxLength + 1)
  if (whole === '') return null
  return [...whole].length <= maxLength ? whole : (`${cleanLine(whole, maxLength - 1)}…` as CleanText)
}
