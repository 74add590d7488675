import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { UserId } from '#contract/ids.ts'
import { DAY_MS } from '#contract/time.ts'
import { migrate, readMigrations } from '#server/platform/db/migrate.ts'
import { tellOfRepairs } from '#server/platform/db/open.ts'
import { expectBooksToBalance } from '#tests/support/books.ts'
import { emptyDatabase, type FreshDatabase, featureDatabases } from '#tests/support/databases.ts'
import { move, type TestLedger, testLedger } from '#tests/support/ledger.ts'
import { account } from './accounts.ts'
import { readHouseBalance } from './balances.ts'
import { rollUpHouseAccounts } from './close-days.ts'

const FEES = account.revenueFees
/** Midday in Lagos. */
const NOON = new Date('2026-11-21T11:00:00.000Z')
const at = (ms: number) => new Date(NOON.getTime() + ms)

describe.each(featureDatabases)('an upgrade of a ledger that believed the clock, on %s', (kind) => {
  let fresh: FreshDatabase
  let ledger: TestLedger
  let user: UserId
  beforeEach(async () => {
    fresh = await emptyDatabase(kind)
    await migrate(fresh.database, readMigrations().slice(0, 21))
    await fresh.database.query(`insert into installation (mode, created_at) values ('sandbox', now())`)
    ledger = testLedger(fresh.database)
    ledger.clock.set(at(-3 * DAY_MS))
    user = await ledger.userWith(1_000_000)
  })
  afterEach(() => fresh.drop())

  const payFee = (amountKobo: number, clock: Date) =>
    ledger.post({ userId: user, at: clock, movements: [move(account.available(user), FEES, amountKobo)] })
  /** As the version before did it, by the clock alone. */
  async function rollUpByClock(throughDay: string): Promise<void> {
    await fresh.database.query(
      `insert into ledger_house_balances (account_id, through_day, balance)
       select account_id, $1::date, sum(amount)::bigint from ledger_entries
       where seq is null and posted_at < ($1::date + 1)::timestamp at time zone 'Africa/Lagos' group by account_id`,
      [throughDay],
    )
  }
  const rolledUp = async () =>
    await fresh.database.query(
      'select through_day, balance from ledger_house_balances where account_id = $1 order by through_day',
      [FEES],
    )
  const told = async () => {
    const rows = await fresh.database.query<{ detail: string }>(
      `select detail from alarms where kind = 'roll-ups-repaired'`,
    )
    return rows.map(({ detail }) => detail)
  }

  it('sums up again what a clock ahead had rolled up too early, and tells operators', async () => {
    await payFee(1, at(-2 * DAY_MS))
    await payFee(10, at(-DAY_MS))
    await rollUpByClock('2026-11-19')
    // The clock is a day ahead for three seconds; then it is right, and people go on.
    await rollUpByClock('2026-11-20')
    await rollUpByClock('2026-11-21')
    await payFee(100, at(-DAY_MS + 1))
    await payFee(1_000, at(0))
    await payFee(10_000, at(1))

    const error = vi.fn()
    await tellOfRepairs(fresh.database, { error }, await migrate(fresh.database))
    expect(error).toHaveBeenCalledTimes(1)
    expect(await rolledUp()).toEqual([
      { through_day: '2026-11-19', balance: 1n },
      { through_day: '2026-11-20', balance: 111n },
    ])
    expect(await told()).toEqual([
      expect.stringMatching(/^\d+ rolled-up balances .* \d+ were of a day that was not over/),
    ])
    expect(await readHouseBalance(fresh.database, FEES)).toBe(11_111n)
    await payFee(100_000, at(2))
    await rollUpHouseAccounts(fresh.database)
    expect(await readHouseBalance(fresh.database, FEES)).toBe(111_111n)
    await expectBooksToBalance(fresh.database, 'ledger')
  })

  it('leaves right roll-ups as they are, and says nothing', async () => {
    await payFee(1, at(-2 * DAY_MS))
    await rollUpByClock('2026-11-18')
    await payFee(10, at(-DAY_MS))
    await rollUpByClock('2026-11-19')
    await payFee(100, at(0))
    const before = await rolledUp()

    await migrate(fresh.database)
    expect(await rolledUp()).toEqual(before)
    expect(await told()).toEqual([])
    await rollUpHouseAccounts(fresh.database)
    expect((await rolledUp()).at(-1)).toEqual({ through_day: '2026-11-20', balance: 11n })
    await expectBooksToBalance(fresh.database, 'ledger')
  })

  it('reopens a day that was rolled up with nothing posted after it', async () => {
    await payFee(1, at(0))
    await rollUpByClock('2026-11-21')
    await migrate(fresh.database)
    expect((await rolledUp()).filter(({ through_day: day }) => day === '2026-11-21')).toEqual([])
    await payFee(10, at(1))
    expect(await readHouseBalance(fresh.database, FEES)).toBe(11n)
    await expectBooksToBalance(fresh.database, 'ledger')
  })

  it('keeps entries that a clock running backwards had dated, and dates none of them so from then on', async () => {
    await payFee(1, at(0))
    await payFee(10, at(-DAY_MS))
    await migrate(fresh.database)
    const { id } = await payFee(100, at(-DAY_MS))
    const [posted] = await fresh.database.query('select posted_at as at from ledger_transfers where id = $1', [id])
    expect(posted).toEqual({ at: at(0) })
    await expectBooksToBalance(fresh.database, 'ledger')
  })

  it('brings an empty ledger forward', async () => {
    const empty = await emptyDatabase(kind)
    await migrate(empty.database)
    await rollUpHouseAccounts(empty.database)
    expect(await empty.database.query('select 1 from ledger_closed_days')).toEqual([])
    await empty.drop()
  })
})
