import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { UserId } from '#contract/ids.ts'
import { account } from '#server/ledger/accounts.ts'
import { type FreshDatabase, featureDatabases, freshDatabase } from '#tests/support/databases.ts'
import { move, type TestLedger, testLedger } from '#tests/support/ledger.ts'
import { readStatement } from './read-statement.ts'
import type { Statement } from './statement.ts'

describe.each(featureDatabases)('a statement, read on %s', (kind) => {
  let fresh: FreshDatabase
  let ledger: TestLedger
  let userId: UserId

  beforeEach(async () => {
    fresh = await freshDatabase(kind)
    ledger = testLedger(fresh.database)
    userId = await ledger.userWith(10_000)
  })
  afterEach(() => fresh.drop())

  const read = async (from: string, to = from): Promise<Statement> =>
    await readStatement({ database: fresh.database, clock: ledger.clock }, userId, { from, to })
  const credit = async (amountKobo: number) =>
    await ledger.post({ userId, movements: [move('provider:paystack:float', account.available(userId), amountKobo)] })

  it('gives a booking at midnight in Lagos to the day that begins, and one before it to the day that ends', async () => {
    for (const [at, amountKobo] of [
      ['2026-11-22T22:59:59.999Z', 1],
      ['2026-11-22T23:00:00.000Z', 20],
      ['2026-11-23T22:59:59.999Z', 300],
      ['2026-11-23T23:00:00.000Z', 4_000],
    ] as const) {
      ledger.clock.set(new Date(at))
      await credit(amountKobo)
    }
    const days = []
    for (const day of ['2026-11-22', '2026-11-23', '2026-11-24']) days.push(await read(day))
    expect(days.map(({ lines }) => lines.map(({ totalKobo }) => totalKobo))).toEqual([[1n], [20n, 300n], [4_000n]])
    expect(days.map(({ openingKobo, closingKobo }) => [openingKobo, closingKobo])).toEqual([
      [10_000n, 10_001n],
      [10_001n, 10_321n],
      [10_321n, 14_321n],
    ])
  })

  it('states what was reserved at the end of a day, though it has been given back since', async () => {
    const orderId = await ledger.hold(userId, 2_500)
    ledger.clock.set(new Date('2026-11-23T10:00:00.000Z'))
    const movements = [move(account.held(userId), account.available(userId), 2_500)]
    await ledger.post({ userId, kind: 'release', subjectId: orderId, movements })
    expect(await read('2026-11-21')).toMatchObject({ closingKobo: 7_500n, heldKobo: 2_500n })
    expect(await read('2026-11-23')).toMatchObject({ openingKobo: 7_500n, closingKobo: 10_000n, heldKobo: 0n })
  })

  it('has a line for what the history has none for, and takes off what is owed', async () => {
    await ledger.post({
      userId,
      kind: 'recall',
      movements: [
        move(account.available(userId), 'provider:paystack:float', 10_000),
        move(account.debt(userId), 'provider:paystack:float', 700),
      ],
    })
    const { lines, closingKobo } = await read('2026-11-21')
    expect(closingKobo).toBe(-700n)
    expect(lines.at(-1)).toMatchObject({
      title: 'Money out',
      kind: null,
      amountKobo: -10_700n,
      totalKobo: -10_700n,
      balanceKobo: -700n,
    })
  })

  it('keeps the order of what happened in one instant', async () => {
    for (let n = 1; n <= 8; n++) {
      await credit(n)
      await ledger.hold(userId, n)
    }
    const { lines } = await read('2026-11-21')
    expect(lines.map(({ totalKobo }) => totalKobo)).toEqual([
      10_000n,
      ...[1n, 2n, 3n, 4n, 5n, 6n, 7n, 8n].flatMap((n) => [n, -n]),
    ])
  })

  it('adds up while money comes in and out at the same instant', async () => {
    const moves = Array.from({ length: 60 }, (_, n) => (n % 2 === 0 ? credit(n + 1) : ledger.hold(userId, n)))
    const read40 = Array.from({ length: 40 }, () => read('2026-11-21'))
    for (const { openingKobo, closingKobo, lines } of await Promise.all(read40)) {
      expect(lines.reduce((sum, { totalKobo }) => sum + totalKobo, openingKobo)).toBe(closingKobo)
    }
    await Promise.all(moves)
    expect((await read('2026-11-21')).closingKobo).toBe(await ledger.available(userId))
  })
})
