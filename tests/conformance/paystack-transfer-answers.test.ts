import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { kobo } from '#contract/money.ts'
import { canBeTransfer } from '#server/payments/orders/references.ts'
import { json, type Stub, startStub } from './http-stub.ts'
import { adapterFor, fixture, refusalBody, STUB_KEY } from './paystack-stub.ts'

/** What Paystack's documented replies about a transfer lead to, with oddities seen in practice. */

const REFERENCE = 'ord_01m9w3k5c7e9g1j3m5p7r9t1v3x5z7b9d1f'
const TRANSFER = { reference: REFERENCE, recipientCode: 'RCP_1', amountKobo: kobo(100_000), reason: 'Jara transfer' }

let stub: Stub
beforeEach(async () => {
  stub = await startStub()
})
afterEach(() => stub.close())

const answering = (status: number, body: unknown, options = {}) => {
  stub.reaction = json(status, body)
  return adapterFor(stub.baseUrl, options)
}
const changed = (name: string, change: Record<string, unknown>) => {
  const body = fixture(name)
  return { ...body, data: { ...body.data, ...change } }
}

describe('sending a transfer', () => {
  test('asks once, in kobo, with our reference and the key', async () => {
    const answer = await answering(200, fixture('transfer-sent')).sendTransfer(TRANSFER)
    expect(answer).toEqual({ outcome: 'succeeded', value: { word: 'pending' } })
    expect(stub.seen).toHaveLength(1)
    expect(stub.seen[0]).toMatchObject({
      method: 'POST',
      url: '/transfer',
      headers: { authorization: `Bearer ${STUB_KEY}`, 'content-type': 'application/json' },
    })
    expect(JSON.parse(stub.seen[0]?.body ?? '')).toEqual({
      source: 'balance',
      amount: 100_000,
      recipient: 'RCP_1',
      reference: REFERENCE,
      reason: 'Jara transfer',
      currency: 'NGN',
    })
  })

  test.each(['success', 'otp', 'a word nobody knows'])(
    'accepted with the word %s is accepted, not paid',
    async (word) => {
      const answer = await answering(200, changed('transfer-sent', { status: word })).sendTransfer(TRANSFER)
      expect(answer).toEqual({ outcome: 'succeeded', value: { word } })
    },
  )

  test.each([
    ['invalidRecipient', 'bad-recipient'],
    ['lowBalance', 'float-low'],
    ['watchList', 'recipient-blocked'],
    ['starterBusiness', 'not-permitted'],
  ])('%s is declined as %s', async (name, reason) => {
    const answer = await answering(400, refusalBody(name)).sendTransfer(TRANSFER)
    expect(answer).toMatchObject({ outcome: 'declined', reason })
  })

  test.each([
    ['duplicateReference', 400],
    ['duplicateReference', 404],
    ['badReference', 400],
    ['missingField', 400],
    ['transferNotFound', 404],
    ['lowBalance', 422],
    ['lowBalance', 500],
    ['rateLimited', 429],
    ['invalidKey', 401],
  ])('%s with HTTP %i is unknown', async (name, status) => {
    expect(await answering(status, refusalBody(name)).sendTransfer(TRANSFER)).toMatchObject({ outcome: 'unknown' })
  })

  test('a duplicate reference says so: the first transfer has to be verified', async () => {
    expect(await answering(400, refusalBody('duplicateReference')).sendTransfer(TRANSFER)).toEqual({
      outcome: 'unknown',
      cause: 'duplicate reference: the first transfer exists',
    })
  })

  test('an answer about another reference is unknown', async () => {
    const answer = await answering(200, changed('transfer-sent', { reference: 'ord_other_0123456789' })).sendTransfer(
      TRANSFER,
    )
    expect(answer).toEqual({ outcome: 'unknown', cause: 'a transfer with another reference' })
  })

  test.each(['short', 'Ord_01m9w3k5c7e9g1j3', 'ord_01m9w3k5c7e9 1j3', 'a'.repeat(51), '../transfer/abcdefgh'])(
    'a reference Paystack would not take (%j) is never sent',
    async (reference) => {
      const payments = answering(200, fixture('transfer-sent'))
      await expect(payments.sendTransfer({ ...TRANSFER, reference })).rejects.toThrow('assertion failed')
      expect(stub.seen).toHaveLength(0)
    },
  )
})

describe('verifying a transfer', () => {
  const verify = (change: Record<string, unknown>) =>
    answering(200, changed('transfer-verified', change)).verifyTransfer(REFERENCE)

  test('gives every fact of the documented answer', async () => {
    expect(await verify({})).toEqual({
      outcome: 'succeeded',
      value: {
        status: 'paid',
        word: 'success',
        reference: REFERENCE,
        amountKobo: 100_000n,
        currency: 'NGN',
        accountNumber: '0001234567',
        bankCode: '058',
        feeKobo: 1_000n,
        message: null,
      },
    })
    expect(stub.seen[0]?.url).toBe(`/transfer/verify/${REFERENCE}`)
  })

  test.each([
    ['failed', 'failed'],
    ['rejected', 'failed'],
    ['abandoned', 'failed'],
    ['blocked', 'failed'],
    ['reversed', 'reversed'],
    ['received', 'pending'],
    ['otp', 'pending'],
    ['SUCCESS', 'pending'],
    ['__proto__', 'pending'],
  ])('the word %s stands at %s', async (word, status) => {
    expect(await verify({ status: word })).toMatchObject({ outcome: 'succeeded', value: { status, word } })
  })

  test.each<[string, unknown]>([
    ['a number', 56_824_902],
    ['a code', 'RCP_gd9vgag7n5lr5ix'],
    ['null', null],
    ['an empty object', {}],
    ['without details', { details: null }],
    ['a list', []],
  ])('a recipient that is %s names no account', async (_, recipient) => {
    expect(await verify({ recipient })).toMatchObject({
      outcome: 'succeeded',
      value: { status: 'paid', accountNumber: null, bankCode: null },
    })
  })

  test('an account number and a bank code that came as integers get their zeros back', async () => {
    const recipient = { details: { account_number: 1_234_567, bank_code: 58 } }
    expect(await verify({ recipient })).toMatchObject({ value: { accountNumber: '0001234567', bankCode: '058' } })
  })

  test('amount and fee may be text, and the fee may be missing', async () => {
    expect(await verify({ amount: '100000', fee_charged: '1000' })).toMatchObject({
      value: { amountKobo: 100_000n, feeKobo: 1_000n },
    })
    expect(await verify({ fee_charged: null })).toMatchObject({ value: { feeKobo: 0n } })
    expect(await verify({ fee_charged: undefined })).toMatchObject({ value: { feeKobo: 0n } })
  })

  test.each<[string, Record<string, unknown>]>([
    ['another reference', { reference: 'ord_other_0123456789' }],
    ['no reference', { reference: null }],
    ['no status', { status: null }],
    ['a status that is true', { status: true }],
    ['no amount', { amount: undefined }],
    ['no currency', { currency: null }],
    ['a fraction as fee', { fee_charged: 10.5 }],
  ])('an answer with %s is unknown', async (_, change) => {
    expect(await verify(change)).toMatchObject({ outcome: 'unknown' })
  })

  test("a note is kept without the account number in it, whatever failures' type", async () => {
    const note = 'Account 0001234567 is closed'
    expect(await verify({ gateway_response: note })).toMatchObject({ value: { message: 'Account [number] is closed' } })
    expect(await verify({ failures: { code: 5 }, gateway_response: '' })).toMatchObject({ value: { message: null } })
  })

  test('not found is an answer of its own, and not a failure', async () => {
    const answer = await answering(404, refusalBody('transferNotFound')).verifyTransfer(REFERENCE)
    expect(answer).toMatchObject({ outcome: 'succeeded', value: { status: 'not-found', reference: REFERENCE } })
    const older = await answering(404, { status: false, message: 'Transfer not found' }).verifyTransfer(REFERENCE)
    expect(older).toMatchObject({ outcome: 'succeeded', value: { status: 'not-found' } })
  })

  test.each<[number, unknown]>([
    [404, { status: false, message: 'Route not found' }],
    [404, refusalBody('transactionNotFound')],
    [400, refusalBody('transferNotFound')],
    [500, refusalBody('transferNotFound')],
  ])('HTTP %i with %o is unknown, not "not found"', async (status, body) => {
    expect(await answering(status, body).verifyTransfer(REFERENCE)).toMatchObject({ outcome: 'unknown' })
  })
})

describe('a list of transfers', () => {
  const listed = (data: unknown, meta: unknown = { pageCount: 1 }) =>
    answering(200, { status: true, message: 'Transfers retrieved', data, meta }).listTransfers({
      since: new Date('2026-11-20T00:00:00Z'),
      page: 1,
      isOurs: canBeTransfer,
    })
  const { data: row } = fixture('transfer-verified')

  test('is asked for from the instant, a page at a time, and says of each transfer what a verification says', async () => {
    const verified = await answering(200, fixture('transfer-verified')).verifyTransfer(REFERENCE)
    const answer = await listed([row], { pageCount: 2 })
    expect(answer).toEqual({
      outcome: 'succeeded',
      value: { transfers: [verified.outcome === 'succeeded' ? verified.value : null], notOurs: [], nextPage: 2 },
    })
    expect(stub.seen.at(-1)?.url).toBe('/transfer?from=2026-11-20T00%3A00%3A00.000Z&perPage=100&page=1')
  })

  test.each([
    ['a row without an amount', [row, { ...row, amount: undefined }]],
    ['an amount with a fraction', [{ ...row, amount: 100.5 }]],
    ['a reference that is no text', [row, { ...row, reference: 14, amount: undefined }]],
    ['a currency that cannot be read', [row, { ...row, currency: 7 }]],
    ['neither a reference nor an id', [row, { ...row, reference: null, id: null, transfer_code: null }]],
    ['something that is no transfer', [row, 'TRF_1ptvuv321ahaa7q']],
    ['no list', { rows: [] }],
  ])('with %s is unknown as a whole: a line that is there must not count as missing', async (_, data) => {
    expect((await listed(data)).outcome).toBe('unknown')
  })

  test('as Paystack publishes it has a transfer made in the dashboard: it is set aside, and the others are read', async () => {
    const { data: published } = fixture('transfer-list')
    const answer = await listed([row, ...Object.values(published)])
    const foreign = {
      id: 'TRF_1ptvuv321ahaa7q',
      reference: null,
      amount: 4_400n,
      fee: 0n,
      currency: 'NGN',
      word: 'otp',
      hasMoved: true,
    }
    expect(answer).toMatchObject({ outcome: 'succeeded', value: { transfers: [{ reference: REFERENCE }] } })
    expect(answer.outcome === 'succeeded' && answer.value.notOurs).toEqual([foreign])
  })

  test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['an empty reference', { reference: '' }, { reference: null, amount: 100_000n, fee: 1_000n }],
    ['no reference, and an unreadable amount', { reference: null, amount: 1.5 }, { amount: null }],
    ['a reference that Paystack made', { reference: 'ge-bzrf8u8k2pygxrnqf' }, { reference: 'ge-bzrf8u8k2pygxrnqf' }],
    ['an order of ours in capitals', { reference: REFERENCE.toUpperCase() }, { amount: 100_000n }],
    ['another form, and unreadable', { reference: 'ge-bzrf8u8k2pygxrnqf', amount: null }, { amount: null }],
    ['a reference that is too long to keep', { reference: 'x'.repeat(201) }, { reference: null }],
    ['another currency, and unreadable', { currency: 'USD', amount: null }, { currency: 'USD', amount: null }],
    ['one that came to nothing', { reference: null, status: 'reversed' }, { hasMoved: false, word: 'reversed' }],
  ])('a row that cannot be ours is set aside: %s', async (_, change, foreign) => {
    const answer = await listed([{ ...row, ...change }, row])
    const id = 'TRF_v5tip3zx8nna9o78'
    expect(answer).toMatchObject({ outcome: 'succeeded', value: { transfers: [{}], notOurs: [{ id, ...foreign }] } })
  })

  test('a row of ours is compared, also when it names another currency', async () => {
    const answer = await listed([{ ...row, currency: 'USD' }])
    expect(answer).toMatchObject({ value: { transfers: [{ reference: REFERENCE, currency: 'USD' }], notOurs: [] } })
  })
})
