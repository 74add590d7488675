import { describe, expect } from 'vitest'
import { ERRORS } from '#contract/errors.ts'
import type { Order } from '#contract/orders.ts'
import { deliveredIn, orderCount, withBuyer } from '#tests/support/buyer.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { airtimeList, approveList, askForList, checkList, readList } from '#tests/support/lists.ts'

describe.each(featureDatabases)('a list on %s', (kind) => {
  const it = withBuyer(kind)

  it('tells of each row what it costs or what is wrong with it', async ({ jara, ada }) => {
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
      [10, 'Please enter a valid price for your customer, or leave it out.'],
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
        'You pay, in words: two thousand and twenty-nine naira, fifty kobo',
        '2 sold on for: ₦569.50',
        'Balance after: ₦197,970.50',
        'Line 2: 0803 123 4567, MTN ₦500.00, you pay ₦495.00, sold on for ₦520.00',
        'Line 3: 0802 123 4567, Airtel ₦1,000.00, you pay ₦990.00',
        'Line 5: 0803 123 4567, MTN ₦500.00, you pay ₦495.00, same as line 2',
        'Line 12: 0909 123 4567, 9Mobile (T2) ₦50.00, you pay ₦49.50, sold on for ₦49.50',
      ].join('\n'),
    )
    expect(await orderCount(jara)).toBe(0)
  })

  it('says with its rows that the wallet is short of it', async ({ ada }) => {
    const batch = await checkList(ada, airtimeList(5, '45000'))
    expect(batch).toMatchObject({ goodCount: 5, refusal: { code: 'funds.insufficient' } })
    expect(batch.terms).toContain('Missing now: ₦22,750.00')
    expect(batch.terms).not.toContain('Balance after')
    expect((await approveList(ada, batch)).body.error.code).toBe('funds.insufficient')
  })

  it('takes the word of the seller on a network that was only guessed', async ({ jara, ada }) => {
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
    expect((await deliveredIn(jara)).map((each) => each.serviceId).toSorted()).toEqual(['airtel', 'glo'])
  })

  it('of data finds bundles by size, at the price of the catalogue', async ({ jara, ada }) => {
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
    expect(await deliveredIn(jara)).toHaveLength(2)
  })

  it('says what was bought a moment before, and what it has twice, and buys it all the same', async ({ jara, ada }) => {
    await approveList(ada, await checkList(ada, airtimeList(1)))
    await jara.pass(5_000)
    const batch = await checkList(ada, `${airtimeList(2)}\n${airtimeList(1)}`)
    expect(batch.rows.map((row) => [row.boughtJustNow, row.sameAsLine])).toEqual([
      [true, null],
      [false, null],
      [true, 1],
    ])
    expect((await approveList(ada, batch)).status).toBe(201)
    expect(await orderCount(jara)).toBe(4)
    await jara.pass(5 * 60_000)
    await ada.unlock()
    expect((await readList(ada, batch.id)).counts.completed).toBe(3)
    expect(await deliveredIn(jara)).toHaveLength(4)
  })

  it('can be sold on at face value as a whole', async ({ ada }) => {
    const batch = await checkList(ada, airtimeList(3), { sellAtFaceValue: true })
    expect(batch).toMatchObject({ salesKobo: '150000', profitKobo: '1500' })
  })

  it.for<[name: string, body: object, status: number, code: string]>([
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
  ])('with %s is refused', async ([_name, body, status, code], { jara, ada }) => {
    const answer = await ada.call('POST', '/api/batches', { kind: 'airtime', ...body })
    expect([answer.status, answer.body.error.code]).toEqual([status, code])
    if (code === 'list.too-long') expect(answer.body.error.message).toMatch(/200 lines.*Split it/)
    expect(await jara.database.query('select 1 from order_batches')).toEqual([])
  })

  it('with nothing good says what is wrong, by line', async ({ ada }) => {
    const answer = await askForList(ada, { text: '0803,500\n\n08031234567,5' })
    expect(answer.body.error.fields).toEqual({
      'line 1': 'Please enter a valid 11-digit phone number',
      'line 3': ERRORS['airtime.too-small'].message,
    })
  })

  it('is kept whatever characters are in it', async ({ ada }) => {
    const batch = await checkList(ada, '08031234567,500,Ad\u0000a \u202Eevil\n0803\u0000,500')
    expect(batch.rows.map((row) => [row.customerName, row.text])).toEqual([
      ['Ad a evil', '08031234567,500,Ad a evil'],
      [null, '0803 ,500'],
    ])
  })
})
