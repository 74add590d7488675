/*
 * The one reader of what people type and paste: phones, meters, smartcards, accounts, codes, emails, cells of lists.
 * A number comes from a chat, a contact, a PDF or a spreadsheet with marks that nobody sees, dashes of every kind, and digits
 * of the script the phone is set to.
 */

/** Longest text read as a number: leaves room for groups, marks and padding from a spreadsheet cell. */
export const TYPED_NUMBER_MAX_LENGTH = 200

/** Takes up no room and says nothing: soft hyphen, zero-width space, direction of writing, byte order mark, variation of an emoji. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu
/** Also the minus sign, which is no punctuation. */
const DASH = /[\p{Pd}\u2043\u2212]/gu
const FOREIGN_DIGIT = /[^\P{Nd}0-9]/gu
const DIGIT = /^\p{Nd}$/u

/** What was typed, as it was meant: without marks that nobody sees, with `-` for every dash and 0 to 9 for every digit. */
export function plainTyped(uncheckedText: string): string {
  return uncheckedText.replace(INVISIBLE, '').replace(DASH, '-').replace(FOREIGN_DIGIT, latinDigit).trim()
}

/** Unicode keeps the digits of a script together, from 0 to 9. Scripts that stand side by side have ten each. */
function latinDigit(digit: string): string {
  const at = digit.codePointAt(0) ?? 0
  let zero = at
  while (DIGIT.test(String.fromCodePoint(zero - 1))) zero--
  return String((at - zero) % 10)
}

/** Every digit of it, and nothing else: for a field that takes a number. */
export function digitsOf(uncheckedText: string): string {
  return plainTyped(uncheckedText).replace(/\D/g, '')
}

/** The digits of a number written in groups. Null if it contains anything else. */
export function groupedDigits(uncheckedText: string): string | null {
  const digits = plainTyped(uncheckedText).replace(/[\s-]/g, '')
  return /^\d+$/.test(digits) ? digits : null
}

/** Extracts the number from a sentence. Returns null unless it contains exactly one, with no letter directly beside it. */
export function onlyNumberIn(uncheckedText: string): string | null {
  return /^(?:\D*[^\p{L}\d])?(\d+)(?:[^\p{L}\d]\D*)?$/u.exec(plainTyped(uncheckedText))?.[1] ?? null
}

/** A code of letters and digits that is written in groups. */
export function plainCode(uncheckedText: string): string {
  return plainTyped(uncheckedText).replace(/[\s_-]/g, '')
}

/** The hooked letters of Hausa, which no accent is taken from. */
export const HOOKED = { letters: 'ɓɗƙƴƁƊƘƳ', plain: 'bdkybdky' } as const

/** Text as it is searched: lower case, without accents and dots, in whichever form they came. */
export function searchable(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ɓɗƙƴ]/g, (letter) => HOOKED.plain.charAt(HOOKED.letters.indexOf(letter)))
}
