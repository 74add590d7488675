import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database, SqlError, Transaction } from '#server/platform/db/database.ts'
import { databaseKinds, type FreshDatabase, freshDatabase } from '#tests/support/databases.ts'
import { insert, insertSpecimens } from './insert-specimens.ts'
import { BESIDES, COVERED_BY } from './overlaps.ts'
import { PROOFS } from './proofs.ts'
import type { Row } from './specimen.ts'

/** Every rule that the database itself enforces, whatever the program believes, proved by what it refuses. */

const CONSTRAINTS = Object.entries(PROOFS).flatMap(([table, { refuses }]) =>
  Object.entries(refuses).map(([name, rows]) => ({ table, name, rows })),
)
const TRIGGER_RULES = Object.entries(PROOFS).flatMap(([table, { triggers = {} }]) =>
  Object.entries(triggers).map(([name, refuses]) => ({ table, name, refuses })),
)

type Safeguard = { table: string; name: string; kind: 'check' | 'unique' | 'foreign key' | 'index' | 'trigger' }

async function safeguardsIn(database: Database): Promise<Safeguard[]> {
  return await database.query<Safeguard>(`
    select conrelid::regclass::text as "table", conname as name,
      case contype when 'c' then 'check' when 'f' then 'foreign key' else 'unique' end as kind
    from pg_constraint where connamespace = 'public'::regnamespace and contype in ('c', 'f', 'u', 'p', 'x')
    union all
    select i.indrelid::regclass::text, c.relname, 'index' from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indisunique and c.relnamespace = 'public'::regnamespace
      and not exists (select from pg_constraint where conindid = i.indexrelid)
    union all
    select tgrelid::regclass::text, tgname, 'trigger' from pg_trigger join pg_class c on c.oid = tgrelid
    where not tgisinternal and c.relnamespace = 'public'::regnamespace`)
}

class Undone extends Error {}

/** Runs statements in a transaction that is always rolled back. Returns the refusal, or null if there was none. */
async function refusalOf(database: Database, run: (tx: Transaction) => Promise<unknown>): Promise<SqlError | null> {
  try {
    await database.transaction(async (tx) => {
      await run(tx)
      throw new Undone()
    })
  } catch (error) {
    if (error instanceof Undone) return null
    return error as SqlError
  }
  throw new Error('the transaction was not rolled back')
}

describe.each(databaseKinds)('on %s', (kind) => {
  let fresh: FreshDatabase
  let database: Database
  let found: Safeguard[]
  beforeAll(async () => {
    fresh = await freshDatabase(kind)
    database = fresh.database
    found = await safeguardsIn(database)
    await insertSpecimens(database)
  })
  afterAll(() => fresh.drop())

  const drop = (name: string): string => {
    const safeguard = found.find((each) => each.name === name)
    if (safeguard === undefined) throw new Error(`the database has no ${name}`)
    const { table, kind: of } = safeguard
    if (of === 'trigger') return `drop trigger ${name} on ${table}`
    return of === 'index' ? `drop index ${name}` : `alter table ${table} drop constraint ${name} cascade`
  }
  const columns = () =>
    database.query<{ table: string; column: string; nullable: boolean }>(
      `select table_name as "table", column_name as "column", is_nullable = 'YES' as nullable
       from information_schema.columns where table_schema = 'public' order by 1, 2`,
    )

  it('every check, key, unique index and trigger of the schema has its entry here', () => {
    const entries = [...CONSTRAINTS, ...TRIGGER_RULES].map(({ table, name }) => `${table} ${name}`)
    expect(found.map(({ table, name }) => `${table} ${name}`).toSorted()).toEqual(entries.toSorted())
  })

  it('every table has a specimen that names all its columns', async () => {
    const named = Object.entries(PROOFS).flatMap(([table, { specimen }]) =>
      Object.keys(specimen).map((each) => `${table}.${each}`),
    )
    expect((await columns()).map(({ table, column }) => `${table}.${column}`)).toEqual(named.toSorted())
  })

  it.each(CONSTRAINTS)('$name refuses what nothing else does', async ({ table, name, rows }) => {
    const refusal = (row: Row, dropped: string | undefined) =>
      refusalOf(database, async (tx) => {
        if (dropped !== undefined) await tx.query(drop(dropped))
        for (const beside of [BESIDES[name] ?? []].flat()) {
          await insert(tx, beside.table, { ...PROOFS[beside.table]?.specimen, ...beside.row })
        }
        await insert(tx, table, { ...PROOFS[table]?.specimen, ...row })
      })
    for (const row of rows) {
      expect({ row, refusal: await refusal(row, COVERED_BY[name]) }).toMatchObject({ refusal: { constraint: name } })
      expect((await refusal(row, name))?.constraint).not.toBe(name)
    }
  })

  it.each(TRIGGER_RULES)('$name refuses what nothing else does', async ({ name, refuses }) => {
    for (const { code, message, statements } of refuses) {
      for (const statement of statements) {
        const refusal = await refusalOf(database, (tx) => tx.query(statement))
        expect({ statement, refusal }).toMatchObject({
          statement,
          refusal: { code, message: expect.stringMatching(message) },
        })
        const without = await refusalOf(database, async (tx) => {
          await tx.query(drop(name))
          await tx.query(statement)
        })
        expect(without?.message ?? '').not.toMatch(message)
      }
    }
  })

  it('only the columns that are listed may hold nothing', async () => {
    const listed = Object.entries(PROOFS).flatMap(([table, { nullable: names = [] }]) =>
      names.map((each) => `${table}.${each}`),
    )
    const nullable = (await columns()).filter((each) => each.nullable).map(({ table, column }) => `${table}.${column}`)
    expect(nullable).toEqual(listed.toSorted())
  })
})
