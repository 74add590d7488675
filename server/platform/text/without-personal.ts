import { type CleanText, cleanLine, DESCRIPTION_MAX_LENGTH } from './sanitize-line.ts'

const EMAIL = /[^\s@<>"'(),;:]+@[^\s@<>"'(),;:]+/gu
/** Six digits or more, in any grouping: a phone, account or identity number. Amounts and limits are shorter. */
const NUMBER = /\+?\p{Nd}(?:[\s().-]{0,2}\p{Nd}){5,}/gu
const WORD = /[\p{L}\p{M}'’-]+/gu

/**
 * A provider's sentence, made fit for logs and alarms: email addresses, long numbers and words of the given names are
 * replaced by what they are.
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
