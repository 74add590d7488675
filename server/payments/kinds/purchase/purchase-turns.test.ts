import { describe, expect } from 'vitest'
import type { Order } from '#contract/orders.ts'
import { deliveredIn, faultBills, moneyOf, orderNow, withBuyer } from '#tests/support/buyer.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { airtime, phoneOf } from '#tests/support/purchases.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60_000

describe.each(featureDatabases)('a purchase on %s', (kind) => {
  const it = withBuyer(kind)

  it('that waits at Lagos midnight goes out under a reference of the new day', async ({ jara, ada }) => {
    jara.clock.set(new Date('2026-11-21T22:59:30.000Z'))
    await ada.unlock()
    await ada.buy(airtime())
    await jara.settle()
    const second = await ada.buy(airtime({ amountKobo: '200000' }))
    await jara.settle()
    expect((await orderNow(ada, second)).state).toBe('held')
    jara.clock.set(new Date('2026-11-21T23:00:05.000Z'))
    await jara.settle()
    const sent = await orderNow(ada, second)
    expect(sent.state).toBe('settled')
    expect(sent.reference).toMatch(/^202611220000/)
  })

  it('whose reference is of yesterday is not repeated, nor sent under another while nothing is proved, and stays reserved', async ({
    jara,
    ada,
  }) => {
    jara.clock.set(new Date('2026-11-21T22:50:00.000Z'))
    await ada.unlock()
    await faultBills(jara, 'pay', 'timeout')
    const order = await ada.buy(airtime())
    await jara.settle()
    const { reference } = await orderNow(ada, order)
    await jara.pass(45 * MINUTE_MS)
    const after = await orderNow(ada, order)
    expect(after).toMatchObject({ reference, state: 'unknown' })
    const [row] = await jara.database.query<{ sends: number }>('select send_count as sends from orders')
    expect(row?.sends).toBe(1)
    expect(await moneyOf(ada)).toMatchObject({ heldKobo: '99000' })
  })

  it('of the same for the same number waits 31 seconds and is then sent by itself', async ({ jara, ada }) => {
    await ada.buy(airtime())
    await jara.settle()
    const second = await ada.buy(airtime())
    await jara.settle()
    expect((await orderNow(ada, second)).state).toBe('held')
    jara.clock.advance(30 * SECOND_MS)
    await jara.settle()
    expect((await orderNow(ada, second)).state).toBe('held')
    jara.clock.advance(SECOND_MS)
    await jara.settle()
    expect((await orderNow(ada, second)).state).toBe('settled')
    expect(await deliveredIn(jara)).toHaveLength(2)
  })

  it('of the same for the same number, approved in one moment and taken by workers at once, goes out twice', async ({
    jara,
    ada,
  }) => {
    const quotes = [await ada.quoteOf(airtime()), await ada.quoteOf(airtime({ amountKobo: '110000' }))]
    for (const quote of quotes) expect((await ada.approve(quote)).status).toBe(201)
    await jara.settle()
    await jara.pass(32 * SECOND_MS)
    await ada.unlock()
    const states = await jara.database.query<{ state: string }>('select state from orders')
    expect(states.map((each) => each.state)).toEqual(['settled', 'settled'])
    expect(await deliveredIn(jara)).toHaveLength(2)
  })

  it('asks whether a second one is meant, with the state of the first', async ({ jara, ada }) => {
    const first = await ada.buy(airtime())
    await jara.settle()
    const quote = await ada.quoteOf(airtime())
    expect(quote.similar).toMatchObject({ orderId: first.id, status: 'completed' })
    expect(quote.terms).toMatch(/second/i)
    expect((await ada.quoteOf(airtime({ amountKobo: '100100' }))).similar).toBeNull()
    expect((await ada.quoteOf(airtime({ phone: phoneOf(7) }))).similar).toBeNull()
    jara.clock.advance(2 * MINUTE_MS)
    expect((await ada.quoteOf(airtime())).similar).toBeNull()
  })

  it('can be cancelled while it waits, and then is never sent', async ({ jara, ada }) => {
    await ada.buy(airtime())
    await jara.settle()
    const waiting = await ada.buy(airtime({ amountKobo: '200000' }))
    await jara.settle()
    const cancelled = await ada.call<{ order: Order }>('POST', `/api/orders/${waiting.id}/cancel`)
    expect(cancelled.body.order).toMatchObject({ state: 'released', status: 'failed' })
    await jara.pass(2 * MINUTE_MS)
    expect(await deliveredIn(jara)).toHaveLength(1)
    await ada.unlock()
    expect(await moneyOf(ada)).toMatchObject({ heldKobo: '0', spentTodayKobo: '99000' })
  })
})
