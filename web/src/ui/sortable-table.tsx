import type { ReactNode } from 'react'
import { type Direction, nextSort, type Sort } from './sort-rows.ts'

export type Column<Row> = {
  readonly id: string
  readonly head: string
  readonly cell: (row: Row) => ReactNode
  /** The direction of the first press. Absent: the column cannot be sorted by. */
  readonly sorts?: Direction
  /** For amounts and buttons, which stand at the end of their column. */
  readonly isAtEnd?: boolean
  /** Its cell is the header of the row. */
  readonly isRowHead?: boolean
  /** The head is read out but not shown: the cells below it explain themselves. */
  readonly isHeadHidden?: boolean
}

type SortableTableProps<Row> = {
  /** A sentence about the rows and their order; it says how much of the whole is sorted. */
  caption: ReactNode
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  sort: Sort | null
  onSort: (sort: Sort) => void
}

/** A table with heads that ask for sorting. It sorts nothing itself: `rows` come in the order of `sort`. */
export function SortableTable<Row>({ caption, columns, rows, keyOf, sort, onSort }: SortableTableProps<Row>) {
  return (
    <div className="overflow-x-auto rounded-card bg-surface shadow-lift">
      <table className="w-full text-left text-small">
        <caption className="px-4 py-3 text-left text-small text-ink-2">
          <span role="status">{caption}</span>
        </caption>
        <thead>
          <tr className="border-y border-line">
            {columns.map((column) => (
              <Head key={column.id} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className="border-b border-line last:border-b-0">
              {columns.map((column) => (
                <Cell key={column.id} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type HeadProps<Row> = { column: Column<Row>; sort: Sort | null; onSort: (sort: Sort) => void }

function Head<Row>({ column: { id, head, sorts, isAtEnd, isHeadHidden }, sort, onSort }: HeadProps<Row>) {
  const direction = sort?.column === id ? sort.direction : undefined
  return (
    <th scope="col" aria-sort={direction} className={`px-4 font-medium text-ink-2 ${isAtEnd ? 'text-right' : ''}`}>
      {sorts === undefined ? (
        <span className={isHeadHidden ? 'sr-only' : undefined}>{head}</span>
      ) : (
        <button
          type="button"
          onClick={() => onSort(nextSort(sort, id, sorts))}
          className={`-mx-2 inline-flex min-h-12 items-center gap-1 rounded-control px-2 -outline-offset-3 ${direction === undefined ? '' : 'text-ink'}`}
        >
          {head} <SortMark direction={direction} />
        </button>
      )}
    </th>
  )
}

/** Drawn here, because an icon that several tables share would come with the app's first file. */
function SortMark({ direction }: { direction: Direction | undefined }) {
  const look = (of: Direction) => (direction === of ? 'fill-brand forced-colors:fill-[Highlight]' : 'fill-ink-3')
  return (
    <svg aria-hidden="true" viewBox="0 0 12 16" className="h-4 w-3 shrink-0">
      {direction === 'descending' ? null : <path d="M6 2l4 5H2z" className={look('ascending')} />}
      {direction === 'ascending' ? null : <path d="M6 14l4-5H2z" className={look('descending')} />}
    </svg>
  )
}

function Cell<Row>({ column: { cell, isAtEnd, isRowHead }, row }: { column: Column<Row>; row: Row }) {
  const look = `px-4 py-2 ${isAtEnd ? 'text-right' : ''}`
  return isRowHead ? (
    <th scope="row" className={`${look} font-medium wrap-anywhere`}>
      {cell(row)}
    </th>
  ) : (
    <td className={look}>{cell(row)}</td>
  )
}
