import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Order } from '#contract/orders.ts'
import { signInAgain } from '#tests/support/busy-months.ts'
import { books, moneyOf, orderNow, startWithBuyer, UNTOUCHED } from '#tests/support/buyer.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import type { TestJara } from '#tests/support/jara.ts'
import { postWebhook } from '#tests/support/money-in.ts'
import type { Person } from '#tests/support/person.ts'
import { alarmsOf } from '#tests/support/purchases.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

const OTHER_FACTS = ['wrong-amount', 'wrong-currency', 'wrong-recipient']
const TELLINGS = ['transfer.success', 'transfer.failed', 'transfer.reversed']
const TRUTHS = ['success', 'failed', 'reversed'] as const
const RESERVED = { heldKobo: '151000', availableKobo: '19849000' }
const PAID = { heldKobo: '0', availableKobo: '19849000' }

describe.each(featureDatabases)('a transfer whose provider lies, on %s', (kind) => {
  let jara: TestJara
  let ada: Person

  beforeEach(async () => {
    ;({ jara, ada } = await startWithBuyer(kind))
  })
  afterEach(() => jara.close())

  const lie = (operation: string, fault: string, more: { count?: number; delayMs?: number; status?: string } = {}) =>
    jara.sandbox.fault({ operation, fault, ...more })
  const loseWebhooks = () => lie('webhook', 'lost', { count: 100_000 })
  const truthOf = async () => (await jara.sandbox.truth()).transfers.map((each) => `${each.reference} ${each.status}`)
  const sendCount = async (order: Order) =>
    (
      await jara.database.query<{ count: number }>('select send_count as count from orders where id = $1', [order.id])
    )[0]?.count

  /** A transfer that the provider has and does not decide. */
  async function pendingTransfer(amountKobo = 150_000n): Promise<Order> {
    await lie('transfer', 'pending')
    return await ada.withdraw(amountKobo)
  }

  async function say(event: string, order: Order): Promise<void> {
    const data = { id: 7, reference: order.reference, amount: 150_000, status: event.slice(9), transfer_code: 'TRF_x' }
    expect((await postWebhook(jara, JSON.stringify({ event, data }))).status).toBe(200)
  }

  it('is not settled by a verification of another amount, currency or recipient: a person is called, and the truth ends it', async () => {
    for (const fault of OTHER_FACTS) {
      await lie('transfer-verify', fault, { count: 3 })
      const order = await ada.withdraw(150_000n)
      await jara.settle()
      expect([fault, (await orderNow(ada, order)).state]).toEqual([fault, 'manual_review'])
      expect((await moneyOf(ada)).heldKobo).toBe('151000')
      await jara.pass(5 * SECOND_MS)
      expect([fault, (await orderNow(ada, order)).state]).toEqual([fault, 'settled'])
      expect((await moneyOf(ada)).heldKobo).toBe('0')
    }
    expect(await alarmsOf(jara)).toEqual(['order-mismatch', 'order-mismatch', 'order-mismatch'])
  })

  it('is not given back either by a verified failure of another amount, currency or recipient', async () => {
    await loseWebhooks()
    for (const fault of OTHER_FACTS) {
      const order = await pendingTransfer()
      await jara.settle()
      await jara.sandbox.decide(order.reference, 'failed')
      await lie('transfer-verify', fault)
      await jara.worker.runNow('order', order.id)
      expect([fault, await moneyOf(ada)]).toMatchObject([fault, RESERVED])
      await jara.pass(5 * SECOND_MS)
      expect([fault, (await orderNow(ada, order)).state]).toEqual([fault, 'released'])
    }
  })

  it('is not ended by the copied answer about another one, of the same amount to the same account', async () => {
    const first = await ada.withdraw(150_000n)
    await jara.pass(2 * SECOND_MS)
    expect((await orderNow(ada, first)).state).toBe('settled')
    const second = await pendingTransfer()
    await lie('transfer-verify', 'copied', { count: 8 })
    await jara.pass(8 * SECOND_MS)
    expect((await orderNow(ada, second)).status).toBe('pending')
    expect((await moneyOf(ada)).heldKobo).toBe('151000')
    await jara.sandbox.decide(second.reference, 'failed')
    await jara.pass(MINUTE_MS)
    expect((await orderNow(ada, second)).state).toBe('released')
    expect((await orderNow(ada, first)).state).toBe('settled')
  })

  it('stays reserved while the reply uses undocumented words, however much they look like others', async () => {
    const words = ['', 'Success', 'SUCCESSFUL', 'completed', 'paid', 'Failed', 'declined', 'refunded']
    await lie('transfer', 'other-word')
    const orders = [await ada.withdraw(10_000n)]
    for (let n = 1; n < words.length; n++) orders.push(await pendingTransfer(10_000n))
    await loseWebhooks()
    await lie('transfer-verify', 'pending', { count: orders.length })
    await jara.settle()
    for (const [n, order] of orders.entries()) {
      const status = words[n] ?? ''
      await lie('transfer-verify', 'other-word', status === '' ? {} : { status })
      await jara.worker.runNow('order', order.id)
    }
    expect(await jara.database.query("select state from orders where state <> 'pending'")).toEqual([])
    expect((await moneyOf(ada)).heldKobo).toBe(String(11_000 * orders.length))
    // Which of them was sent first, and so is decided already, is not known.
    const decided = await truthOf()
    for (const { reference } of orders) {
      if (!decided.includes(`${reference} paid`)) await jara.sandbox.decide(reference, 'success')
    }
    await jara.pass(MINUTE_MS)
    expect(await jara.database.query("select state from orders where state <> 'settled'")).toEqual([])
    expect((await truthOf()).toSorted()).toEqual(orders.map(({ reference }) => `${reference} paid`).toSorted())
  })

  it('that nobody can find for 40 minutes is sent again under its one reference, never given back, and paid once', async () => {
    await lie('transfer', 'not-found-then-success', { delayMs: 40 * MINUTE_MS })
    const order = await ada.withdraw(150_000n)
    await jara.pass(39 * MINUTE_MS)
    expect((await orderNow(ada, order)).state).toBe('unknown')
    expect(await moneyOf(ada)).toMatchObject(RESERVED)
    expect(await sendCount(order)).toBe(2)
    await jara.pass(3 * MINUTE_MS)
    expect((await orderNow(ada, order)).state).toBe('settled')
    expect(await truthOf()).toEqual([`${order.reference} paid`])
  })

  it('a webhook that says failed gives nothing back while the verification says pending', async () => {
    const order = await pendingTransfer()
    await jara.settle()
    for (let again = 0; again < 3; again++) {
      await say('transfer.failed', order)
      await jara.pass(20 * SECOND_MS)
      expect((await orderNow(ada, order)).state).toBe('pending')
      expect(await moneyOf(ada)).toMatchObject(RESERVED)
    }
    await jara.sandbox.decide(order.reference, 'success')
    await jara.settle()
    expect((await orderNow(ada, order)).state).toBe('settled')
  })

  it('ends as the provider decided, whichever of three tellings come, in every order, before and after it', async () => {
    await loseWebhooks()
    const orders: { order: Order; truth: (typeof TRUTHS)[number]; tellings: string[] }[] = []
    for (const truth of TRUTHS) {
      for (const tellings of arrangements(TELLINGS)) {
        orders.push({ order: await pendingTransfer(10_000n), truth, tellings })
      }
    }
    const tellAll = async () => {
      for (const [index, { order, tellings }] of orders.entries()) {
        for (const event of tellings) await say(event, order)
        if (index % 2 === 0) await jara.worker.runDue()
      }
    }
    await jara.settle()
    await tellAll()
    expect(await jara.database.query("select 1 from orders where state <> 'pending'")).toEqual([])
    for (const { order, truth } of orders) await jara.sandbox.decide(order.reference, truth)
    await tellAll()
    await jara.pass(2 * MINUTE_MS)
    await ada.unlock()
    const ended = await Promise.all(orders.map(async ({ order }) => (await ada.order(order.id)).state))
    expect(ended).toEqual(orders.map(({ truth }) => (truth === 'success' ? 'settled' : 'released')))
    const paid = orders.filter(({ truth }) => truth === 'success').length
    expect(await moneyOf(ada)).toMatchObject({ heldKobo: '0', availableKobo: String(20_000_000 - 11_000 * paid) })
  })

  it('verified as paid, then failed, then paid stays paid, and a person is called', async () => {
    const order = await ada.withdraw(150_000n)
    await jara.pass(2 * SECOND_MS)
    for (const word of ['failed', 'success', 'failed']) {
      await lie('transfer-verify', 'other-word', { status: word })
      expect(await jara.worker.runNow('order', order.id)).toBe(true)
    }
    expect((await orderNow(ada, order)).state).toBe('settled')
    expect(await moneyOf(ada)).toMatchObject(PAID)
    expect(await alarmsOf(jara)).toEqual(['order-unexpected-evidence'])
  })

  it('that failed may be made again; when the first is paid after all, both are true and the rest is owed', async () => {
    await lie('transfer', 'decline')
    const first = await ada.withdraw(15_000_000n)
    await jara.pass(2 * SECOND_MS)
    expect((await orderNow(ada, first)).state).toBe('released')
    expect(await moneyOf(ada)).toEqual(UNTOUCHED)
    const again = await ada.withdraw(15_000_000n)
    await jara.pass(2 * SECOND_MS)
    expect(again.reference).not.toBe(first.reference)
    const before = await jara.database.query('select * from order_steps where order_id = $1 order by seq', [again.id])
    await jara.sandbox.decide(first.reference, 'success')
    await jara.pass(2 * SECOND_MS)
    expect((await orderNow(ada, first)).state).toBe('late_success')
    expect((await orderNow(ada, again)).state).toBe('settled')
    expect(await alarmsOf(jara)).toEqual(['order-late-success'])
    // ₦200,000 less twice ₦150,000, less the fee of the one that was settled; what is not there is owed.
    const feeKobo = BigInt(again.feeKobo) + BigInt(again.dutyKobo)
    expect(await books(jara, `user:${ada.id}:available`, `user:${ada.id}:debt`)).toEqual([0n, -10_000_000n - feeKobo])
    const after = await jara.database.query('select * from order_steps where order_id = $1 order by seq', [again.id])
    expect(after).toEqual(before)
  })

  it('with no reply for three days is shown to its owner as pending, with its time and where the money is', async () => {
    await loseWebhooks()
    const order = await ada.withdraw(150_000n)
    await lie('transfer-verify', 'down', { count: 1_000_000 })
    let hoursPassed = 0
    const alarmsAt: Record<number, string[]> = {}
    for (const hours of [0.25, 2, 24, 72]) {
      jara.clock.advance((hours - hoursPassed) * HOUR_MS)
      hoursPassed = hours
      await jara.worker.runDue()
      await jara.worker.runNow('order', order.id)
      alarmsAt[hours] = await alarmsOf(jara)
      if (hours >= 24) await signInAgain(ada)
      const now = await orderNow(ada, order)
      expect(now).toMatchObject({ status: 'pending', createdAt: order.createdAt, failure: null })
      expect(now.explanation).toMatch(hours < 24 ? /^The bank is confirming/ : /still not confirmed .* stays reserved/)
      expect(await moneyOf(ada)).toMatchObject({ heldKobo: '151000', availableKobo: '19849000' })
    }
    expect(alarmsAt).toEqual({
      0.25: ['order-waiting-15-minutes'],
      2: ['order-waiting-15-minutes', 'order-waiting-2-hours'],
      24: ['order-waiting-15-minutes', 'order-waiting-2-hours', 'order-waiting-24-hours'],
      72: ['order-waiting-15-minutes', 'order-waiting-2-hours', 'order-waiting-24-hours'],
    })
    expect((await orderNow(ada, order)).state).toBe('manual_review')
  })

  it('that comes back is returned once, whoever finds it: fifty webhooks, its owner twenty times, the worker', async () => {
    const order = await ada.withdraw(150_000n)
    await jara.pass(2 * SECOND_MS)
    await loseWebhooks()
    await jara.sandbox.decide(order.reference, 'reversed')
    await Promise.all([
      ...Array.from({ length: 50 }, () => say('transfer.reversed', order)),
      ...Array.from({ length: 20 }, () => ada.call('POST', `/api/orders/${order.id}/check`)),
      ...Array.from({ length: 5 }, () => jara.worker.runDue()),
    ])
    await jara.settle()
    expect((await orderNow(ada, order)).state).toBe('returned')
    expect(await jara.database.query("select 1 from ledger_transfers where kind = 'return'")).toHaveLength(1)
    expect(await moneyOf(ada)).toEqual(UNTOUCHED)
  })
})

/** Every order of every choice of some things: with none of them, all of them, and anything between. */
function arrangements<Item>(items: readonly Item[]): Item[][] {
  return [[], ...items.flatMap((item, index) => arrangements(items.toSpliced(index, 1)).map((rest) => [item, ...rest]))]
}
