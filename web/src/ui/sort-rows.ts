export type Direction = 'ascending' | 'descending'

/** The column that rows are sorted by, and the direction. */
export type Sort = { readonly column: string; readonly direction: Direction }

/** The sort after a press on a column's head: first the column's own direction, then the other one. */
export function nextSort(now: Sort | null, column: string, first: Direction): Sort {
  if (now?.column !== column) return { column, direction: first }
  return { column, direction: now.direction === 'ascending' ? 'descending' : 'ascending' }
}

/** Rows that compare as equal keep their order in both directions. */
export function sortRows<Row>(
  rows: readonly Row[],
  direction: Direction,
  compare: (one: Row, other: Row) => number,
): Row[] {
  return [...rows].sort((one, other) => (direction === 'ascending' ? compare(one, other) : compare(other, one)))
}

let words: Intl.Collator | undefined

/** Compares names as a reader does: capitals and accents make no difference. */
export function compareWords(one: string, other: string): number {
  words ??= new Intl.Collator('en', { sensitivity: 'base', numeric: true })
  return words.compare(one, other)
}

/** Compares kobo, in the wire's decimal text, without a float. */
export function compareKobo(one: string, other: string): number {
  const difference = BigInt(one) - BigInt(other)
  return difference === 0n ? 0 : difference < 0n ? -1 : 1
}
