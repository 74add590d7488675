import { afterEach, describe, expect, it } from 'vitest'
import { databaseKinds, freshDatabase } from '#tests/support/databases.ts'

const cleanUps: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

describe.runIf(databaseKinds.includes('postgres'))('listening on PostgreSQL', () => {
  it('comes back with exactly one connection after the server ended it', async () => {
    const { database, drop } = await freshDatabase('postgres')
    cleanUps.push(drop)
    const heard: string[] = []
    cleanUps.push(await database.listen('a_channel', (payload) => heard.push(payload)))

    const listeners = () =>
      database.query<{ pid: number }>(
        `select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
         and query ilike 'listen%'`,
      )
    for (let round = 0; round < 2; round++) {
      const [first] = await listeners()
      await database.query('select pg_terminate_backend($1)', [first?.pid])
      await expect
        .poll(async () => (await listeners()).filter((each) => each.pid !== first?.pid).length, { timeout: 10_000 })
        .toBe(1)
    }
    await database.query("select pg_notify('a_channel', 'still here')")
    await expect.poll(() => heard).toEqual(['still here'])
    expect(await listeners()).toHaveLength(1)
  })
})
