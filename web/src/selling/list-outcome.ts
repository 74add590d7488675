import { formatNaira, formatNairaShort } from '#contract/money.ts'
import type { Batch, BatchRow } from '#contract/selling.ts'
import { BILLS } from '#web/payments/kinds/kinds.ts'

/** What is carried over to a new list. */
export type LeftOver = Pick<Batch, 'kind'> & { readonly text: string }

const RANK = { failed: 0, reversed: 1, none: 2, pending: 3, completed: 4 } as const

/** The rows that need a look first, then the order of the list. */
export function rowsToShow({ rows }: Pick<Batch, 'rows'>): readonly BatchRow[] {
  const rank = ({ order }: BatchRow) => RANK[order?.status ?? 'none']
  return [...rows].sort((one, other) => rank(one) - rank(other) || one.line - other.line)
}

/** Says where the money of a list is. The amount that came back is what had left the wallet. */
export function outcomeSentences(list: Pick<Batch, 'rows' | 'counts' | 'badCount'>): readonly string[] {
  const { counts, badCount } = list
  const paid = (status: 'completed' | 'pending' | 'failed' | 'reversed') =>
    formatNairaShort(
      list.rows.reduce((sum, row) => (row.order?.status === status ? sum + BigInt(row.priceKobo ?? 0) : sum), 0n),
    )
  return [
    ...(counts.completed === 0 ? [] : [`${counts.completed} delivered for ${paid('completed')}.`]),
    ...(counts.pending === 0
      ? []
      : [
          `${counts.pending} on the way: ${paid('pending')} is reserved until it is confirmed. This page updates automatically.`,
        ]),
    ...(counts.failed === 0 ? [] : [`${counts.failed} failed: ${paid('failed')} is back in your wallet.`]),
    ...(counts.reversed === 0 ? [] : [`${counts.reversed} came back: ${paid('reversed')} is back in your wallet.`]),
    ...(badCount === 0 ? [] : [`${badCount} not bought: nothing was taken for ${badCount === 1 ? 'it' : 'them'}.`]),
  ]
}

/** The lines that failed or came back, as a new list with a heading; empty when there are none. */
export function leftOver({ kind, rows }: Pick<Batch, 'kind' | 'rows'>): string {
  const failed = rows.filter(({ order }) => order?.status === 'failed' || order?.status === 'reversed')
  if (failed.length === 0) return ''
  const what = BILLS[kind].pricedBy === 'amount' ? 'amount' : 'bundle'
  return [`phone, network, ${what}, name, price`, ...failed.map((row) => cellsOf(kind, row).join(', '))].join('\n')
}

function cellsOf(kind: Batch['kind'], row: BatchRow): string[] {
  return [
    row.phone ?? '',
    row.network ?? '',
    BILLS[kind].pricedBy === 'amount' ? naira(row.amountKobo) : quoted(row.bundleName ?? ''),
    quoted(row.customerName ?? ''),
    naira(row.salePriceKobo),
  ]
}

function quoted(text: string): string {
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** `1500.50`, without grouping. */
function naira(amountKobo: string | null): string {
  return amountKobo === null ? '' : formatNaira(BigInt(amountKobo)).replaceAll(/[₦,]/g, '')
}
