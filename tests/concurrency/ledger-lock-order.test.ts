import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { UserId } from '#contract/ids.ts'
import { account } from '#server/ledger/accounts.ts'
import { type Movement, postTransfer } from '#server/ledger/post.ts'
import type { Database, Transaction } from '#server/platform/db/database.ts'
import { openPostgres } from '#server/platform/db/postgres.ts'
import { AppError } from '#server/platform/errors.ts'
import { expectBooksToBalance } from '#tests/support/books.ts'
import { databaseKinds, type FreshDatabase, freshDatabase } from '#tests/support/databases.ts'
import { seededRandomBytes } from '#tests/support/ids.ts'
import { move, type TestLedger, testLedger } from '#tests/support/ledger.ts'

const FLOAT = account.providerFloat('paystack')
const CONNECTIONS = 16
const USERS = 20
const TRANSFERS = 2_000
const SEED = process.env.JARA_SEED ?? '20261121'

describe.runIf(databaseKinds.includes('postgres'))('the order of locks', () => {
  let fresh: FreshDatabase
  let database: Database
  let ledger: TestLedger
  beforeAll(async () => {
    fresh = await freshDatabase('postgres')
    database = await openPostgres({ url: fresh.url ?? '', poolMax: CONNECTIONS })
    ledger = testLedger(database, SEED)
  })
  afterEach(() => expectBooksToBalance(database, 'ledger'))
  afterAll(async () => {
    await database.close()
    await fresh.drop()
  })

  /** After a deadlock the driver repeats the transaction, so more tries than transactions means that one occurred. */
  function countingPosts() {
    let tries = 0
    const post = (userId: UserId, movements: readonly Movement[]) => {
      const id = ledger.newId('trf')
      const command = {
        id,
        userId,
        kind: 'deposit',
        key: id,
        subjectId: null,
        at: ledger.clock.now(),
        movements,
      } as const
      return database.transaction((tx) => {
        tries++
        return postTransfer(tx, command)
      })
    }
    return { post, tries: () => tries }
  }

  /** Runs as many at once as there are connections: more would wait and time out on a busy machine. */
  async function onEveryConnection<Item, Result>(
    items: readonly Item[],
    work: (item: Item) => Promise<Result>,
  ): Promise<Result[]> {
    const results: Result[] = []
    const left = items.values()
    const takeTurns = async () => {
      for (const item of left) results.push(await work(item))
    }
    await Promise.all(Array.from({ length: CONNECTIONS }, takeTurns))
    return results
  }

  it('lets 1,000 opposing movements between two users pass without a deadlock', async () => {
    const [ada, obi] = [await ledger.userWith(1_000_000), await ledger.userWith(1_000_000)]
    const { post, tries } = countingPosts()
    const there = [move(account.available(ada), account.available(obi), 3)]
    const back = [move(account.available(obi), account.available(ada), 2)]
    const turns = Array.from({ length: 1_000 }, (_, n) => n)
    await onEveryConnection(turns, (n) => (n % 2 === 0 ? post(ada, there) : post(obi, back)))
    expect(tries()).toBe(1_000)
    expect([await ledger.available(ada), await ledger.available(obi)]).toEqual([999_500n, 1_000_500n])
  })

  it(`lets ${TRANSFERS} random transfers among ${USERS} users pass without a deadlock (seed ${SEED})`, async () => {
    const users: UserId[] = []
    for (let n = 0; n < USERS; n++) users.push(await ledger.userWith(100_000))
    const draw = drawing(SEED)
    const accounts = users.flatMap((user) => [account.available(user), account.held(user)])
    const plans = Array.from({ length: TRANSFERS }, () => {
      const movements: Movement[] = []
      for (let n = 1 + draw(3); n > 0; n--) {
        const from = accounts[draw(accounts.length)] ?? FLOAT
        const to = [...accounts, FLOAT, account.revenueFees][draw(accounts.length + 2)] ?? FLOAT
        if (from !== to) movements.push(move(from, to, 1 + draw(30_000)))
      }
      return { userId: users[draw(USERS)] ?? ledger.newId('usr'), movements }
    }).filter((plan) => plan.movements.length > 0)

    const { post, tries } = countingPosts()
    const posted = await onEveryConnection(plans, ({ userId, movements }) =>
      post(userId, movements).then(
        () => true,
        (error: unknown) => (error instanceof AppError ? false : Promise.reject(error)),
      ),
    )
    expect(tries()).toBe(plans.length)
    expect(posted.filter(Boolean).length).toBeGreaterThan(TRANSFERS / 20)
    expect(posted.filter((each) => !each).length).toBeGreaterThan(TRANSFERS / 20)
  })

  it.each(['there', 'back'])('waits for the first account with no lock on the second (%s)', async (way) => {
    const [first = ledger.newId('usr'), second = ledger.newId('usr')] = [
      await ledger.userWith(1_000),
      await ledger.userWith(1_000),
    ].sort()
    const [low, high] = [account.available(first), account.available(second)]
    const movements = way === 'there' ? [move(low, high, 1)] : [move(high, low, 1)]
    let posting: Promise<unknown> = Promise.resolve()
    // Uses another handle: a transaction must not wait for another one of its own handle.
    await fresh.database.transaction(async (tx) => {
      await lock(tx, low)
      posting = countingPosts().post(first, movements)
      await untilSomebodyWaits(tx)
      // Refused at once if the waiting transfer holds it.
      await lock(tx, high, 'nowait')
    })
    await posting
  })

  it('is what prevents deadlocks: two transactions that lock against it meet in one', async () => {
    const [ada, obi] = [await ledger.userWith(1_000), await ledger.userWith(1_000)]
    let tries = 0
    let arrived = 0
    let open: () => void = () => undefined
    const bothHoldTheirFirst = new Promise<void>((resolve) => {
      open = resolve
    })
    const against = (one: UserId, other: UserId) =>
      database.transaction(async (tx) => {
        tries++
        await lock(tx, account.available(one))
        if (++arrived === 2) open()
        await bothHoldTheirFirst
        await lock(tx, account.available(other))
      })
    await Promise.all([against(ada, obi), against(obi, ada)])
    // One was refused and repeated; more often only if it was fast enough to meet the other one twice.
    expect(tries).toBeGreaterThanOrEqual(3)
  })

  async function lock(tx: Transaction, accountId: string, nowait: 'nowait' | '' = ''): Promise<void> {
    await tx.query(`select 1 from ledger_accounts where id = $1 for update ${nowait}`, [accountId])
  }

  async function untilSomebodyWaits(tx: Transaction): Promise<void> {
    for (;;) {
      const waiting = await tx.query(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
      if (waiting.length > 0) return
      await tx.query('select pg_stat_clear_snapshot()')
      await sleep(5)
    }
  }
})

/** Whole numbers below a bound, the same for the same seed. */
function drawing(seed: string): (below: number) => number {
  const bytes = seededRandomBytes(`draw ${seed}`)
  return (below) => {
    const [a = 0, b = 0, c = 0, d = 0] = bytes(4)
    return (((a << 24) | (b << 16) | (c << 8) | d) >>> 0) % below
  }
}
