import { describe, expect } from 'vitest'
import { deliveredIn, orderCount, withBuyer } from '#tests/support/buyer.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { airtimeList, approveList, askForList, checkList, phoneNumber } from '#tests/support/lists.ts'
import type { Refusal } from '#tests/support/person.ts'

const DAY_MS = 24 * 60 * 60_000

describe.each(featureDatabases)('a list on %s', (kind) => {
  const it = withBuyer(kind)

  it('is bought once, however often it is approved', async ({ jara, ada }) => {
    const batch = await checkList(ada, airtimeList(4))
    const answers = [await approveList(ada, batch), await approveList(ada, batch)]
    jara.clock.advance(DAY_MS / 4)
    await jara.settle()
    await ada.unlock()
    answers.push(await approveList(ada, batch))
    expect(answers.map((each) => each.status)).toEqual([201, 200, 200])
    const ids = answers.map((each) => each.body.batch.rows.map((row) => row.order?.id))
    expect(ids[1]).toEqual(ids[0])
    expect(ids[2]).toEqual(ids[0])
    expect(await orderCount(jara)).toBe(4)
    await jara.pass(5_000)
    expect(await deliveredIn(jara)).toHaveLength(4)
  })

  it('is signed over 32 random bytes of its own, and so is every quote', async ({ ada }) => {
    const lists = [await checkList(ada, airtimeList(1)), await checkList(ada, airtimeList(1))]
    const signed = [...lists, await ada.quote(100_000n), await ada.quote(100_000n)].map(({ challenge }) => challenge)
    for (const challenge of signed) expect(Buffer.from(challenge, 'base64url')).toHaveLength(32)
    expect(new Set(signed).size).toBe(4)
  })

  it('is not accepted at all when the wallet is one kobo short of it', async ({ jara, ada }) => {
    const batch = await checkList(ada, airtimeList(5, '1000'))
    await ada.withdraw(20_000_000n - 5n * 99_000n - 10_000n + 1n)
    const answer = await approveList(ada, batch)
    expect([answer.status, answer.body.error.code]).toEqual([409, 'funds.insufficient'])
    expect(await orderCount(jara)).toBe(1)
    expect((await ada.wallet()).availableKobo).toBe('494999')
    await jara.pass(5_000)
    expect(await deliveredIn(jara)).toEqual([])
  })

  it('is accepted when it takes the last kobo', async ({ jara, ada }) => {
    const batch = await checkList(ada, airtimeList(5, '1000'))
    await ada.withdraw(20_000_000n - 5n * 99_000n - 10_000n)
    expect((await approveList(ada, batch)).status).toBe(201)
    expect((await ada.wallet()).availableKobo).toBe('0')
    await jara.pass(5_000)
  })

  it('counts as a sum against the daily limit', async ({ jara, ada }) => {
    const { account } = (await ada.call<{ account: { accountNumber: string } }>('GET', '/api/funding-account')).body
    await jara.sandbox.payIn({ accountNumber: account.accountNumber, amountKobo: '900000000' })
    await jara.settle()
    const batch = await checkList(ada, airtimeList(11, '46000'))
    expect(batch.refusal).toMatchObject({ code: 'limit.daily', message: expect.stringContaining('₦500,000') })
    const answer = await approveList(ada, batch)
    expect([answer.status, answer.body.error.code]).toEqual([409, 'limit.daily'])
    expect(await orderCount(jara)).toBe(0)
    expect((await approveList(ada, await checkList(ada, airtimeList(10, '46000')))).status).toBe(201)
    await jara.pass(5_000)
  })

  it('needs the signature over exactly what was shown, and the PIN', async ({ jara, ada }) => {
    const batch = await checkList(ada, airtimeList(2))
    const other = await checkList(ada, airtimeList(2, '50'))
    for (const change of [
      { terms: batch.terms.replace('₦500.00', '₦50.00') },
      { terms: `${batch.terms}\n` },
      { challenge: other.challenge },
      { terms: other.terms },
    ]) {
      const answer = await approveList(ada, { ...batch, ...change })
      expect([answer.status, answer.body.error.code]).toEqual([403, 'approval.invalid'])
    }
    expect((await approveList(ada, batch, '9999')).body.error.code).toBe('pin.wrong')
    expect(await orderCount(jara)).toBe(0)
  })

  it('is not approved in parts', async ({ jara, ada }) => {
    const batch = await checkList(ada, airtimeList(2))
    const quotes = await jara.database.query<{ id: string; challenge: string; terms: string }>(
      'select id, challenge, terms from quotes where batch_id is not null',
    )
    expect(quotes).toHaveLength(2)
    for (const quote of quotes) {
      for (const of of [quote, batch]) {
        const approval = {
          deviceId: ada.deviceId,
          pinProof: await ada.device.pinProof('4071'),
          signature: await ada.device.sign('order', of.challenge, of.terms),
        }
        const answer = await ada.call('POST', '/api/orders', { quoteId: quote.id, approval })
        expect([answer.status, answer.body.error.code]).toEqual([404, 'quote.not-found'])
      }
    }
    expect(await orderCount(jara)).toBe(0)
  })

  it("is nobody else's", async ({ jara, ada }) => {
    const bola = await jara.person('Bola Ahmed')
    const batch = await checkList(ada, airtimeList(2))
    for (const suffix of ['', '/csv']) {
      expect((await bola.call('GET', `/api/batches/${batch.id}${suffix}`)).status).toBe(404)
    }
    const answer = await approveList(bola, batch)
    expect([answer.status, answer.body.error.code]).toEqual([404, 'quote.not-found'])
    for (const id of ['bat_x', 'nonsense', batch.id.replace('bat', 'quo')]) {
      expect((await ada.call('GET', `/api/batches/${id}`)).status).toBe(404)
      expect((await approveList(ada, { ...batch, id })).status).toBe(404)
    }
    const { body } = await ada.call<{ customer: { id: string } }>('POST', '/api/customers', {
      name: 'Chidi',
      phone: phoneNumber(1),
    })
    const rows = [{ phone: phoneNumber(1), amountKobo: '50000', customerId: body.customer.id }]
    expect((await askForList(bola, { rows })).body.error.code).toBe('customer.not-found')
    expect((await askForList(ada, { rows })).body.batch.rows[0]?.customerName).toBe('Chidi')
    const single = { kind: 'airtime', network: 'mtn', phone: phoneNumber(1), amountKobo: '50000' }
    const sale = { priceKobo: '60000', customerId: body.customer.id }
    expect((await bola.call('POST', '/api/quotes', { ...single, sale })).body.error.code).toBe('customer.not-found')
    expect((await ada.call('POST', '/api/quotes', { ...single, sale })).status).toBe(201)
  })

  it('expires', async ({ jara, ada }) => {
    const batch = await checkList(ada, airtimeList(2))
    jara.clock.advance(4 * 60_000 + 59_000)
    const edge = await approveList(ada, { ...batch, terms: '' })
    expect(edge.body.error.code).toBe('approval.invalid')
    jara.clock.advance(1_000)
    await ada.unlock()
    expect((await approveList(ada, batch)).body.error.code).toBe('quote.expired')
    expect(await orderCount(jara)).toBe(0)
  })

  it('is refused whole while the provider is not there, and nothing is reserved', async ({ jara, ada }) => {
    const batch = await checkList(ada, airtimeList(1))
    const { available } = jara.bills
    Object.assign(jara.bills, { available: () => false })
    expect((await askForList(ada, { text: airtimeList(1) })).body.error.code).toBe('provider.unavailable')
    expect((await approveList(ada, batch)).body.error.code).toBe('provider.unavailable')
    Object.assign(jara.bills, { available })
    expect(await orderCount(jara)).toBe(0)
  })
})

describe.each(featureDatabases)('lists at the same moment on %s', (kind) => {
  const it = withBuyer(kind)

  it('share one balance: what does not fit is not accepted at all', async ({ jara, ada }) => {
    const lists = await Promise.all([0, 1, 2, 3].map((index) => checkList(ada, airtimeList(30, String(2_500 + index)))))
    const answers = await Promise.all(lists.map((list) => approveList(ada, list)))
    const codes = answers.map((each) => (each.status < 300 ? String(each.status) : each.body.error.code))
    expect(codes.toSorted()).toEqual(['201', '201', 'funds.insufficient', 'funds.insufficient'])
    const accepted = lists.filter((_, index) => answers[index]?.status === 201)
    const heldKobo = accepted.reduce((sum, list) => sum + BigInt(list.totalKobo), 0n)
    expect(await ada.wallet()).toMatchObject({
      heldKobo: heldKobo.toString(),
      availableKobo: (20_000_000n - heldKobo).toString(),
    })
    expect(await jara.database.query('select 1 from orders')).toHaveLength(60)
  })

  it('make one set of 200 orders after a hundred approvals of one', async ({ jara, ada }) => {
    const batch = await checkList(ada, airtimeList(200, '100'))
    const answers = await Promise.all(Array.from({ length: 100 }, () => approveList(ada, batch)))
    const codes = answers.map((each) => (each.status < 300 ? String(each.status) : (each.body as Refusal).error.code))
    expect(
      Object.fromEntries(
        Object.entries(Object.groupBy(codes, (code) => code)).map(([code, all]) => [code, all?.length]),
      ),
    ).toEqual({
      200: 99,
      201: 1,
    })
    const sets = new Set(answers.map((each) => each.body.batch.rows.map((row) => row.order?.id).join()))
    expect(sets.size).toBe(1)
    expect(await jara.database.query('select 1 from orders')).toHaveLength(200)
    expect(await ada.wallet()).toMatchObject({ heldKobo: String(200n * 9_900n) })
  })
})
