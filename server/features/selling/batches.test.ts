import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ERRORS } from '#contract/errors.ts'
import type { Order } from '#contract/orders.ts'
import { databaseKinds } from '#tests/support/databases.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { airtimeList, approveList, askForList, checkList, phoneNumber, readList } from '#tests/support/lists.ts'
import type { Person, Refusal } from '#tests/support/person.ts'

const DAY_MS = 24 * 60 * 60_000

describe.each(databaseKinds)('a list on %s', (kind) => {
  let jara: TestJara
  let ada: Person

  beforeEach(async () => {
    jara = await startJara(kind)
    ada = await jara.person('Ada Obi')
    jara.clock.advance(1_000)
  })
  afterEach(async () => {
    await jara.close()
  })

  const orderCount = async () => (await jara.database.query('select 1 from orders')).length
  const delivered = async () => (await jara.sandbox.truth()).deliveries.filter((each) => each.status === 'delivered')

  it('tells of each row what it costs or what is wrong with it', async () => {
    const text = [
      'phone,network,amount,name,price',
      '08031234567,MTN,500,Ada,520',
      '08021234567,,"1,000",Bola,',
      '0803123,MTN,500,Chidi,',
      '08031234567,MTN,500,,',
      '07071234567,Vodafone,500,,',
      '08051234567,,40,,',
      '08051234567,,60000,,',
      '08051234567,,five,,',
      '08051234567,,500,,free',
      '08051234567,,,,',
      '09091234567,9mobile,50,=cmd(),49.50',
    ].join('\r\n')
    const batch = await checkList(ada, text)
    const seen = batch.rows.map(
      ({ line, problem, network, guessed, sameAsLine, priceKobo, profitKobo, customerName }) =>
        problem === null ? [line, network, guessed, sameAsLine, priceKobo, profitKobo, customerName] : [line, problem],
    )
    expect(seen).toEqual([
      [2, 'mtn', false, null, '49500', '2500', 'Ada'],
      [3, 'airtel', true, null, '99000', null, 'Bola'],
      [4, 'Please enter a valid 11-digit phone number'],
      [5, 'mtn', false, 2, '49500', null, null],
      [6, ERRORS['network.unknown'].message],
      [7, ERRORS['airtime.too-small'].message],
      [8, ERRORS['airtime.too-large'].message],
      [9, ERRORS['amount.invalid'].message],
      [10, 'Please enter a valid price for your customer, or none. No money has left.'],
      [11, 'Please fill in all required fields'],
      [12, '9mobile', false, null, '4950', '0', '=cmd()'],
    ])
    expect(batch).toMatchObject({
      goodCount: 4,
      badCount: 7,
      faceKobo: '205000',
      discountKobo: '2050',
      totalKobo: '202950',
      salesKobo: '56950',
      profitKobo: '2500',
      refusal: null,
      approvedAt: null,
    })
    expect(batch.terms).toBe(
      [
        'You buy: airtime, 4 times',
        'Face value: ₦2,050.00',
        'Discount: ₦20.50',
        'You pay: ₦2,029.50',
        'In words: two thousand and twenty-nine naira, fifty kobo',
        '2 sold on for: ₦569.50',
        'Left after this: ₦197,970.50',
        'Line 2: 0803 123 4567, MTN ₦500.00, you pay ₦495.00, sold on for ₦520.00',
        'Line 3: 0802 123 4567, Airtel ₦1,000.00, you pay ₦990.00',
        'Line 5: 0803 123 4567, MTN ₦500.00, you pay ₦495.00, same as line 2',
        'Line 12: 0909 123 4567, 9Mobile (T2) ₦50.00, you pay ₦49.50, sold on for ₦49.50',
      ].join('\n'),
    )
    expect(await orderCount()).toBe(0)
  })

  it('buys the good rows with one approval, each as its own order', async () => {
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
    expect(await ada.wallet()).toMatchObject({ availableKobo: String(20_000_000 - 7 * 49_500), heldKobo: '0' })
    expect((await delivered()).map((each) => each.amountKobo)).toEqual(Array(7).fill('50000'))
    const failed = after.rows.find((row) => row.order?.status === 'failed')
    expect(failed?.order?.failure).toEqual(expect.any(String))
    const order = await ada.order(failed?.order?.id ?? '')
    expect(order).toMatchObject({ status: 'failed', sale: { priceKobo: '53000' } })
  })

  it('is bought once, however often it is approved', async () => {
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
    expect(await orderCount()).toBe(4)
    await jara.pass(5_000)
    expect(await delivered()).toHaveLength(4)
  })

  it('stays readable after its terms have expired and its quotes are gone', async () => {
    const batch = await checkList(ada, `${airtimeList(2)}\nbad`)
    await approveList(ada, batch)
    await jara.pass(4 * 60 * 60_000)
    await ada.unlock()
    expect(await jara.database.query('select 1 from quotes')).toEqual([])
    expect(await readList(ada, batch.id)).toMatchObject({ goodCount: 2, badCount: 1, counts: { completed: 2 } })
  })

  it('is not accepted at all when the wallet is one kobo short of it', async () => {
    const batch = await checkList(ada, airtimeList(5, '1000'))
    await ada.withdraw(20_000_000n - 5n * 99_000n - 10_000n + 1n)
    const answer = await approveList(ada, batch)
    expect([answer.status, answer.body.error.code]).toEqual([409, 'funds.insufficient'])
    expect(await orderCount()).toBe(1)
    expect((await ada.wallet()).availableKobo).toBe('494999')
    await jara.pass(5_000)
    expect(await delivered()).toEqual([])
  })

  it('is accepted when it takes the last kobo', async () => {
    const batch = await checkList(ada, airtimeList(5, '1000'))
    await ada.withdraw(20_000_000n - 5n * 99_000n - 10_000n)
    expect((await approveList(ada, batch)).status).toBe(201)
    expect((await ada.wallet()).availableKobo).toBe('0')
    await jara.pass(5_000)
  })

  it('counts as a sum against the daily limit', async () => {
    const { account } = (await ada.call<{ account: { accountNumber: string } }>('GET', '/api/funding-account')).body
    await jara.sandbox.payIn({ accountNumber: account.accountNumber, amountKobo: '900000000' })
    await jara.settle()
    const batch = await checkList(ada, airtimeList(11, '46000'))
    expect(batch.refusal).toMatchObject({ code: 'limit.daily', message: expect.stringContaining('₦500,000') })
    const answer = await approveList(ada, batch)
    expect([answer.status, answer.body.error.code]).toEqual([409, 'limit.daily'])
    expect(await orderCount()).toBe(0)
    expect((await approveList(ada, await checkList(ada, airtimeList(10, '46000')))).status).toBe(201)
    await jara.pass(5_000)
  })

  it('says with its rows that the wallet is short of it', async () => {
    const batch = await checkList(ada, airtimeList(5, '45000'))
    expect(batch).toMatchObject({ goodCount: 5, refusal: { code: 'funds.insufficient' } })
    expect(batch.terms).toContain('Missing now: ₦22,750.00')
    expect(batch.terms).not.toContain('Left after this')
    expect((await approveList(ada, batch)).body.error.code).toBe('funds.insufficient')
  })

  it('needs the signature over exactly what was shown, and the PIN', async () => {
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
    expect(await orderCount()).toBe(0)
  })

  it('is not approved in parts', async () => {
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
    expect(await orderCount()).toBe(0)
  })

  it("is nobody else's", async () => {
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

  it('expires', async () => {
    const batch = await checkList(ada, airtimeList(2))
    jara.clock.advance(4 * 60_000 + 59_000)
    const edge = await approveList(ada, { ...batch, terms: '' })
    expect(edge.body.error.code).toBe('approval.invalid')
    jara.clock.advance(1_000)
    await ada.unlock()
    expect((await approveList(ada, batch)).body.error.code).toBe('quote.expired')
    expect(await orderCount()).toBe(0)
  })

  it('that nobody approved is dropped in time, and an approved one never', async () => {
    const kept = await checkList(ada, airtimeList(1))
    await approveList(ada, kept)
    const dropped = await checkList(ada, airtimeList(1, '60'))
    await jara.pass(2 * 60 * 60_000)
    await ada.unlock()
    await checkList(ada, airtimeList(1, '70'))
    expect((await ada.call('GET', `/api/batches/${dropped.id}`)).status).toBe(404)
    expect((await ada.call('GET', `/api/batches/${kept.id}`)).status).toBe(200)
  })

  it('takes the word of the seller on a network that was only guessed', async () => {
    const text = '08031234567,500\n08051234567,glo,500'
    const [first] = (await checkList(ada, text)).rows
    expect(first).toMatchObject({ network: 'mtn', guessed: true })
    const batch = await checkList(ada, text, { networks: [{ line: 1, network: 'airtel' }] })
    expect(batch.rows.map(({ network, guessed }) => [network, guessed])).toEqual([
      ['airtel', false],
      ['glo', false],
    ])
    await approveList(ada, batch)
    await jara.pass(5_000)
    expect((await delivered()).map((each) => each.serviceId).toSorted()).toEqual(['airtel', 'glo'])
  })

  it('of data finds bundles by size, at the price of the catalogue', async () => {
    const text =
      'phone,network,bundle,price\n08031234567,mtn,1GB,600\n08021234567,,2 gb,\n08051234567,,3GB,\n08051234567,,,'
    const batch = await checkList(ada, text, { kind: 'data' })
    expect(batch.rows.map((row) => row.problem ?? [row.amountKobo, row.priceKobo, row.salePriceKobo])).toEqual([
      ['50000', '49250', '60000'],
      ['100000', '98500', null],
      'Please select a valid data bundle',
      'Please select a valid data bundle',
    ])
    const answer = await approveList(ada, batch)
    const ids = answer.body.batch.rows.flatMap((row) => row.order?.id ?? [])
    const orders: Order[] = await Promise.all(ids.map((id) => ada.order(id)))
    expect(orders.map((order) => order.kind)).toEqual(['data', 'data'])
    await jara.pass(5_000)
    expect(await delivered()).toHaveLength(2)
  })

  it('says what was bought a moment before, and what it has twice, and buys it all the same', async () => {
    await approveList(ada, await checkList(ada, airtimeList(1)))
    await jara.pass(5_000)
    const batch = await checkList(ada, `${airtimeList(2)}\n${airtimeList(1)}`)
    expect(batch.rows.map((row) => [row.boughtJustNow, row.sameAsLine])).toEqual([
      [true, null],
      [false, null],
      [true, 1],
    ])
    expect((await approveList(ada, batch)).status).toBe(201)
    expect(await orderCount()).toBe(4)
    await jara.pass(5 * 60_000)
    await ada.unlock()
    expect((await readList(ada, batch.id)).counts.completed).toBe(3)
    expect(await delivered()).toHaveLength(4)
  })

  it('can be sold on at face value as a whole', async () => {
    const batch = await checkList(ada, airtimeList(3), { sellAtFaceValue: true })
    expect(batch).toMatchObject({ salesKobo: '150000', profitKobo: '1500' })
  })

  it('does not fill the saved recipients', async () => {
    await approveList(ada, await checkList(ada, airtimeList(3)))
    expect((await ada.call('GET', '/api/beneficiaries')).body).toEqual({ beneficiaries: [] })
    await jara.pass(5_000)
  })

  it.each<[name: string, body: object, status: number, code: string]>([
    ['nothing good in it', { text: 'a\nb' }, 400, 'list.empty'],
    ['nothing in it', { text: ' \n' }, 400, 'list.empty'],
    ['no rows', { rows: [] }, 400, 'list.empty'],
    ['201 rows', { text: airtimeList(201) }, 413, 'list.too-long'],
    ['201 rows as such', { rows: Array(201).fill({ phone: '0', amountKobo: '5' }) }, 413, 'list.too-long'],
    ['10,000 rows', { text: airtimeList(10_000) }, 413, 'list.too-long'],
    ['10,000 short rows', { text: '1\n'.repeat(10_000) }, 413, 'list.too-long'],
    ['rows and text', { text: '1', rows: [] }, 400, 'request.invalid'],
    ['neither', {}, 400, 'request.invalid'],
    ['another kind', { kind: 'tv', text: '1' }, 400, 'request.invalid'],
    ['a price of its own', { text: airtimeList(1), totalKobo: '1' }, 400, 'request.invalid'],
    ["somebody's code", { text: airtimeList(1), bpcCode: 'AAAA' }, 400, 'bpc.invalid'],
  ])('with %s is refused', async (_name, body, status, code) => {
    const answer = await ada.call('POST', '/api/batches', { kind: 'airtime', ...body })
    expect([answer.status, answer.body.error.code]).toEqual([status, code])
    if (code === 'list.too-long') expect(answer.body.error.message).toMatch(/200 rows.*Split it/)
    expect(await jara.database.query('select 1 from order_batches')).toEqual([])
  })

  it('with nothing good says what is wrong, by line', async () => {
    const answer = await askForList(ada, { text: '0803,500\n\n08031234567,5' })
    expect(answer.body.error.fields).toEqual({
      'line 1': 'Please enter a valid 11-digit phone number',
      'line 3': ERRORS['airtime.too-small'].message,
    })
  })

  it('is kept whatever characters are in it', async () => {
    const batch = await checkList(ada, '08031234567,500,Ad\u0000a \u202Eevil\n0803\u0000,500')
    expect(batch.rows.map((row) => [row.customerName, row.text])).toEqual([
      ['Ad a evil', '08031234567,500,Ad a evil'],
      [null, '0803 ,500'],
    ])
  })

  it('is refused whole while the provider is not there, and nothing is reserved', async () => {
    const batch = await checkList(ada, airtimeList(1))
    const { available } = jara.deps.bills
    Object.assign(jara.deps.bills, { available: () => false })
    expect((await askForList(ada, { text: airtimeList(1) })).body.error.code).toBe('provider.unavailable')
    expect((await approveList(ada, batch)).body.error.code).toBe('provider.unavailable')
    Object.assign(jara.deps.bills, { available })
    expect(await orderCount()).toBe(0)
  })

  it('comes back as CSV that runs no formula', async () => {
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
      `1,08031234567,MTN,500.00,,"'=1+1",,495.00,Completed,`,
      `2,08031234568,MTN,500.00,,"'@x, y",,495.00,Completed,`,
      `3,"'+bad",,,,,,,Not bought,Please enter a valid 11-digit phone number`,
      '',
    ])
  })
})

describe.each(databaseKinds)('lists at the same moment on %s', (kind) => {
  let jara: TestJara
  beforeEach(async () => {
    jara = await startJara(kind)
  })
  afterEach(async () => {
    await jara.close()
  })

  it('share one balance: what does not fit is not accepted at all', async () => {
    const ada = await jara.person('Ada Obi')
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
  }, 120_000)

  it('make one set of 200 orders after a hundred approvals of one', async () => {
    const ada = await jara.person('Ada Obi')
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
    expect(await ada.wallet()).toMatchObject({ heldKobo: String(200 * 9_900) })
  }, 120_000)
})
