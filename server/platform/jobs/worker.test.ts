import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest'
import type { Database } from '#server/platform/db/database.ts'
import { type TestClock, testClock } from '#tests/support/clock.ts'
import { databaseKinds, type FreshDatabase, freshDatabase } from '#tests/support/databases.ts'
import { claimDue, claimOne, enqueue, LEASE_MS, RENEW_EVERY_MS } from './queue.ts'
import { createWorker, type JobHandler } from './worker.ts'

describe.each(databaseKinds)('the lease of a worker on %s', (kind) => {
  let fresh: FreshDatabase
  let clock: TestClock
  let asked: MockInstance<Database['query']>
  beforeEach(async () => {
    fresh = await freshDatabase(kind)
    asked = vi.spyOn(fresh.database, 'query')
    clock = testClock()
    const now = clock.now()
    await enqueue(fresh.database, { kind: 'sweep', subjectId: 'all', userId: null, dueAt: now, now })
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  })
  afterEach(async () => {
    vi.useRealTimers()
    await fresh.drop()
  })

  const leaseUntil = async () => {
    const [row] = await fresh.database.query<{ lease_until: Date | null }>('select lease_until from jobs')
    return row?.lease_until ?? null
  }
  const claimElsewhere = () => claimDue(fresh.database, clock.now(), 1)

  /** Lets time pass for clock and timers alike, and waits for what the timers started. */
  async function pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= RENEW_EVERY_MS) {
      clock.advance(RENEW_EVERY_MS)
      vi.advanceTimersByTime(RENEW_EVERY_MS)
      await Promise.all(asked.mock.results.map((answer) => answer.value))
    }
  }

  function workerDoing(handler: JobHandler) {
    const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() }
    return createWorker(
      { database: fresh.database, clock, log },
      { handlers: { sweep: handler }, laneOf: { sweep: 'side' }, afterFailure: () => Promise.resolve() },
    )
  }

  it('is renewed for as long as the work takes, and ends with it', async () => {
    let finish = () => {}
    let begun = () => {}
    const beginning = new Promise<void>((resolve) => {
      begun = resolve
    })
    const worker = workerDoing(async () => {
      begun()
      await new Promise<void>((resolve) => {
        finish = resolve
      })
      return { dueAt: clock.now() }
    })
    const doing = worker.runNow('sweep', 'all')
    await beginning
    await pass(4 * LEASE_MS)
    expect(await leaseUntil()).toEqual(new Date(clock.now().getTime() + LEASE_MS))
    expect(await claimElsewhere()).toEqual([])

    finish()
    await doing
    expect(await leaseUntil()).toBeNull()
    await pass(LEASE_MS)
    expect(await leaseUntil()).toBeNull()
  })

  it('goes to what is due longest, and among equals always in the same order, wherever the rows lie', async () => {
    const { database } = fresh
    const now = clock.now()
    const longAgo = new Date(now.getTime() - 60_000)
    for (const subjectId of ['par_d', 'par_b', 'par_a', 'par_c'])
      await enqueue(database, { kind: 'parcel', subjectId, userId: null, dueAt: now, now })
    await enqueue(database, { kind: 'parcel', subjectId: 'par_z', userId: null, dueAt: longAgo, now })
    // An updated row moves to the end of its table.
    await database.query(`update jobs set attempts = attempts where subject_id = 'par_b'`)
    const claimed = async (limit: number) => (await claimDue(database, now, limit)).map((claim) => claim.subjectId)
    expect(await claimed(3)).toEqual(['par_z', 'par_a', 'par_b'])
    expect(await claimed(16)).toEqual(['par_c', 'par_d', 'all'])
  })

  it('of a worker that is gone runs out, and another takes over under a higher fence', async () => {
    const gone = await claimOne(fresh.database, clock.now(), 'sweep', 'all')
    await pass(LEASE_MS - RENEW_EVERY_MS)
    expect(await claimElsewhere()).toEqual([])
    await pass(RENEW_EVERY_MS)
    const [next] = await claimElsewhere()
    expect(next?.fence).toBeGreaterThan(gone?.fence ?? 0n)
  })
})
