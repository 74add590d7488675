import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Order } from '#contract/orders.ts'
import type { Receipt, SaleLine, SalesAnswer } from '#contract/selling.ts'
import { withBuyer } from '#tests/support/buyer.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { airtimeList, approveList, checkList, phoneNumber, salesOf } from '#tests/support/lists.ts'
import type { Person, Refusal } from '#tests/support/person.ts'

const HOUR_MS = 60 * 60_000
const NONE = { count: 0, costKobo: '0', salesKobo: '0', marginKobo: '0' }

describe.each(featureDatabases)('the sales of a seller on %s', (kind) => {
  const it = withBuyer(kind)

  /** Airtime of ₦500 for one number each, approved now. */
  async function sell(ada: Person, rows: readonly { price?: string }[], from = 0): Promise<Order[]> {
    const text = rows.map(({ price }, index) => `${phoneNumber(from + index)},500,,${price ?? ''}`).join('\n')
    const { body } = await approveList(ada, await checkList(ada, text))
    return await Promise.all(body.batch.rows.map((row) => ada.order(row.order?.id ?? '')))
  }

  it('count what was delivered by day, keep apart what is on its way, and forget what came back', async ({
    jara,
    ada,
  }) => {
    await jara.sandbox.fault({ provider: 'vtpass', operation: 'pay', fault: 'decline', count: 2 })
    await sell(ada, [{ price: '520' }, { price: '520' }])
    await jara.pass(5_000)
    await sell(ada, [{ price: '520' }, {}, { price: '530' }], 2)
    await jara.pass(5_000)
    for (let hour = 0; hour < 12; hour++) jara.clock.advance(HOUR_MS)
    await ada.unlock()
    await sell(ada, [{ price: '490' }], 5)
    await jara.pass(5_000)
    await jara.sandbox.fault({ provider: 'vtpass', operation: 'pay', fault: 'pending' })
    await sell(ada, [{ price: '600' }], 6)
    await jara.pass(2_000)
    const { days, totals, pending, lastDay, sales } = await salesOf(ada, 'from=2026-11-21&to=2026-11-22')
    expect(days).toEqual([
      { day: '2026-11-21', count: 2, costKobo: '99000', salesKobo: '105000', marginKobo: '6000' },
      { day: '2026-11-22', count: 1, costKobo: '49500', salesKobo: '49000', marginKobo: '-500' },
    ])
    expect(totals).toEqual({ count: 3, costKobo: '148500', salesKobo: '154000', marginKobo: '5500' })
    expect(pending).toEqual({ count: 1, costKobo: '49500', salesKobo: '60000', marginKobo: '10500' })
    const { day: _, ...delivered } = days[1] ?? { day: '' }
    expect(lastDay).toEqual({ totals: delivered, pending })
    expect(sales.map((sale) => sale.status).toSorted()).toEqual([
      'completed',
      'completed',
      'completed',
      'failed',
      'failed',
      'pending',
    ])
    expect(await salesOf(ada, 'from=2026-11-23&to=2026-11-23')).toEqual({
      days: [],
      totals: NONE,
      pending: NONE,
      lastDay: { totals: NONE, pending: NONE },
      sales: [],
      nextCursor: null,
    })
  })

  it('forget a delivery that is taken back', async ({ jara, ada }) => {
    const [order] = await sell(ada, [{ price: '520' }])
    await jara.pass(5_000)
    expect((await salesOf(ada, 'from=2026-11-21&to=2026-11-21')).totals.count).toBe(1)
    const { reference } = await ada.order(order?.id ?? '')
    await jara.sandbox.decideDelivery(reference, 'reversed')
    await jara.pass(10_000)
    expect((await ada.order(order?.id ?? '')).status).toBe('reversed')
    const { totals, pending, sales } = await salesOf(ada, 'from=2026-11-21&to=2026-11-21')
    expect([totals, pending, sales.map((sale) => sale.status)]).toEqual([NONE, NONE, ['reversed']])
  })

  it('come in pages, newest first, without gap or repetition', async ({ jara, ada }) => {
    for (let count = 0; count < 5; count++) {
      await sell(ada, [{ price: String(500 + count) }])
      await jara.pass(2_000)
      jara.clock.advance(31_000)
      await ada.unlock()
    }
    const seen: SaleLine[] = []
    let cursor: string | null = null
    do {
      const page: SalesAnswer = await salesOf(
        ada,
        `from=2026-11-21&to=2026-11-21&limit=2${cursor === null ? '' : `&cursor=${cursor}`}`,
      )
      seen.push(...page.sales)
      cursor = page.nextCursor
    } while (cursor !== null)
    expect(seen.map((sale) => sale.priceKobo)).toEqual(['50400', '50300', '50200', '50100', '50000'])
    expect(seen[0]).toMatchObject({ title: 'MTN Airtime', phone: phoneNumber(0), costKobo: '49500' })
  })

  it('have a receipt for the customer, without cost or margin, for the seller alone', async ({ jara, ada }) => {
    const quote = await ada.call<{ quote: Parameters<Person['approve']>[0] } & Refusal>('POST', '/api/quotes', {
      kind: 'data',
      network: 'mtn',
      phone: phoneNumber(1),
      bundleId: (await ada.call<{ bundles: { id: string }[] }>('GET', '/api/data-bundles?network=mtn')).body.bundles[0]
        ?.id,
      sale: { priceKobo: '65000', customerName: ' Chidi\u202E ' },
    })
    const { order } = (await ada.approve(quote.body.quote)).body
    const receiptOf = (by: Person, id = order.id) => by.call<{ receipt: Receipt } & Refusal>('GET', `/api/sales/${id}`)
    expect((await receiptOf(ada)).body.receipt).toMatchObject({
      status: 'pending',
      sentence: expect.stringMatching(/not confirmed/),
    })
    await jara.pass(5_000)
    const { receipt } = (await receiptOf(ada)).body
    expect(receipt).toEqual({
      orderId: order.id,
      sellerName: 'Ada Obi',
      customerName: 'Chidi',
      what: expect.stringMatching(/^MTN data, .*1GB/),
      phone: phoneNumber(1),
      priceKobo: '65000',
      status: 'completed',
      sentence: 'Delivered. The network confirmed it.',
      createdAt: order.createdAt,
    })
    expect(JSON.stringify(receipt)).not.toContain(order.totalKobo)
    const bola = await jara.person('Bola Ahmed')
    for (const answer of [
      await receiptOf(bola),
      await receiptOf(ada, 'ord_x'),
      await receiptOf(ada, (await ada.withdraw(10_000n)).id),
    ]) {
      expect([answer.status, answer.body.error.code]).toEqual([404, 'order.not-found'])
    }
    expect((await salesOf(bola, 'from=2026-11-21&to=2026-11-21')).sales).toEqual([])
    await jara.pass(2_000)
  })

  it.for<[query: string, field: string]>([
    ['from=2026-11-21', 'to'],
    ['from=2026-11-21&to=2026-11-20', 'to'],
    ['from=2026-08-21&to=2026-11-21', 'to'],
    ['from=0000-01-01&to=0000-01-02', 'from'],
    ['from=2026-02-30&to=2026-03-01', 'from'],
    ['from=2026-11-21&to=2026-11-21&cursor=txn_x', 'cursor'],
    ['from=2026-11-21&to=2026-11-21&limit=51', 'limit'],
  ])('are refused for %s', async ([query, field], { ada }) => {
    const answer = await ada.call('GET', `/api/sales?${query}`)
    expect([answer.status, Object.keys(answer.body.error.fields ?? {})]).toEqual([400, [field]])
  })

  it('may be asked for 92 days', async ({ ada }) => {
    expect((await ada.call('GET', '/api/sales?from=2026-08-22&to=2026-11-21')).status).toBe(200)
  })
})

describe('the margin of a seller', () => {
  let jara: TestJara
  let ada: Person
  beforeAll(async () => {
    jara = await startJara('pglite')
    ada = await jara.person('Ada Obi')
    await approveList(ada, await checkList(ada, airtimeList(40, '100', '100')))
    await jara.pass(5_000)
  })
  afterAll(async () => {
    await jara.close()
  })

  const state = fc.constantFrom('settled', 'released', 'returned', 'pending', 'unknown', 'held', 'late_success')
  const sold = fc.record({
    state,
    price: fc.option(fc.bigInt({ min: 1n, max: 1_000_000_000_000n }), { nil: null }),
    day: fc.integer({ min: 1, max: 28 }),
  })

  it('is what was sold for less what it cost, of what was delivered, day by day', async () => {
    const ids = (await jara.database.query<{ id: string }>('select id from orders order by id')).map((row) => row.id)
    await fc.assert(
      fc.asyncProperty(fc.array(sold, { maxLength: ids.length }), async (orders) => {
        const answer = await withOrders(ids, orders, () => salesOf(ada, 'from=2026-02-05&to=2026-02-20&limit=1'))
        const inside = orders.filter((order) => order.price !== null && order.day >= 5 && order.day <= 20)
        const sums = (of: typeof orders) => {
          const sales = of.reduce((sum, order) => sum + (order.price ?? 0n), 0n)
          const cost = BigInt(of.length) * 9_900n
          return { count: of.length, costKobo: `${cost}`, salesKobo: `${sales}`, marginKobo: `${sales - cost}` }
        }
        const done = inside.filter((order) => ['settled', 'late_success'].includes(order.state))
        expect(answer.totals).toEqual(sums(done))
        expect(answer.pending).toEqual(
          sums(inside.filter((order) => ['pending', 'unknown', 'held'].includes(order.state))),
        )
        const days = [...new Set(done.map((order) => order.day))].toSorted((one, other) => one - other)
        expect(answer.days).toEqual(
          days.map((day) => ({
            day: `2026-02-${String(day).padStart(2, '0')}`,
            ...sums(done.filter((order) => order.day === day)),
          })),
        )
      }),
      { numRuns: 60 },
    )
  })

  /** Sets what the report reads, and restores it before anything else reads it. */
  async function withOrders<T>(
    ids: readonly string[],
    orders: readonly { state: string; price: bigint | null; day: number }[],
    read: () => Promise<T>,
  ): Promise<T> {
    const before = await jara.database.query<Record<string, unknown>>('select id, state, sale, lagos_day from orders')
    await jara.database.query("update orders set sale = null, lagos_day = '2026-03-01'")
    for (const [index, order] of orders.entries()) {
      const sale = order.price === null ? null : { customerId: null, customerName: null, priceKobo: `${order.price}` }
      await jara.database.query('update orders set state = $2, sale = $3::jsonb, lagos_day = $4::date where id = $1', [
        ids[index],
        order.state,
        sale === null ? null : JSON.stringify(sale),
        `2026-02-${order.day}`,
      ])
    }
    const answer = await read()
    for (const row of before) {
      await jara.database.query('update orders set state = $2, sale = $3::jsonb, lagos_day = $4::date where id = $1', [
        row.id,
        row.state,
        JSON.stringify(row.sale),
        row.lagos_day,
      ])
    }
    return answer
  }
})
