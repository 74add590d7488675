import { describe, expect } from 'vitest'
import { deliveredIn, withBuyer } from '#tests/support/buyer.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { airtimeList, approveList, checkList, readList } from '#tests/support/lists.ts'

describe.each(featureDatabases)('a list on %s', (kind) => {
  const it = withBuyer(kind)

  it('buys the good rows with one approval, each as its own order', async ({ jara, ada }) => {
    await jara.sandbox.fault({ provider: 'vtpass', operation: 'pay', fault: 'decline', count: 3 })
    const batch = await checkList(ada, `${airtimeList(10, '500', '530')}\nnonsense\n`)
    const answer = await approveList(ada, batch)
    expect(answer.status).toBe(201)
    expect(answer.body.batch).toMatchObject({ counts: { pending: 10 }, approvedAt: jara.clock.now().toISOString() })
    expect(await ada.wallet()).toMatchObject({ availableKobo: '19505000', heldKobo: '495000' })
    await jara.pass(60_000)
    const after = await readList(ada, batch.id)
    expect(after.counts).toEqual({ completed: 7, failed: 3, pending: 0, reversed: 0 })
    expect(after.rows.filter((row) => row.order === null).map((row) => row.line)).toEqual([11])
    expect(await ada.wallet()).toMatchObject({ availableKobo: String(20_000_000n - 7n * 49_500n), heldKobo: '0' })
    expect((await deliveredIn(jara)).map((each) => each.amountKobo)).toEqual(Array(7).fill('50000'))
    const failed = after.rows.find((row) => row.order?.status === 'failed')
    expect(failed?.order?.failure).toEqual(expect.any(String))
    const order = await ada.order(failed?.order?.id ?? '')
    expect(order).toMatchObject({ status: 'failed', sale: { priceKobo: '53000' } })
  })

  it('stays readable after its terms have expired and its quotes are gone', async ({ jara, ada }) => {
    const batch = await checkList(ada, `${airtimeList(2)}\nbad`)
    await approveList(ada, batch)
    await jara.pass(4 * 60 * 60_000)
    await ada.unlock()
    expect(await jara.database.query('select 1 from quotes')).toEqual([])
    expect(await readList(ada, batch.id)).toMatchObject({ goodCount: 2, badCount: 1, counts: { completed: 2 } })
  })

  it('that nobody approved is dropped in time, and an approved one never', async ({ jara, ada }) => {
    const kept = await checkList(ada, airtimeList(1))
    await approveList(ada, kept)
    const dropped = await checkList(ada, airtimeList(1, '60'))
    await jara.pass(2 * 60 * 60_000)
    await ada.unlock()
    await checkList(ada, airtimeList(1, '70'))
    expect((await ada.call('GET', `/api/batches/${dropped.id}`)).status).toBe(404)
    expect((await ada.call('GET', `/api/batches/${kept.id}`)).status).toBe(200)
  })

  it('does not fill the saved recipients', async ({ jara, ada }) => {
    await approveList(ada, await checkList(ada, airtimeList(3)))
    expect((await ada.call('GET', '/api/beneficiaries')).body).toEqual({ beneficiaries: [] })
    await jara.pass(5_000)
  })

  it('comes back as CSV that runs no formula', async ({ jara, ada }) => {
    const batch = await checkList(ada, '08031234567,500,=1+1\n08031234568,500,"@x, y"\n+bad')
    await approveList(ada, batch)
    await jara.pass(5_000)
    const answer = await fetch(`${jara.url}/api/batches/${batch.id}/csv`, { headers: { cookie: ada.cookie() } })
    expect(answer.headers.get('content-type')).toMatch(/^text\/csv/)
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${batch.id}.csv"`)
    const [heading, ...lines] = Buffer.from(await answer.arrayBuffer())
      .toString('utf8')
      .split('\r\n')
    expect(heading).toMatch(/^\uFEFFline,phone/)
    expect(lines).toEqual([
      `1,"=""08031234567""",MTN,500.00,,"'=1+1",,495.00,Completed,`,
      `2,"=""08031234568""",MTN,500.00,,"'@x, y",,495.00,Completed,`,
      `3,"'+bad",,,,,,,Not bought,Please enter a valid 11-digit phone number`,
      '',
    ])
  })
})
