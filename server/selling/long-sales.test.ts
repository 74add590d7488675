import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UserId } from '#contract/ids.ts'
import { startWithBuyer } from '#tests/support/buyer.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import type { TestJara } from '#tests/support/jara.ts'
import { airtime } from '#tests/support/purchases.ts'
import { PLANS, rowsRead } from '#tests/support/rows-read.ts'
import { readSales } from './report-sales.ts'

const ORDERS = 20_000
const PAGE = 20
const DAYS = { from: '2026-09-01', to: '2026-11-21' }

/** The embedded database runs the same statements, on the same planner. */
describe.runIf(featureDatabases.includes('postgres'))('a page of many sales on postgres', () => {
  let jara: TestJara
  let userId: UserId
  let ids: string[]

  beforeAll(async () => {
    let ada: Awaited<ReturnType<typeof startWithBuyer>>['ada']
    ;({ jara, ada } = await startWithBuyer('postgres'))
    const order = await ada.buy(airtime())
    await jara.settle()
    const [first] = await jara.database.query<{ userId: UserId }>('select user_id as "userId" from orders')
    if (first === undefined) throw new Error('nothing was bought')
    userId = first.userId
    // The same order many times, as sales over about eighty days.
    await jara.database.query(
      `insert into orders select (jsonb_populate_record(o, jsonb_build_object(
         'id', 'ord_' || lpad(n::text, 35, '0'), 'reference', 'many-' || n, 'transaction_id', 'txn_many-' || n, 'quote_id', 'quo_many-' || n,
         'lagos_day', date '2026-09-01' + n / 250, 'sale', '{"priceKobo": "100", "customerId": null, "customerName": null}'::jsonb))).*
       from orders o, generate_series(1, $2::int) as n where o.id = $1`,
      [order.id, ORDERS],
    )
    await jara.database.exec('vacuum analyze orders')
    ids = (
      await jara.database.query<{ id: string }>('select id from orders where sale is not null order by id desc')
    ).map(({ id }) => id)
  })
  afterAll(async () => {
    // Nobody paid for these orders: the books would not add up.
    await jara.database.query("delete from orders where reference like 'many-%'")
    await jara.close()
  })

  it.each(PLANS)('reads no more than itself, however deep it is, with %s', async (plans) => {
    for (const place of [ORDERS / 2, ORDERS - 2 * PAGE]) {
      const query = { ...DAYS, limit: PAGE, cursor: ids[place] }
      const { answer, rows } = await rowsRead(jara.database, { plans, table: 'orders' }, (tx) =>
        readSales(tx, [{ userId, query }]),
      )
      expect([answer[0]?.sales.length, answer[0]?.sales[0]?.orderId]).toEqual([PAGE, ids[place + 1]])
      // The daily sums read every order of these days once.
      expect(rows - ORDERS, `from sale ${place}`).toBeLessThanOrEqual(2 * PAGE)
    }
  })
})
