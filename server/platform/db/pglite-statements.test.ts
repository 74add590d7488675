import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FreshDatabase, freshDatabase } from '#tests/support/databases.ts'

describe('a statement on the embedded database', () => {
  let fresh: FreshDatabase
  beforeAll(async () => {
    fresh = await freshDatabase('pglite')
    await fresh.database.exec('create table probe (id int primary key, amount bigint)')
  })
  afterAll(() => fresh.drop())
  const preparedOf = (text: string) =>
    fresh.database.query('select name from pg_prepared_statements where statement = $1', [text])

  it('is parsed once, however often and wherever it is run', async () => {
    const text = 'insert into probe values ($1, $2) returning amount'
    const alone = await fresh.database.query(text, [1, 5n])
    const inside = await fresh.database.transaction((tx) => tx.query(text, [2, null]))
    expect([alone, inside]).toEqual([[{ amount: 5n }], [{ amount: null }]])
    expect(await preparedOf(text)).toHaveLength(1)
  })

  it('is parsed again after the schema has changed', async () => {
    const text = 'select * from probe where id = $1'
    expect(await fresh.database.query(text, [1])).toEqual([{ id: 1, amount: 5n }])
    await fresh.database.exec("alter table probe add column note text default 'none'")
    expect(await fresh.database.query(text, [1])).toEqual([{ id: 1, amount: 5n, note: 'none' }])
  })

  it('that cannot be parsed is refused each time, and hinders no other', async () => {
    for (let time = 0; time < 2; time++) {
      await expect(fresh.database.query('select nothing from probe')).rejects.toMatchObject({ code: '42703' })
    }
    expect(await fresh.database.query('select count(*) from probe')).toEqual([{ count: 2n }])
  })

  it('is one of a bounded number that are retained', async () => {
    for (let n = 0; n < 1_100; n++) expect(await fresh.database.query(`select ${n} as n`)).toEqual([{ n }])
    const [retained] = await fresh.database.query<{ count: bigint }>('select count(*) from pg_prepared_statements')
    expect(Number(retained?.count)).toBeLessThanOrEqual(1_000)
  })
})
