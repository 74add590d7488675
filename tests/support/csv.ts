/** The cells of a CSV file (RFC 4180: CRLF, quotes doubled), without the byte order mark. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [[]]
  let cell = ''
  let isQuoted = false
  const source = text.replace(/^\uFEFF/, '')
  for (let place = 0; place < source.length; place++) {
    const letter = source[place] ?? ''
    if (isQuoted && letter === '"' && source[place + 1] === '"') {
      cell += '"'
      place++
    } else if (letter === '"') isQuoted = !isQuoted
    else if (!isQuoted && (letter === ',' || letter === '\r')) {
      rows.at(-1)?.push(cell)
      cell = ''
      if (letter === '\r') {
        place++
        rows.push([])
      }
    } else cell += letter
  }
  return rows.slice(0, -1)
}

const STARTS_A_FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/
const NUMBER = /^-?\d+(?:\.\d+)?$/
/** How a file writes a number that a spreadsheet would round: as a formula that yields the text. */
const NUMBER_AS_TEXT = /^="[\de]+"$/i

/** The cells that a spreadsheet would run as a formula. */
export function formulasIn(cells: readonly string[]): string[] {
  return cells.filter((cell) => STARTS_A_FORMULA.test(cell) && !NUMBER.test(cell) && !NUMBER_AS_TEXT.test(cell))
}
