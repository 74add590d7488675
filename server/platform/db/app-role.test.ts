import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseKinds, type FreshDatabase, freshDatabase } from '#tests/support/databases.ts'
import { statementsOfTheProgram } from '#tests/support/statements.ts'
import { APP_MAY } from './app-role.ts'

describe.each(databaseKinds)('what the program may do, on %s', (kind) => {
  let fresh: FreshDatabase
  beforeAll(async () => {
    fresh = await freshDatabase(kind)
  })
  afterAll(() => fresh.drop())

  it('is neither to change nor to remove a row of a table that is append-only', async () => {
    const refused = await fresh.database.query<{ table: string; what: string }>(
      `select tgrelid::regclass::text as table, what
       from pg_trigger cross join (values (8, 'delete'), (16, 'update')) as kinds (bit, what)
       where tgfoid = 'refuse_change'::regproc and tgtype & bit = bit and tgtype & 1 = 1`,
    )
    expect(refused.length).toBeGreaterThan(20)
    const allowed = refused.filter(({ table, what }) => (APP_MAY[table] as readonly string[])?.includes(what))
    expect(allowed).toEqual([])
  })
})

it('is what a statement of the program does, and nothing that none does', () => {
  const allowed = Object.entries(APP_MAY).flatMap(([table, privileges]) => privileges.map((each) => `${each} ${table}`))
  const needed = [...statementsOfTheProgram(), ...Object.keys(APP_MAY).map((table) => `select ${table}`)]
  expect(allowed.sort()).toEqual([...new Set(needed)].sort())
})
