import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Order } from '#contract/orders.ts'
import type { TransactionsAnswer } from '#contract/transactions.ts'
import { startWithBuyer } from '#tests/support/buyer.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import type { TestJara } from '#tests/support/jara.ts'
import { sampled } from '#tests/support/nightly.ts'
import type { Person } from '#tests/support/person.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

describe.each(featureDatabases)('a withdrawal on %s', (kind) => {
  let jara: TestJara
  let ada: Person

  beforeEach(async () => {
    ;({ jara, ada } = await startWithBuyer(kind))
  })
  afterEach(async () => {
    await expectTruth()
    await jara.close()
  })

  /** Expects exactly the settled orders to be paid, reference by reference, by the sandbox's own log. */
  async function expectTruth(): Promise<void> {
    const { transfers } = await jara.sandbox.truth()
    const orders = await jara.database.query<{ reference: string; state: string }>(
      'select reference, state from orders',
    )
    for (const { reference, state } of orders) {
      const status = transfers.find((each) => each.reference === reference)?.status ?? 'none'
      if (state === 'settled' || state === 'late_success')
        expect({ reference, status }).toEqual({ reference, status: 'paid' })
      if (state === 'returned') expect(status).toBe('reversed')
      if (state === 'released') expect(['none', 'failed', 'reversed']).toContain(status)
    }
  }

  async function history(): Promise<string[]> {
    const { body } = await ada.call<TransactionsAnswer>('GET', '/api/transactions')
    return body.transactions.map((each) => `${each.title} ${each.amountKobo} ${each.status}`)
  }

  /** The current order, read by its owner, who unlocks the screen first. */
  async function ended(order: Order): Promise<Order> {
    await ada.unlock()
    return await ada.order(order.id)
  }

  it('is reserved at once, sent, and completed when the provider proves it', async () => {
    const order = await ada.withdraw(150_000n)
    expect(order).toMatchObject({
      status: 'pending',
      state: 'held',
      feeKobo: '1000',
      dutyKobo: '0',
      totalKobo: '151000',
    })
    expect(await ada.wallet()).toMatchObject({
      availableKobo: '19849000',
      heldKobo: '151000',
      spentTodayKobo: '150000',
    })
    await jara.settle()
    expect(await ended(order)).toMatchObject({ status: 'pending', state: 'pending' })
    await jara.pass(1_000)
    expect(await ended(order)).toMatchObject({ status: 'completed', state: 'settled' })
    expect(await ada.wallet()).toMatchObject({ availableKobo: '19849000', heldKobo: '0', spentTodayKobo: '150000' })
    expect(await history()).toEqual(['Bank Transfer -150000 completed', 'Sandbox grant 20000000 completed'])
  })

  it('takes stamp duty as a line of its own from ₦10,000 on', async () => {
    const order = await ada.withdraw(1_000_000n)
    expect(order).toMatchObject({ feeKobo: '2500', dutyKobo: '5000', totalKobo: '1007500' })
    await jara.pass(2_000)
    const [duty] = await jara.database.query(
      "select amount from ledger_entries where account_id = 'payable:stamp-duty'",
    )
    expect(duty).toEqual({ amount: 5_000n })
  })

  it('gives the money back by itself when the provider proves that it failed', async () => {
    await jara.sandbox.fault({ operation: 'transfer', fault: 'decline' })
    const order = await ada.withdraw(150_000n)
    await jara.pass(2_000)
    expect(await ended(order)).toMatchObject({ status: 'failed', state: 'released' })
    expect((await ended(order)).failure).not.toBeNull()
    expect(await ada.wallet()).toMatchObject({ availableKobo: '20000000', heldKobo: '0', spentTodayKobo: '0' })
    expect(await history()).toEqual([
      'Refund 151000 completed',
      'Bank Transfer -150000 failed',
      'Sandbox grant 20000000 completed',
    ])
  })

  it.each(
    sampled(['timeout', 'accept-then-500', 'accept-then-timeout', 'reset', 'html-502', 'empty', 'cut-json'], 2, 1),
  )('stays reserved after "%s" and ends as the provider finally proves', async (fault) => {
    await jara.sandbox.fault({ operation: 'transfer', fault })
    const order = await ada.withdraw(150_000n)
    await jara.settle()
    expect((await ended(order)).status).toBe('pending')
    await jara.pass(35 * MINUTE_MS)
    expect((await ended(order)).status).toBe('completed')
    const { transfers } = await jara.sandbox.truth()
    expect(transfers.filter((each) => each.status === 'paid')).toHaveLength(1)
  })

  it('is never released because the provider does not know it yet', async () => {
    await jara.sandbox.fault({ operation: 'transfer', fault: 'not-found-then-success' })
    const order = await ada.withdraw(150_000n)
    await jara.settle()
    expect((await ended(order)).state).toBe('unknown')
    await jara.pass(10 * MINUTE_MS)
    expect((await ended(order)).state).toBe('settled')
  })

  it('does not need a webhook', async () => {
    await jara.sandbox.fault({ operation: 'webhook', fault: 'lost', count: 100 })
    const order = await ada.withdraw(150_000n)
    await jara.pass(3_000)
    expect((await ended(order)).state).toBe('settled')
  })

  it.each(sampled(['duplicate', 'late', 'out-of-order', 'forged', 'lying'], 2))(
    'ends right with "%s" webhooks',
    async (fault) => {
      await jara.sandbox.fault({ operation: 'webhook', fault, count: 100 })
      const order = await ada.withdraw(150_000n)
      await jara.pass(30_000)
      expect((await ended(order)).state).toBe('settled')
    },
  )

  it('returns everything when the bank sends a paid transfer back, also if nobody tells', async () => {
    const order = await ada.withdraw(1_000_000n)
    await jara.pass(2_000)
    await jara.sandbox.fault({ operation: 'webhook', fault: 'lost', count: 100 })
    await jara.sandbox.decide(order.reference, 'reversed')
    jara.clock.advance(11 * MINUTE_MS)
    await jara.settle()
    expect(await ended(order)).toMatchObject({ status: 'reversed', state: 'returned' })
    expect(await ada.wallet()).toMatchObject({ availableKobo: '20000000', heldKobo: '0' })
    expect(await history()).toEqual([
      'Refund 1007500 completed',
      'Bank Transfer -1000000 reversed',
      'Sandbox grant 20000000 completed',
    ])
  })

  it('takes the amount again, and the rest as a debt, when a released transfer turns out paid', async () => {
    await jara.sandbox.fault({ operation: 'transfer', fault: 'decline' })
    const order = await ada.withdraw(10_000_000n)
    await jara.pass(2_000)
    expect((await ended(order)).state).toBe('released')
    await ada.withdraw(15_000_000n)
    await jara.pass(2_000)
    await jara.sandbox.decide(order.reference, 'success')
    await jara.pass(2_000)
    expect(await ended(order)).toMatchObject({ status: 'completed', state: 'late_success' })
    expect((await ada.wallet()).availableKobo).toBe('0')
    const alarms = await jara.database.query<{ kind: string }>('select kind from alarms')
    expect(alarms.map((each) => each.kind)).toContain('order-late-success')
  })

  it('is never settled by a verification about another amount', async () => {
    await jara.sandbox.fault({ operation: 'transfer-verify', fault: 'wrong-amount', count: 3 })
    const order = await ada.withdraw(150_000n)
    await jara.settle()
    expect((await ended(order)).state).toBe('manual_review')
    await jara.pass(2 * HOUR_MS)
    expect((await ended(order)).state).toBe('settled')
  })

  it('stays reserved for three silent days, with an alarm at 15 minutes, 2 hours and 24 hours', async () => {
    await jara.sandbox.fault({ operation: 'transfer', fault: 'pending' })
    const order = await ada.withdraw(150_000n)
    await jara.settle()
    await jara.pass(72 * HOUR_MS, HOUR_MS)
    expect(await jara.worker.runNow('order', order.id)).toBe(true)
    const [row] = await jara.database.query<{ state: string }>('select state from orders')
    expect(row?.state).toBe('manual_review')
    const alarms = await jara.database.query<{ kind: string }>('select kind from alarms order by kind')
    expect(alarms.map((each) => each.kind)).toEqual([
      'order-waiting-15-minutes',
      'order-waiting-2-hours',
      'order-waiting-24-hours',
    ])
    await jara.sandbox.decide(order.reference, 'failed')
    jara.clock.advance(2 * HOUR_MS)
    await jara.settle()
    const [after] = await jara.database.query<{ state: string }>('select state from orders')
    expect(after?.state).toBe('released')
  })

  it('can be cancelled until it is sent, and not after', async () => {
    const order = await ada.withdraw(150_000n)
    const cancelled = await ada.call<{ order: Order }>('POST', `/api/orders/${order.id}/cancel`)
    expect(cancelled.body.order).toMatchObject({ status: 'failed', state: 'released' })
    await jara.pass(2_000)
    expect((await jara.sandbox.truth()).transfers).toEqual([])
    const second = await ada.withdraw(150_000n)
    await jara.settle()
    expect((await ada.call('POST', `/api/orders/${second.id}/cancel`)).body.error.code).toBe('order.not-cancellable')
    await jara.pass(2_000)
  })

  it('is the same order however often it is approved', async () => {
    const quote = await ada.quote(150_000n)
    const first = await ada.approve(quote)
    const second = await ada.approve(quote)
    expect([first.status, second.status]).toEqual([201, 200])
    expect(second.body.order.id).toBe(first.body.order.id)
    await jara.pass(2_000)
    const late = await ada.approve(quote)
    expect(late.body.order).toMatchObject({ id: first.body.order.id, status: 'completed' })
  })

  it('lets a user who bought nothing withdraw everything he has', async () => {
    const order = await ada.withdraw(19_990_000n)
    await jara.pass(2_000)
    expect((await ended(order)).status).toBe('completed')
    expect(await ada.wallet()).toMatchObject({ availableKobo: '0', heldKobo: '0' })
  })
})
