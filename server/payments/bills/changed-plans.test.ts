import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Order, QuoteBody } from '#contract/orders.ts'
import { createEvents } from '#server/platform/events.ts'
import { createPlanLists } from '#server/providers/bills/plan-lists.ts'
import { deliveredIn, faultBills, moneyOf, orderNow, startWithBuyer, UNTOUCHED } from '#tests/support/buyer.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import type { TestJara } from '#tests/support/jara.ts'
import { approveList, checkList, phoneNumber } from '#tests/support/lists.ts'
import type { Person } from '#tests/support/person.ts'
import { countingLog } from '#tests/support/provider-calls.ts'
import { airtime, alarmsOf, expectDeliveriesToBeTrue, PHONE, phoneOf, postCallback } from '#tests/support/purchases.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60_000
const BUNDLE = { serviceId: 'mtn-data', code: 'mtn-1gb-30days' } as const
const data: QuoteBody = { kind: 'data', network: 'mtn', phone: PHONE, bundleId: BUNDLE.code }
const tv: QuoteBody = {
  kind: 'tv',
  biller: 'gotv',
  smartcardNumber: '2005000001',
  planId: 'gotv-smallie',
  phone: PHONE,
}
const electricity: QuoteBody = {
  kind: 'electricity',
  biller: 'ikeja-electric',
  meterNumber: '45005000001',
  meterType: 'prepaid',
  phone: PHONE,
  amountKobo: '200000',
}

describe.each(featureDatabases)('a plan that the provider changes, on %s', (kind) => {
  let jara: TestJara
  let ada: Person
  let calls: ReturnType<typeof countingLog>

  beforeEach(async () => {
    calls = countingLog()
    ;({ jara, ada } = await startWithBuyer(kind, { log: calls.log }))
  })
  afterEach(async () => {
    await expectDeliveriesToBeTrue(jara)
    await jara.close()
  })

  const priceNow = async () => (await ada.quoteOf(data)).amountKobo
  const listsRead = () => calls.asked('listBundles') + calls.asked('listTvPlans')

  /** An approved order, not sent yet, whose plan then changes; sent half a minute later. */
  async function buyThen(body: QuoteBody, change: Parameters<TestJara['sandbox']['changePlan']>[0]): Promise<Order> {
    const order = await ada.buy(body)
    await jara.sandbox.changePlan(change)
    await jara.pass(30 * SECOND_MS)
    return await orderNow(ada, order)
  }

  it('is quoted at its new price seconds after the provider has called back', async () => {
    expect(await priceNow()).toBe('50000')
    await jara.sandbox.changePlan({ ...BUNDLE, amountKobo: 150_000n })
    await jara.settle()
    jara.clock.advance(10 * SECOND_MS)
    expect(await priceNow()).toBe('150000')
  })

  it('is quoted at its new price within a minute when the callback is lost', async () => {
    expect(await priceNow()).toBe('50000')
    await faultBills(jara, 'webhook', 'lost')
    await jara.sandbox.changePlan({ ...BUNDLE, amountKobo: 150_000n })
    jara.clock.advance(MINUTE_MS)
    expect(await priceNow()).toBe('150000')
  })

  it.each<[what: string, change: { amountKobo?: bigint; name?: string; sold?: boolean }, failure: string]>([
    [
      'dearer',
      { amountKobo: 150_000n },
      'MTN raised the price of 1GB (30 Days) from ₦500 to ₦1,500 before it was bought. Nothing was bought.',
    ],
    [
      'cheaper',
      { amountKobo: 40_000n },
      'MTN lowered the price of 1GB (30 Days) from ₦500 to ₦400 before it was bought. Nothing was bought, so that you do not pay the old price.',
    ],
    ['another thing', { name: '500MB - 1 day' }, 'MTN changed what 1GB (30 Days) is. Nothing was bought.'],
    ['not sold any more', { sold: false }, 'MTN does not sell 1GB (30 Days) any more. Nothing was bought.'],
  ])('and is %s before it is sent gives the money back at once, with the reason', async (_what, change, failure) => {
    const order = await buyThen(data, { ...BUNDLE, ...change })
    expect(order).toMatchObject({ state: 'released', failure, explanation: '₦492.50 is back in your wallet.' })
    expect(await moneyOf(ada)).toEqual(UNTOUCHED)
    expect((await jara.sandbox.truth()).deliveries).toEqual([])
    expect(calls.asked('buy')).toBe(0)
    expect(await alarmsOf(jara)).toEqual([])
  })

  it('of a TV company gives the money back in the same way', async () => {
    const order = await buyThen(tv, { serviceId: 'gotv', code: 'gotv-smallie', amountKobo: 500_000n })
    expect(order).toMatchObject({
      state: 'released',
      failure:
        'GOtv raised the price of GOtv Smallie - 1 month from ₦1,900 to ₦5,000 before it was bought. Nothing was bought.',
    })
    expect(await moneyOf(ada)).toEqual(UNTOUCHED)
  })

  it('and changes back before it is sent is bought as agreed', async () => {
    const order = await ada.buy(data)
    await jara.sandbox.changePlan({ ...BUNDLE, amountKobo: 150_000n })
    await jara.sandbox.changePlan({ ...BUNDLE, amountKobo: 50_000n })
    await jara.pass(30 * SECOND_MS)
    expect((await orderNow(ada, order)).state).toBe('settled')
  })

  it('is not sent on a guess: while its list cannot be read the order waits, and can be cancelled', async () => {
    const [waiting, cancelled] = [await ada.buy(data), await ada.buy(tv)]
    await faultBills(jara, 'variations', 'decline', { count: 1_000 })
    jara.clock.advance(30 * SECOND_MS)
    await jara.pass(10 * MINUTE_MS)
    await ada.unlock()
    expect((await ada.order(waiting.id)).state).toBe('held')
    expect((await ada.call('POST', `/api/orders/${cancelled.id}/cancel`)).status).toBe(200)
    expect(calls.asked('buy')).toBe(0)
    await fetch(`${jara.sandbox.url}/control/reset`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    await jara.pass(5 * MINUTE_MS)
    expect((await orderNow(ada, waiting)).state).toBe('settled')
    expect((await orderNow(ada, cancelled)).state).toBe('released')
  })

  it('is not sent again either: what the provider did not know waits while its price differs', async () => {
    await faultBills(jara, 'pay', 'timeout')
    const order = await ada.buy(data)
    await jara.pass(10 * MINUTE_MS)
    await jara.sandbox.changePlan({ ...BUNDLE, amountKobo: 150_000n })
    await jara.pass(50 * MINUTE_MS)
    expect((await orderNow(ada, order)).state).toBe('unknown')
    expect(calls.asked('buy')).toBe(1)
    await jara.sandbox.changePlan({ ...BUNDLE, amountKobo: 50_000n })
    await jara.pass(5 * MINUTE_MS)
    expect((await orderNow(ada, order)).state).toBe('settled')
    expect(await deliveredIn(jara)).toHaveLength(1)
  })

  it('is compared for a list of 200 with a handful of readings', async () => {
    const lines = Array.from({ length: 200 }, (_, n) => `${phoneNumber(n)},1GB`).join('\n')
    expect((await approveList(ada, await checkList(ada, lines, { kind: 'data' }))).status).toBe(201)
    const before = listsRead()
    jara.clock.advance(30 * SECOND_MS)
    await jara.settle()
    expect(await deliveredIn(jara)).toHaveLength(200)
    expect(listsRead() - before).toBe(1)
  })

  it('is read seldom for 200 orders that wait for a list nobody can read', async () => {
    const lines = Array.from({ length: 200 }, (_, n) => `${phoneNumber(n)},1GB`).join('\n')
    expect((await approveList(ada, await checkList(ada, lines, { kind: 'data' }))).status).toBe(201)
    await faultBills(jara, 'variations', 'decline', { count: 1_000 })
    const before = listsRead()
    jara.clock.advance(30 * SECOND_MS)
    await jara.settle()
    expect(listsRead() - before).toBe(1)
    expect(calls.asked('buy')).toBe(0)
  })

  it('is never read for airtime and electricity', async () => {
    await ada.buy(airtime())
    await ada.buy(electricity)
    await jara.pass(MINUTE_MS)
    expect(await deliveredIn(jara)).toHaveLength(2)
    expect(listsRead()).toBe(0)
  })

  const tellOfPlans = (secret: string = jara.deps.config.vtpass.callbackSecret) =>
    fetch(`${jara.url}/webhooks/vtpass/${secret}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'variations-update', serviceID: 'mtn-data' }),
    })

  it('is read every ten seconds at most, however many callbacks say that it changed, and only when somebody asks', async () => {
    await priceNow()
    const before = listsRead()
    for (let n = 0; n < 300; n++) {
      const answer = await tellOfPlans()
      if (n === 0) expect(await answer.json()).toEqual({ response: 'success' })
      jara.clock.advance(200)
    }
    expect(listsRead() - before).toBe(0)
    for (let n = 0; n < 60; n++) {
      await tellOfPlans()
      await ada.call('GET', '/api/data-bundles?network=mtn')
      jara.clock.advance(SECOND_MS)
    }
    expect(listsRead() - before).toBeLessThanOrEqual(7)
    expect(await jara.database.query('select 1 from webhook_events')).toEqual([])
  })

  it('is not read again for a stranger who does not know the address: 404', async () => {
    await priceNow()
    const before = listsRead()
    for (const secret of ['', 'x', 'another-callback-secret-here']) expect((await tellOfPlans(secret)).status).toBe(404)
    jara.clock.advance(30 * SECOND_MS)
    await priceNow()
    expect(listsRead() - before).toBe(0)
  })

  it('tells open pages, so that their lists are read again', async () => {
    const abort = new AbortController()
    const stream = await fetch(`${jara.url}/api/events`, { headers: { cookie: ada.cookie() }, signal: abort.signal })
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
    await tellOfPlans()
    let text = ''
    const timer = setTimeout(() => abort.abort(), 5_000)
    while (!text.includes('event: change')) text += (await reader?.read())?.value ?? ''
    clearTimeout(timer)
    expect(text).toContain('data: {"topics":["plans"]}')
    abort.abort()
  })

  it('says nothing new about a purchase: other callbacks are heard as before', async () => {
    await faultBills(jara, 'pay', 'pending')
    await faultBills(jara, 'webhook', 'lost')
    const order = await ada.buy(airtime({ phone: phoneOf(1) }))
    await jara.settle()
    const { reference } = await orderNow(ada, order)
    await jara.sandbox.decideDelivery(reference, 'delivered')
    await postCallback(jara, { reference })
    await jara.settle()
    expect((await orderNow(ada, order)).state).toBe('settled')
  })
})

describe.runIf(featureDatabases.includes('postgres'))('a plan that the provider changes, on several nodes', () => {
  it('is read again by every other node too, once one of them has heard of it', async () => {
    const { log } = countingLog()
    const { jara } = await startWithBuyer('postgres')
    const there = await createEvents(jara.deps.database, 'there', log)
    const lists = createPlanLists({ providers: jara.deps.providers, clock: jara.clock, events: there })
    const priceThere = async () =>
      (await lists.readForDisplay('vtpass', { product: 'data', network: 'mtn' }))?.find(
        ({ code }) => code === BUNDLE.code,
      )?.amountKobo
    expect(await priceThere()).toBe(50_000n)
    await jara.sandbox.changePlan({ ...BUNDLE, amountKobo: 150_000n })
    await jara.settle()
    jara.clock.advance(10 * SECOND_MS)
    await expect.poll(priceThere).toBe(150_000n)
    await there.close()
    await jara.close()
  })
})
