import { afterEach, describe, expect, it } from 'vitest'
import { databaseKinds, freshDatabase } from '#tests/support/databases.ts'
import { openPostgres } from './postgres.ts'

const cleanUps: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

describe.runIf(databaseKinds.includes('postgres'))('listening on PostgreSQL', () => {
  it('comes back with exactly one connection after the server ended it', async () => {
    const { database, drop } = await freshDatabase('postgres')
    cleanUps.push(drop)
    const heard: string[] = []
    let gaps = 0
    const stop = await database.listen(
      'a_channel',
      (payload) => heard.push(payload),
      () => gaps++,
    )
    cleanUps.push(stop)

    const listeners = () =>
      database.query<{ pid: number }>(
        `select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
         and query ilike 'listen%'`,
      )
    for (let round = 0; round < 2; round++) {
      const [first] = await listeners()
      await database.query('select pg_terminate_backend($1)', [first?.pid])
      await expect.poll(async () => (await listeners()).filter((each) => each.pid !== first?.pid).length).toBe(1)
    }
    await database.query("select pg_notify('a_channel', 'still here')")
    await expect.poll(() => heard).toEqual(['still here'])
    expect(await listeners()).toHaveLength(1)
    expect(gaps).toBe(2)
  })

  it('goes past a pooler, from which the pool asks for no state of a session', async () => {
    const { database, url, drop } = await freshDatabase('postgres')
    cleanUps.push(drop)
    // The same server stands in for a pooler: a LISTEN through it would show by its application name.
    const through = new URL(url ?? '')
    through.searchParams.set('application_name', 'pooled')
    const pooled = await openPostgres({ url: through.href, listenUrl: url })
    cleanUps.push(() => pooled.close())
    const heard: string[] = []
    cleanUps.push(await pooled.listen('a_channel', (payload) => heard.push(payload)))

    const timeouts = "select current_setting('statement_timeout') as timeout"
    expect(await pooled.query(timeouts)).toEqual([{ timeout: '0' }])
    expect(await database.query(timeouts)).toEqual([{ timeout: '30s' }])
    expect(await pooled.query('select name from pg_prepared_statements where $1 = 1', [1])).toEqual([])
    const listening = await database.query<{ name: string }>(
      `select application_name as name from pg_stat_activity
       where datname = current_database() and query ilike 'listen%'`,
    )
    expect(listening).toEqual([{ name: '' }])
    await pooled.query("select pg_notify('a_channel', 'through the pool')")
    await expect.poll(() => heard).toEqual(['through the pool'])
  })
})
