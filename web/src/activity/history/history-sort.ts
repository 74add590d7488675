import { useLocation } from 'react-router'
import type { TransactionsSort } from '#contract/transactions.ts'
import { useSearchParams } from '#web/lib/routing.tsx'
import type { Direction } from '#web/ui/sort-rows.ts'

export type HistorySort = { readonly column: TransactionsSort; readonly direction: Direction }

export const NEWEST_FIRST: HistorySort = { column: 'date', direction: 'descending' }

/** For each column, the direction of the first tap on its head, and each direction in words. */
export const COLUMNS = {
  date: { first: 'descending', descending: 'newest first', ascending: 'oldest first' },
  what: { first: 'ascending', ascending: 'description, A to Z', descending: 'description, Z to A' },
  amount: { first: 'descending', descending: 'most money in first', ascending: 'most money out first' },
  status: { first: 'ascending', ascending: 'status, A to Z', descending: 'status, Z to A' },
} as const satisfies Record<TransactionsSort, Record<'first', Direction> & Record<Direction, string>>

/** The order of the table, kept in the address so that it survives going back and a reload. */
export function useHistorySort(): [HistorySort, (sort: HistorySort) => void] {
  const [parameters, setParameters] = useSearchParams()
  const { state } = useLocation()
  function change({ column, direction }: HistorySort) {
    const next = new URLSearchParams(parameters)
    next.set('sort', column)
    next.set('direction', direction)
    setParameters(next, { replace: true, state })
  }
  return [readSort(parameters), change]
}

/** An invalid order counts as none. */
export function readSort(parameters: URLSearchParams): HistorySort {
  const column = parameters.get('sort')
  const direction = parameters.get('direction')
  if (!isColumn(column) || (direction !== 'ascending' && direction !== 'descending')) return NEWEST_FIRST
  return { column, direction }
}

export function isColumn(text: string | null): text is TransactionsSort {
  return text !== null && Object.hasOwn(COLUMNS, text)
}
