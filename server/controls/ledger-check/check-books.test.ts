import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { claimOne } from '#server/platform/jobs/queue.ts'
import { orderNow, startWithBuyer } from '#tests/support/buyer.ts'
import { type DatabaseKind, databaseKinds } from '#tests/support/databases.ts'
import type { TestJara } from '#tests/support/jara.ts'
import type { Person } from '#tests/support/person.ts'
import { noticesIn, openStops, resume, tamper } from '#tests/support/stops.ts'
import { CHECK_EVERY_MS, checkBooks, readPosition } from './check-books.ts'
import { checkWholeBook } from './operate-books.ts'

type Known = { readonly available: string; readonly held: string; readonly open: string; readonly settled: string }
type Way = readonly [name: string, rule: string, change: (of: Known) => string[], repair: (of: Known) => string[]]

const inAccount = (id: string) => `account_id = '${id}'`
const setState = (id: string, state: string) => `update orders set state = '${state}' where id = '${id}'`
const addTo = (id: string, kobo: number) => `update ledger_accounts set balance = balance + ${kobo} where id = '${id}'`
const addToFirst = (account: string, kobo: number) =>
  `update ledger_entries set amount = amount + ${kobo} where ${inAccount(account)} and seq = 1`
const houseEntry = (
  leg: number,
) => `insert into ledger_entries (user_id, transfer_id, leg, account_id, amount, posted_at)
  select user_id, id, ${leg}, 'revenue:fees', 1, posted_at from ledger_transfers where kind = 'grant'`

/** Changes of one kobo or one state by someone with full rights, each with its undoing. */
const WAYS: readonly Way[] = [
  ['a balance', 'I1', (of) => [addTo(of.available, 1)], (of) => [addTo(of.available, -1)]],
  [
    'a balance, and another one the other way',
    'I2',
    (of) => [addTo(of.available, 1), addTo(of.held, -1)],
    (of) => [addTo(of.available, -1), addTo(of.held, 1)],
  ],
  ['the amount of an entry', 'I2', (of) => [addToFirst(of.available, 1)], (of) => [addToFirst(of.available, -1)]],
  [
    'an entry too many in an account of the house',
    'I1',
    () => [houseEntry(9)],
    () => ['delete from ledger_entries where leg = 9'],
  ],
  [
    'an entry and its balance',
    'I1',
    (of) => [addToFirst(of.available, 1), addTo(of.available, 1)],
    (of) => [addToFirst(of.available, -1), addTo(of.available, -1)],
  ],
  ['the state of an open order', 'I4', (of) => [setState(of.open, 'released')], (of) => [setState(of.open, 'held')]],
  [
    'the state of a resolved order',
    'I5',
    (of) => [setState(of.settled, 'released')],
    (of) => [setState(of.settled, 'settled')],
  ],
  [
    'a total of an open order',
    'I4',
    (of) => [`update orders set amount_kobo = amount_kobo + 1, total_kobo = total_kobo + 1 where id = '${of.open}'`],
    (of) => [`update orders set amount_kobo = amount_kobo - 1, total_kobo = total_kobo - 1 where id = '${of.open}'`],
  ],
]

describe.each(databaseKinds)('the check of the books on %s', (kind: DatabaseKind) => {
  let jara: TestJara
  let ada: Person
  let known: Known

  async function minuteLater(): Promise<void> {
    jara.clock.advance(CHECK_EVERY_MS)
    await jara.settle()
  }

  beforeAll(async () => {
    ;({ jara, ada } = await startWithBuyer(kind))
    const settled = await ada.withdraw(150_000n)
    await minuteLater()
    // The provider cannot create recipients, so nothing is sent and the order stays held.
    await jara.sandbox.fault({ operation: 'recipient', fault: 'html-502', count: 10_000 })
    const open = await ada.withdraw(100_000n)
    known = {
      available: `user:${ada.id}:available`,
      held: `user:${ada.id}:held`,
      open: open.id,
      settled: settled.id,
    }
    await minuteLater()
  })
  afterAll(() => jara.close())

  it('finds nothing in books that are right', async () => {
    expect(await openStops(jara)).toEqual([])
    expect(await checkWholeBook(jara.database)).toEqual([])
    expect(await noticesIn(jara)).toEqual([])
  })

  it.each(WAYS)('finds one kobo in %s within a minute, and stops money out', async (_, rule, change, repair) => {
    const changedAt = jara.clock.now()
    await tamper(jara, ...change(known))
    await minuteLater()
    const [stop] = await openStops(jara)
    expect(stop?.detail).toContain(`${rule}: `)
    expect(Number(stop?.stoppedAt) - changedAt.getTime()).toBeLessThanOrEqual(60_000)
    expect(await jara.database.query('select 1 from alarms where subject_id = $1', [stop?.id])).toHaveLength(1)
    expect(await noticesIn(jara)).toEqual([expect.stringContaining('Sending money is paused for everyone')])
    await ada.unlock()
    const refused = await ada.call('POST', '/api/quotes', {
      kind: 'withdrawal',
      bankCode: '044',
      accountNumber: '0123456784',
      amountKobo: '10000',
    })
    expect([refused.status, refused.body.error.code]).toEqual([503, 'money-out.stopped'])
    await expect(resume(jara)).rejects.toThrow('the books do not add up')

    await tamper(jara, ...repair(known))
    await expect(resume(jara, 'Ada Obi', 'ada obi')).rejects.toThrow('two different people')
    await resume(jara)
    expect([await openStops(jara), await noticesIn(jara)]).toEqual([[], []])
    await minuteLater()
    expect(await openStops(jara)).toEqual([])
    expect((await orderNow(ada, { id: known.open } as never)).state).toBe('held')
  })

  /** Runs one check with shares of one entry. */
  async function checkLittle(): Promise<void> {
    const claim = await claimOne(jara.database, jara.clock.now(), 'check-books', 'all')
    if (claim === null) throw new Error('the check is at work elsewhere')
    await checkBooks(jara.deps, claim, 1)
    await jara.database.query("update jobs set lease_until = null where kind = 'check-books'")
  }

  it('takes a large book in turns: what moved at each check, what is quiet within a round', async () => {
    await tamper(jara, ...(WAYS[2]?.[2](known) ?? []))
    // None of her money has moved for an hour.
    jara.clock.advance(60 * 60_000)
    let checks = 0
    while ((await openStops(jara)).length === 0 && checks < 10) {
      await checkLittle()
      checks++
    }
    expect(checks).toBeLessThan(10)
    await tamper(jara, ...(WAYS[2]?.[3](known) ?? []))
    await resume(jara)
  })

  it('finds what has moved also after a check by a clock that was ahead', async () => {
    jara.clock.advance(DAY_MS)
    while ((await readPosition(jara.database))?.afterOwner !== ada.id) await checkLittle()
    jara.clock.advance(-DAY_MS)
    await ada.unlock()
    await ada.withdraw(50_000n)
    await tamper(jara, ...(WAYS[2]?.[2](known) ?? []))
    await checkLittle()
    expect(await openStops(jara)).toHaveLength(1)
    await tamper(jara, ...(WAYS[2]?.[3](known) ?? []))
    await resume(jara)
  })
})
