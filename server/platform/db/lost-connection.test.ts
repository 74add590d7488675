import { afterEach, describe, expect, it } from 'vitest'
import { databaseKinds, freshDatabase } from '#tests/support/databases.ts'
import { startCluster } from '#tests/support/postgres.ts'
import { CommitUnknownError } from './database.ts'
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
      // The driver notices the loss while no statement runs.
      await new Promise((resolve) => setTimeout(resolve, 100))
      await tx.query('select 1')
    })
    await expect(lost).rejects.toThrow()
    expect(await database.query('select 1 as one')).toEqual([{ one: 1 }])
  })
})

describe.runIf(databaseKinds.includes('postgres'))('a commit that waits for its standby', () => {
  const makeTable = 'create table probe (id int primary key)'
  const insert = 'insert into probe values (1)'

  it('and is cancelled meanwhile is not known to have happened, though the server answers it', async () => {
    // No standby has that name, so a commit waits until someone ends the wait.
    const cluster = await startCluster({ fsync: true, settings: { synchronous_standby_names: 'nobody' } })
    cleanUps.push(() => cluster.stop())
    const url = cluster.url('postgres')
    const impatient = await openPostgres({ url: `${url}&options=-csynchronous_commit%3Dlocal` })
    cleanUps.push(() => impatient.close())
    const database = await openPostgres({ url })
    cleanUps.push(() => database.close())
    await impatient.exec(makeTable)

    const cancel = "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'"
    const committed = database.transaction((tx) => tx.query(insert)).catch((error: unknown) => error)
    await expect.poll(() => impatient.query(cancel)).toHaveLength(1)
    expect(await committed).toBeInstanceOf(CommitUnknownError)
    expect(await impatient.query('select id from probe')).toEqual([{ id: 1 }])
  })
})
