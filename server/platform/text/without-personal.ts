import { type CleanText, cleanLine, DESCRIPTION_MAX_LENGTH } from './sanitize-line.ts'

const EMAIL = /[^\s@<>"'(),;:]+@[^\s@<>"'(),;:]+/gu
/** Six digits and more, however they are grouped: a phone, account or identity number. Amounts and limits are shorter. */
const NUMBER = /\+?\p{Nd}(?:[\s().-]{0,2}\p{Nd}){5,}/gu
const WORD = /[\p{L}\p{M}'’-]+/gu

/**
 * A provider's sentence about somebody, fit for logs and alarms: email addresses, long numbers and the words of the given names
 * are replaced by what they are.
 */
export function withoutPersonal(said: string, names: readonly string[]): CleanText {
  const nameWords = new Set(names.flatMap((name) => name.normalize('NFC').toLowerCase().match(WORD) ?? []))
  const line = said
    .normalize('NFC')
    .replaceAll(EMAIL, '[email]')
    .replaceAll(NUMBER, '[number]')
    .replaceAll(WORD, (word) => (nameWords.has(word.toLowerCase()) ? '[name]' : word))
  return cleanLine(line, DESCRIPTION_MAX_LENGTH)
}
