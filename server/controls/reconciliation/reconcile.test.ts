import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { kobo } from '#contract/money.ts'
import type { TransferFacts } from '#server/providers/payments/payment-provider.ts'
import { faultBills, orderNow, startWithBuyer } from '#tests/support/buyer.ts'
import { comparing, ELSEWHERE, LOST } from '#tests/support/comparing.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { exactly } from '#tests/support/exactly.ts'
import type { TestJara } from '#tests/support/jara.ts'
import { fundingOf } from '#tests/support/money-in.ts'
import { operatorNamed } from '#tests/support/operators.ts'
import type { Person } from '#tests/support/person.ts'
import { airtime, alarmsOf, deliverUnder } from '#tests/support/purchases.ts'
import { noticesIn, openStops, stopRestored } from '#tests/support/stops.ts'
import { listExceptions } from './list-exceptions.ts'
import { closeException } from './operate-exceptions.ts'

describe.each(featureDatabases)('our books against the providers’ on %s', (kind) => {
  let jara: TestJara
  let ada: Person
  const { aDay, askToClose, close, compare, newestPayment, lyingAbout, onlyOpen, open, payIn, sendElsewhere } =
    comparing(() => ({
      jara,
      ada,
    }))

  beforeEach(async () => {
    ;({ jara, ada } = await startWithBuyer(kind))
  })
  afterEach(() => jara.close())

  it('agree line by line after a day of everything, and what the providers hold is what the ledger says', async () => {
    await aDay()
    await jara.sandbox.fault({ operation: 'transfer', fault: 'pending' })
    await ada.withdraw(300_000n)
    await jara.settle()
    expect(await compare()).toMatchObject({ lines: 5, matched: 4, pending: 1, exceptions: 0, fresh: 0, gaps: [] })
    expect(await open()).toEqual([])
  })

  it('a transfer that we know nothing of is listed once, with an alarm, and closed by two people with evidence', async () => {
    await aDay()
    await sendElsewhere(ELSEWHERE)
    await jara.pass(5_000)
    expect(await compare()).toMatchObject({ exceptions: 1, fresh: 1 })
    expect(await compare()).toMatchObject({ exceptions: 1, fresh: 0 })
    expect(await open()).toEqual([`unknown-transfer ${ELSEWHERE} -101000`])
    const alarms = await jara.database.query(`select 1 from alarms where kind = 'reconciliation-exception'`)
    expect(alarms).toHaveLength(1)

    const found = await onlyOpen()
    await expect(close(found, '', 'Ada Obi', 'ADA OBI')).rejects.toThrow('two different people')
    await expect(
      jara.database.query(
        `update reconciliation_exceptions set closed_at = now(), evidence = 'mine', closed_by = 'Ada', confirmed_by = 'ada'`,
      ),
    ).rejects.toThrow('reconciliation_exceptions_two_people')
    const request = await askToClose(found)
    await jara.database.query(
      'update reconciliation_exceptions set provider_kobo = provider_kobo - 1, difference_kobo = difference_kobo - 1',
    )
    const bayo = await operatorNamed(jara.database, 'Bayo Ade')
    await expect(closeException(jara.deps, { request, by: bayo })).rejects.toThrow('has changed in the meantime')
    await jara.database.query(
      'update reconciliation_exceptions set provider_kobo = provider_kobo + 1, difference_kobo = difference_kobo + 1',
    )
    await close(found)
    await expect(close(found)).rejects.toThrow('no open difference')
    expect(await compare()).toMatchObject({ exceptions: 0, fresh: 0 })
    expect(await open()).toEqual([])
  })

  it('a list that lacks a transfer, or says another amount or charge, is found, and closes itself when it is right', async () => {
    const { settled } = await aDay()
    const changed = (change: (line: TransferFacts) => TransferFacts | null) =>
      lyingAbout.transfers((lines: TransferFacts[]) =>
        lines.flatMap((line) => (line.reference === settled ? (change(line) ?? []) : line)),
      )
    const lies = [
      [changed(() => null), 'missing-transfer', 0n],
      [changed((line) => ({ ...line, amountKobo: line.amountKobo + 1n })), 'transfer-differs', -1n],
      [changed((line) => ({ ...line, feeKobo: line.feeKobo + 1n })), 'fee-differs', -1n],
    ] as const
    for (const [over, what, difference] of lies) {
      await compare(over)
      expect(await open()).toContain(`${what} ${settled} ${difference}`)
      await compare()
      expect(await open()).toEqual([])
    }
  })

  it('a deposit that the list lacks, or has but the provider does not confirm, is found', async () => {
    await aDay()
    await compare(lyingAbout.payments(() => []))
    expect(await open()).toEqual([expect.stringMatching(/^missing-deposit \S+ 0$/)])
    await compare(
      lyingAbout.payments((lines) => [
        ...lines,
        ...lines
          .slice(0, 1)
          .map((line) => ({ ...line, providerTransactionId: exactly('1'), reference: exactly('T-invented-1') })),
      ]),
    )
    expect(await open()).toEqual(['unknown-deposit T-invented-1 0'])
  })

  it('a deposit that the bank takes back agrees once its own verification has shown it, and what it cost is known', async () => {
    await aDay()
    await jara.sandbox.fault({ operation: 'webhook', fault: 'lost' })
    const reference = newestPayment()
    await jara.sandbox.decidePayment(reference, 'reversed')
    await compare()
    expect(await open()).toEqual([`missing-deposit ${reference} -250000`])
    await jara.settle()
    expect(await compare()).toMatchObject({ exceptions: 0 })
    expect(await open()).toEqual([])
  })

  it('a deposit that was recalled and is made again is found, moves nothing, and alerts people', async () => {
    await aDay()
    const reference = newestPayment()
    await jara.sandbox.decidePayment(reference, 'reversed')
    await jara.settle()
    await jara.sandbox.decidePayment(reference, 'success')
    const before = (await ada.wallet()).availableKobo
    await compare()
    expect(await open()).toEqual([`deposit-state-differs ${reference} 250000`])
    await jara.settle()
    expect((await ada.wallet()).availableKobo).toBe(before)
    const alarms = await jara.database.query(`select 1 from alarms where kind = 'deposit-unexpected-evidence'`)
    expect(alarms).toHaveLength(1)
  })

  it('one wrong answer about an amount is booked, and named by the next comparison', async () => {
    await aDay()
    await jara.sandbox.fault({ operation: 'payment-verify', fault: 'wrong-amount' })
    await payIn()
    await jara.pass(5_000)
    await compare()
    expect(await open()).toEqual([`deposit-differs ${newestPayment()} 100`])
  })

  it('a payment that was unknown and is booked with another amount since is named as that alone', async () => {
    await aDay()
    await jara.sandbox.fault({ operation: 'webhook', fault: 'lost' })
    await payIn()
    // Paid so long ago that it should be booked.
    await compare(lyingAbout.payments((lines) => lines.map((line) => ({ ...line, paidAt: new Date(0) }))))
    const reference = newestPayment()
    expect(await open()).toEqual([expect.stringContaining(`unknown-deposit ${reference}`)])
    await jara.sandbox.fault({ operation: 'payment-verify', fault: 'wrong-amount' })
    await jara.settle()
    await compare()
    expect(await open()).toEqual([`deposit-differs ${reference} 100`])
  })

  it('a deposit whose webhook was lost is credited by its own verification, and is no difference', async () => {
    await aDay()
    await jara.sandbox.fault({ operation: 'webhook', fault: 'lost' })
    const before = (await ada.wallet()).availableKobo
    await payIn('70000')
    expect(await compare()).toMatchObject({ pending: 1, exceptions: 0 })
    expect((await ada.wallet()).availableKobo).toBe(before)
    await jara.settle()
    expect((await ada.wallet()).availableKobo).toBe((BigInt(before) + 70_000n).toString())
    expect(await compare()).toMatchObject({ pending: 0, exceptions: 0 })
  })

  it('what was given back here and paid there is found, and taken again by its own verification', async () => {
    await compare()
    await jara.sandbox.fault({ operation: 'transfer', fault: 'decline' })
    const order = await ada.withdraw(150_000n)
    await jara.pass(5_000)
    expect((await orderNow(ada, order)).state).toBe('released')
    const transfer = jara.world.state.transfers.get(order.id)
    if (transfer === undefined) throw new Error('never sent')
    jara.world.record([{ type: 'transfer.moved', reference: order.id, status: 'success', planned: false }])
    expect(await compare()).toMatchObject({ exceptions: 1 })
    expect(await open()).toEqual([`state-differs ${order.id} -151000`])
    await jara.settle()
    expect((await orderNow(ada, order)).state).toBe('late_success')
    expect(await compare()).toMatchObject({ exceptions: 0 })
    expect(await open()).toEqual([])
  })

  describe('and a purchase under two references', () => {
    /** Lost before midnight in Lagos, and delivered under the second one. */
    async function deliveredAnew() {
      await compare()
      jara.clock.set(new Date('2026-11-21T22:50:00Z'))
      await ada.unlock()
      await faultBills(jara, 'pay', 'timeout')
      const order = await ada.buy(airtime())
      await jara.pass(3 * 60 * 60_000, 5 * 60_000)
      const attempts = await jara.database.query<{ reference: string }>(
        'select reference from order_attempts order by number',
      )
      expect(attempts).toHaveLength(2)
      return { order, first: attempts[0]?.reference ?? '' }
    }

    it('agree: nothing is expected under the one before', async () => {
      await deliveredAnew()
      expect(await compare()).toMatchObject({ exceptions: 0, pending: 0, gaps: [] })
    })

    it('differ by what was delivered under the one before as well, until two people close it', async () => {
      const { order, first } = await deliveredAnew()
      deliverUnder(jara, first)
      expect(await compare()).toMatchObject({ exceptions: 1, gaps: [] })
      expect(await open()).toEqual([`paid-twice ${first} -97000`])
      await jara.settle()
      expect((await orderNow(ada, order)).state).toBe('settled')
      expect(await alarmsOf(jara)).toContain('order-known-twice')
      await close(await onlyOpen())
      expect(await compare()).toMatchObject({ exceptions: 0, gaps: [] })
    })
  })

  it('are compared by themselves each day, at four in the morning in Lagos', async () => {
    jara.clock.set(new Date('2026-11-22T02:59:00Z'))
    await jara.settle()
    const runs = async () => (await jara.database.query('select 1 from reconciliation_runs')).length
    const before = await runs()
    await sendElsewhere(ELSEWHERE)
    jara.clock.set(new Date('2026-11-22T03:01:00Z'))
    await jara.settle()
    expect(await runs()).toBe(before + 1)
    expect(await open()).toEqual([expect.stringMatching(new RegExp(`^unknown-transfer ${ELSEWHERE} `))])
  })

  it('leave out no day after a comparison by a clock that was a month ahead', async () => {
    const now = jara.clock.now()
    jara.clock.advance(30 * 24 * 60 * 60_000)
    await jara.settle()
    jara.clock.set(now)
    await jara.database.query("update jobs set due_at = $1 where kind = 'reconcile'", [now])
    await jara.settle()
    const [run] = await jara.database.query<{ from: Date }>(
      'select window_from as from from reconciliation_runs where ended_at <= $1 order by ended_at desc limit 1',
      [jara.clock.now()],
    )
    expect(run?.from.getTime()).toBeLessThanOrEqual(now.getTime() - 72 * 60 * 60_000)
  })

  describe('in a database restored from a backup', () => {
    it('what was paid after it goes to people, what it knows is not paid twice, and credits wait for both', async () => {
      await compare()
      const held = await ada.withdraw(150_000n)
      const backupAt = jara.clock.now()
      await stopRestored(jara, backupAt)
      // After the backup: this order was sent, so was one that nobody here knows, and money came in.
      await sendElsewhere(held.id, 150_000n)
      await sendElsewhere(LOST, 80_000n)
      await payIn()
      await jara.database.query(`update jobs set due_at = $1 where kind = 'reconcile'`, [jara.clock.now()])
      await jara.pass(5_000)
      await jara.pass(60_000)
      expect(await open()).toEqual([`unknown-transfer ${LOST} -81000`])
      expect((await orderNow(ada, held)).state).toBe('settled')
      expect((await fundingOf(ada)).deposits).toEqual([])
      expect(await openStops(jara)).toHaveLength(1)

      await close(await onlyOpen())
      await jara.pass(60_000)
      expect([await openStops(jara), await noticesIn(jara)]).toEqual([[], []])
      await jara.pass(60_000)
      expect((await fundingOf(ada)).deposits).toHaveLength(1)
      expect(await compare()).toMatchObject({ exceptions: 0, pending: 0, gaps: [] })
      const paid = (await jara.sandbox.truth()).transfers.map(({ reference }) => reference)
      expect(paid).toEqual([held.id, LOST])
    })

    it('a purchase that may have been sent waits for two people, who name the reference it went out under', async () => {
      await compare()
      const held = await ada.buy(airtime())
      await stopRestored(jara, jara.clock.now())
      const { clock, randomBytes } = jara.deps
      const reference = jara.bills.newReference(clock.now(), randomBytes(16))
      await jara.bills.buy({
        product: 'airtime',
        network: 'mtn',
        phone: '08031234567',
        amountKobo: kobo(100_000n),
        reference,
      })
      jara.clock.advance(5_000)
      await compare()
      const found = (await listExceptions(jara.database, false)).find((each) => each.kind === 'maybe-sent')
      if (found === undefined) throw new Error('nobody is asked')
      expect(found.reference).toBe(held.id)
      await expect(close(found, '../elsewhere')).rejects.toThrow('no reference')
      await close(found, reference)
      await jara.settle()
      expect((await orderNow(ada, held)).state).toBe('settled')
      await jara.database.query(`update jobs set due_at = $1 where kind = 'reconcile'`, [jara.clock.now()])
      await jara.pass(120_000)
      expect([await openStops(jara), await open()]).toEqual([[], []])
      expect((await jara.sandbox.truth()).deliveries).toHaveLength(1)
    })
  })
})
