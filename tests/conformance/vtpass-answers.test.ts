import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { kobo } from '#contract/money.ts'
import type { Purchase } from '#server/providers/bills.ts'
import { json, type Stub, startStub } from './paystack-stub.ts'
import { AIRTIME, adapterFor, fixture, KEYS, REFERENCE, transactionAnswer } from './vtpass-stub.ts'

/** What is asked of VTpass, and what its documented answers amount to, with the oddities that were seen. */

let stub: Stub
beforeAll(async () => {
  stub = await startStub()
})
beforeEach(() => {
  stub.seen.length = 0
})
afterAll(() => stub.close())

const answering = (body: unknown, status = 200) => {
  stub.reaction = json(status, body)
  return adapterFor(stub.baseUrl)
}
const asked = () => stub.seen.map(({ method, url, body }) => [method, url, body === '' ? null : JSON.parse(body)])
const verify = (body: unknown) => answering(body).verifyPurchase(REFERENCE)

describe('buying', () => {
  const phone = '08031234567'
  const amountKobo = kobo(150_050)
  const EXPECTED: [Purchase, object][] = [
    [
      { product: 'airtime', network: '9mobile', phone, amountKobo },
      { request_id: REFERENCE, serviceID: 'etisalat', amount: 1500.5, phone },
    ],
    [
      { product: 'data', network: '9mobile', phone, planCode: 'eti-100', amountKobo },
      {
        request_id: REFERENCE,
        serviceID: 'etisalat-data',
        billersCode: phone,
        variation_code: 'eti-100',
        amount: 1500.5,
        phone,
      },
    ],
    [
      {
        product: 'electricity',
        biller: 'ikeja-electric',
        meterNumber: '01234567890',
        meterType: 'postpaid',
        phone,
        amountKobo,
      },
      {
        request_id: REFERENCE,
        serviceID: 'ikeja-electric',
        billersCode: '01234567890',
        variation_code: 'postpaid',
        amount: 1500.5,
        phone,
      },
    ],
    [
      { product: 'tv', biller: 'dstv', smartcardNumber: '0123456789', planCode: 'dstv-padi', phone, amountKobo },
      {
        request_id: REFERENCE,
        serviceID: 'dstv',
        billersCode: '0123456789',
        variation_code: 'dstv-padi',
        amount: 1500.5,
        phone,
        subscription_type: 'change',
      },
    ],
  ]
  test.each(EXPECTED.map(([purchase, body]) => [purchase.product, purchase, body] as const))(
    '%s asks once, in naira, with our reference and numbers as text',
    async (_, purchase, body) => {
      const answer = await answering(fixture('pay-delivered')).buy({ ...purchase, reference: REFERENCE })
      expect(answer).toEqual({ outcome: 'succeeded', value: { word: '000 delivered' } })
      expect(asked()).toEqual([['POST', '/pay', body]])
    },
  )

  test.each([
    ['mtn', 'mtn', 'mtn-data'],
    ['airtel', 'airtel', 'airtel-data'],
    ['glo', 'glo', 'glo-data'],
    ['9mobile', 'etisalat', 'etisalat-data'],
  ] as const)('%s is %s for airtime and %s for data', async (network, airtime, data) => {
    const bills = answering(fixture('pay-processing'))
    await bills.buy({ ...AIRTIME, product: 'airtime', network })
    await bills.buy({ ...AIRTIME, product: 'data', network, planCode: 'x' })
    expect(asked().map(([, , body]) => body.serviceID)).toEqual([airtime, data])
  })

  test('a POST carries the API key and the secret key, a GET the API key and the public key', async () => {
    const bills = answering(fixture('pay-processing'))
    expect(await bills.buy(AIRTIME)).toEqual({ outcome: 'succeeded', value: { word: '099' } })
    await bills.balance()
    const [post, get] = stub.seen.map(({ headers }) => headers as Record<string, string>)
    expect(post).toMatchObject({ 'api-key': KEYS.apiKey, 'secret-key': KEYS.secretKey, connection: 'close' })
    expect(post).not.toHaveProperty('public-key')
    expect(get).toMatchObject({ 'api-key': KEYS.apiKey, 'public-key': KEYS.publicKey })
    expect(get).not.toHaveProperty('secret-key')
  })

  test('what it is told says the code and our words for it, never a text of the answer', async () => {
    const body = transactionAnswer('018', undefined, { response_description: 'Ada Okafor 0001234567' })
    expect(await answering(body).buy(AIRTIME)).toEqual({
      outcome: 'declined',
      reason: 'float-low',
      message: '018 LOW WALLET BALANCE',
    })
    expect(await answering(transactionAnswer('014')).buy(AIRTIME)).toEqual({
      outcome: 'unknown',
      cause: '014 REQUEST ID ALREADY EXIST',
    })
  })

  test.each<[string, Partial<typeof AIRTIME>]>([
    ['a reference of another form', { reference: '2026-11-21' }],
    ['a reference with a line break', { reference: `${REFERENCE}\n` }],
    ['an international phone number', { phone: '+2348031234567' }],
    ['no phone number', { phone: '' }],
    ['no amount', { amountKobo: kobo(0) }],
  ])('%s is never sent', async (_, change) => {
    const bills = answering(fixture('pay-delivered'))
    await expect(bills.buy({ ...AIRTIME, ...change } as typeof AIRTIME)).rejects.toThrow('assertion failed')
    expect(stub.seen).toEqual([])
  })
})

describe('verifying', () => {
  test('gives every fact of the documented answer', async () => {
    expect(await verify(fixture('requery-delivered'))).toEqual({
      outcome: 'succeeded',
      value: {
        standing: 'delivered',
        word: '000 delivered',
        reference: REFERENCE,
        amountKobo: 10_000n,
        costKobo: 9_650n,
        recipient: '08011111111',
        token: null,
        units: null,
      },
    })
    expect(asked()).toEqual([['POST', '/requery', { request_id: REFERENCE }]])
  })

  test('gives the token and the units of electricity', async () => {
    expect(await verify(fixture('requery-electricity'))).toMatchObject({
      value: {
        standing: 'delivered',
        amountKobo: 200_000n,
        costKobo: 197_000n,
        recipient: '1111111111111',
        token: '26362054405982757802',
        units: '79.9 kWh',
      },
    })
  })

  test('what VTpass did not say is null', async () => {
    expect(await verify(fixture('invalid-request-id'))).toEqual({
      outcome: 'succeeded',
      value: {
        standing: 'not-found',
        word: '015',
        reference: REFERENCE,
        amountKobo: null,
        costKobo: null,
        recipient: null,
        token: null,
        units: null,
      },
    })
    expect(await verify(fixture('pay-processing'))).toMatchObject({ value: { standing: 'pending', amountKobo: null } })
    expect(await verify(fixture('failed'))).toMatchObject({ value: { standing: 'failed', recipient: '08011111111' } })
  })

  const withTransaction = (change: object, outer: object = {}) => {
    const body = fixture('requery-delivered')
    return { ...body, ...outer, content: { transactions: { ...body.content.transactions, ...change } } }
  }

  test('the face value is the outer amount, or the inner one when there is no other', async () => {
    expect(await verify(withTransaction({ amount: '' }, { amount: 100 }))).toMatchObject({
      value: { amountKobo: 10_000n },
    })
    expect(await verify(withTransaction({ amount: '100' }, { amount: null }))).toMatchObject({
      value: { amountKobo: 10_000n },
    })
    expect(await verify(withTransaction({ total_amount: 96.50000000000001 }))).toMatchObject({
      value: { costKobo: 9_650n },
    })
  })

  test.each<[string, object, object]>([
    ['two face values', { amount: 1_000 }, { amount: '100.00' }],
    ['a face value with an exponent', { amount: 100 }, { amount: '1e2' }],
    ['a face value below zero', { amount: -100 }, { amount: -100 }],
    ['a face value that is a list', { amount: [100] }, {}],
    ['a cost with commas', { total_amount: '1,096.50' }, {}],
    ['a cost below zero', { total_amount: -96.5 }, {}],
  ])('%s is unreadable, not a guess', async (_, inner, outer) => {
    expect(await verify(withTransaction(inner, outer))).toEqual({
      outcome: 'unknown',
      cause: 'a purchase with unreadable amounts',
    })
  })

  test.each<unknown>([8_011_111_111, null, '', ['08011111111'], 'Ada Okafor', 'x'.repeat(200), '0801\u0000'])(
    'a recipient of %j is not said',
    async (unique_element) => {
      expect(await verify(withTransaction({ unique_element }))).toMatchObject({
        value: { standing: 'delivered', recipient: null },
      })
    },
  )
})

describe('the catalogue', () => {
  test('has the plans with one fixed price, in kobo, under either spelling', async () => {
    expect(await answering(fixture('variations')).listBundles('mtn')).toEqual({
      outcome: 'succeeded',
      value: [
        { code: 'mtn-10mb-100', name: 'N100 100MB - 24 hrs', amountKobo: 10_000n },
        { code: 'mtn-100mb-1000', name: 'N1000 1.5GB - 30 days', amountKobo: 100_000n },
      ],
    })
    expect(await answering(fixture('variations-older')).listTvPlans('dstv')).toMatchObject({
      outcome: 'succeeded',
      value: [{ code: 'dstv-padi', amountKobo: 440_000n }, { code: 'dstv-yanga' }],
    })
    expect(asked().map(([, url]) => url)).toEqual([
      '/service-variations?serviceID=mtn-data',
      '/service-variations?serviceID=dstv',
    ])
  })

  const variations = (rows: unknown, serviceID: unknown = 'mtn-data') => ({
    response_description: '000',
    content: { serviceID, variations: rows },
  })
  const row = { variation_code: 'a', name: 'A', variation_amount: '100.00', fixedPrice: 'Yes' }

  test('leaves out what cannot be sold at the price shown', async () => {
    const odd = [
      { ...row, fixedPrice: 'No' },
      { ...row, fixedPrice: undefined },
      { ...row, fixedPrice: true },
      { ...row, variation_amount: '0.00' },
      { ...row, variation_amount: '-5' },
      { ...row, variation_amount: '1,000.00' },
      { ...row, variation_amount: null },
      { ...row, variation_code: '' },
      { ...row, variation_code: 'a b' },
      { ...row, name: ' \n' },
      { ...row, name: null },
      null,
      'a',
      [row],
    ]
    const answer = await answering(variations([...odd, { ...row, name: 'A\u0000  B' }, row])).listBundles('mtn')
    expect(answer).toEqual({ outcome: 'succeeded', value: [{ code: 'a', name: 'A B', amountKobo: 10_000n }] })
  })

  test('is unknown when it is not a list, empty, or about another service', async () => {
    for (const body of [
      variations({}),
      variations(null),
      variations([]),
      { response_description: '000', content: [] },
    ]) {
      expect(await answering(body).listBundles('mtn')).toMatchObject({ outcome: 'unknown' })
    }
    expect(await answering(variations([row], 'glo-data')).listBundles('mtn')).toEqual({
      outcome: 'unknown',
      cause: 'plans of another service',
    })
    for (const content of [{}, [], [null]]) {
      expect(await answering({ response_description: '000', content }).listBillers('tv')).toMatchObject({
        outcome: 'unknown',
      })
    }
  })

  test('has the billers of a category; Showmax takes no smartcard', async () => {
    expect(await answering(fixture('services-electricity')).listBillers('electricity')).toEqual({
      outcome: 'succeeded',
      value: [
        { id: 'ikeja-electric', name: 'Ikeja Electric' },
        { id: 'eko-electric', name: 'Eko Electric' },
      ],
    })
    expect(await answering(fixture('services-tv')).listBillers('tv')).toMatchObject({
      value: [{ id: 'dstv' }, { id: 'gotv' }],
    })
    expect(asked().map(([, url]) => url)).toEqual([
      '/services?identifier=electricity-bill',
      '/services?identifier=tv-subscription',
    ])
  })

  test('a biller without id or name is left out', async () => {
    const content = [{ name: 'x' }, { serviceID: 'x' }, null, 5, { serviceID: 'dstv', name: 'DSTV' }]
    expect(await answering({ response_description: '000', content }).listBillers('tv')).toMatchObject({
      value: [{ id: 'dstv', name: 'DSTV' }],
    })
  })

  test('a refusal says the code', async () => {
    const body = { code: '087', response_description: 'INVALID CREDENTIALS', content: [] }
    for (const status of [200, 401]) {
      expect(await answering(body, status).listBundles('mtn')).toEqual({
        outcome: 'declined',
        reason: '087',
        message: '087 INVALID CREDENTIALS',
      })
    }
  })
})

describe('the name behind a number', () => {
  const meter = { biller: 'ikeja-electric', customerNumber: '1111111111111', meterType: 'prepaid' } as const
  const smartcard = { biller: 'dstv', customerNumber: '1212121212', meterType: null }

  test('of a meter comes with the address, and the meter type is asked along', async () => {
    expect(await answering(fixture('customer-meter')).resolveCustomer(meter)).toEqual({
      outcome: 'succeeded',
      value: { customerName: 'ADA OKAFOR', detail: '12 Allen Avenue Ikeja' },
    })
    expect(asked()).toEqual([
      ['POST', '/merchant-verify', { billersCode: '1111111111111', serviceID: 'ikeja-electric', type: 'prepaid' }],
    ])
  })

  test('of a smartcard comes with what it has now, and no type is asked', async () => {
    expect(await answering(fixture('customer-smartcard')).resolveCustomer(smartcard)).toEqual({
      outcome: 'succeeded',
      value: { customerName: 'Chinedu Eze', detail: 'DStv Padi' },
    })
    expect(asked()).toEqual([['POST', '/merchant-verify', { billersCode: '1212121212', serviceID: 'dstv' }]])
  })

  test.each<[string, unknown]>([
    ['an error inside', fixture('customer-unknown')],
    ['an error beside a name', { code: '000', content: { Customer_Name: 'Ada', error: 'wrong' } }],
    ['the mark of a wrong number', { code: '000', content: { Customer_Name: 'Ada', WrongBillersCode: true } }],
    ['invalid arguments', { code: '011', content: { errors: ['billersCode'] } }],
  ])('with %s is of nobody', async (_, body) => {
    expect(await answering(body).resolveCustomer(meter)).toMatchObject({ outcome: 'declined', reason: 'not-resolved' })
  })

  test('at a biller VTpass does not have is a refusal of its own', async () => {
    expect(await answering({ code: '012', content: [] }).resolveCustomer(meter)).toMatchObject({
      outcome: 'declined',
      reason: 'unknown-biller',
    })
  })

  test.each<[string, unknown]>([
    ['no name', { code: '000', content: { Address: 'x' } }],
    ['a name that says nothing', { code: '000', content: { Customer_Name: 'N/A' } }],
    ['a name that is a list', { code: '000', content: { Customer_Name: ['Ada'] } }],
    ['no content', { code: '000', content: [] }],
    ['a biller that is not reachable', { code: '030', content: [] }],
    ['keys that are not accepted', { code: '087', content: [] }],
    ['another meter', { code: '000', content: { Customer_Name: 'Ada', Meter_Number: '2222222222222' } }],
  ])('with %s is unknown', async (_, body) => {
    expect(await answering(body).resolveCustomer(meter)).toMatchObject({ outcome: 'unknown' })
  })

  test('a postpaid account may have a meter of another number, and a number may have lost its zeros', async () => {
    const body = { code: '020', content: { Customer_Name: 'Ada', Meter_Number: 1_234_567_890 } }
    for (const of of [
      { ...meter, meterType: 'postpaid' as const },
      { ...meter, customerNumber: '01234567890' },
    ]) {
      expect(await answering(body).resolveCustomer(of)).toMatchObject({ value: { customerName: 'Ada', detail: null } })
    }
  })
})

describe('the balance', () => {
  test('is read from its own envelope, to the kobo', async () => {
    expect(await answering(fixture('balance')).balance()).toEqual({
      outcome: 'succeeded',
      value: { balanceKobo: 108_182n },
    })
    expect(await answering({ code: 1, contents: { balance: '-12.50' } }).balance()).toMatchObject({
      value: { balanceKobo: -1_250n },
    })
  })

  test.each<unknown>([
    { code: 1, contents: {} },
    { code: 1, contents: { balance: null } },
    { code: 1, contents: { balance: '1,081.82' } },
    { code: 1, content: { balance: 5 } },
    { code: 0, contents: { balance: 5 } },
    { code: '1', contents: { balance: 5 } },
    { code: '000', contents: { balance: 5 } },
  ])('%j is unknown', async (body) => {
    expect(await answering(body).balance()).toMatchObject({ outcome: 'unknown' })
  })

  test('with keys VTpass does not accept is a refusal', async () => {
    expect(await answering({ code: '087', content: [] }).balance()).toMatchObject({
      outcome: 'declined',
      reason: '087',
    })
  })
})
