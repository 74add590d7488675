import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Table } from '#server/tables/table.ts'
import { EVERY_TABLE } from '#server/tables/tables.ts'
import { databaseKinds, type FreshDatabase, freshDatabase } from '#tests/support/databases.ts'
import { usesWithoutKey } from '#tests/support/person-key.ts'
import { readFromRoot } from '#tests/support/shown-by.ts'
import { type SqlText, sqlTextsIn, sqlTextsOfTheProgram } from '#tests/support/sql-texts.ts'
import { ABOUT_EVERYBODY, REFERENCES_WITHOUT_KEY, UNIQUE_ACROSS_PEOPLE, WITHOUT_KEY } from './without-person-key.ts'

/** A person's data is found by one key, so that people can be spread over several databases: docs/why/scale.md. */

const OF_PEOPLE = EVERY_TABLE.flatMap((table) => (table.owner === null ? [] : [table]))
/** Tables in which every row has an owner, and the column that names the owner. */
const KEYS = new Map(
  OF_PEOPLE.flatMap(({ name, owner, foundBy }) =>
    owner === 'visitor' || foundBy !== undefined ? [] : [[name, owner] as const],
  ),
)

describe.each(databaseKinds)('the schema on %s', (kind) => {
  let fresh: FreshDatabase
  beforeAll(async () => {
    fresh = await freshDatabase(kind)
  })
  afterAll(() => fresh.drop())

  it('gives every row of a person an owner, except in the tables that say what finds it instead', async () => {
    const owners = await fresh.database.query<{ table: string; nullable: boolean }>(
      `select table_name as "table", is_nullable = 'YES' as nullable from information_schema.columns
       where table_schema = 'public' and column_name = 'user_id' order by 1`,
    )
    const named = OF_PEOPLE.filter(({ owner }) => owner === 'user_id')
    expect(owners.map(({ table }) => table)).toEqual(named.map(({ name }) => name).toSorted())
    expect(owners.filter(({ nullable }) => nullable).map(({ table }) => table)).toEqual(
      named.flatMap(({ name, foundBy }) => (foundBy === undefined ? [] : [name])).toSorted(),
    )
  })

  it('has no unique index over all people but those that are listed with their reason', async () => {
    const found = await fresh.database.query<{ table: string; name: string; first: string | null }>(
      `select t.relname as "table", c.relname as name,
         (select attname from pg_attribute a where a.attrelid = t.oid and a.attnum = i.indkey[0]) as first
       from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
       where (i.indisunique or i.indisexclusion) and t.relnamespace = 'public'::regnamespace`,
    )
    const owner = new Map(OF_PEOPLE.map((table) => [table.name, table.owner]))
    const acrossPeople = found.filter(({ table, name, first }) => {
      const key = owner.get(table)
      return key !== undefined && (key === 'visitor' || first !== key) && name !== ''
    })
    expect(acrossPeople.map(({ name }) => name).toSorted()).toEqual(
      Object.values(UNIQUE_ACROSS_PEOPLE).flat().toSorted(),
    )
  })

  it('refers from one row of a person to another by their key, except where reports do without', async () => {
    const references = await fresh.database.query<{ table: string; other: string; columns: string[]; name: string }>(
      `select conrelid::regclass::text as "table", confrelid::regclass::text as other, conname as name,
         (select array_agg(attname::text) from pg_attribute where attrelid = conrelid and attnum = any(conkey)) as columns
       from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
    )
    const people = new Set(OF_PEOPLE.filter(({ owner }) => owner !== 'visitor').map(({ name }) => name))
    const withoutKey = references.filter(
      ({ table, other, columns }) => people.has(table) && people.has(other) && !columns.includes('user_id'),
    )
    expect(withoutKey.map(({ name }) => name).toSorted()).toEqual(REFERENCES_WITHOUT_KEY.toSorted())
  })

  it('has no function that uses rows of a person without their key, except those about the books of the house', async () => {
    const functions = await fresh.database.query<SqlText>(
      `select proname as file, prosrc as text from pg_proc where pronamespace = 'public'::regnamespace`,
    )
    expect(functions.length).toBeGreaterThan(20)
    expect(unkeyed(functions)).toEqual([
      'ledger_house_accounts: select ledger_entries',
      'ledger_house_accounts: select ledger_entries',
      'ledger_newest_house_entry: select ledger_entries',
    ])
  })
})

function unkeyed(texts: readonly SqlText[]): string[] {
  return texts.flatMap(({ file, text }) => usesWithoutKey(text, KEYS).map((use) => `${file}: ${use}`)).toSorted()
}

describe('a statement of the program names whose rows it means', () => {
  const listed = Object.values(WITHOUT_KEY).flatMap((files) =>
    Object.entries(files).flatMap(([file, uses]) => uses.map((use) => `${file}: ${use}`)),
  )
  const isAboutEverybody = (line: string) => Object.keys(ABOUT_EVERYBODY).some((start) => line.startsWith(start))

  it('or is listed with its reason', () => {
    const found = unkeyed(sqlTextsOfTheProgram())
    expect(found.filter((line) => !isAboutEverybody(line))).toEqual(listed.toSorted())
    expect(Object.keys(ABOUT_EVERYBODY).filter((start) => !found.some((line) => line.startsWith(start)))).toEqual([])
  })
})

it('docs/why/scale.md says of each table what its descriptor does', () => {
  const places = [...readFromRoot('docs/why/scale.md').matchAll(/^\| \*\*(.+?)\*\*.*?: (`.+?`) \|/gm)]
  const said = places.flatMap(([, place = '', names = '']) =>
    [...names.matchAll(/`(\w+)`/g)].map(([, name]) => `${name}: ${place}`),
  )
  expect(said.toSorted()).toEqual(EVERY_TABLE.map((table) => `${table.name}: ${placeOf(table)}`).toSorted())
})

function placeOf(table: Table): string {
  if (table.owner === null) return table.whenSpread
  if (table.owner === 'visitor') return 'of a visitor'
  return table.foundBy === undefined ? 'of a person' : 'of a person, or of nobody'
}

describe('a use of a table', () => {
  const found = (statement: string) =>
    unkeyed(sqlTextsIn('a.ts', `const statement = \`${statement}\``)).map((line) => line.replace('a.ts: ', ''))

  it.each([
    'select id from orders where user_id = $1',
    'select id from orders o where o.user_id = any($1::text[])',
    'select id from orders where (user_id, id) in (select user_id, order_id from order_steps where user_id = $1)',
    'select 1 from orders o join order_steps s on s.user_id = o.user_id and s.order_id = o.id where o.user_id = $1',
    'select 1 from orders o join order_steps s using (user_id) where o.user_id = $1',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source
    'select 1 from orders where user_id = ${user}',
    'select 1 from unnest($1::text[]) as asked (person) cross join lateral (select 1 from orders where user_id = asked.person) as o',
    'exists (select from orders o where o.user_id = t.user_id)',
    'select 1 from users u where u.id = $1',
    'insert into receipts (user_id, code) values ($1, $2)',
    'insert into bpc_wrong_codes as w (user_id, wrong) values ($1, 1) on conflict (user_id) do update set wrong = w.wrong + 1',
    'update orders set state = $2 where user_id = $1',
    'delete from receipts where user_id = $1',
    'update jobs set due_at = $1',
  ])('that names its owner: %s', (statement) => expect(found(statement)).toEqual([]))

  it.each([
    ['select id from orders where id = $1', ['select orders']],
    ['select id from orders where user_id > $1', ['select orders']],
    ['select id from orders', ['select orders']],
    ['select 1 from orders o join users u on u.id = o.user_id where o.id = $1', ['select orders', 'select users']],
    [
      'select 1 from orders o join order_steps s using (user_id) where o.id = $1',
      ['select order_steps', 'select orders'],
    ],
    ['select 1 from users where id = (select user_id from orders where id = $1)', ['select orders']],
    ['select 1 from orders where user_id = $1 union all select 1 from orders where id = $2', ['select orders']],
    ['select 1 from deposits d, receipts r where r.code = d.reference', ['select receipts']],
    ['update orders set state = $2 where id = $1', ['update orders']],
    ['delete from receipts where code = $1', ['delete receipts']],
    ['insert into receipts (code) values ($1)', ['insert receipts']],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source
    ['select 1 from ${table} where id = $1', ['select ⟨table⟩']],
  ])('that does not: %s', (statement, uses) => expect(found(statement)).toEqual(uses))
})
