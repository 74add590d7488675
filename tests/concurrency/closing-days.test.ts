import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { UserId } from '#contract/ids.ts'
import { account } from '#server/ledger/accounts.ts'
import { readHouseBalance } from '#server/ledger/balances.ts'
import { rollUpHouseAccounts } from '#server/ledger/close-days.ts'
import { postTransfer, postTransfers } from '#server/ledger/post.ts'
import type { Database } from '#server/platform/db/database.ts'
import { openPostgres } from '#server/platform/db/postgres.ts'
import { expectBooksToBalance } from '#tests/support/books.ts'
import { databaseKinds, type FreshDatabase, freshDatabase } from '#tests/support/databases.ts'
import { seededRandomBytes } from '#tests/support/ids.ts'
import { move, type TestLedger, testLedger } from '#tests/support/ledger.ts'

const FEES = account.revenueFees
const MINUTE_MS = 60_000
const WAITING_FOR_A_LOCK = `select 1 from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`
/** A midnight in Lagos. */
const MIDNIGHT = new Date('2026-11-21T23:00:00.000Z')
const fromMidnight = (minutes: number) => new Date(MIDNIGHT.getTime() + minutes * MINUTE_MS)

// The embedded database runs one transaction at a time: nothing is posted while a day is being closed.
describe.runIf(databaseKinds.includes('postgres'))('a day that is closed while others post', () => {
  let fresh: FreshDatabase
  let database: Database
  let another: Database
  let ledger: TestLedger
  let user: UserId
  beforeEach(async () => {
    fresh = await freshDatabase('postgres')
    database = fresh.database
    another = await openPostgres({ url: fresh.url ?? '', poolMax: 20 })
    ledger = testLedger(database, 'closing')
    ledger.clock.set(fromMidnight(-12 * 60))
    user = await ledger.userWith(1_000_000)
  })
  afterEach(async () => {
    await expectBooksToBalance(database, 'ledger')
    await another.close()
    await fresh.drop()
  })

  const closed = async () =>
    (await database.query<{ day: string }>('select through_day as day from ledger_closed_days order by 1')).map(
      ({ day }) => day,
    )
  const fee = (of: UserId, kobo: number) => move(account.available(of), FEES, kobo)
  const isWaiting = async () => {
    return (await database.query(WAITING_FOR_A_LOCK)).length > 0
  }
  async function untilSomebodyWaits(): Promise<void> {
    while (!(await isWaiting())) await sleep(5)
  }

  it('is not closed before what is posted into it is committed', async () => {
    const late = await ledger.userWith(1_000)
    await ledger.post({ userId: user, at: fromMidnight(60), movements: [fee(user, 10)] })
    let isClosing: Promise<void> = Promise.resolve()
    await another.transaction(async (tx) => {
      await postTransfer(tx, {
        id: ledger.newId('trf'),
        userId: late,
        kind: 'deposit',
        key: 'late',
        subjectId: null,
        at: fromMidnight(-1),
        movements: [fee(late, 1)],
      })
      isClosing = rollUpHouseAccounts(database)
      await untilSomebodyWaits()
      expect(await closed()).toEqual([])
    })
    await isClosing
    await rollUpHouseAccounts(database)
    expect(await closed()).toEqual(['2026-11-21'])
    const [row] = await database.query('select balance from ledger_house_balances where account_id = $1', [FEES])
    expect(row).toEqual({ balance: 1n })
    expect(await readHouseBalance(database, FEES)).toBe(11n)
  })

  it('stays open where somebody posts for long, and nobody waits for its closing longer than a second', async () => {
    await ledger.post({ userId: user, at: fromMidnight(60), movements: [fee(user, 10)] })
    await another.transaction(async (tx) => {
      await tx.query('select 1 from ledger_accounts for update')
      await rollUpHouseAccounts(database)
      expect(await closed()).toEqual([])
    })
  })

  it.each(['alone', 'together'] as const)('takes nothing that waits for its closing, posted %s', async (way) => {
    const late = await ledger.userWith(1_000)
    const command = {
      id: ledger.newId('trf'),
      userId: late,
      kind: 'deposit',
      key: 'late',
      subjectId: null,
      at: fromMidnight(-1),
    } as const
    let isPosting: Promise<unknown> = Promise.resolve()
    await database.transaction(async (tx) => {
      await tx.query('lock table ledger_accounts in exclusive mode')
      await tx.query('insert into ledger_closed_days (through_day, newest_posted_at) values ($1, $2)', [
        '2026-11-21',
        fromMidnight(60),
      ])
      isPosting = another.transaction<unknown>((inner) =>
        way === 'alone'
          ? postTransfer(inner, { ...command, movements: [fee(late, 1)] })
          : postTransfers(inner, [{ ...command, movement: fee(late, 1) }]),
      )
      while ((await tx.query(WAITING_FOR_A_LOCK)).length === 0) await sleep(5)
    })
    await isPosting
    const [row] = await database.query(`select posted_at as at from ledger_transfers where key = 'late'`)
    expect(row).toEqual({ at: MIDNIGHT })
  })

  it('adds up, whoever posts by whichever clock while days are closed', async () => {
    const random = seededRandomBytes('clocks')
    const people = await Promise.all(Array.from({ length: 8 }, () => ledger.userWith(100_000)))
    let isOver = false
    const closing = (async () => {
      while (!isOver) {
        await rollUpHouseAccounts(database)
        await sleep(2)
      }
    })()
    const posting = people.map(async (of) => {
      for (let round = 0; round < 40; round++) {
        // Hours back and forth: some clocks are ahead, some behind.
        const minutes = round * 60 + ((random(2)[0] ?? 0) - 128) * 12
        const id = ledger.newId('trf')
        const about = { id, userId: of, kind: 'deposit', key: id, subjectId: null, at: fromMidnight(minutes) } as const
        await another.transaction<unknown>((tx) =>
          round % 2 === 0
            ? postTransfer(tx, { ...about, movements: [fee(of, 1)] })
            : postTransfers(tx, [{ ...about, movement: fee(of, 1) }]),
        )
      }
    })
    await Promise.all(posting)
    isOver = true
    await closing
    await rollUpHouseAccounts(database)
    expect((await closed()).length).toBeGreaterThan(0)
    expect(await readHouseBalance(database, FEES)).toBe(320n)
  })
})
