import { describe, expect } from 'vitest'
import type { Order } from '#contract/orders.ts'
import { books, faultBills, historyOf, moneyOf, orderNow, UNTOUCHED, withBuyer } from '#tests/support/buyer.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import type { TestJara } from '#tests/support/jara.ts'
import type { Person } from '#tests/support/person.ts'
import { airtime, alarmsOf } from '#tests/support/purchases.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60_000
const HOUR_MS = 60 * 60_000

describe.each(featureDatabases)('a purchase on %s', (kind) => {
  const it = withBuyer(kind)

  /** The provider reports a failure, and delivers all the same. */
  async function failThenDeliver(
    jara: TestJara,
    ada: Person,
    meanwhile: () => Promise<void> = async () => undefined,
  ): Promise<Order> {
    await faultBills(jara, 'pay', 'accept-then-fail')
    const order = await ada.buy(airtime())
    await jara.pass(5 * SECOND_MS)
    expect((await orderNow(ada, order)).state).toBe('released')
    expect(await moneyOf(ada)).toEqual(UNTOUCHED)
    await meanwhile()
    await jara.sandbox.decideDelivery((await orderNow(ada, order)).reference, 'delivered')
    jara.clock.advance(11 * MINUTE_MS)
    // The first reconciliation is due as well, and would find the difference if it ran first.
    await jara.worker.runNow('order', order.id)
    await jara.settle()
    return await orderNow(ada, order)
  }

  it('that is delivered and taken back returns the price once, however often that is said', async ({ jara, ada }) => {
    await faultBills(jara, 'pay', 'success-then-reversed', { delayMs: 3_000 })
    const order = await ada.buy(airtime())
    await jara.settle()
    expect((await orderNow(ada, order)).state).toBe('settled')
    await jara.sandbox.fault({ provider: 'vtpass', operation: 'webhook', fault: 'duplicate', count: 5 })
    await jara.pass(10 * SECOND_MS)
    expect(await orderNow(ada, order)).toMatchObject({ state: 'returned', status: 'reversed' })
    jara.clock.advance(HOUR_MS)
    await jara.settle()
    await ada.unlock()
    expect(await moneyOf(ada)).toEqual(UNTOUCHED)
    expect(await historyOf(ada)).toEqual([
      'Refund 99000 -0 completed',
      'MTN Airtime -100000 -1000 reversed',
      'Sandbox grant 20000000 -0 completed',
    ])
    expect(await books(jara, 'provider:vtpass:float', 'revenue:commission')).toEqual([0n, 0n])
  })

  it('that is taken back without a word is found out by looking back', async ({ jara, ada }) => {
    const order = await ada.buy(airtime())
    await jara.settle()
    await jara.sandbox.fault({ provider: 'vtpass', operation: 'webhook', fault: 'lost', count: 5 })
    await jara.sandbox.decideDelivery((await orderNow(ada, order)).reference, 'reversed')
    jara.clock.advance(11 * MINUTE_MS)
    await jara.settle()
    expect((await orderNow(ada, order)).state).toBe('returned')
  })

  it('delivered after it was given back is taken again, once', async ({ jara, ada }) => {
    const order = await failThenDeliver(jara, ada)
    expect(await orderNow(ada, order)).toMatchObject({ state: 'late_success', status: 'completed' })
    expect(await moneyOf(ada)).toEqual({ availableKobo: '19901000', heldKobo: '0', spentTodayKobo: '99000' })
    expect(await alarmsOf(jara)).toEqual(['order-late-success'])
    expect(await books(jara, 'provider:vtpass:float', 'revenue:commission')).toEqual([97_000n, 2_000n])
  })

  it('delivered after it was given back and spent is a debt, and no balance is below zero', async ({ jara, ada }) => {
    const order = await failThenDeliver(jara, ada, async () => {
      await ada.withdraw(19_990_000n)
    })
    expect((await orderNow(ada, order)).state).toBe('late_success')
    expect(await moneyOf(ada)).toMatchObject({ availableKobo: '0' })
    expect(await books(jara, `user:${ada.id}:debt`, `user:${ada.id}:available`)).toEqual([-99_000n, 0n])
    expect(await alarmsOf(jara)).toEqual(['order-late-success'])
  })

  it('delivered late and then taken back is found by looking back, and the price returns once', async ({
    jara,
    ada,
  }) => {
    const order = await failThenDeliver(jara, ada)
    await jara.sandbox.fault({ provider: 'vtpass', operation: 'webhook', fault: 'lost', count: 5 })
    await jara.sandbox.decideDelivery(order.reference, 'reversed')
    jara.clock.advance(11 * MINUTE_MS)
    await jara.settle()
    expect((await orderNow(ada, order)).state).toBe('returned')
    expect(await moneyOf(ada)).toEqual(UNTOUCHED)
    expect(await books(jara, 'provider:vtpass:float', 'revenue:commission')).toEqual([0n, 0n])
    expect(await alarmsOf(jara)).toEqual(['order-late-success'])
  })
})
