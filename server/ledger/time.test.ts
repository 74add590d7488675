import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { UserId } from '#contract/ids.ts'
import { DAY_MS } from '#contract/time.ts'
import { expectBooksToBalance } from '#tests/support/books.ts'
import { databaseKinds, type FreshDatabase, freshDatabase } from '#tests/support/databases.ts'
import { move, type TestLedger, testLedger } from '#tests/support/ledger.ts'
import { account } from './accounts.ts'
import { readHouseBalance } from './balances.ts'
import { rollUpHouseAccounts } from './close-days.ts'
import { postTransfers } from './post.ts'
import { transferIdsSince } from './posted-since.ts'

const FEES = account.revenueFees
const MINUTE_MS = 60_000
/** Midday in Lagos. */
const NOON = new Date('2026-11-21T11:00:00.000Z')
const at = (ms: number) => new Date(NOON.getTime() + ms)
/** The midnight in Lagos that ends the day of NOON. */
const MIDNIGHT = new Date('2026-11-21T23:00:00.000Z')

describe.each(databaseKinds)('the time of the ledger on %s', (kind) => {
  let fresh: FreshDatabase
  let ledger: TestLedger
  let user: UserId
  beforeEach(async () => {
    fresh = await freshDatabase(kind)
    ledger = testLedger(fresh.database)
    ledger.clock.set(at(-DAY_MS))
    user = await ledger.userWith(1_000_000)
  })
  afterEach(async () => {
    await expectBooksToBalance(fresh.database, 'ledger')
    await fresh.drop()
  })

  /** Both ways to post, with the caller's clock as a parameter. */
  const ways = {
    alone: async (amountKobo: number, clock: Date, of = user) =>
      (
        await ledger.post({
          userId: of,
          id: newIdAt(clock),
          at: clock,
          movements: [move(account.available(of), FEES, amountKobo)],
        })
      ).id,
    together: async (amountKobo: number, clock: Date, of = user) => {
      const id = newIdAt(clock)
      const [posted] = await fresh.database.transaction((tx) =>
        postTransfers(tx, [
          {
            id,
            userId: of,
            kind: 'deposit',
            key: id,
            subjectId: null,
            at: clock,
            movement: move(account.available(of), FEES, amountKobo),
          },
        ]),
      )
      if (posted === undefined || posted instanceof Error) throw posted ?? new Error('not posted')
      return posted.id
    },
  }
  function newIdAt(clock: Date) {
    ledger.clock.set(clock)
    return ledger.newId('trf')
  }
  const postedAt = async (id: string) => {
    const [row] = await fresh.database.query<{ at: Date }>(
      'select posted_at as at from ledger_transfers where id = $1',
      [id],
    )
    return row?.at
  }
  const closedThrough = async () => {
    const rows = await fresh.database.query<{ day: string }>('select through_day as day from ledger_closed_days')
    return rows.map(({ day }) => day).sort()
  }

  describe.each(['alone', 'together'] as const)('of a transfer posted %s', (way) => {
    const post = ways[way]

    it('is what the clock says', async () => {
      expect(await postedAt(await post(1, at(0)))).toEqual(at(0))
    })

    it('never runs backwards in an account', async () => {
      await post(1, at(0))
      expect(await postedAt(await post(2, at(-10 * MINUTE_MS)))).toEqual(at(0))
      expect(await postedAt(await post(3, at(-DAY_MS)))).toEqual(at(0))
      expect(await postedAt(await post(4, at(1)))).toEqual(at(1))
    })

    it('is that of the account that was posted to last', async () => {
      const other = await ledger.userWith(1_000)
      await post(1, at(DAY_MS), other)
      expect(await postedAt(await post(1, at(0)))).toEqual(at(0))
      const between = await ledger.post({
        userId: user,
        at: at(0),
        movements: [move(account.available(user), FEES, 1), move(FEES, account.available(other), 1)],
      })
      expect(await postedAt(between.id)).toEqual(at(DAY_MS))
    })

    it('is in no day that is closed, whatever the clock of who posts', async () => {
      const other = await ledger.userWith(1_000)
      await post(1, new Date(MIDNIGHT.getTime() + 60 * MINUTE_MS))
      await rollUpHouseAccounts(fresh.database)
      expect(await closedThrough()).toEqual(['2026-11-21'])
      expect(await postedAt(await post(10, at(0), other))).toEqual(MIDNIGHT)
      expect(await readHouseBalance(fresh.database, FEES)).toBe(11n)
    })

    it('is in the id, so that a stretch of time is a stretch of ids', async () => {
      await post(1, at(DAY_MS))
      const late = await post(2, at(0))
      expect(late).toMatch(/^trf_[0-9a-z]{35}$/)
      expect(late > transferIdsSince(at(DAY_MS))).toBe(true)
      expect(late < transferIdsSince(at(DAY_MS + 61 * MINUTE_MS))).toBe(true)
      const little = newIdAt(at(DAY_MS - MINUTE_MS))
      const { id } = await ledger.post({
        userId: user,
        id: little,
        at: at(DAY_MS - MINUTE_MS),
        movements: [move(account.available(user), FEES, 1)],
      })
      expect(id).toBe(little)
    })
  })

  it('closes no day under a clock that is ahead while nobody posts', async () => {
    await ways.alone(1, at(0))
    for (let i = 0; i < 3; i++) await rollUpHouseAccounts(fresh.database)
    await ways.alone(10, at(MINUTE_MS))
    await ways.together(100, at(2 * MINUTE_MS))
    expect(await closedThrough()).toEqual(['2026-11-20'])
    expect(await readHouseBalance(fresh.database, FEES)).toBe(111n)
  })

  it('closes the day that an entry under a clock a day ahead leaves behind, and loses nothing of it', async () => {
    await ways.alone(1, at(DAY_MS))
    await rollUpHouseAccounts(fresh.database)
    expect(await closedThrough()).toEqual(['2026-11-21'])
    const other = await ledger.userWith(1_000)
    await ways.alone(10, at(MINUTE_MS), other)
    await ways.together(100, at(2 * MINUTE_MS))
    await rollUpHouseAccounts(fresh.database)
    expect(await readHouseBalance(fresh.database, FEES)).toBe(111n)
  })

  it('repeats what was posted under another clock as it was', async () => {
    const first = await ledger.post({
      userId: user,
      key: 'once',
      at: at(0),
      movements: [move(account.available(user), FEES, 1)],
    })
    const again = await ledger.post({
      userId: user,
      key: 'once',
      at: at(-DAY_MS),
      movements: [move(account.available(user), FEES, 1)],
    })
    expect(again).toEqual({ id: first.id, replayed: true })
  })
})
