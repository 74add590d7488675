import { afterEach, describe, expect, it } from 'vitest'
import { databaseKinds, freshDatabase } from '#tests/support/databases.ts'
import { openPostgres } from './postgres.ts'

const cleanUps: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

describe.runIf(databaseKinds.includes('postgres'))('a connection that the server ends', () => {
  it('between two statements of a transaction ends the transaction, and not the process', async () => {
    const { database: other, url, drop } = await freshDatabase('postgres')
    cleanUps.push(drop)
    const database = await openPostgres({ url: url ?? '' })
    cleanUps.push(() => database.close())
    const lost = database.transaction(async (tx) => {
      const [own] = await tx.query<{ pid: number }>('select pg_backend_pid() as pid')
      await other.query('select pg_terminate_backend($1)', [own?.pid])
      const alive = () => other.query('select 1 from pg_stat_activity where pid = $1', [own?.pid])
      await expect.poll(alive).toEqual([])
      // The driver hears of it while no statement runs.
      await new Promise((resolve) => setTimeout(resolve, 100))
      await tx.query('select 1')
    })
    await expect(lost).rejects.toThrow()
    expect(await database.query('select 1 as one')).toEqual([{ one: 1 }])
  })
})
