import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { KEPT_AFTER_CLOSING } from '#contract/privacy.ts'
import { type FreshDatabase, featureDatabases, freshDatabase } from '#tests/support/databases.ts'
import { readFromRoot } from '#tests/support/shown-by.ts'
import { EXPORTED_TABLES, TABLES_LEFT_OUT } from './exported-tables.ts'
import { REMOVED_ON_CLOSING, STAYS_AFTER_CLOSING } from './remove-personal-rows.ts'

describe.each(featureDatabases)('what is kept about people on %s', (kind) => {
  let fresh: FreshDatabase
  let columns: { table: string; column: string }[]
  beforeAll(async () => {
    fresh = await freshDatabase(kind)
    columns = await fresh.database.query(
      `select table_name as "table", column_name as "column" from information_schema.columns
       where table_schema = 'public' order by table_name, column_name`,
    )
  })
  afterAll(() => fresh.drop())

  const personal = () =>
    ['users', 'visitors', ...columns.filter(({ column }) => column === 'user_id').map(({ table }) => table)].sort()

  it('is in the export, or left out with a reason: every table with rows of a person', () => {
    const said = [...EXPORTED_TABLES.map(({ table }) => table), ...Object.keys(TABLES_LEFT_OUT)]
    expect(said.sort()).toEqual(personal())
  })

  it.each(EXPORTED_TABLES)('is in the export, or left out with a reason: every column of $table', (of) => {
    const there = columns.filter(({ table }) => table === of.table).map(({ column }) => column)
    expect([...of.columns, ...Object.keys(of.leftOut)].sort()).toEqual(there)
  })

  it('is removed when the account is closed, or stays for a reason: every table with rows of a person', () => {
    expect([...REMOVED_ON_CLOSING, ...Object.keys(STAYS_AFTER_CLOSING)].sort()).toEqual(personal())
  })

  it('is no hash and no sealed box in the export', () => {
    const exported = EXPORTED_TABLES.flatMap((of) => of.columns.map((column) => `${of.table}.${column}`))
    expect(exported.filter((name) => /hash|box|secret|digest|credential/.test(name))).toEqual([])
  })
})

describe('what stays after closing', () => {
  it('stands in the documentation in the words people are told', () => {
    const said = readFromRoot('docs/security/data.md').replaceAll(/\s+/g, ' ')
    for (const { what, why } of KEPT_AFTER_CLOSING) {
      expect(said).toContain(what)
      expect(said).toContain(why)
    }
  })
})
