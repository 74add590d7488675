import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { claimDue, claimOne, LEASE_MS } from '#server/platform/jobs/queue.ts'
import { suspendMoney } from '#server/suspension/suspensions.ts'
import { startWithBuyer } from '#tests/support/buyer.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import type { TestJara } from '#tests/support/jara.ts'
import type { Person } from '#tests/support/person.ts'
import { openStops, resume } from '#tests/support/stops.ts'
import { scheduleRecurringJobs } from './job-handlers.ts'

const MINUTE_MS = 60_000

describe.each(featureDatabases)('the work of a start on %s', (kind) => {
  let jara: TestJara
  let ada: Person
  beforeEach(async () => {
    ;({ jara, ada } = await startWithBuyer(kind))
  })
  afterEach(() => jara.close())

  const start = () => scheduleRecurringJobs(jara.database, jara.clock.now())
  const dueIn = async (of: string) => {
    const [row] = await jara.database.query<{ at: Date }>('select min(due_at) as at from jobs where kind = $1', [of])
    return (row?.at.getTime() ?? 0) - jara.clock.now().getTime()
  }

  it('removes nothing that is outdated within ten minutes of it: a clock that is wrong then is noticed first', async () => {
    await start()
    expect(await dueIn('purge-expired')).toBe(10 * MINUTE_MS)
    jara.clock.advance(DAY_MS)
    await start()
    expect(await dueIn('purge-expired')).toBe(10 * MINUTE_MS)
    jara.clock.advance(-DAY_MS)
    await start()
    expect(await dueIn('purge-expired')).toBe(10 * MINUTE_MS)
  })

  it('looks soon at an order that a clock ahead had put off', async () => {
    await jara.sandbox.fault({ operation: 'transfer', fault: 'pending' })
    jara.clock.advance(DAY_MS)
    await ada.unlock()
    await ada.withdraw(100_000n)
    await jara.settle()
    const waits = await dueIn('order')
    jara.clock.advance(-DAY_MS)
    await start()
    expect(await dueIn('order')).toBe(waits)
  })

  it('loses no time of what is done only by a right clock to a start a day ahead', async () => {
    await jara.database.query(
      `insert into jobs (kind, subject_id, user_id, due_at, created_at, set_at) values ('recovery', 'rcv', null, $1, $1, $1)`,
      [jara.clock.now()],
    )
    jara.clock.advance(DAY_MS)
    await start()
    jara.clock.advance(-DAY_MS)
    await start()
    expect(await dueIn('recovery')).toBe(10 * MINUTE_MS)
  })

  it('leaves an order that waits its time where it is', async () => {
    await jara.sandbox.fault({ operation: 'transfer', fault: 'pending' })
    await ada.withdraw(100_000n)
    await jara.settle()
    const before = await dueIn('order')
    expect(before).toBeGreaterThan(0)
    await start()
    expect(await dueIn('order')).toBe(before)
  })

  it('takes work from a lease that no right clock can have given', async () => {
    jara.clock.advance(DAY_MS)
    expect(await claimOne(jara.database, jara.clock.now(), 'poll-payments', 'all')).not.toBeNull()
    jara.clock.advance(-DAY_MS)
    const now = jara.clock.now()
    await jara.database.query('update jobs set due_at = $1', [now])
    expect((await claimDue(jara.database, now, 100)).map((each) => each.kind)).toContain('poll-payments')
    expect(await claimOne(jara.database, new Date(now.getTime() + LEASE_MS - 1), 'poll-payments', 'all')).toBeNull()
  })

  it('does nothing that only time brings about while the clock is not to be relied on', async () => {
    const sessions = async () => (await jara.database.query('select 1 from sessions')).length
    const before = await sessions()
    await jara.database.transaction((tx) =>
      suspendMoney(tx, {
        id: jara.deps.newId('stp'),
        reason: 'clock',
        detail: 'a test',
        since: null,
        stoppedAt: jara.clock.now(),
      }),
    )
    jara.clock.advance(90 * DAY_MS)
    await jara.settle()
    expect(await sessions()).toBe(before)
    await resume(jara)
    expect(await openStops(jara)).toEqual([])
    jara.clock.advance(MINUTE_MS)
    await jara.settle()
    expect(await sessions()).toBe(0)
  })
})
