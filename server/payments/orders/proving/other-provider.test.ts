import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Order, Quote } from '#contract/orders.ts'
import { books, moneyOf, orderCount, orderNow, startWithBuyer } from '#tests/support/buyer.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import type { TestJara } from '#tests/support/jara.ts'
import { airtimeList, approveList, checkList, listApproval } from '#tests/support/lists.ts'
import { type Person, RECIPIENT } from '#tests/support/person.ts'
import { airtime } from '#tests/support/purchases.ts'
import { OTHER_BILLS, OTHER_PAYMENTS, type SecondWorld, startSecondWorld } from '#tests/support/second-provider.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

describe.each(featureDatabases)('an order and the provider it was made with on %s', (kind) => {
  let jara: TestJara
  let ada: Person
  let other: SecondWorld

  beforeEach(async () => {
    ;({ jara, ada } = await startWithBuyer(kind))
    other = await startSecondWorld(jara)
  })
  afterEach(async () => {
    await other.close()
    await jara.close()
  })

  /** The references of everything that a world was asked to pay or to deliver. */
  async function sentTo({ sandbox }: Pick<TestJara, 'sandbox'>): Promise<string[]> {
    const { transfers, deliveries } = await sandbox.truth()
    return [...transfers, ...deliveries].map((each) => each.reference)
  }

  async function sentUnanswered(operation: 'transfer' | 'pay'): Promise<void> {
    const provider = operation === 'transfer' ? 'paystack' : 'vtpass'
    await jara.sandbox.fault({ provider, operation, fault: 'accept-then-timeout' })
    const verify = operation === 'transfer' ? 'transfer-verify' : 'requery'
    await jara.sandbox.fault({ provider, operation: verify, fault: 'timeout' })
  }

  it('a transfer that was accepted and not answered is not sent again to another provider', async () => {
    await sentUnanswered('transfer')
    const order = await ada.withdraw(150_000n)
    await jara.worker.runDue()
    expect(await sentTo(jara)).toEqual([order.reference])
    const { pass, get } = await other.restart({ payments: [other.payments] })
    await pass(45 * MINUTE_MS)
    expect([await sentTo(jara), await sentTo(other)]).toEqual([[order.reference], []])
    expect((await orderNow(ada, order)).state).toBe('unknown')
    const { body } = await get<{ order: Order }>(ada, `/api/orders/${order.id}`)
    expect(body.order.explanation).toMatch(/₦1,510 stays reserved until we know whether it arrived/)
  })

  it('a purchase that was accepted and not answered is not bought again at another provider', async () => {
    await sentUnanswered('pay')
    const order = await ada.buy(airtime())
    await jara.worker.runDue()
    expect(await sentTo(jara)).toHaveLength(1)
    const { pass } = await other.restart({ bills: [other.bills] })
    await pass(45 * MINUTE_MS)
    expect([await sentTo(jara), await sentTo(other)]).toEqual([[expect.any(String)], []])
    expect((await orderNow(ada, order)).state).toBe('unknown')
  })

  it('one that nothing was sent for stays reserved, calls operators once, and is sent when its provider is back', async () => {
    const orders = [await ada.withdraw(150_000n), await ada.withdraw(200_000n), await ada.buy(airtime())]
    const away = await other.restart({ payments: [other.payments], bills: [other.bills] })
    await away.pass(2 * HOUR_MS)
    for (const order of orders) expect((await orderNow(ada, order)).state).toBe('held')
    const said = (await away.get<{ order: Order }>(ada, `/api/orders/${orders[0]?.id}`)).body.order.explanation
    expect(said).toMatch(/^₦1,510 is reserved and nothing was sent: this service is switched off right now/)
    expect([await sentTo(jara), await sentTo(other)]).toEqual([[], []])
    const alarms = await jara.database.query<{ subject: string; detail: string }>(
      "select subject_id as subject, detail from alarms where kind = 'provider-not-configured' order by 1",
    )
    expect(alarms.map(({ subject }) => subject)).toEqual(['paystack 2026-11-21', 'vtpass 2026-11-21'])
    for (const { detail } of alarms) expect(detail).toMatch(/name it in PROVIDERS again/)

    const back = await other.restart({ payments: [other.payments, jara.payments], bills: [other.bills, jara.bills] })
    await back.pass(5 * MINUTE_MS)
    for (const order of orders) expect((await orderNow(ada, order)).state).toBe('settled')
    expect(await sentTo(jara)).toHaveLength(3)
    expect(await sentTo(other)).toEqual([])
  })

  it('one that waits for a provider that is gone can be taken back, and is never sent', async () => {
    const order = await ada.withdraw(150_000n)
    const away = await other.restart({ payments: [other.payments] })
    await away.pass(MINUTE_MS)
    expect((await away.call(ada, `/api/orders/${order.id}/cancel`, {})).status).toBe(200)
    expect(await moneyOf(ada)).toMatchObject({ availableKobo: '20000000', heldKobo: '0' })
    const back = await other.restart({})
    await back.pass(10 * MINUTE_MS)
    expect([await sentTo(jara), await sentTo(other)]).toEqual([[], []])
  })

  it('what is open ends where it began while new quotes go to the one that is preferred now, each from its own float', async () => {
    await sentUnanswered('transfer')
    await sentUnanswered('pay')
    const [transfer, purchase] = [await ada.withdraw(150_000n), await ada.buy(airtime())]
    await jara.worker.runDue()
    const both = await other.restart({
      payments: [other.payments, jara.payments],
      bills: [other.bills, jara.bills],
    })
    const body = { kind: 'withdrawal', ...RECIPIENT, amountKobo: '300000' }
    const { quote } = (await both.call(ada, '/api/quotes', body)).body as unknown as { quote: Quote }
    expect((await both.approve(ada, quote)).status).toBe(201)
    await both.pass(5 * MINUTE_MS)
    for (const order of [transfer, purchase]) expect((await orderNow(ada, order)).state).toBe('settled')
    const rows = await jara.database.query('select provider, state from orders order by provider')
    expect(rows).toEqual([
      { provider: OTHER_PAYMENTS, state: 'settled' },
      { provider: 'paystack', state: 'settled' },
      { provider: 'vtpass', state: 'settled' },
    ])
    expect([(await sentTo(jara)).length, (await sentTo(other)).length]).toEqual([2, 1])
    const floats = ['paystack', OTHER_PAYMENTS].map((name) => `provider:${name}:float`)
    expect(await books(jara, ...floats)).toEqual([151_000n, 301_000n])
  })

  it('a list of a provider that is gone is refused whole before anything is reserved', async () => {
    const batch = await checkList(ada, airtimeList(3))
    const away = await other.restart({ bills: [other.bills] })
    const { status, body } = await away.call(ada, `/api/batches/${batch.id}/approve`, await listApproval(ada, batch))
    expect([status, body.error.code]).toEqual([410, 'quote.provider-gone'])
    expect(await orderCount(jara)).toBe(0)
    expect((await approveList(ada, batch)).status).toBe(201)
  })

  it('a webhook is about what is with the provider it came from, and one that is not configured has no address', async () => {
    const order = await ada.withdraw(150_000n)
    const both = await other.restart({ payments: [other.payments, jara.payments] })
    const work = async () =>
      (
        await jara.database.query<{ of: string }>(
          "select subject_id as of from jobs where wake_count > 0 or kind = 'payment'",
        )
      ).map((each) => each.of)
    await jara.database.query('update jobs set wake_count = 0')
    const transfer = { event: 'transfer.success', data: { id: 1, reference: order.reference } }
    const payment = { event: 'charge.success', data: { id: 1, reference: 'T1' } }
    for (const body of [transfer, payment]) {
      expect((await both.webhook(OTHER_PAYMENTS, body)).status).toBe(200)
    }
    expect(await work()).toEqual([`${OTHER_PAYMENTS} T1`])
    expect((await both.webhook('paystack', transfer)).status).toBe(200)
    expect(await work()).toEqual(expect.arrayContaining([order.id]))
    expect((await (await other.restart({})).webhook(OTHER_PAYMENTS, payment)).status).toBe(404)
  })

  it('a quote of a provider that is gone is refused with a sentence before anything is reserved', async () => {
    const quotes = [await ada.quote(150_000n), await ada.quoteOf(airtime())]
    const away = await other.restart({ payments: [other.payments], bills: [other.bills] })
    for (const quote of quotes) {
      const { status, body } = await away.approve(ada, quote)
      expect([status, body.error.code]).toEqual([410, 'quote.provider-gone'])
      expect(body.error.message).toMatch(/No money has left/)
    }
    expect(await orderCount(jara)).toBe(0)
    expect(await moneyOf(ada)).toMatchObject({ availableKobo: '20000000', heldKobo: '0' })
    const { body } = await away.call(ada, '/api/quotes', airtime())
    expect((await away.approve(ada, (body as unknown as { quote: Quote }).quote)).status).toBe(201)
    const names = await jara.database.query('select provider from orders')
    expect(names).toEqual([{ provider: OTHER_BILLS }])
  })
})
