import type { SaleLine } from '#contract/selling.ts'
import { compareKobo, compareWords, type Direction, type Sort, sortRows } from '#web/ui/sort-rows.ts'
import { STATUSES } from '#web/ui/status-chip.tsx'
import { customerOf } from './sale-row.tsx'

type SalesColumn = 'date' | 'customer' | 'what' | 'price' | 'status'
export type SalesSort = Sort & { readonly column: SalesColumn }

/** The order in which the server sends them. */
export const NEWEST_FIRST: SalesSort = { column: 'date', direction: 'descending' }

type Order = { readonly compare: (one: SaleLine, other: SaleLine) => number } & Readonly<Record<Direction, string>>

const ORDERS: Readonly<Record<SalesColumn, Order>> = {
  date: {
    compare: (one, other) => Date.parse(one.createdAt) - Date.parse(other.createdAt),
    ascending: 'oldest first',
    descending: 'newest first',
  },
  customer: byWords('customer', customerOf),
  what: byWords('product', ({ title }) => title),
  price: {
    compare: (one, other) => compareKobo(one.priceKobo, other.priceKobo),
    ascending: 'lowest price first',
    descending: 'highest price first',
  },
  status: byWords('status', ({ status }) => STATUSES[status].word),
}

function byWords(what: string, textOf: (sale: SaleLine) => string): Order {
  return {
    compare: (one, other) => compareWords(textOf(one), textOf(other)),
    ascending: `by ${what}, A to Z`,
    descending: `by ${what}, Z to A`,
  }
}

export function isSalesSort(sort: Sort): sort is SalesSort {
  return sort.column in ORDERS
}

export function sortSales(sales: readonly SaleLine[], { column, direction }: SalesSort): SaleLine[] {
  return sortRows(sales, direction, ORDERS[column].compare)
}

/**
 * Whether sorting needs all sales. Only the newest are read at first; in another order an unread one may come first.
 */
export function needsAll({ column, direction }: Sort): boolean {
  return column !== NEWEST_FIRST.column || direction !== NEWEST_FIRST.direction
}

type Known = { readonly count: number; readonly hasMore: boolean; readonly isReading: boolean }

/** How many sales are in the table, in which order, and whether there are others. */
export function describeSales({ count, hasMore, isReading }: Known, { column, direction }: SalesSort): string {
  const order = ORDERS[column][direction]
  if (isReading) return `Loading all sales of these days to sort them: ${count} so far…`
  if (!hasMore) return count === 1 ? 'The only sale of these days.' : `All ${count} sales of these days, ${order}.`
  return `The newest ${count} sales of these days, ${order}. Older sales are not in this table.`
}
