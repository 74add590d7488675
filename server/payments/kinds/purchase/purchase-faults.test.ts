import { describe, expect } from 'vitest'
import { books, deliveredIn, faultBills, moneyOf, orderNow, UNTOUCHED, withBuyer } from '#tests/support/buyer.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { SILENCE_TIMEOUT_MS, type TestJara } from '#tests/support/jara.ts'
import { sampled } from '#tests/support/nightly.ts'
import type { Person } from '#tests/support/person.ts'
import { airtime, alarmsOf } from '#tests/support/purchases.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60_000
const HOUR_MS = 60 * 60_000

describe.each(featureDatabases)('a purchase on %s', (kind) => {
  const it = withBuyer(kind)

  async function expectDeliveredOnceUnder(name: string, { jara, ada }: { jara: TestJara; ada: Person }): Promise<void> {
    await faultBills(jara, 'pay', name, name === 'slow' ? { delayMs: 2_000 } : {})
    const order = await ada.buy(airtime())
    await jara.settle()
    const { state, status } = await orderNow(ada, order)
    if (status === 'pending') expect(await moneyOf(ada)).toMatchObject({ heldKobo: '99000' })
    else expect(state).toBe('settled')
    await jara.pass(40 * MINUTE_MS)
    expect((await orderNow(ada, order)).state).toBe('settled')
    expect(await deliveredIn(jara)).toHaveLength(1)
    expect(await moneyOf(ada)).toMatchObject({ availableKobo: '19901000', heldKobo: '0' })
  }

  it.for(
    sampled(
      ['timeout', 'down', 'accept-then-500', 'accept-then-timeout', 'reset', 'html-502', 'empty', 'cut-json'],
      2,
      1,
    ),
  )('under "%s" at paying is delivered once, and stays reserved until that is proved', expectDeliveredOnceUnder)

  withBuyer(kind, { providerTimeoutMs: SILENCE_TIMEOUT_MS })(
    'whose answer comes too late is delivered once, and stays reserved until that is proved',
    async ({ jara, ada }) => await expectDeliveredOnceUnder('slow', { jara, ada }),
  )

  it.for(
    sampled(
      ['rate-limited', 'down', 'timeout', 'html-502', 'empty', 'cut-json', 'pending', 'not-found-then-success'],
      2,
    ),
  )('under "%s" at the first ten requeries stays reserved, then settles', async (name, { jara, ada }) => {
    await faultBills(jara, 'requery', name, { count: 10 })
    const order = await ada.buy(airtime())
    await jara.settle()
    await jara.pass(5 * SECOND_MS)
    expect((await orderNow(ada, order)).status).toBe('pending')
    expect(await moneyOf(ada)).toMatchObject({ heldKobo: '99000' })
    await jara.pass(2 * MINUTE_MS)
    expect((await orderNow(ada, order)).state).toBe('settled')
    expect(await deliveredIn(jara)).toHaveLength(1)
  })

  it('that the provider does not know for a while, and then delivered, is never given back', async ({ jara, ada }) => {
    await faultBills(jara, 'pay', 'not-found-then-success', { delayMs: 20 * MINUTE_MS })
    const order = await ada.buy(airtime())
    await jara.pass(19 * MINUTE_MS)
    expect((await orderNow(ada, order)).state).toBe('unknown')
    expect(await alarmsOf(jara)).toEqual(['order-waiting-15-minutes'])
    await jara.pass(5 * MINUTE_MS)
    expect((await orderNow(ada, order)).state).toBe('settled')
  })

  it('that never arrives is asked for three times at most, then waits for a person with its money reserved', async ({
    jara,
    ada,
  }) => {
    await faultBills(jara, 'pay', 'timeout', { count: 100_000 })
    const order = await ada.buy(airtime())
    await jara.pass(30 * HOUR_MS, 20 * MINUTE_MS)
    const rows = await jara.database.query('select id, state, send_count from orders')
    expect(rows).toEqual([{ id: order.id, state: 'manual_review', send_count: 3 }])
    expect(await books(jara, `user:${ada.id}:held`)).toEqual([99_000n])
    expect(await deliveredIn(jara)).toEqual([])
  })

  it('refused outright is given back at once, with the reason and a new try allowed', async ({ jara, ada }) => {
    await faultBills(jara, 'pay', 'decline')
    const order = await ada.buy(airtime())
    await jara.settle()
    expect(await orderNow(ada, order)).toMatchObject({
      state: 'released',
      status: 'failed',
      failure: expect.stringMatching(/\.$/),
    })
    expect(await moneyOf(ada)).toEqual(UNTOUCHED)
    const second = await ada.buy(airtime())
    await jara.pass(32 * SECOND_MS)
    expect((await orderNow(ada, second)).state).toBe('settled')
  })

  it.for([
    ['018', 'provider-float-low'],
    ['021', 'provider-switched-off'],
    ['028', 'provider-switched-off'],
    ['087', 'provider-switched-off'],
  ] as const)('refused with %s gives the money back and calls an operator', async ([code, alarm], { jara, ada }) => {
    await faultBills(jara, 'pay', 'code', { code })
    const order = await ada.buy(airtime())
    await jara.settle()
    expect(await orderNow(ada, order)).toMatchObject({
      state: 'released',
      failure: 'We cannot buy this right now. This is our fault, not yours.',
    })
    expect(await alarmsOf(jara)).toEqual([alarm])
    expect(await moneyOf(ada)).toEqual(UNTOUCHED)
  })

  it('of another amount than agreed goes to a person with its money reserved', async ({ jara, ada }) => {
    await faultBills(jara, 'pay', 'wrong-amount')
    const order = await ada.buy(airtime())
    await jara.settle()
    expect(await orderNow(ada, order)).toMatchObject({ state: 'manual_review', status: 'pending' })
    expect(await alarmsOf(jara)).toEqual(['order-mismatch'])
    expect(await moneyOf(ada)).toMatchObject({ heldKobo: '99000' })
  })
})
