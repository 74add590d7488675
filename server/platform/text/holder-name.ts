import { withoutEntities } from './html-entities.ts'
import { type CleanText, cleanLine } from './sanitize-line.ts'

/** The payee's name from a bank or biller, fit to be shown, signed and printed. */
export type HolderName = CleanText & { readonly names: 'holder' }

const HOLDER_NAME_MAX_LENGTH = 200
/**
 * A letter outside the Latin script, or without a script, such as 𝐀. Modifier letters, as in Hausa ʼYar, belong to no
 * script and are allowed.
 */
const FOREIGN_LETTER = /[^\P{L}\p{Script=Latin}\p{Lm}]/u

/** Whether a name has only true Latin letters: none of another script, full-width or mathematical. */
export function isInLatin(name: string): boolean {
  return !FOREIGN_LETTER.test(name) && name.normalize('NFKC') === name
}

/**
 * Reads the payee's name, which a person checks before money leaves. Odd characters are cleaned. A name that could be
 * taken for somebody else's gives null: it is empty, too long for a screen, or has non-Latin letters, because Cyrillic
 * and Greek have the same shapes.
 *
 * Nigerian banks print Latin letters with their marks, like our own users' names (`parseFullName`).
 */
export function readHolderName(uncheckedName: string): HolderName | null {
  const name = cleanLine(withoutEntities(uncheckedName), HOLDER_NAME_MAX_LENGTH + 1)
  if (!/[\p{L}\p{N}]/u.test(name) || [...name].length > HOLDER_NAME_MAX_LENGTH) return null
  return FOREIGN_LETTER.test(name) ? null : (name as HolderName)
}
