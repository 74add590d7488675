import { withoutEntities } from './html-entities.ts'
import { type CleanText, cleanLine } from './sanitize-line.ts'

/** The payee's name, as a bank or biller gave it, fit to be shown, signed and printed. */
export type HolderName = CleanText & { readonly names: 'holder' }

const HOLDER_NAME_MAX_LENGTH = 200
/** A letter of another script than Latin, or of none, as 𝐀 is. Letters that only modify, as in Hausa ʼYar, are no script's own. */
const FOREIGN_LETTER = /[^\P{L}\p{Script=Latin}\p{Lm}]/u

/** Whether a name has no letter that only looks like a Latin one: of another script, full-width, or drawn as mathematics. */
export function isInLatin(name: string): boolean {
  return !FOREIGN_LETTER.test(name) && name.normalize('NFKC') === name
}

/**
 * Reads the name that a person decides by before money leaves. A name that only has odd characters in it is cleaned. One
 * that may be somebody else's is none at all: nothing is left of it, it is longer than what fits on a screen and would be
 * cut, or it has letters other than Latin ones, of which Cyrillic and Greek have the same shapes. Nigerian banks print
 * Latin letters with their marks, as the names of our own users are (`parseFullName`).
 */
export function readHolderName(uncheckedName: string): HolderName | null {
  const name = cleanLine(withoutEntities(uncheckedName), HOLDER_NAME_MAX_LENGTH + 1)
  if (!/[\p{L}\p{N}]/u.test(name) || [...name].length > HOLDER_NAME_MAX_LENGTH) return null
  return FOREIGN_LETTER.test(name) ? null : (name as HolderName)
}
