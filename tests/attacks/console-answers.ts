import { formulasIn, readCsv } from '#tests/support/csv.ts'
import { UNCLEAN } from '#tests/support/hostile-text.ts'
import type { Answer } from './ask.ts'

/** Control characters escaped in JSON, except line ends. */
const ESCAPED_CONTROL = /\\u00[01][0-9a-f]|\\u007f/i

/** What is wrong with the texts of a response to an operator, whoever wrote them; null if nothing is. */
export function whatIsUnclean({ status, text, headers }: Answer): string | null {
  if (status >= 300) return null
  const type = String(headers['content-type'])
  if (type.startsWith('text/csv')) return whatIsUncleanInCsv(text)
  if (!type.startsWith('application/json')) return null
  if (UNCLEAN.test(text) || ESCAPED_CONTROL.test(text)) return 'it has characters that change how text looks'
  return null
}

function whatIsUncleanInCsv(text: string): string | null {
  const cells = readCsv(text).flat()
  const [formula] = formulasIn(cells)
  if (formula !== undefined) return `a spreadsheet runs ${formula}`
  return cells.some((cell) => UNCLEAN.test(cell)) ? 'its file has characters that change how text looks' : null
}
