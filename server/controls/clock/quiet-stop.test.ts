import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { idSource } from '#server/platform/ids.ts'
import { suspendMoney } from '#server/suspension/suspensions.ts'
import { testClock } from '#tests/support/clock.ts'
import { databaseKinds, type FreshDatabase, freshDatabase } from '#tests/support/databases.ts'
import { keepSuspended, liftClockSuspension } from './clock-suspension.ts'
import { watchQuietStop } from './quiet-stop.ts'

const QUIET_MS = 15_000
const NOTHING = { isConfirmed: false }

describe.each(databaseKinds)('a stop for a wrong clock on %s', (kind) => {
  let fresh: FreshDatabase
  let monotonicMs: number
  beforeEach(async () => {
    fresh = await freshDatabase(kind)
    monotonicMs = 1_000
  })
  afterEach(() => fresh.drop())

  const clock = testClock()
  const newId = idSource(clock.now, randomBytes)
  const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }
  const watch = () => watchQuietStop(fresh.database, { monotonicMs: () => monotonicMs, quietMs: QUIET_MS })
  /** Records that a process found its clock wrong. */
  const findWrong = () =>
    fresh.database.transaction((tx) =>
      keepSuspended(tx, { log, newId }, { detail: 'a test', newestPostedAt: null }, clock.now()),
    )

  it.each(['1 day', '-1 day'])(
    'is over by what is known now, whatever time was written with it: %s off',
    async (off) => {
      await findWrong()
      await fresh.database.query(
        'update payment_suspensions set stopped_at = stopped_at + $1::interval, seen_at = seen_at + $1::interval',
        [off],
      )
      const quiet = watch()
      expect(await quiet.find(NOTHING)).toBeNull()
      monotonicMs += QUIET_MS - 1
      expect(await quiet.find(NOTHING)).toBeNull()
      monotonicMs += 1
      expect(await quiet.find(NOTHING)).not.toBeNull()
    },
  )

  it('is not over while a process finds its clock wrong, this one or another', async () => {
    await findWrong()
    const quiet = watch()
    for (let looks = 0; looks < 4; looks++) {
      await findWrong()
      expect(await quiet.find(NOTHING)).toBeNull()
      monotonicMs += 10_000
    }
    quiet.foundWrong()
    expect(await quiet.find(NOTHING)).toBeNull()
    monotonicMs += QUIET_MS
    const over = await quiet.find(NOTHING)
    await findWrong()
    expect(over !== null && (await liftClockSuspension(fresh.database, over, clock.now()))).toBe(false)
    expect(await quiet.find(NOTHING)).toBeNull()
  })

  it('is over at once for a process whose clock others confirm, where no other process can be there', async () => {
    await findWrong()
    const quiet = watch()
    expect((await quiet.find({ isConfirmed: true })) !== null).toBe(kind === 'pglite')
    const own = watch()
    own.foundWrong()
    expect(await own.find({ isConfirmed: true })).toBeNull()
  })

  it('is none where there is none, or one for another reason', async () => {
    expect(await watch().find({ isConfirmed: true })).toBeNull()
    const books = { id: newId('stp'), reason: 'books', detail: 'a test', since: null, stoppedAt: clock.now() } as const
    await fresh.database.transaction((tx) => suspendMoney(tx, books))
    expect(await watch().find({ isConfirmed: true })).toBeNull()
  })
})
