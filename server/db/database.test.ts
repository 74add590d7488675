import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseKinds, type FreshDatabase, freshDatabase } from '#tests/support/databases.ts'

const BEYOND_FLOAT = 9007199254740993n

describe.each(databaseKinds)('on %s', (kind) => {
  let fresh: FreshDatabase
  beforeAll(async () => {
    fresh = await freshDatabase(kind)
    await fresh.database.exec('create table numbers (id int primary key, amount bigint, many bigint[], document jsonb)')
  })
  afterAll(() => fresh.drop())

  it('carries int8 as bigint, exactly', async () => {
    const [row] = await fresh.database.query<{ amount: bigint }>('select $1::bigint as amount', [BEYOND_FLOAT])
    expect(row?.amount).toBe(BEYOND_FLOAT)
  })
})
