import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Order } from '#contract/orders.ts'
import type { TransactionsAnswer } from '#contract/transactions.ts'
import { databaseKinds } from '#tests/support/databases.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { ledgerSum } from '#tests/support/money-in.ts'
import type { Person } from '#tests/support/person.ts'
import { airtime, alarmsOf, expectDeliveriesToBeTrue, phoneOf, purchasesOf } from '#tests/support/purchases.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

describe.each(databaseKinds)('a purchase on %s', { timeout: 60_000 }, (kind) => {
  let jara: TestJara
  let ada: Person

  beforeEach(async () => {
    jara = await startJara(kind)
    ada = await jara.person('Ada Obi')
    jara.clock.advance(SECOND_MS)
  })
  afterEach(async () => {
    await expectDeliveriesToBeTrue(jara)
    await jara.close()
  })

  const fault = (operation: string, name: string, more: { count?: number; code?: string; delayMs?: number } = {}) =>
    jara.sandbox.fault({ provider: 'vtpass', operation, fault: name, ...more })
  const delivered = async () => (await jara.sandbox.truth()).deliveries.filter((each) => each.status === 'delivered')
  const books = (...accounts: string[]) => Promise.all(accounts.map((each) => ledgerSum(jara.database, each)))
  const money = async () => {
    const { availableKobo, heldKobo, spentTodayKobo } = await ada.wallet()
    return { availableKobo, heldKobo, spentTodayKobo }
  }
  const untouched = { availableKobo: '20000000', heldKobo: '0', spentTodayKobo: '0' }

  async function now(order: Order): Promise<Order> {
    await ada.unlock()
    return await ada.order(order.id)
  }
  async function history(): Promise<string[]> {
    const { body } = await ada.call<TransactionsAnswer>('GET', '/api/transactions')
    return body.transactions.map((each) => `${each.title} ${each.amountKobo} -${each.discountKobo} ${each.status}`)
  }

  it('holds the price, settles cost and commission when delivery is proved, and tells it in the history', async () => {
    const order = await ada.buy(airtime())
    expect(order).toMatchObject({
      kind: 'airtime',
      state: 'held',
      amountKobo: '100000',
      discountKobo: '1000',
      feeKobo: '0',
      dutyKobo: '0',
      totalKobo: '99000',
    })
    expect(await money()).toEqual({ availableKobo: '19901000', heldKobo: '99000', spentTodayKobo: '99000' })
    await jara.settle()
    expect(await now(order)).toMatchObject({ state: 'settled', status: 'completed', failure: null })
    expect(await money()).toEqual({ availableKobo: '19901000', heldKobo: '0', spentTodayKobo: '99000' })
    expect(await books('provider:vtpass:float', 'revenue:commission', 'expense:vtpass')).toEqual([97_000n, 2_000n, 0n])
    expect(await history()).toEqual(['MTN Airtime -100000 -1000 completed', 'Sandbox grant 20000000 -0 completed'])
  })

  it('of each kind arrives at its number, at its price, and is shown and signed as it is charged', async () => {
    for (const body of purchasesOf(1)) {
      const quote = await ada.quoteOf(body)
      expect(BigInt(quote.amountKobo) - BigInt(quote.discountKobo)).toBe(BigInt(quote.totalKobo))
      const naira = Number(quote.totalKobo) / 100
      const shown = `You pay: ₦${naira.toLocaleString('en', { minimumFractionDigits: 2 })}`
      expect(quote.terms.split('\n')).toContain(shown)
      const approved = await ada.approve(quote)
      expect(approved.status).toBe(201)
      await jara.settle()
      const order = await now(approved.body.order)
      expect(order.state).toBe('settled')
      const delivery = (await delivered()).find((each) => each.reference === order.reference)
      expect(delivery).toMatchObject({ amountKobo: quote.amountKobo })
    }
    const numbers = (await delivered()).map((each) => each.phone)
    expect(numbers).toEqual([phoneOf(1), phoneOf(1), '45005000001', '2005000001'])
  })

  it('of electricity gives the token of the meter, and it stays the same', async () => {
    const [, , electricity] = purchasesOf(2)
    const order = await ada.buy(electricity)
    await jara.settle()
    const bought = await now(order)
    expect(bought.token).toMatch(/^\d{20}$/)
    expect(bought.units).toMatch(/kWh/)
    jara.clock.advance(11 * MINUTE_MS)
    await jara.settle()
    expect(await now(order)).toMatchObject({ token: bought.token, units: bought.units, state: 'settled' })
  })

  it('of nothing that is not postpaid or prepaid, and of a meter nobody has, moves no money', async () => {
    const [, , electricity] = purchasesOf(3)
    for (const change of [
      { meterType: 'free' },
      { meterNumber: '99123456789' },
      { biller: 'dstv' },
      { meterNumber: '1' },
    ]) {
      const answer = await ada.call('POST', '/api/quotes', { ...electricity, ...change })
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.status).toBeLessThan(500)
    }
    expect(await money()).toEqual(untouched)
  })

  it.each([
    'timeout',
    'down',
    'accept-then-500',
    'accept-then-timeout',
    'reset',
    'html-502',
    'empty',
    'cut-json',
    'slow',
  ])('under "%s" at paying is delivered once, and stays reserved until that is proved', async (name) => {
    await fault('pay', name, name === 'slow' ? { delayMs: 2_000 } : {})
    const order = await ada.buy(airtime())
    await jara.settle()
    const { state, status } = await now(order)
    if (status === 'pending') expect(await money()).toMatchObject({ heldKobo: '99000' })
    else expect(state).toBe('settled')
    await jara.pass(40 * MINUTE_MS)
    expect((await now(order)).state).toBe('settled')
    expect(await delivered()).toHaveLength(1)
    expect(await money()).toMatchObject({ availableKobo: '19901000', heldKobo: '0' })
  })

  it.each(['timeout', 'down', 'rate-limited', 'html-502', 'empty', 'cut-json', 'pending', 'not-found-then-success'])(
    'under "%s" at the first ten requeries stays reserved, then settles',
    async (name) => {
      await fault('requery', name, { count: 10 })
      const order = await ada.buy(airtime())
      await jara.settle()
      await jara.pass(5 * SECOND_MS)
      expect((await now(order)).status).toBe('pending')
      expect(await money()).toMatchObject({ heldKobo: '99000' })
      await jara.pass(2 * MINUTE_MS)
      expect((await now(order)).state).toBe('settled')
      expect(await delivered()).toHaveLength(1)
    },
  )

  it('that the provider does not know for a while, and then delivered, is never given back', async () => {
    await fault('pay', 'not-found-then-success', { delayMs: 20 * MINUTE_MS })
    const order = await ada.buy(airtime())
    await jara.pass(19 * MINUTE_MS)
    expect((await now(order)).state).toBe('unknown')
    expect(await alarmsOf(jara)).toEqual(['order-waiting-15-minutes'])
    await jara.pass(5 * MINUTE_MS)
    expect((await now(order)).state).toBe('settled')
  })

  it('that never arrives is asked for three times at most, then waits for a person with its money reserved', async () => {
    await fault('pay', 'timeout', { count: 100_000 })
    const order = await ada.buy(airtime())
    await jara.pass(30 * HOUR_MS)
    const rows = await jara.database.query('select id, state, send_count from orders')
    expect(rows).toEqual([{ id: order.id, state: 'manual_review', send_count: 3 }])
    expect(await books(`user:${ada.id}:held`)).toEqual([99_000n])
    expect(await delivered()).toEqual([])
  })

  it('refused outright is given back at once, with the reason and a new try allowed', async () => {
    await fault('pay', 'decline')
    const order = await ada.buy(airtime())
    await jara.settle()
    expect(await now(order)).toMatchObject({
      state: 'released',
      status: 'failed',
      failure: expect.stringMatching(/\.$/),
    })
    expect(await money()).toEqual(untouched)
    const second = await ada.buy(airtime())
    await jara.pass(32 * SECOND_MS)
    expect((await now(second)).state).toBe('settled')
  })

  it.each([
    ['018', 'provider-float-low'],
    ['021', 'provider-switched-off'],
    ['028', 'provider-switched-off'],
    ['087', 'provider-switched-off'],
  ])('refused with %s gives the money back and calls an operator', async (code, alarm) => {
    await fault('pay', 'code', { code })
    const order = await ada.buy(airtime())
    await jara.settle()
    expect(await now(order)).toMatchObject({
      state: 'released',
      failure: 'We cannot buy this right now. This is our fault, not yours.',
    })
    expect(await alarmsOf(jara)).toEqual([alarm])
    expect(await money()).toEqual(untouched)
  })

  it('that waits at Lagos midnight goes out under a reference of the new day', async () => {
    jara.clock.set(new Date('2026-11-21T22:59:30.000Z'))
    await ada.unlock()
    await ada.buy(airtime())
    await jara.settle()
    const second = await ada.buy(airtime({ amountKobo: '200000' }))
    await jara.settle()
    expect((await now(second)).state).toBe('held')
    jara.clock.set(new Date('2026-11-21T23:00:05.000Z'))
    await jara.settle()
    const sent = await now(second)
    expect(sent.state).toBe('settled')
    expect(sent.reference).toMatch(/^202611220000/)
  })

  it('whose reference is of yesterday when it goes out again is never sent under another, and stays reserved', async () => {
    jara.clock.set(new Date('2026-11-21T22:50:00.000Z'))
    await ada.unlock()
    await fault('pay', 'timeout')
    const order = await ada.buy(airtime())
    await jara.settle()
    const { reference } = await now(order)
    await jara.pass(45 * MINUTE_MS)
    const after = await now(order)
    expect(after).toMatchObject({ reference, state: 'unknown' })
    const [row] = await jara.database.query<{ sends: number }>('select send_count as sends from orders')
    expect(row?.sends).toBeGreaterThan(1)
    expect(await money()).toMatchObject({ heldKobo: '99000' })
  })

  it('of the same for the same number waits 31 seconds and is then sent by itself', async () => {
    await ada.buy(airtime())
    await jara.settle()
    const second = await ada.buy(airtime())
    await jara.settle()
    expect((await now(second)).state).toBe('held')
    jara.clock.advance(30 * SECOND_MS)
    await jara.settle()
    expect((await now(second)).state).toBe('held')
    jara.clock.advance(SECOND_MS)
    await jara.settle()
    expect((await now(second)).state).toBe('settled')
    expect(await delivered()).toHaveLength(2)
  })

  it('of the same for the same number, approved in one moment and taken by workers at once, goes out twice', async () => {
    const quotes = [await ada.quoteOf(airtime()), await ada.quoteOf(airtime({ amountKobo: '110000' }))]
    for (const quote of quotes) expect((await ada.approve(quote)).status).toBe(201)
    await jara.settle()
    await jara.pass(32 * SECOND_MS)
    await ada.unlock()
    const states = await jara.database.query<{ state: string }>('select state from orders')
    expect(states.map((each) => each.state)).toEqual(['settled', 'settled'])
    expect(await delivered()).toHaveLength(2)
  })

  it('asks whether a second one is meant, with the state of the first', async () => {
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

  it('that is delivered and taken back returns the price once, however often that is said', async () => {
    await fault('pay', 'success-then-reversed', { delayMs: 3_000 })
    const order = await ada.buy(airtime())
    await jara.settle()
    expect((await now(order)).state).toBe('settled')
    await jara.sandbox.fault({ provider: 'vtpass', operation: 'webhook', fault: 'duplicate', count: 5 })
    await jara.pass(10 * SECOND_MS)
    expect(await now(order)).toMatchObject({ state: 'returned', status: 'reversed' })
    jara.clock.advance(HOUR_MS)
    await jara.settle()
    await ada.unlock()
    expect(await money()).toEqual(untouched)
    expect(await history()).toEqual([
      'Refund 99000 -0 completed',
      'MTN Airtime -100000 -1000 reversed',
      'Sandbox grant 20000000 -0 completed',
    ])
    expect(await books('provider:vtpass:float', 'revenue:commission')).toEqual([0n, 0n])
  })

  it('that is taken back without a word is found out by looking back', async () => {
    const order = await ada.buy(airtime())
    await jara.settle()
    await jara.sandbox.fault({ provider: 'vtpass', operation: 'webhook', fault: 'lost', count: 5 })
    await jara.sandbox.decideDelivery((await now(order)).reference, 'reversed')
    jara.clock.advance(11 * MINUTE_MS)
    await jara.settle()
    expect((await now(order)).state).toBe('returned')
  })

  it('delivered after it was given back is taken again, once', async () => {
    const order = await failThenDeliver()
    expect(await now(order)).toMatchObject({ state: 'late_success', status: 'completed' })
    expect(await money()).toEqual({ availableKobo: '19901000', heldKobo: '0', spentTodayKobo: '99000' })
    expect(await alarmsOf(jara)).toEqual(['order-late-success'])
    expect(await books('provider:vtpass:float', 'revenue:commission')).toEqual([97_000n, 2_000n])
  })

  it('delivered after it was given back and spent is a debt, and no balance is below zero', async () => {
    const order = await failThenDeliver(async () => {
      await ada.withdraw(19_990_000n)
    })
    expect((await now(order)).state).toBe('late_success')
    expect(await money()).toMatchObject({ availableKobo: '0' })
    expect(await books(`user:${ada.id}:debt`, `user:${ada.id}:available`)).toEqual([-99_000n, 0n])
    expect(await alarmsOf(jara)).toEqual(['order-late-success'])
  })

  it('delivered late and then taken back is never passed over: an operator is called', async () => {
    const order = await failThenDeliver()
    await jara.sandbox.fault({ provider: 'vtpass', operation: 'webhook', fault: 'lost', count: 5 })
    await jara.sandbox.decideDelivery(order.reference, 'reversed')
    jara.clock.advance(11 * MINUTE_MS)
    await jara.settle()
    expect((await now(order)).state).toBe('late_success')
    expect(await alarmsOf(jara)).toEqual(['order-late-success', 'order-unexpected-evidence'])
  })

  /** The provider says failed, and delivers all the same. */
  async function failThenDeliver(meanwhile: () => Promise<void> = async () => undefined): Promise<Order> {
    await fault('pay', 'accept-then-fail')
    const order = await ada.buy(airtime())
    await jara.pass(5 * SECOND_MS)
    expect((await now(order)).state).toBe('released')
    expect(await money()).toEqual(untouched)
    await meanwhile()
    await jara.sandbox.decideDelivery((await now(order)).reference, 'delivered')
    jara.clock.advance(11 * MINUTE_MS)
    await jara.settle()
    return await now(order)
  }

  it('of another amount than agreed goes to a person with its money reserved', async () => {
    await fault('pay', 'wrong-amount')
    const order = await ada.buy(airtime())
    await jara.settle()
    expect(await now(order)).toMatchObject({ state: 'manual_review', status: 'pending' })
    expect(await alarmsOf(jara)).toEqual(['order-mismatch'])
    expect(await money()).toMatchObject({ heldKobo: '99000' })
  })

  it('that costs more than it was sold for is our expense, with an alarm, and nobody else pays for it', async () => {
    // The provider takes 3 % off MTN, and this price list believes in 10 %.
    const prices = jara.deps.config.prices as { commissions: { airtime: Record<string, number> }; discounts: object }
    Object.assign(jara.deps.config, {
      prices: {
        ...prices,
        commissions: { ...prices.commissions, airtime: { '*': 1_000 } },
        discounts: { ...prices.discounts, airtime: { standard: 1_000, bpc: 1_000 } },
      },
    })
    const order = await ada.buy(airtime())
    expect(order.totalKobo).toBe('90000')
    await jara.settle()
    expect((await now(order)).state).toBe('settled')
    expect(await books('provider:vtpass:float', 'expense:vtpass', 'revenue:commission')).toEqual([97_000n, -7_000n, 0n])
    expect(await alarmsOf(jara)).toEqual(['purchase-below-cost'])
    await jara.sandbox.decideDelivery((await now(order)).reference, 'reversed')
    await jara.pass(10 * SECOND_MS)
    expect((await now(order)).state).toBe('returned')
    expect(await money()).toEqual(untouched)
    expect(await books('provider:vtpass:float', 'expense:vtpass')).toEqual([0n, 0n])
  })

  it('is refused before anything is held while the bills provider does not answer, and the bank is not', async () => {
    await fault('*', 'down', { count: 100_000 })
    for (let look = 0; look < 6; look++) await jara.deps.bills.balance()
    expect(jara.deps.bills.available()).toBe(false)
    for (const body of [airtime(), ...purchasesOf(4)]) {
      const answer = await ada.call('POST', '/api/quotes', body)
      expect([answer.status, answer.body.error.code]).toEqual([503, 'provider.unavailable'])
    }
    expect(await money()).toEqual(untouched)
    expect((await ada.withdraw(150_000n)).state).toBe('held')
    expect((await ada.buyBpc('wallet')).state).toBe('settled')
  })

  it('quoted before the provider went silent is refused at approval, and nothing is held', async () => {
    const quote = await ada.quoteOf(airtime())
    await fault('*', 'down', { count: 100_000 })
    for (let look = 0; look < 6; look++) await jara.deps.bills.balance()
    const answer = await ada.approve(quote)
    expect([answer.status, answer.body.error.code]).toEqual([503, 'provider.unavailable'])
    expect(await money()).toEqual(untouched)
  })

  it('can be cancelled while it waits, and then is never sent', async () => {
    await ada.buy(airtime())
    await jara.settle()
    const waiting = await ada.buy(airtime({ amountKobo: '200000' }))
    await jara.settle()
    const cancelled = await ada.call<{ order: Order }>('POST', `/api/orders/${waiting.id}/cancel`)
    expect(cancelled.body.order).toMatchObject({ state: 'released', status: 'failed' })
    await jara.pass(2 * MINUTE_MS)
    expect(await delivered()).toHaveLength(1)
    await ada.unlock()
    expect(await money()).toMatchObject({ heldKobo: '0', spentTodayKobo: '99000' })
  })

  it('approved a hundred times at once is one order and one delivery', async () => {
    const quote = await ada.quoteOf(airtime())
    const answers = await Promise.all(Array.from({ length: 100 }, () => ada.approve(quote)))
    expect(answers.filter((each) => each.status === 201)).toHaveLength(1)
    expect(new Set(answers.map((each) => each.body.order.id)).size).toBe(1)
    await jara.settle()
    expect(await delivered()).toHaveLength(1)
  })

  it('takes no more than there is: of twenty at once that each take all the money one is accepted', async () => {
    await ada.withdraw(19_000_000n)
    const rest = BigInt((await ada.wallet()).availableKobo)
    const amountKobo = String(rest - 100_000n)
    const quotes = []
    for (let n = 0; n < 20; n++) quotes.push(await ada.quoteOf(airtime({ phone: phoneOf(n), amountKobo })))
    const answers = await Promise.all(quotes.map((each) => ada.approve(each)))
    expect(answers.filter((each) => each.status === 201)).toHaveLength(1)
    expect(new Set(answers.filter((each) => each.status !== 201).map((each) => each.body.error.code))).toEqual(
      new Set(['funds.insufficient']),
    )
    await jara.pass(5 * SECOND_MS)
  })

  it('runs under the prices of the oldest code held, and a returned code brings an approval nothing', async () => {
    const standard = await ada.quoteOf(airtime())
    expect(standard).toMatchObject({ priceList: 'standard', discountKobo: '1000' })
    const code = await ada.buyBpc('wallet')
    const better = await ada.quoteOf(airtime())
    expect(better).toMatchObject({ priceList: 'bpc', discountKobo: '2500' })
    expect((await ada.call('POST', `/api/bpc/${code.bpcId}/return`)).status).toBe(200)
    const answer = await ada.approve(better)
    expect([answer.status, answer.body.error.code]).toEqual([410, 'quote.expired'])
    expect(await money()).toEqual(untouched)
    expect((await ada.approve(standard)).status).toBe(201)
  })
})
