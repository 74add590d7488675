import { afterEach, describe, expect, it } from 'vitest'
import type { ChangeEvent } from '#contract/events.ts'
import { databaseKinds, freshDatabase } from '#tests/support/databases.ts'
import { createEvents } from './events.ts'
import { createLog } from './log.ts'

const cleanUps: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

describe.runIf(databaseKinds.includes('postgres'))('events between nodes', () => {
  async function startTwo() {
    const { database, drop } = await freshDatabase('postgres')
    cleanUps.push(drop)
    const log = createLog('silent')
    const [here, there] = [await createEvents(database, 'here', log), await createEvents(database, 'there', log)]
    cleanUps.push(here.close, there.close)
    return { database, here, there }
  }

  it('reach a page of another node, and each page once', async () => {
    const { here, there } = await startTwo()
    const heard: [string, ChangeEvent][] = []
    here.subscribe('usr_ada', (event) => heard.push(['here', event]))
    there.subscribe('usr_ada', (event) => heard.push(['there', event]))
    there.subscribe('usr_bayo', (event) => heard.push(['somebody else', event]))
    here.publish('usr_ada', { topics: ['wallet'] })
    here.publish('usr_ada', { topics: ['bpc'] })
    const topics = (at: string) =>
      heard
        .filter(([node]) => node === at)
        .flatMap(([, event]) => event.topics)
        .toSorted()
    await expect.poll(() => topics('there')).toEqual(['bpc', 'wallet'])
    expect(topics('here')).toEqual(['bpc', 'wallet'])
    expect(topics('somebody else')).toEqual([])
  })

  it('that were missed while the connection was lost make every open page read again', async () => {
    const { database, here } = await startTwo()
    const heard: ChangeEvent[] = []
    const stop = here.subscribe('usr_ada', (event) => heard.push(event))
    await database.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and query ilike 'listen%'`,
    )
    await expect.poll(() => heard).toHaveLength(1)
    expect(heard[0]?.topics).toEqual(expect.arrayContaining(['wallet', 'transactions', 'order', 'session']))
    stop()
  })
})
