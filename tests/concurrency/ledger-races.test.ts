import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { account } from '#server/ledger/accounts.ts'
import { readBalances } from '#server/ledger/balances.ts'
import type { Database } from '#server/platform/db/database.ts'
import { isSqlError } from '#server/platform/db/database.ts'
import { openPostgres } from '#server/platform/db/postgres.ts'
import { AppError } from '#server/platform/errors.ts'
import { expectBooksToBalance } from '#tests/support/books.ts'
import { databaseKinds, type FreshDatabase, freshDatabase } from '#tests/support/databases.ts'
import { move, type TestLedger, testLedger } from '#tests/support/ledger.ts'

const FLOAT = account.providerFloat('paystack')
const PARALLEL = 200
const CONNECTIONS = 100

// The embedded database runs one transaction at a time and hides every race, so these run on PostgreSQL alone.
describe.runIf(databaseKinds.includes('postgres'))('at the same instant', () => {
  let fresh: FreshDatabase
  let database: Database
  let ledger: TestLedger
  beforeAll(async () => {
    fresh = await freshDatabase('postgres')
    database = await openPostgres({ url: fresh.url ?? '', poolMax: CONNECTIONS })
    ledger = testLedger(database, 'races')
  })
  afterEach(() => expectBooksToBalance(database, 'ledger'))
  afterAll(async () => {
    await database.close()
    await fresh.drop()
  })

  /** Counts each outcome: `posted`, `replayed`, a refusal's code or a broken rule's name. */
  async function outcomes(posts: readonly Promise<{ replayed: boolean }>[]): Promise<Record<string, number>> {
    const counts: Record<string, number> = {}
    for (const settled of await Promise.allSettled(posts)) {
      const outcome =
        settled.status === 'rejected' ? nameOf(settled.reason) : settled.value.replayed ? 'replayed' : 'posted'
      counts[outcome] = (counts[outcome] ?? 0) + 1
    }
    return counts
  }
  function nameOf(error: unknown): string {
    if (error instanceof AppError) return error.code
    return isSqlError(error, '23505') ? (error.constraint ?? '23505') : String(error)
  }
  const many = <T>(start: (index: number) => T): T[] => Array.from({ length: PARALLEL }, (_, index) => start(index))

  it.each([1, 2, 3])(
    '200 posts of the whole balance with different keys: exactly 1 is accepted (round %i)',
    async () => {
      const user = await ledger.userWith(500_000)
      const movements = [move(account.available(user), FLOAT, 500_000)]
      const posts = many(() => ledger.post({ userId: user, movements }))
      expect(await outcomes(posts)).toEqual({ posted: 1, 'funds.insufficient': PARALLEL - 1 })
      expect(await ledger.available(user)).toBe(0n)
    },
  )

  it('200 posts of a hundredth of the balance: exactly 100 are accepted', async () => {
    const user = await ledger.userWith(500_000)
    const movements = [move(account.available(user), account.held(user), 5_000)]
    const posts = many(() => ledger.post({ userId: user, movements }))
    expect(await outcomes(posts)).toEqual({ posted: 100, 'funds.insufficient': 100 })
    expect(await readBalances(database, user)).toMatchObject({ availableKobo: 0n, heldKobo: 500_000n })
  })

  it('200 posts with one key: one transfer, returned to everybody', async () => {
    const user = await ledger.userWith(500_000)
    const movements = [move(account.available(user), FLOAT, 1_000)]
    const posts = many(() => ledger.post({ userId: user, key: 'one', movements }))
    expect(await outcomes(posts)).toEqual({ posted: 1, replayed: PARALLEL - 1 })
    expect(new Set((await Promise.all(posts)).map((each) => each.id)).size).toBe(1)
    expect(await ledger.available(user)).toBe(499_000n)
  })

  it('200 copies of one command, id and all: one transfer, 199 repetitions', async () => {
    const copy = await aHold()
    expect(await outcomes(many(() => ledger.post(copy)))).toEqual({ posted: 1, replayed: PARALLEL - 1 })
    expect(await ledger.available(copy.userId)).toBe(499_000n)
  })

  // A copy conflicts on the first one's id before its key only while both are being written: hence few copies and many
  // rounds.
  it('16 copies of one command in 200 rounds: never anything but the first answer', async () => {
    const total: Record<string, number> = {}
    for (let round = 0; round < 200; round++) {
      const copy = await aHold()
      const counts = await outcomes(Array.from({ length: 16 }, () => ledger.post(copy)))
      for (const [outcome, count] of Object.entries(counts)) total[outcome] = (total[outcome] ?? 0) + count
    }
    expect(total).toEqual({ posted: 200, replayed: 200 * 15 })
  })

  async function aHold() {
    const user = await ledger.userWith(500_000)
    const movements = [move(account.available(user), account.held(user), 1_000)]
    return {
      userId: user,
      id: ledger.newId('trf'),
      kind: 'hold',
      key: 'one',
      subjectId: ledger.newId('ord'),
      movements,
    } as const
  }

  it('200 posts with one key and 200 amounts: one transfer, the others are refused', async () => {
    const user = await ledger.userWith(500_000)
    const posts = many((index) =>
      ledger.post({ userId: user, key: 'one', movements: [move(account.available(user), FLOAT, index + 1)] }),
    )
    expect(await outcomes(posts)).toEqual({ posted: 1, 'idempotency.reused': PARALLEL - 1 })
  })

  it('100 settlements and 100 releases of one order: exactly one resolution', async () => {
    const user = await ledger.userWith(500_000)
    const order = await ledger.hold(user, 1_000)
    // Enough is held for all of them: only the rule prevents it.
    await ledger.hold(user, 400_000)
    const posts = many((index) => {
      const kind = index % 2 === 0 ? 'settle' : 'release'
      const to = kind === 'settle' ? FLOAT : account.available(user)
      return ledger.post({ userId: user, kind, subjectId: order, movements: [move(account.held(user), to, 1_000)] })
    })
    expect(await outcomes(posts)).toEqual({ posted: 1, ledger_transfers_one_resolution: PARALLEL - 1 })
    expect((await readBalances(database, user)).heldKobo).toBe(400_000n)
  })

  it('200 first entries of one new account: all are written, none is lost', async () => {
    const user = ledger.newId('usr')
    const movements = [move(account.sandboxEquity, account.available(user), 7)]
    expect(await outcomes(many(() => ledger.post({ userId: user, movements })))).toEqual({ posted: PARALLEL })
    expect(await ledger.available(user)).toBe(7n * BigInt(PARALLEL))
  })
})
