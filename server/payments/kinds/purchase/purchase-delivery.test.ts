import { describe, expect } from 'vitest'
import { formatNaira } from '#contract/money.ts'
import {
  books,
  deliveredIn,
  faultBills,
  historyOf,
  moneyOf,
  orderNow,
  UNTOUCHED,
  withBuyer,
} from '#tests/support/buyer.ts'
import { databaseKinds, featureDatabases } from '#tests/support/databases.ts'
import { airtime, alarmsOf, BILL_FORMS, phoneOf, purchasesOf } from '#tests/support/purchases.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60_000

describe.each(databaseKinds)('a purchase on %s', (kind) => {
  const it = withBuyer(kind)

  it('holds the price, settles cost and commission when delivery is proved, and tells it in the history', async ({
    jara,
    ada,
  }) => {
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
    expect(await moneyOf(ada)).toEqual({ availableKobo: '19901000', heldKobo: '99000', spentTodayKobo: '99000' })
    await jara.settle()
    expect(await orderNow(ada, order)).toMatchObject({ state: 'settled', status: 'completed', failure: null })
    expect(await moneyOf(ada)).toEqual({ availableKobo: '19901000', heldKobo: '0', spentTodayKobo: '99000' })
    expect(await books(jara, 'provider:vtpass:float', 'revenue:commission', 'expense:vtpass')).toEqual([
      97_000n,
      2_000n,
      0n,
    ])
    expect(await historyOf(ada)).toEqual(['MTN Airtime -100000 -1000 completed', 'Sandbox grant 20000000 -0 completed'])
  })

  it('of each kind arrives at its number, at its price, and is shown and signed as it is charged', async ({
    jara,
    ada,
  }) => {
    for (const body of purchasesOf(1)) {
      const quote = await ada.quoteOf(body)
      expect(BigInt(quote.amountKobo) - BigInt(quote.discountKobo)).toBe(BigInt(quote.totalKobo))
      expect(quote.terms.split('\n')).toContain(`You pay: ${formatNaira(BigInt(quote.totalKobo))}`)
      const approved = await ada.approve(quote)
      expect(approved.status).toBe(201)
      await jara.settle()
      const order = await orderNow(ada, approved.body.order)
      expect(order.state).toBe('settled')
      const delivery = (await deliveredIn(jara)).find((each) => each.reference === order.reference)
      expect(delivery).toMatchObject({ amountKobo: quote.amountKobo })
    }
    const numbers = (await deliveredIn(jara)).map((each) => each.phone)
    expect(numbers).toEqual([phoneOf(1), phoneOf(1), '45005000001', '2005000001', phoneOf(1)])
  })

  // The remaining tests ask nothing of the database that could differ.
  if (!featureDatabases.includes(kind)) return

  it('of electricity gives the token of the meter, and it stays the same', async ({ jara, ada }) => {
    const electricity = BILL_FORMS.electricity(2)
    const order = await ada.buy(electricity)
    await jara.settle()
    const bought = await orderNow(ada, order)
    expect(bought.token).toMatch(/^\d{20}$/)
    expect(bought.units).toMatch(/kWh/)
    jara.clock.advance(11 * MINUTE_MS)
    await jara.settle()
    expect(await orderNow(ada, order)).toMatchObject({ token: bought.token, units: bought.units, state: 'settled' })
  })

  it('of electricity keeps every number of a key change, in the order the meter takes them', async ({ jara, ada }) => {
    const order = await ada.buy({ ...BILL_FORMS.electricity(3), meterNumber: '45000000006' })
    await jara.settle()
    const bought = await orderNow(ada, order)
    expect(bought.token).toMatch(/^02345678901234567890 52345678901234567891 \d{20}$/)
    await jara.pass(11 * MINUTE_MS)
    expect((await orderNow(ada, order)).token).toBe(bought.token)
  })

  it('of electricity whose token comes seconds after the proof asks again, tells open pages, and calls no operator', async ({
    jara,
    ada,
  }) => {
    await faultBills(jara, 'requery', 'no-token', { count: 2 })
    const order = await ada.buy(BILL_FORMS.electricity(4))
    await jara.settle()
    expect(await orderNow(ada, order)).toMatchObject({ state: 'settled', token: null })
    const told: unknown[] = []
    const unsubscribe = jara.deps.events.subscribe(ada.id, (event) => {
      if ('orderId' in event) told.push(event)
    })
    await jara.pass(5 * SECOND_MS)
    expect([(await orderNow(ada, order)).token, told]).toEqual([null, []])
    await jara.pass(10 * SECOND_MS)
    expect((await orderNow(ada, order)).token).toMatch(/^\d{20}$/)
    expect(told).toEqual([expect.objectContaining({ orderId: order.id })])
    unsubscribe()
    await jara.pass(20 * MINUTE_MS)
    expect(await alarmsOf(jara)).toEqual([])
  })

  it('of electricity whose token never comes calls an operator after 15 minutes, once, and a later one still counts', async ({
    jara,
    ada,
  }) => {
    await faultBills(jara, 'requery', 'no-token', { count: 11 })
    const order = await ada.buy(BILL_FORMS.electricity(5))
    await jara.settle()
    for (const minutes of [1, 1, 3, 5, 4]) await jara.pass(minutes * MINUTE_MS)
    expect(await alarmsOf(jara)).toEqual([])
    for (const minutes of [1, 15, 30]) await jara.pass(minutes * MINUTE_MS)
    expect(await alarmsOf(jara)).toEqual(['delivery-not-handed-over'])
    await jara.pass(7 * 60 * MINUTE_MS)
    expect((await orderNow(ada, order)).token).toMatch(/^\d{20}$/)
    expect(await alarmsOf(jara)).toEqual(['delivery-not-handed-over'])
  })

  it('that costs more than it was sold for is our expense, with an alarm, and nobody else pays for it', async ({
    jara,
    ada,
  }) => {
    // The provider's commission on MTN is 3%, and this price list assumes 10%.
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
    expect((await orderNow(ada, order)).state).toBe('settled')
    expect(await books(jara, 'provider:vtpass:float', 'expense:vtpass', 'revenue:commission')).toEqual([
      97_000n,
      -7_000n,
      0n,
    ])
    expect(await alarmsOf(jara)).toEqual(['purchase-below-cost'])
    await jara.sandbox.decideDelivery((await orderNow(ada, order)).reference, 'reversed')
    await jara.pass(10 * SECOND_MS)
    expect((await orderNow(ada, order)).state).toBe('returned')
    expect(await moneyOf(ada)).toEqual(UNTOUCHED)
    expect(await books(jara, 'provider:vtpass:float', 'expense:vtpass')).toEqual([0n, 0n])
  })
})
