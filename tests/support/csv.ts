/** The cells of a CSV file as RFC 4180 has them: CRLF, quotes doubled. The byte order mark is left out. */
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
