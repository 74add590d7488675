import { SANDBOX_BANNER } from '#contract/constants.ts'
import { plainNaira } from '#contract/money.ts'
import { STATUS_WORDS } from '#contract/receipt-text.ts'
import type { Config } from '#server/platform/config/config.ts'
import { csvLine } from '#server/platform/text/csv-text.ts'
import { lagosMinute } from './lagos-text.ts'
import type { Statement, StatementLine } from './statement.ts'

const HEADING = [
  'Date',
  'Type',
  'To or from',
  'Details',
  'Reference',
  'Status',
  'Amount',
  'Fee',
  'Stamp duty',
  'Discount',
  'Total',
  'Balance',
]
/** Lines written before the event loop gets its turn. */
const LINES_AT_ONCE = 500

/**
 * A statement for spreadsheets: UTF-8 with a byte order mark, RFC 4180, amounts as plain decimal naira. Every line of
 * practice money says so, so that no line can be shown without it.
 */
export async function statementCsv(statement: Statement, { mode }: Pick<Config, 'mode'>): Promise<string> {
  const note = mode === 'sandbox' ? [SANDBOX_BANNER] : []
  const write = (cells: readonly string[]) => csvLine([...cells, ...note])
  let text = `\uFEFF${csvLine([...HEADING, ...(note.length === 0 ? [] : ['Note'])])}`
  const { lines, filters, from, openingKobo, closingKobo, heldKobo } = statement
  const isWhole = filters.length === 0
  if (isWhole) text += write(balanceRow(`${from} 00:00`, 'Opening balance', openingKobo))
  for (let place = 0; place < lines.length; place += LINES_AT_ONCE) {
    for (const line of lines.slice(place, place + LINES_AT_ONCE)) text += write(cellsOf(line))
    await new Promise(setImmediate)
  }
  if (isWhole) {
    const end = closingMoment(statement)
    text += write(balanceRow(end, 'Closing balance', closingKobo))
    text += write(balanceRow(end, 'Reserved for payments on their way, not in the balance', heldKobo))
  }
  return text
}

/** The statement's last minute: the end of its last day, or when it was made. */
function closingMoment({ to, madeAt }: Statement): string {
  const made = lagosMinute(madeAt)
  return made.slice(0, 10) > to ? `${to} 23:59` : made
}

function balanceRow(at: string, title: string, balanceKobo: bigint): string[] {
  return [at, title, '', '', '', '', '', '', '', '', '', plainNaira(balanceKobo)]
}

function cellsOf(line: StatementLine): string[] {
  return [
    lagosMinute(line.at),
    line.title,
    line.counterparty ?? '',
    line.detail ?? '',
    line.reference,
    STATUS_WORDS[line.status],
    plainNaira(line.amountKobo),
    plainNaira(line.feeKobo),
    plainNaira(line.dutyKobo),
    plainNaira(line.discountKobo),
    plainNaira(line.totalKobo),
    plainNaira(line.balanceKobo),
  ]
}
