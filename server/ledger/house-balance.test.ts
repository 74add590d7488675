import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { UserId } from '#contract/ids.ts'
import { expectBooksToBalance } from '#tests/support/books.ts'
import { databaseKinds, type FreshDatabase, freshDatabase } from '#tests/support/databases.ts'
import { move, type TestLedger, testLedger } from '#tests/support/ledger.ts'
import { account } from './accounts.ts'
import { readHouseBalance } from './balances.ts'
import { rollUpHouseAccounts } from './close-days.ts'

const FLOAT = account.providerFloat('paystack')
const FEES = account.revenueFees

describe.each(databaseKinds)('house balances on %s', (kind) => {
  let fresh: FreshDatabase
  let ledger: TestLedger
  let user: UserId
  beforeEach(async () => {
    fresh = await freshDatabase(kind)
    ledger = testLedger(fresh.database)
    ledger.clock.set(new Date('2026-11-18T12:00:00Z'))
    user = await ledger.userWith(1_000_000)
  })
  afterEach(async () => {
    await expectBooksToBalance(fresh.database, 'ledger')
    await fresh.drop()
  })

  async function payFee(amountKobo: number, at: string): Promise<void> {
    await ledger.post({ userId: user, at: new Date(at), movements: [move(account.available(user), FEES, amountKobo)] })
  }
  const rolledUp = async () =>
    await fresh.database.query(
      'select through_day, balance from ledger_house_balances where account_id = $1 order by through_day',
      [FEES],
    )

  it('are zero for an account that was never used', async () => {
    expect(await readHouseBalance(fresh.database, FLOAT)).toBe(0n)
  })

  it('sum every entry while nothing is rolled up', async () => {
    await payFee(10, '2026-11-19T12:00:00Z')
    await payFee(25, '2026-11-20T12:00:00Z')
    expect(await readHouseBalance(fresh.database, FEES)).toBe(35n)
  })

  it('are the same with and without roll-up, entry by entry across a Lagos midnight', async () => {
    // Midnight in Lagos is 23:00 UTC.
    await payFee(1, '2026-11-19T22:59:59.999Z')
    await payFee(10, '2026-11-19T23:00:00.000Z')
    await payFee(100, '2026-11-20T22:59:59.999Z')
    await payFee(1_000, '2026-11-20T23:00:00.000Z')
    await payFee(10_000, '2026-11-21T06:00:00.000Z')
    const before = await readHouseBalance(fresh.database, FEES)
    await rollUpHouseAccounts(fresh.database)
    expect(await rolledUp()).toEqual([{ through_day: '2026-11-20', balance: 111n }])
    expect(await readHouseBalance(fresh.database, FEES)).toBe(before)
    expect(before).toBe(11_111n)
  })

  it('go on from the last closed day', async () => {
    await payFee(1, '2026-11-19T12:00:00Z')
    await payFee(10, '2026-11-20T12:00:00Z')
    await rollUpHouseAccounts(fresh.database)
    await payFee(100, '2026-11-21T12:00:00Z')
    await rollUpHouseAccounts(fresh.database)
    expect(await rolledUp()).toEqual([
      { through_day: '2026-11-19', balance: 1n },
      { through_day: '2026-11-20', balance: 11n },
    ])
    expect(await readHouseBalance(fresh.database, FEES)).toBe(111n)
  })

  it('leave a day open until an entry lies an hour behind its midnight', async () => {
    await payFee(1, '2026-11-19T12:00:00Z')
    await payFee(10, '2026-11-19T23:59:59.999Z')
    await rollUpHouseAccounts(fresh.database)
    expect((await rolledUp()).at(-1)).toEqual({ through_day: '2026-11-18', balance: 0n })
    await payFee(100, '2026-11-20T00:00:00Z')
    await rollUpHouseAccounts(fresh.database)
    expect((await rolledUp()).at(-1)).toEqual({ through_day: '2026-11-19', balance: 1n })
  })

  it('can be rolled up again and again', async () => {
    await payFee(1, '2026-11-19T12:00:00Z')
    await payFee(10, '2026-11-20T12:00:00Z')
    for (let i = 0; i < 3; i++) await rollUpHouseAccounts(fresh.database)
    expect(await rolledUp()).toEqual([{ through_day: '2026-11-19', balance: 1n }])
  })

  it('are right after days without a roll-up', async () => {
    await payFee(1, '2026-11-19T12:00:00Z')
    await payFee(5, '2026-11-20T12:00:00Z')
    await rollUpHouseAccounts(fresh.database)
    await payFee(10, '2026-11-23T12:00:00Z')
    await payFee(100, '2026-11-27T12:00:00Z')
    await rollUpHouseAccounts(fresh.database)
    expect((await rolledUp()).at(-1)).toEqual({ through_day: '2026-11-26', balance: 16n })
    expect(await readHouseBalance(fresh.database, FEES)).toBe(116n)
  })

  it('are rolled up for an account whose first entry is younger than the closed days', async () => {
    await payFee(1, '2026-11-20T12:00:00Z')
    await rollUpHouseAccounts(fresh.database)
    const duty = account.stampDuty
    await ledger.post({
      userId: user,
      at: new Date('2026-11-20T13:00:00Z'),
      movements: [move(account.available(user), duty, 7)],
    })
    await payFee(10, '2026-11-21T12:00:00Z')
    await rollUpHouseAccounts(fresh.database)
    expect(await readHouseBalance(fresh.database, duty)).toBe(7n)
    expect(await readHouseBalance(fresh.database, FEES)).toBe(11n)
  })
})
