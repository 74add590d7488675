/** Spreadsheets in East Asian settings take the wide signs for the narrow ones. */
const STARTS_A_FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/
/** An amount that went out is a number and no formula. */
const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/
/** A spreadsheet would take a leading 0 from these, round them, or read one of their letters as an exponent. */
const WOULD_LOSE_DIGITS = /^(?:0\d+|\d{12,}|\d+e\d+)$/i

/**
 * One line of a CSV file (RFC 4180). Text that a spreadsheet would run as a formula gets an apostrophe in front and is
 * shown as the text it is; a number that is no figure becomes a formula that says a text, and keeps every digit.
 */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(text: string): string {
  if (WOULD_LOSE_DIGITS.test(text)) return `"=""${text}"""`
  const harmless = STARTS_A_FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text
  return /[",\r\n']/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
