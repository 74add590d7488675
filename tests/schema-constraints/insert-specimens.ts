import type { Database, Sql } from '#server/platform/db/database.ts'
import { PROOFS } from './proofs.ts'
import type { Row } from './specimen.ts'

export async function insert(sql: Sql, table: string, row: Row): Promise<void> {
  const values = Object.keys(row).map((_, index) => `$${index + 1}`)
  await sql.query(`insert into ${table} (${Object.keys(row).join(', ')}) values (${values.join(', ')})`, [
    ...Object.values(row),
  ])
}

/** Inserts a row into every table, and whatever must exist before it. */
export async function insertSpecimens(database: Database): Promise<void> {
  for (const [table, { specimen, besides = [] }] of Object.entries(PROOFS)) {
    for (const beside of besides)
      await insert(database, beside.table, { ...PROOFS[beside.table]?.specimen, ...beside.row })
    await insert(database, table, specimen)
  }
}
