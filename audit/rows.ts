/** One row, every column as text or null: the statements cast, so that no driver parses them. */
export type Row = Readonly<Record<string, string | null>>

/** Runs one statement. All statements of one audit must run in the same transaction. */
export type Query = (text: string, params?: readonly unknown[]) => Promise<Row[]>

const PAGE_ROWS = 2_000

/** Streams a query's rows through a cursor: the database sorts, and this process keeps one page. */
export async function* stream(query: Query, cursor: string, select: string): AsyncGenerator<Row> {
  await query(`declare ${cursor} no scroll cursor for ${select}`)
  for (;;) {
    const page = await query(`fetch forward ${PAGE_ROWS} from ${cursor}`)
    yield* page
    if (page.length < PAGE_ROWS) break
  }
  await query(`close ${cursor}`)
}

/** Neighbouring rows with the same key as one group. The rows must come sorted by that key. */
export async function* groups(rows: AsyncIterable<Row>, keyOf: (row: Row) => string): AsyncGenerator<Row[]> {
  let group: Row[] = []
  let key: string | undefined
  for await (const row of rows) {
    const next = keyOf(row)
    if (key !== undefined && next !== key) {
      yield group
      group = []
    }
    key = next
    group.push(row)
  }
  if (group.length > 0) yield group
}

/** An instant as whole microseconds, because a digest covers them; null for infinity, which no posting can have. */
export const micros = (column: string): string =>
  `case when isfinite(${column}) then (extract(epoch from ${column}) * 1000000)::bigint end::text`

/** A column that the statement never leaves null. */
export function text(row: Row, column: string): string {
  const value = row[column]
  if (value === null || value === undefined) throw new Error(`the audit's own statement answered no ${column}`)
  return value
}

/** A whole number column, exact. */
export function whole(row: Row, column: string): bigint {
  return BigInt(text(row, column))
}

/** Whether a table has a column that a migration has added. */
export async function hasColumn(query: Query, table: string, column: string): Promise<boolean> {
  const rows = await query(
    `select 1::text from pg_attribute where attrelid = to_regclass('${table}') and attname = '${column}' and not attisdropped`,
  )
  return rows.length > 0
}

export async function tableExists(query: Query, table: string): Promise<boolean> {
  const [row] = await query('select to_regclass($1)::text as found', [table])
  return row?.found !== null && row?.found !== undefined
}
