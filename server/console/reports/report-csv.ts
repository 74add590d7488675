import { type Cell, cellText, sheetsOf } from '#contract/console/report-sheets.ts'
import type { DailyReport } from '#contract/console/reports.ts'
import { SANDBOX_BANNER } from '#contract/constants.ts'
import { plainNaira } from '#contract/money.ts'
import type { Config } from '#server/platform/config/config.ts'
import { csvLine } from '#server/platform/text/csv-text.ts'

const HEADING = ['Day', 'Table', 'Row', 'Figure', 'Value']

/**
 * A report for a spreadsheet: UTF-8 with a byte order mark, RFC 4180, one figure per line, amounts in naira as plain decimals.
 * Practice money is marked in every line.
 */
export function reportCsv(report: DailyReport, { mode }: Pick<Config, 'mode'>): string {
  const isPractice = mode === 'sandbox'
  const write = (cells: readonly string[], note: string) => csvLine(isPractice ? [...cells, note] : cells)
  const line = (table: string, row: string, figure: string, value: string) =>
    write([report.day, table, row, figure, value], SANDBOX_BANNER)
  const figures = sheetsOf(report).flatMap(({ title, columns, rows }) =>
    rows.flatMap(({ head, cells }) =>
      cells.map((cell, place) => line(title, head, columns[place + 1] ?? '', plainText(cell))),
    ),
  )
  const made = [
    line('Report', 'Made', 'Time (UTC)', report.madeAt),
    line('Report', 'The day is over', 'Answer', report.isOver ? 'yes' : 'no'),
  ]
  return `\uFEFF${write(HEADING, 'Note')}${[...made, ...figures].join('')}`
}

function plainText(cell: Cell): string {
  return cell !== null && 'kobo' in cell ? plainNaira(cell.kobo) : cellText(cell)
}
