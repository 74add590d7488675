import { describe, expect, test } from 'vitest'
import { kobo } from '#contract/money.ts'
import type { Purchase } from '#server/providers/bills/bill-provider.ts'
import { AIRTIME, fixture, KEYS, REFERENCE, stubbedVtpass, transactionAnswer } from './vtpass-stub.ts'

/** The requests to buy and to verify, and what VTpass's documented replies lead to, with oddities seen in practice. */

const { answering, answeringText, asked, headers } = stubbedVtpass()
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
    [
      { product: 'education', exam: 'waec', planCode: 'waecdirect', quantity: 3, phone, amountKobo },
      { request_id: REFERENCE, serviceID: 'waec', variation_code: 'waecdirect', quantity: 3, phone },
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
    const [post, get] = headers()
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
    expect(asked()).toEqual([])
  })
})

describe('verifying', () => {
  test('gives every fact of the documented answer', async () => {
    expect(await verify(fixture('requery-delivered'))).toEqual({
      outcome: 'succeeded',
      value: {
        status: 'delivered',
        word: '000 delivered',
        reference: REFERENCE,
        amountKobo: 10_000n,
        costKobo: 9_650n,
        recipient: '08011111111',
        tokens: [],
        units: null,
        pins: [],
        saidAt: expect.any(Date),
      },
    })
    expect(asked()).toEqual([['POST', '/requery', { request_id: REFERENCE }]])
  })

  test('gives the token and the units of electricity', async () => {
    expect(await verify(fixture('requery-electricity'))).toMatchObject({
      value: {
        status: 'delivered',
        amountKobo: 200_000n,
        costKobo: 197_000n,
        recipient: '1111111111111',
        tokens: ['26362054405982757802'],
        units: '79.9 kWh',
      },
    })
  })

  test('gives a token that is a JSON number with all its digits, and those that it lost in front', async () => {
    const { token: _, purchased_code: __, ...body } = fixture('requery-electricity')
    const text = JSON.stringify(body).slice(0, -1)
    for (const [number, token] of [
      ['26362054405982757802', '26362054405982757802'],
      ['3958150655358376547', '03958150655358376547'],
    ]) {
      const answer = await answeringText(`${text},"token":${number}}`).verifyPurchase(REFERENCE)
      expect(answer).toMatchObject({ value: { status: 'delivered', tokens: [token] } })
    }
  })

  test('gives each PIN of an examination with its serial number', async () => {
    expect(await verify(fixture('requery-education'))).toMatchObject({
      value: {
        status: 'delivered',
        amountKobo: 780_000n,
        costKobo: 768_300n,
        recipient: '08011111111',
        tokens: [],
        pins: [
          { serial: 'WRN123456790', pin: '098765432112' },
          { serial: 'WRN123456791', pin: '098765432113' },
        ],
      },
    })
  })

  test('what VTpass did not say is null', async () => {
    expect(await verify(fixture('invalid-request-id'))).toEqual({
      outcome: 'succeeded',
      value: {
        status: 'not-found',
        word: '015',
        reference: REFERENCE,
        amountKobo: null,
        costKobo: null,
        recipient: null,
        tokens: [],
        units: null,
        pins: [],
        saidAt: expect.any(Date),
      },
    })
    expect(await verify(fixture('pay-processing'))).toMatchObject({ value: { status: 'pending', amountKobo: null } })
    expect(await verify(fixture('failed'))).toMatchObject({ value: { status: 'failed', recipient: '08011111111' } })
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
        value: { status: 'delivered', recipient: null },
      })
    },
  )
})
