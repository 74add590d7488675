import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CheckedOrderAnswer, Order } from '#contract/orders.ts'
import { startWithBuyer } from '#tests/support/buyer.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import type { TestJara } from '#tests/support/jara.ts'
import { type Person, RECIPIENT } from '#tests/support/person.ts'

const MINUTE_MS = 60_000

describe.each(featureDatabases)('while the provider is down on %s', (kind) => {
  let jara: TestJara
  let ada: Person

  beforeEach(async () => {
    ;({ jara, ada } = await startWithBuyer(kind))
  })
  afterEach(async () => {
    await jara.close()
  })

  const down = (operation = '*', count = 100_000) => jara.sandbox.fault({ operation, fault: 'down', count })
  const up = () =>
    fetch(`${jara.sandbox.url}/control/reset`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
  const sent = async () => (await jara.sandbox.truth()).transfers

  /** Enough unanswered calls for the server to know. */
  async function noticeIt(): Promise<void> {
    for (let look = 0; look < 6; look++) await jara.worker.runNow('poll-payments', 'all')
    expect(jara.payments.available()).toBe(false)
  }

  async function expectNothingReserved(): Promise<void> {
    expect(await ada.wallet()).toMatchObject({ availableKobo: '20000000', heldKobo: '0', spentTodayKobo: '0' })
    expect(await jara.database.query('select 1 from orders')).toEqual([])
  }

  it.each([0, 1])('refuses a quote before anything is reserved, noticed before or not (%d)', async (noticed) => {
    await down()
    if (noticed === 1) await noticeIt()
    const answer = await ada.call('POST', '/api/quotes', { kind: 'withdrawal', ...RECIPIENT, amountKobo: '150000' })
    expect(answer.status).toBe(503)
    expect(answer.body.error.code).toBe('provider.unavailable')
    expect(answer.body.error.message).toMatch(/No money has left/)
    const resolved = await ada.call('POST', '/api/banks/resolve', RECIPIENT)
    expect(resolved.body.error.code).toBe('provider.unavailable')
    await expectNothingReserved()
  })

  it('keeps listing the banks it knows', async () => {
    const first = await ada.call<{ banks: unknown[] }>('GET', '/api/banks')
    await down()
    jara.clock.advance(20 * MINUTE_MS)
    await ada.unlock()
    const second = await ada.call<{ banks: unknown[] }>('GET', '/api/banks')
    expect(second.body).toEqual(first.body)
    expect(second.body.banks).toHaveLength(32)
  })

  it('refuses the approval of an earlier quote before the hold, and takes it once the provider is back', async () => {
    const quote = await ada.quote(150_000n)
    await down()
    await noticeIt()
    const refused = await ada.approve(quote)
    expect(refused.status).toBe(503)
    expect(refused.body.error.code).toBe('provider.unavailable')
    await expectNothingReserved()
    await up()
    jara.clock.advance(MINUTE_MS)
    await jara.settle()
    expect((await ada.approve(quote)).status).toBe(201)
    await jara.pass(2_000)
    expect((await ada.wallet()).availableKobo).toBe('19849000')
  })

  it('keeps an order that was held, sends it when the provider is back, and once', async () => {
    const order = await ada.withdraw(150_000n)
    await down()
    await noticeIt()
    await jara.pass(3 * MINUTE_MS)
    expect(await ada.order(order.id)).toMatchObject({ status: 'pending', state: 'held' })
    expect(await ada.wallet()).toMatchObject({ availableKobo: '19849000', heldKobo: '151000' })
    expect(await sent()).toEqual([])
    await up()
    await jara.pass(MINUTE_MS)
    expect(await ada.order(order.id)).toMatchObject({ status: 'completed', state: 'settled' })
    expect(await sent()).toMatchObject([{ reference: order.reference, amountKobo: '150000', status: 'paid' }])
  })

  it('lets an order that was held be cancelled, and never sends it afterwards', async () => {
    const order = await ada.withdraw(150_000n)
    await down()
    await noticeIt()
    await jara.pass(MINUTE_MS)
    const cancelled = await ada.call<{ order: Order }>('POST', `/api/orders/${order.id}/cancel`)
    expect(cancelled.body.order).toMatchObject({ status: 'failed', state: 'released' })
    expect(await ada.wallet()).toMatchObject({ availableKobo: '20000000', heldKobo: '0' })
    await up()
    await jara.pass(2 * MINUTE_MS)
    expect(await sent()).toEqual([])
    expect((await ada.order(order.id)).state).toBe('released')
  })

  it('keeps the money of an order that was sent, however long nobody answers', async () => {
    const order = await ada.withdraw(150_000n)
    await down('transfer-verify')
    await jara.pass(4 * MINUTE_MS)
    expect(await ada.order(order.id)).toMatchObject({ status: 'pending' })
    expect((await ada.wallet()).heldKobo).toBe('151000')
    await up()
    await jara.pass(4 * MINUTE_MS)
    expect(await ada.order(order.id)).toMatchObject({ status: 'completed' })
  })

  it('answers balance, history and account number as ever', async () => {
    await down()
    await noticeIt()
    for (const path of ['/api/wallet', '/api/transactions', '/api/funding-account', '/api/me', '/api/installation']) {
      expect((await ada.call('GET', path)).status).toBe(200)
    }
  })

  it('checks an order on request without deciding anything', async () => {
    const order = await ada.withdraw(150_000n)
    await jara.sandbox.fault({ operation: 'transfer', fault: 'pending' })
    await jara.settle()
    const check = () => ada.call<CheckedOrderAnswer>('POST', `/api/orders/${order.id}/check`)
    const askedAt = jara.clock.now().toISOString()
    expect((await check()).body).toMatchObject({ said: 'pending', askedAt, order: { status: 'pending' } })
    await down()
    const checked = await check()
    expect(checked.status).toBe(200)
    expect(checked.body).toMatchObject({ said: 'no-answer', order: { status: 'pending' } })
    await up()
    await jara.sandbox.decide(order.reference, 'success')
    expect((await check()).body).toMatchObject({ said: null, order: { status: 'completed', state: 'settled' } })
  })
})
