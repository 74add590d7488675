import { NETWORKS } from '#contract/phones.ts'
import type { Batch, BatchRow } from '#contract/selling.ts'
import { csvLine } from '#server/platform/text/csv-text.ts'

const HEADING = ['line', 'phone', 'network', 'amount', 'bundle', 'name', 'price', 'you pay', 'status', 'why']
const WORDS = { completed: 'Completed', pending: 'Pending', failed: 'Failed', reversed: 'Reversed' } as const

/** A list with the result of each row, for a spreadsheet. Its column names are those that a pasted list may have. */
export function batchCsv(batch: Batch): string {
  return `\uFEFF${csvLine(HEADING)}${batch.rows.map((row) => csvLine(cellsOf(row))).join('')}`
}

function cellsOf(row: BatchRow): string[] {
  return [
    String(row.line),
    row.phone ?? row.text,
    row.network === null ? '' : NETWORKS[row.network].name,
    naira(row.amountKobo),
    row.bundleName ?? '',
    row.customerName ?? '',
    naira(row.salePriceKobo),
    naira(row.priceKobo),
    row.order === null ? (row.ok ? 'Not approved' : 'Not bought') : WORDS[row.order.status],
    row.problem ?? row.order?.failure ?? '',
  ]
}

/** Naira with two decimals and no separators, such as `1500.50`. */
function naira(amountKobo: string | null): string {
  return amountKobo === null ? '' : amountKobo.padStart(3, '0').replace(/(\d{2})$/, '.$1')
}
