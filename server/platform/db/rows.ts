import type { Transaction } from './database.ts'

/** A statement that only writes, not yet made: several of them can be one. */
export type Write = { readonly text: string; readonly params: readonly unknown[] }

/**
 * Makes writes that do not look at each other, the last of which may return rows, as one statement: one round trip to the database
 * back in place of one for each. All of them see what was there before.
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
 * Rows as one parameter, for `json_populate_recordset(null::table, $1::json)`: as many as there are in one statement. Keys are
 * columns; whole numbers go as their digits, moments as ISO text.
 */
export function rowsAsJson(rows: readonly Readonly<Record<string, unknown>>[]): string {
  return JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))
}
