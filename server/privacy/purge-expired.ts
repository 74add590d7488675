import type { Database } from '#server/platform/db/database.ts'
import type { Purged } from '#server/tables/table.ts'
import { REFERRING_FIRST } from '#server/tables/tables.ts'

/** Rows removed per statement and table: no other work waits long for it. */
const PORTION_ROWS = 500

/** Data that expires by itself. Never the books, an order, or an order's approval. */
const PURGED: readonly (Purged & { readonly table: string })[] = REFERRING_FIRST.flatMap(({ name, retention }) =>
  typeof retention === 'string' ? [] : [{ table: name, ...retention }],
)

/** The tables that rows are removed from. */
export const PURGED_TABLES = PURGED.map(({ table }) => table)

/** Removes a portion of each kind. Returns whether there may be more. */
export async function purgeExpired(database: Database, now: Date): Promise<boolean> {
  let isMore = false
  for (const { table, since, keptMs, unless = 'false' } of PURGED) {
    const removed = await database.query(
      `delete from ${table} where ctid = any(array(
         select ctid from ${table} t where ${since} < $1 and not (${unless}) limit $2)) returning 1`,
      [new Date(now.getTime() - keptMs), PORTION_ROWS],
    )
    isMore ||= removed.length === PORTION_ROWS
  }
  return isMore
}
