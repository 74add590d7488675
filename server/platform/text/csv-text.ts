/** East Asian spreadsheets treat full-width signs like normal ones. */
const STARTS_A_FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/
/** A negative amount is a number, not a formula. */
const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/
/** A spreadsheet would drop a leading 0, round the number, or read a letter as an exponent. */
const WOULD_LOSE_DIGITS = /^(?:0\d+|\d{12,}|\d+e\d+)$/i

/**
 * One line of a CSV file (RFC 4180). Text that a spreadsheet would run as a formula gets a leading apostrophe, so it
 * shows as text. A number that is not a figure becomes a text formula and keeps every digit.
 */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(text: string): string {
  if (WOULD_LOSE_DIGITS.test(text)) return `"=""${text}"""`
  const harmless = STARTS_A_FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text
  return /[",\r\n']/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
