/*
 * Reads everything people type or paste: phones, meters, smartcards, accounts, codes, emails, cells of lists. A number
 * from a chat, contact, PDF or spreadsheet has invisible marks, all kinds of dashes, and digits of the phone's script.
 */

/** Longest text read as a number: leaves room for groups, marks and padding from a spreadsheet cell. */
export const TYPED_NUMBER_MAX_LENGTH = 200

/** Invisible and without meaning: soft hyphen, zero-width space, text direction, byte order mark, emoji variation. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu
/** Includes the minus sign, which Unicode does not class as punctuation. */
const DASH = /[\p{Pd}\u2043\u2212]/gu
const FOREIGN_DIGIT = /[^\P{Nd}0-9]/gu
const DIGIT = /^\p{Nd}$/u

/** Typed text as it was meant: no invisible marks, `-` for every dash, 0 to 9 for every digit. */
export function plainTyped(uncheckedText: string): string {
  return uncheckedText.replace(INVISIBLE, '').replace(DASH, '-').replace(FOREIGN_DIGIT, latinDigit).trim()
}

/** Unicode keeps the ten digits of a script together, from 0 to 9; adjacent scripts have ten each. */
function latinDigit(digit: string): string {
  const at = digit.codePointAt(0) ?? 0
  let zero = at
  while (DIGIT.test(String.fromCodePoint(zero - 1))) zero--
  return String((at - zero) % 10)
}

/** The digits and nothing else: for a field that takes a number. */
export function digitsOf(uncheckedText: string): string {
  return plainTyped(uncheckedText).replace(/\D/g, '')
}

/** The digits of a number written in groups. Null if it contains anything else. */
export function groupedDigits(uncheckedText: string): string | null {
  const digits = plainTyped(uncheckedText).replace(/[\s-]/g, '')
  return /^\d+$/.test(digits) ? digits : null
}

/** Extracts the number from a sentence. Null unless it contains exactly one, with no letter directly beside it. */
export function onlyNumberIn(uncheckedText: string): string | null {
  return /^(?:\D*[^\p{L}\d])?(\d+)(?:[^\p{L}\d]\D*)?$/u.exec(plainTyped(uncheckedText))?.[1] ?? null
}

/** A code of letters and digits that is written in groups. */
export function plainCode(uncheckedText: string): string {
  return plainTyped(uncheckedText).replace(/[\s_-]/g, '')
}

/** Hausa's hooked letters, which do not decompose into a letter and an accent. */
export const HOOKED = { letters: 'ɓɗƙƴƁƊƘƳ', plain: 'bdkybdky' } as const

/** Text normalised for search: lower case, without accents and dots, however they were encoded. */
export function searchable(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ɓɗƙƴ]/g, (letter) => HOOKED.plain.charAt(HOOKED.letters.indexOf(letter)))
}
