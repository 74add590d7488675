import { describe, expect, it } from 'vitest'
import type { ExamPlansAnswer, OrderPinsAnswer } from '#contract/kinds/education.ts'
import type { Order, Quote, QuoteBodyOf } from '#contract/orders.ts'
import type { TransactionsAnswer } from '#contract/transactions.ts'
import {
  books,
  deliveredIn,
  faultBills,
  moneyOf,
  orderNow,
  startWithBuyer,
  UNTOUCHED,
  withBuyer,
} from '#tests/support/buyer.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import type { TestJara } from '#tests/support/jara.ts'
import type { Person, Refusal } from '#tests/support/person.ts'
import { productForEach } from '#tests/support/product-for-each.ts'
import { alarmsOf, BILL_FORMS, phoneOf } from '#tests/support/purchases.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const DAY_MS = 24 * 60 * MINUTE_MS
const WASSCE = { serviceId: 'waec', code: 'waecdirect' } as const

const pinsFor = (n: number, over: Partial<QuoteBodyOf<'education'>> = {}): QuoteBodyOf<'education'> => ({
  ...BILL_FORMS.education(n),
  ...over,
})
async function pinsOf(person: Person, { id }: Pick<Order, 'id'>): Promise<OrderPinsAnswer & Refusal> {
  await person.unlock()
  return (await person.call<OrderPinsAnswer & Refusal>('GET', `/api/orders/${id}/pins`)).body
}
const TABLES = ['orders', 'quotes', 'order_steps', 'transactions', 'alarms', 'webhook_events', 'jobs']
/** The PINs that the provider really sold. */
const soldIn = ({ world }: TestJara) => [...world.state.deliveries.values()].flatMap(({ pins = [] }) => pins)
const boxesIn = ({ database }: TestJara) =>
  database.query<{ box: string | null }>("select encode(delivery_box, 'escape') as box from orders")

/** Lets time pass, after which the worker runs again. */
async function later(jara: TestJara, ms: number): Promise<void> {
  jara.clock.advance(ms)
  await jara.settle()
}

describe.each(featureDatabases)('exam PINs on %s', (kind) => {
  const it = withBuyer(kind)

  it('are sold at the price of the provider’s list, times how many, and the terms say both', async ({ jara, ada }) => {
    const { plans } = (await ada.call<ExamPlansAnswer>('GET', '/api/exam-pins')).body
    expect(plans).toEqual([
      { exam: 'waec', examName: 'WAEC result checker', id: 'waecdirect', name: 'WASSCE', amountKobo: '390000' },
    ])
    const quote = await ada.quoteOf(pinsFor(1, { quantity: 3 }))
    expect(quote).toMatchObject({ amountKobo: '1170000', discountKobo: '5850', totalKobo: '1164150' })
    expect(quote.terms.split('\n')).toEqual([
      'You buy: ₦11,700.00 WAEC result checker, WASSCE',
      'Quantity: 3 PINs',
      'Price of one PIN: ₦3,900.00',
      'Phone: 0803 500 0001',
      'Discount: ₦58.50',
      'You pay: ₦11,641.50',
      'In words: eleven thousand six hundred and forty-one naira, fifty kobo',
      'Balance after: ₦188,358.50',
    ])
    expect(await moneyOf(ada)).toEqual(UNTOUCHED)
    await ada.approve(quote)
    await jara.settle()
    expect(await books(jara, 'provider:vtpass:float', 'revenue:commission')).toEqual([1_152_450n, 11_700n])
  })

  it('are handed to the buyer, each with its serial number, and to nobody else', async ({ jara, ada }) => {
    const order = await ada.buy(pinsFor(1))
    expect(await pinsOf(ada, order)).toMatchObject({ bought: 2, pins: [] })
    await jara.settle()
    expect((await orderNow(ada, order)).state).toBe('settled')
    const sold = soldIn(jara)
    expect(sold).toHaveLength(2)
    expect(await pinsOf(ada, order)).toMatchObject({ bought: 2, pins: sold })
    const bola = await jara.person('Bola Ahmed')
    const asked = await bola.call<Refusal>('GET', `/api/orders/${order.id}/pins`)
    expect([asked.status, asked.body.error.code]).toEqual([404, 'order.not-found'])
    const airtime = await ada.buy(BILL_FORMS.airtime(9))
    expect((await pinsOf(ada, airtime)).error.code).toBe('order.not-found')
  })

  it('lie sealed in the database, and are in no order, history, receipt or export', async ({ jara, ada }) => {
    const order = await ada.buy(pinsFor(1))
    await jara.settle()
    const secrets = soldIn(jara).flatMap(({ serial, pin }) => [serial, pin])
    const [row] = await boxesIn(jara)
    expect(row?.box).not.toBeNull()
    const { body: receipt } = await ada.call<{ code: string }>(
      'POST',
      `/api/transactions/${order.transactionId}/receipt`,
    )
    const shown = [
      row,
      ...(await Promise.all(TABLES.map((table) => jara.database.query(`select * from ${table}`)))),
      await orderNow(ada, order),
      (await ada.call('GET', `/api/transactions/${order.transactionId}`)).body,
      (await ada.call<TransactionsAnswer>('GET', '/api/transactions')).body,
      (await ada.call('GET', `/api/receipts/${receipt.code}`)).body,
    ]
    const text = JSON.stringify(shown, (_, value) => (typeof value === 'bigint' ? value.toString() : value))
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
  })

  it('that come after the proof of delivery are added, and one that is there stays', async ({ jara, ada }) => {
    await faultBills(jara, 'requery', 'no-pins')
    const order = await ada.buy(pinsFor(1))
    await jara.settle()
    // Delivery is proved and paid for; missing PINs are not claimed to be there.
    expect((await orderNow(ada, order)).state).toBe('settled')
    expect(await moneyOf(ada)).toMatchObject({ heldKobo: '0' })
    expect(await pinsOf(ada, order)).toMatchObject({ bought: 2, pins: [] })
    await faultBills(jara, 'requery', 'fewer-pins')
    await later(jara, 11 * MINUTE_MS)
    const [first, second] = soldIn(jara)
    expect(await pinsOf(ada, order)).toMatchObject({ bought: 2, pins: [first] })
    await faultBills(jara, 'requery', 'no-pins')
    await later(jara, 60 * MINUTE_MS)
    expect(await pinsOf(ada, order)).toMatchObject({ bought: 2, pins: [first] })
    expect(await alarmsOf(jara)).toEqual(['delivery-not-handed-over'])
    await later(jara, 6 * 60 * MINUTE_MS)
    expect(await pinsOf(ada, order)).toMatchObject({ bought: 2, pins: [first, second] })
    const before = await boxesIn(jara)
    await later(jara, DAY_MS)
    expect(await boxesIn(jara)).toEqual(before)
    expect((await pinsOf(ada, order)).asking).toBe(true)
    await later(jara, 3 * DAY_MS)
    expect((await pinsOf(ada, order)).asking).toBe(false)
  })

  it('that were taken back are shown no more, and their price is in the wallet', async ({ jara, ada }) => {
    const order = await ada.buy(pinsFor(1))
    await jara.settle()
    await jara.sandbox.decideDelivery((await orderNow(ada, order)).reference, 'reversed')
    await jara.pass(10 * SECOND_MS)
    expect((await orderNow(ada, order)).state).toBe('returned')
    expect(await pinsOf(ada, order)).toMatchObject({ bought: 2, pins: [] })
    expect(await moneyOf(ada)).toEqual(UNTOUCHED)
  })

  it('are sold five at once, and not six', async ({ ada }) => {
    expect((await ada.quoteOf(pinsFor(1, { quantity: 5 }))).amountKobo).toBe('1950000')
    const answer = await ada.call<Refusal>('POST', '/api/quotes', pinsFor(1, { quantity: 6 }))
    expect(answer.body.error.message).toBe('You can buy 1 to 5 PINs at once.')
  })

  it('whose price has changed since it was agreed to are not bought, and the money is back', async ({ jara, ada }) => {
    const order = await ada.buy(pinsFor(1))
    await jara.sandbox.changePlan({ ...WASSCE, amountKobo: 400_000n })
    await jara.pass(30 * SECOND_MS)
    expect(await orderNow(ada, order)).toMatchObject({
      state: 'released',
      failure: 'The company raised the price of WASSCE from ₦3,900 to ₦4,000 before it was bought. Nothing was bought.',
    })
    expect(await deliveredIn(jara)).toEqual([])
    expect(await moneyOf(ada)).toEqual(UNTOUCHED)
  })

  it('are not settled by a proof about another amount or number, and what it hands over is not shown', async ({
    jara,
    ada,
  }) => {
    for (const [n, fault] of ['wrong-amount', 'wrong-recipient'].entries()) {
      await faultBills(jara, 'requery', fault, { count: 3 })
      const order = await ada.buy(pinsFor(n))
      await jara.settle()
      expect([fault, (await orderNow(ada, order)).state]).toEqual([fault, 'manual_review'])
      expect((await pinsOf(ada, order)).pins).toEqual([])
      await jara.pass(5 * SECOND_MS)
      expect([fault, (await orderNow(ada, order)).state]).toEqual([fault, 'settled'])
      expect((await pinsOf(ada, order)).pins).toHaveLength(2)
    }
    expect(await alarmsOf(jara)).toEqual(['order-mismatch', 'order-mismatch'])
  })

  it('approved a hundred times at once are one order and one delivery', async ({ jara, ada }) => {
    const quote: Quote = await ada.quoteOf(pinsFor(1))
    const answers = await Promise.all(Array.from({ length: 100 }, () => ada.approve(quote)))
    expect(new Set(answers.map(({ body }) => body.order.id)).size).toBe(1)
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    await jara.settle()
    expect(await deliveredIn(jara)).toHaveLength(1)
    expect(soldIn(jara)).toHaveLength(2)
    // The quote is the idempotency key: a repeated approval cannot change what it bought.
    const again = await ada.approve({ ...quote, terms: quote.terms.replace('2 PINs', '5 PINs') })
    expect([again.status, again.body.order.id]).toEqual([200, answers[0]?.body.order.id])
    expect(await deliveredIn(jara)).toHaveLength(1)
  })

  it('of two purchases for one number are two deliveries, the second after the provider’s half minute', async ({
    jara,
    ada,
  }) => {
    const orders = [await ada.buy(pinsFor(1)), await ada.buy(pinsFor(1))]
    await jara.pass(2 * MINUTE_MS)
    const handed = await Promise.all(orders.map(async (order) => (await pinsOf(ada, order)).pins))
    expect(handed.map((pins) => pins.length)).toEqual([2, 2])
    expect(new Set(handed.flat().map(({ pin }) => pin)).size).toBe(4)
    expect((await deliveredIn(jara)).map(({ phone }) => phone)).toEqual([phoneOf(1), phoneOf(1)])
  })
})

describe.each(featureDatabases)('exam PINs that nobody sells, on %s', (kind) => {
  let ada: Person
  const hasChangedNothing = productForEach(async () => {
    const started = await startWithBuyer(kind)
    ada = started.ada
    return started.jara
  })

  it.each([
    [{ quantity: 0 }, 'quantity.invalid', 'quantity'],
    [{ quantity: -1 }, 'quantity.invalid', 'quantity'],
    [{ quantity: 6 }, 'quantity.invalid', 'quantity'],
    [{ quantity: 9_007_199_254_740_991 }, 'quantity.invalid', 'quantity'],
    [{ quantity: 1.5 }, 'request.invalid', 'quantity'],
    [{ quantity: '2' }, 'request.invalid', 'quantity'],
    [{ exam: 'jamb' }, 'plan.invalid', 'planId'],
    [{ exam: '__proto__' }, 'plan.invalid', 'planId'],
    [{ planId: 'no-such-plan' }, 'plan.invalid', 'planId'],
    [{ phone: '12' }, 'phone.invalid', 'phone'],
    [{ exam: ' ', phone: '' }, 'form.incomplete', 'exam'],
    [{ unitKobo: '1' }, 'request.invalid', null],
  ] as const)('are not sold as %j, and no money moves', async (change, code, field) => {
    const answer = await ada.call<Refusal>('POST', '/api/quotes', { ...pinsFor(1), ...change })
    expect([answer.status, answer.body.error.code]).toEqual([400, code])
    if (field !== null) expect(Object.keys(answer.body.error.fields ?? {})).toContain(field)
    expect(await moneyOf(ada)).toEqual(UNTOUCHED)
    hasChangedNothing()
  })
})
