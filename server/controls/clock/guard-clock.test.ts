import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { account } from '#server/ledger/accounts.ts'
import { enqueue } from '#server/outbox/jobs/jobs.ts'
import { CLOCK_BOUND_MS, type SteadyClock, steadyClock } from '#server/platform/clock.ts'
import { readSuspensions } from '#server/suspension/suspensions.ts'
import { databaseKinds, type FreshDatabase, freshDatabase } from '#tests/support/databases.ts'
import { move, type TestLedger, testLedger } from '#tests/support/ledger.ts'
import { lookedAt } from '#tests/support/rows-read.ts'
import { resume, stopFor } from '#tests/support/stops.ts'
import { newestPostedAfter } from './clock-suspension.ts'
import { type ClockGuard, guardClock } from './guard-clock.ts'
import { type HeardTimes, heardTimes } from './heard-times.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const NOW = new Date('2026-11-21T09:00:00.000Z')

const TRANSFERS = 20_000
/** Without an index on the time, the search would read all rows. */
const LOOKED_AT_MAX = 50

describe.each(databaseKinds)('a look for the newest entry of a long ledger on %s', (kind) => {
  it('reads the end of an index, with no vacuum since', async () => {
    const fresh = await freshDatabase(kind)
    // An embedded database may still hold rows that other tests deleted.
    await fresh.database.exec('vacuum ledger_transfers')
    await fresh.database.query(
      `insert into ledger_transfers (user_id, id, kind, key, input_hash, posted_at, digest)
       select 'house', 'trf_' || n, 'grant', n::text, '', $1::timestamptz - n * interval '1 minute', ''
       from generate_series(1, ${TRANSFERS}) as n`,
      [NOW],
    )
    const taken = await lookedAt(fresh.database, (tx) => newestPostedAfter(tx, NOW))
    expect(taken).toBeLessThanOrEqual(LOOKED_AT_MAX)
    await fresh.drop()
  })
})

describe.each(databaseKinds)('the guard of a process’s clock on %s', (kind) => {
  let fresh: FreshDatabase
  let ledger: TestLedger
  let wallMs: number
  let monotonicMs: number
  let clock: SteadyClock
  let heard: HeardTimes
  let guard: ClockGuard
  const told = vi.fn()
  const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() }

  beforeEach(async () => {
    fresh = await freshDatabase(kind)
    ledger = testLedger(fresh.database)
    told.mockClear()
    // Real time, because PostgreSQL has its own clock.
    await start(0)
  })
  afterEach(async () => {
    for (const [line] of log.error.mock.calls) expect(line).not.toHaveProperty('err')
    log.error.mockClear()
    await guard.stop()
    await fresh.drop()
  })

  const events = { publish: told, subscribe: () => () => undefined }

  /** Starts a process on a machine whose clock is this far ahead. */
  async function start(aheadMs: number): Promise<void> {
    wallMs = Date.now() + aheadMs
    monotonicMs = 1_000
    clock = steadyClock({ wallMs: () => wallMs, monotonicMs: () => monotonicMs })
    heard = heardTimes(() => monotonicMs)
    const deps = {
      database: fresh.database,
      log,
      clock,
      newId: ledger.newId,
      events,
      wakeWorker: () => undefined,
    }
    guard = guardClock(deps, { name: 'web-1', monotonicMs: () => monotonicMs, heard, quietBeforeLiftedMs: 0 })
    await guard.look()
  }
  function pass(ms: number, setByMs = 0): void {
    monotonicMs += ms
    wallMs += ms + setByMs
  }
  const hear = (source: string, aheadMs: number) =>
    heard.hearFrom(source)({ dateMs: Math.floor((Date.now() + aheadMs) / 1_000) * 1_000, tookMs: 10 })
  const stops = async () => (await readSuspensions(fresh.database)).map(({ reason, detail }) => ({ reason, detail }))
  const alarms = async () =>
    (await fresh.database.query<{ kind: string; detail: string }>('select kind, detail from alarms order by kind')).map(
      ({ kind: of, detail }) => `${of}: ${detail}`,
    )
  async function post(aheadMs: number): Promise<void> {
    ledger.clock.set(new Date(Date.now() + aheadMs))
    await ledger.userWith(1_000)
  }

  it('leaves money alone while nothing contradicts the clock', async () => {
    await post(0)
    hear('paystack', 500)
    await guard.look()
    expect(await stops()).toEqual([])
    expect(await alarms()).toEqual([])
    expect(told).not.toHaveBeenCalled()
  })

  it.each([
    ['ahead', -DAY_MS],
    ['behind', DAY_MS],
  ])(
    'stops all money when a provider says the clock is a day %s, and lets it move when that is over',
    async (_, ms) => {
      // On PostgreSQL the database disagrees with the provider: as many for as against.
      hear('paystack', ms)
      await guard.look()
      expect(await stops()).toEqual([
        { reason: 'clock', detail: expect.stringMatching(/^the clock of web-1 says .*, Paystack says /) },
      ])
      expect(await alarms()).toEqual([expect.stringMatching(/^clock-wrong: the clock of web-1 says /)])
      expect(told).toHaveBeenCalledTimes(1)
      await guard.look()
      expect(await alarms()).toHaveLength(1)
      hear('paystack', 0)
      await guard.look()
      expect(await stops()).toEqual([])
      expect(told).toHaveBeenCalledTimes(2)
    },
  )

  if (kind === 'postgres')
    it('stops all money of a process whose clock the database contradicts', async () => {
      await start(DAY_MS)
      expect(await stops()).toEqual([{ reason: 'clock', detail: expect.stringContaining('the database says ') }])
    })

  it('stops all money at a start with a clock behind the newest entry, by more than clocks differ', async () => {
    await post(CLOCK_BOUND_MS - 1_000)
    await guard.look()
    expect(await stops()).toEqual([])
    await post(DAY_MS)
    await guard.look()
    expect(await stops()).toEqual([
      {
        reason: 'clock',
        detail: expect.stringMatching(/^the clock of web-1 says .* an entry of the ledger was posted at /),
      },
    ])
    await guard.look()
    expect(await alarms()).toHaveLength(1)
  })

  it('believes two people who let money move again, about the entries they knew', async () => {
    await post(DAY_MS)
    await guard.look()
    await resume({ deps: { database: fresh.database, clock, newId: ledger.newId, events } })
    await guard.look()
    expect(await stops()).toEqual([])
    await post(DAY_MS + MINUTE_MS)
    await guard.look()
    expect(await stops()).toHaveLength(1)
  })

  it('believes two people for a day when a provider’s clock is wrong', async () => {
    hear('paystack', DAY_MS)
    await guard.look()
    await resume({ deps: { database: fresh.database, clock, newId: ledger.newId, events } })
    hear('paystack', DAY_MS)
    await guard.look()
    expect(await stops()).toEqual([])
    await fresh.database.query(`update payment_suspensions set seen_at = seen_at - interval '25 hours'`)
    await guard.look()
    expect(await stops()).toHaveLength(1)
  })

  it('ends what a clock that was ahead has written, whichever process had it, before money moves again', async () => {
    hear('paystack', -DAY_MS)
    await guard.look()
    await start(0)
    // Like another process with a right clock, which finds the suspension and the rows written meanwhile.
    const ahead = new Date(clock.now().getTime() + DAY_MS)
    await enqueue(fresh.database, { kind: 'poll-payments', subjectId: 'all', userId: null, dueAt: ahead, now: ahead })
    await stopFor({ deps: { database: fresh.database, clock, newId: ledger.newId } }, 'clock')
    await guard.look()
    expect(await stops()).toEqual([])
    const [job] = await fresh.database.query<{ at: Date }>('select due_at as at from jobs')
    expect(job?.at).toEqual(clock.now())
  })

  // On PostgreSQL the database's clock would not follow: time passes only for the test.
  if (kind === 'pglite')
    it('forgets what a provider said long ago', async () => {
      hear('paystack', DAY_MS)
      pass(16 * MINUTE_MS)
      await guard.look()
      expect(await stops()).toEqual([])
    })

  describe('when the machine’s clock is set while it runs', () => {
    it('waits whether it stays so', async () => {
      pass(1_000, DAY_MS)
      await guard.look()
      pass(3_000, -DAY_MS)
      await guard.look()
      pass(20_000)
      await guard.look()
      expect(Math.abs(clock.now().getTime() - wallMs)).toBe(0)
      expect(await alarms()).toEqual([])
    })

    // PostgreSQL has its own clock and would disagree.
    if (kind === 'pglite')
      it('follows it back where nobody says anything else, and what was put off comes sooner', async () => {
        const soon = new Date(clock.now().getTime() + 5_000)
        const later = new Date(clock.now().getTime() + 20 * MINUTE_MS)
        const due = async (subjectId: string) => {
          const [row] = await fresh.database.query<{ at: Date }>(
            'select due_at as at from jobs where subject_id = $1',
            [subjectId],
          )
          return (row?.at.getTime() ?? 0) - clock.now().getTime()
        }
        for (const [subjectId, dueAt] of [
          ['soon', soon],
          ['later', later],
        ] as const)
          await enqueue(fresh.database, { kind: 'payment', subjectId, userId: null, dueAt, now: clock.now() })
        pass(1_000, -10 * MINUTE_MS)
        await guard.look()
        pass(11_000)
        await guard.look()
        expect(clock.now().getTime()).toBe(wallMs)
        expect(await due('soon')).toBe(5_000)
        expect(await due('later')).toBe(20 * MINUTE_MS)
        expect(await alarms()).toEqual(['clock-set: the clock of web-1 was set back by 600 s, followed'])
      })

    it('keeps its own time where others say that it was right before', async () => {
      pass(1_000, DAY_MS)
      await guard.look()
      pass(11_000)
      hear('paystack', 12_000)
      hear('vtpass', 12_000)
      await guard.look()
      expect(wallMs - clock.now().getTime()).toBe(DAY_MS)
      expect(await stops()).toEqual([])
      const said = [
        expect.stringMatching(/^clock-set: the clock of web-1 was set ahead by 86400 s, which others contradict/),
      ]
      expect(await alarms()).toEqual(said)
      await guard.look()
      expect(await alarms()).toEqual(said)
    })

    it('does not count what was heard before it was set', async () => {
      // Like a laptop that slept for a night: times heard before that say nothing any more.
      hear('paystack', 0)
      pass(1_000, 8 * 60 * MINUTE_MS)
      await guard.look()
      pass(11_000)
      await guard.look()
      expect(kind === 'pglite' ? clock.now().getTime() : wallMs).toBe(wallMs)
    })

    it('stops all money where it follows a clock that is behind the newest entry', async () => {
      await post(0)
      await post(0)
      hear('paystack', 0)
      pass(1_000, -DAY_MS)
      await guard.look()
      pass(11_000)
      hear('paystack', -DAY_MS)
      hear('vtpass', -DAY_MS)
      await guard.look()
      expect(clock.now().getTime()).toBe(wallMs)
      expect(await stops()).toEqual([{ reason: 'clock', detail: expect.stringContaining('an entry of the ledger') }])
    })
  })

  it('dates no entry of an account before the ones it has', async () => {
    const user = await ledger.userWith(1_000)
    ledger.clock.advance(-DAY_MS)
    await ledger.post({ userId: user, movements: [move(account.available(user), account.revenueFees, 1)] })
    const rows = await fresh.database.query<{ at: Date }>(
      'select posted_at as at from ledger_entries where account_id = $1 order by seq',
      [account.available(user)],
    )
    expect(rows[0]?.at).toEqual(rows[1]?.at)
  })
})
