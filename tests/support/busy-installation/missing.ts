import { quoted, type Table, tablesOf } from '#server/platform/backups/content.ts'
import { EVERY_TABLE } from '#server/tables/tables.ts'
import type { TestJara } from '#tests/support/jara.ts'
import { missingActs } from './acts.ts'
import { missingDeposits } from './deposits.ts'
import { missingOrders } from './orders.ts'

/** Tables that are in no backup, and why. */
const NOT_BACKED_UP: Readonly<Record<string, string>> = {
  schema_migrations: 'the header of a backup names its migrations',
}

/** Columns that are never filled here, and why. */
const NEVER_FILLED: Readonly<Record<string, string>> = {
  'book_check.after_owner': 'only while one look at the books is too short for all accounts',
  'users.money_out_frozen_until': 'nothing sets it any more',
}

/** What this installation has not done yet, of everything in the code's own lists. */
export async function missingIn(jara: Pick<TestJara, 'database'>): Promise<string[]> {
  return [
    ...(await missingActs(jara)),
    ...(await missingOrders(jara)),
    ...(await missingDeposits(jara)),
    ...(await missingRows(jara)),
  ]
}

/** Tables without a row, and columns without a value in any row. */
async function missingRows({ database }: Pick<TestJara, 'database'>): Promise<string[]> {
  const tables = await tablesOf(database)
  const unread = EVERY_TABLE.filter(
    ({ name }) => !(name in NOT_BACKED_UP || tables.some((table) => table.name === name)),
  )
  const empty: string[] = unread.map(({ name }) => `${name} is in no backup`)
  for (const table of tables) {
    const [row] = await database.query<Record<string, bigint>>(countOf(table))
    for (const [column, count] of Object.entries(row ?? {})) {
      const name = `${table.name}.${column}`
      if (count === 0n && !(name in NEVER_FILLED)) empty.push(`${name} is empty`)
      if (count > 0n && name in NEVER_FILLED) empty.push(`${name} is filled: it is no exception any more`)
    }
  }
  return empty
}

function countOf({ name, columns }: Table): string {
  return `select ${columns.map(([column]) => `count(${quoted(column)}) as ${quoted(column)}`).join(', ')} from ${quoted(name)}`
}
