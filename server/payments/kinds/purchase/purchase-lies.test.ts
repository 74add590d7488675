import { describe, expect } from 'vitest'
import { deliveredIn, faultBills, moneyOf, orderNow, withBuyer } from '#tests/support/buyer.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { airtime, alarmsOf, phoneOf } from '#tests/support/purchases.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS

describe.each(featureDatabases)('a purchase whose provider lies, on %s', (kind) => {
  const it = withBuyer(kind)

  it('is not settled by a requery about another amount or number: a person is called, and the truth ends it', async ({
    jara,
    ada,
  }) => {
    for (const [n, fault] of ['wrong-amount', 'wrong-recipient'].entries()) {
      await faultBills(jara, 'requery', fault, { count: 3 })
      const order = await ada.buy(airtime({ phone: phoneOf(n) }))
      await jara.settle()
      expect([fault, (await orderNow(ada, order)).state]).toEqual([fault, 'manual_review'])
      expect((await moneyOf(ada)).heldKobo).toBe('99000')
      await jara.pass(5 * SECOND_MS)
      expect([fault, (await orderNow(ada, order)).state]).toEqual([fault, 'settled'])
    }
    expect(await alarmsOf(jara)).toEqual(['order-mismatch', 'order-mismatch'])
  })

  it('stays reserved while requery answers about another purchase, another id or in words nobody documents', async ({
    jara,
    ada,
  }) => {
    const first = await ada.buy(airtime({ phone: phoneOf(0) }))
    await jara.settle()
    expect((await orderNow(ada, first)).state).toBe('settled')
    for (const [n, fault] of ['copied', 'wrong-reference', 'other-word'].entries()) {
      await faultBills(jara, 'requery', fault, { count: 3 })
      const order = await ada.buy(airtime({ phone: phoneOf(n + 1) }))
      await jara.settle()
      expect([fault, (await orderNow(ada, order)).status]).toEqual([fault, 'pending'])
      expect((await moneyOf(ada)).heldKobo).toBe('99000')
      await jara.pass(5 * SECOND_MS)
      expect([fault, (await orderNow(ada, order)).state]).toEqual([fault, 'settled'])
    }
    expect(await deliveredIn(jara)).toHaveLength(4)
  })

  it('that went unanswered and is called a used id when it is sent again is delivered once, as requery proves', async ({
    jara,
    ada,
  }) => {
    await faultBills(jara, 'pay', 'not-found-then-success', { delayMs: 40 * MINUTE_MS })
    const order = await ada.buy(airtime())
    await jara.pass(39 * MINUTE_MS)
    const [row] = await jara.database.query<{ sends: number; state: string }>(
      'select send_count as sends, state from orders',
    )
    // The second request was answered with 014: the first exists, which proves nothing about its outcome.
    expect(row).toEqual({ sends: 2, state: 'unknown' })
    expect((await orderNow(ada, order)).status).toBe('pending')
    expect((await moneyOf(ada)).heldKobo).toBe('99000')
    await jara.pass(5 * MINUTE_MS)
    expect((await orderNow(ada, order)).state).toBe('settled')
    expect(await deliveredIn(jara)).toHaveLength(1)
  })

  it.for(['014', '019'])(
    'that went unanswered, was not done, and is answered %s when it is sent again stays reserved until it is proved',
    async (code, { jara, ada }) => {
      await faultBills(jara, 'pay', 'down')
      const order = await ada.buy(airtime())
      await faultBills(jara, 'pay', 'code', { code })
      await jara.pass(35 * MINUTE_MS)
      expect((await orderNow(ada, order)).state).toBe('unknown')
      expect(await moneyOf(ada)).toMatchObject({ heldKobo: '99000' })
      expect(await deliveredIn(jara)).toEqual([])
      await jara.pass(35 * MINUTE_MS)
      expect((await orderNow(ada, order)).state).toBe('settled')
      expect(await deliveredIn(jara)).toHaveLength(1)
    },
  )

  it('is what it is, not what a callback about another number or copies of it in any number say', async ({
    jara,
    ada,
  }) => {
    for (const [n, fault] of ['lying-customer', 'storm', 'echo'].entries()) {
      await faultBills(jara, 'pay', 'accept-then-fail')
      await jara.sandbox.fault({ provider: 'vtpass', operation: 'webhook', fault })
      const order = await ada.buy(airtime({ phone: phoneOf(n) }))
      await jara.pass(5 * SECOND_MS)
      expect([fault, (await orderNow(ada, order)).state]).toEqual([fault, 'released'])
    }
    await jara.pass(2 * MINUTE_MS)
    expect(await moneyOf(ada)).toMatchObject({ availableKobo: '20000000', heldKobo: '0' })
    expect(await jara.database.query("select 1 from ledger_transfers where kind = 'release'")).toHaveLength(3)
  })
})
