import type { Transaction } from './database.ts'

/** A write that has not run yet; several can be combined into one statement. */
export type Write = { readonly text: string; readonly params: readonly unknown[] }

/**
 * Combines independent writes into one statement, the last of which may return rows: one round trip instead of one
 * each. Each sees the rows as they were before.
 */
export async function combineWrites<Row>(tx: Transaction, first: readonly Write[], last: Write): Promise<Row[]> {
  const params: unknown[] = []
  const texts = [...first, last].map((write) => {
    const before = params.length
    params.push(...write.params)
    return write.text.replace(/\$(\d+)/g, (_, n: string) => `$${Number(n) + before}`)
  })
  const main = texts.pop() ?? ''
  const others = texts.map((text, i) => `write_${i} as (${text})`)
  return await tx.query<Row>(others.length === 0 ? main : `with ${others.join(', ')} ${main}`, params)
}

/**
 * Rows as one parameter, for `json_populate_recordset(null::table, $1::json)`: any number of rows in one statement.
 * Keys are columns; bigints become digits, dates ISO text.
 */
export function rowsAsJson(rows: readonly Readonly<Record<string, unknown>>[]): string {
  return JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))
}
