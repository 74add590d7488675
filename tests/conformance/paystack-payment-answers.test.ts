import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { canBeCharge } from '#server/payments/orders/references.ts'
import { json, memoryLog, type Stub, startStub } from './http-stub.ts'
import { adapterFor, fixture, refusalBody } from './paystack-stub.ts'

/** What Paystack's documented replies about money in lead to, with oddities seen in practice. */

const PAYMENT_REFERENCE = '100004260804103240000000000002'

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

describe('a payment that came in', () => {
  const verify = (change: Record<string, unknown>) =>
    answering(200, changed('payment-verified', change)).verifyPayment(PAYMENT_REFERENCE)

  test('gives every fact of a dedicated account payment', async () => {
    expect(await verify({})).toEqual({
      outcome: 'succeeded',
      value: {
        providerTransactionId: '4099260516',
        reference: PAYMENT_REFERENCE,
        status: 'success',
        amountKobo: 1_500_050n,
        currency: 'NGN',
        feeKobo: 15_001n,
        channel: 'dedicated_nuban',
        customerCode: 'CUS_1rkzaqsv4rrhqo6',
        receiverAccountNumber: '0033445566',
        senderName: 'CHINEDU EZE',
        paidAt: new Date('2026-08-22T09:15:02.000Z'),
        domain: 'test',
      },
    })
  })

  test('HTTP 200 with a failed payment is a failed payment', async () => {
    expect(await verify({ status: 'failed' })).toMatchObject({ outcome: 'succeeded', value: { status: 'failed' } })
    expect(await verify({ status: 'ongoing', paid_at: null, paidAt: null })).toMatchObject({
      value: { status: 'pending', paidAt: null },
    })
  })

  test('a payment into the account of one charge names that account', async () => {
    expect(await verify({ channel: 'bank_transfer' })).toMatchObject({
      value: { receiverAccountNumber: '0033445566', senderName: 'CHINEDU EZE' },
    })
  })

  test('a payment by another channel names no issued account', async () => {
    expect(await verify({ channel: 'card' })).toMatchObject({ value: { receiverAccountNumber: null, channel: 'card' } })
  })

  test('either spelling of the date is read, and an id may be text', async () => {
    expect(await verify({ paid_at: undefined, id: '4099260516' })).toMatchObject({
      value: { paidAt: new Date('2026-08-22T09:15:02.000Z'), providerTransactionId: '4099260516' },
    })
  })

  test.each<[string, Record<string, unknown>]>([
    ['metadata as 0', { metadata: 0 }],
    ['metadata as text', { metadata: '{"a":1}' }],
    ['no customer', { customer: null }],
    ['empty lists in place of objects', { authorization: [], customer: [], subaccount: [] }],
    ['no fees', { fees: null }],
  ])('%s does not hide the payment', async (_, change) => {
    expect(await verify(change)).toMatchObject({ outcome: 'succeeded', value: { amountKobo: 1_500_050n } })
  })

  test.each<[string, unknown, string | null]>([
    ['a NUL', 'CHINEDU\u0000EZE', 'CHINEDU EZE'],
    ['half a character', 'CHINEDU\ud800EZE', 'CHINEDU EZE'],
    ['marks that turn and hide', '\u202ECHINEDU\u200B \u2067EZE', 'CHINEDU EZE'],
    ['5,000 characters', 'E'.repeat(5_000), `${'E'.repeat(199)}…`],
    ['nothing', '', null],
    ['a number', 5, null],
    ['an object', { name: 'EZE' }, null],
  ])('a sender named with %s hides nothing of the payment', async (_what, sender_name, senderName) => {
    const { authorization } = fixture('payment-verified').data as { authorization: object }
    expect(await verify({ authorization: { ...authorization, sender_name } })).toMatchObject({
      outcome: 'succeeded',
      value: { senderName, amountKobo: 1_500_050n, receiverAccountNumber: '0033445566' },
    })
  })

  test.each(['CUS\u0000', 'CUS\ud800', ' CUS_1rkzaqsv4rrhqo6', 'x'.repeat(201), 5])(
    'a customer code %j is somebody else’s, and not a code that was not said',
    async (customer_code) => {
      expect(await verify({ customer: { customer_code } })).toMatchObject({ value: { customerCode: '?' } })
    },
  )

  test.each(['00334455\u00006', '0033445566\ud800', ' 0033445566'])(
    'an account number %j is nobody’s, and not one that was not said',
    async (receiver_bank_account_number) => {
      const { authorization } = fixture('payment-verified').data as { authorization: object }
      expect(await verify({ authorization: { ...authorization, receiver_bank_account_number } })).toMatchObject({
        value: { receiverAccountNumber: '?' },
      })
    },
  )

  test.each(['id', 'reference', 'amount'])(
    'one with an odd %s is told of, so that somebody can look',
    async (field) => {
      const answer = await verify({ [field]: '1\u0000' })
      expect(answer).toEqual({
        outcome: 'unknown',
        cause: 'a payment that cannot be read',
        unreadable: [
          { key: expect.stringMatching(/^sha256:/), problem: expect.stringContaining(`unreadable ${field}`) },
        ],
      })
    },
  )

  test.each<[string, Record<string, unknown>]>([
    ['another reference', { reference: 'T1' }],
    ['no domain', { domain: undefined }],
    ['no id', { id: null }],
    ['an amount with kobo after a point', { amount: 15_000.5 }],
    ['a fee that cannot be read', { fees: '1.5' }],
  ])('an answer with %s is unknown', async (_, change) => {
    expect(await verify(change)).toMatchObject({ outcome: 'unknown' })
  })

  test('a reference nobody paid with is not found', async () => {
    for (const status of [400, 404]) {
      const answer = await answering(status, refusalBody('transactionNotFound')).verifyPayment('T1')
      expect(answer).toMatchObject({ outcome: 'declined', reason: 'not-found' })
    }
    expect(await answering(404, { status: false, message: 'No route' }).verifyPayment('T1')).toMatchObject({
      outcome: 'unknown',
    })
  })

  test('a reference from outside cannot leave its place in the address', async () => {
    const payments = answering(200, fixture('payment-verified'))
    await payments.verifyPayment('../balance?x=1#y')
    expect(stub.seen[0]?.url).toBe('/transaction/verify/..%2Fbalance%3Fx%3D1%23y')
    for (const reference of ['', '.', '..']) {
      expect(await payments.verifyPayment(reference)).toMatchObject({ outcome: 'unknown' })
      expect(await payments.verifyTransfer(reference)).toMatchObject({ outcome: 'unknown' })
    }
    expect(stub.seen).toHaveLength(1)
  })
})

describe('the list of payments', () => {
  const since = new Date('2026-08-20T00:00:00.000Z')
  const row = fixture('payment-verified').data
  const list = (data: unknown, meta: unknown, page = 1, log = memoryLog()) =>
    answering(200, { status: true, message: 'Transactions retrieved', data, meta }, { log }).listPayments({
      since,
      page,
      isOurs: canBeCharge,
    })

  test('asks for successful ones since an instant', async () => {
    await list([row], { total: 1, page: 1, pageCount: 1, perPage: '100' })
    expect(stub.seen[0]?.url).toBe('/transaction?from=2026-08-20T00%3A00%3A00.000Z&status=success&perPage=100&page=1')
  })

  test.each<[string, unknown, number, number, number | null]>([
    ['pages counted, more to come', { pageCount: 3, page: 1, perPage: 100 }, 1, 1, 2],
    ['pages counted as text', { pageCount: '3', page: '2' }, 1, 2, 3],
    ['pages counted, last page', { pageCount: 3, page: 3 }, 1, 3, null],
    ['pages not counted, full page', { total_volume: 5 }, 100, 1, 2],
    ['pages not counted, short page', { total_volume: 5 }, 99, 1, null],
    ['pages not counted, smaller pages than asked for', { next: null, perPage: 50 }, 50, 1, 2],
    ['no meta at all', undefined, 100, 4, 5],
    ['nothing on the page', { pageCount: 9 }, 0, 2, null],
  ])('%s', async (_, meta, rows, page, nextPage) => {
    const answer = await list(Array(rows).fill(row), meta, page)
    expect(answer).toMatchObject({ outcome: 'succeeded', value: { nextPage } })
    expect(answer.outcome === 'succeeded' && answer.value.payments.length).toBe(rows)
  })

  test('one unreadable row is left out and logged, the others arrive', async () => {
    const log = memoryLog()
    const answer = await list([row, { ...row, amount: 1.5 }, row], { pageCount: 1 }, 1, log)
    expect(answer.outcome === 'succeeded' && answer.value.payments.length).toBe(2)
    expect(answer.outcome === 'succeeded' && answer.value.unreadable).toHaveLength(1)
    expect(log.lines.join()).toContain('an unreadable payment')
  })

  test('rows that differ in what cannot be stored are distinguished, and the same row is the same each time', async () => {
    const keysOf = async (ids: string[]) => {
      const answer = await list([row, ...ids.map((id) => ({ ...row, id }))], { pageCount: 1 })
      return answer.outcome === 'succeeded' ? answer.value.unreadable.map(({ key }) => key) : []
    }
    const odd = ['1\u0000', '1\ud800', '1\udc00', '1\ufffd', '1 ', '1\u200B']
    const keys = await keysOf(odd)
    expect(new Set(keys).size).toBe(odd.length)
    expect(await keysOf(odd)).toEqual(keys)
  })

  test('a page on which nothing can be read is unknown, not empty', async () => {
    expect(await list([{ ...row, amount: 1.5 }], { pageCount: 1 })).toMatchObject({
      outcome: 'unknown',
      unreadable: [{ problem: expect.stringContaining('unreadable amount') }],
    })
  })

  const onPage = { channel: 'card', reference: 'T685312322670591', amount: 1.5 }

  test.each<[string, Record<string, unknown>]>([
    ['a card on a page made in the dashboard', onPage],
    ['another currency, into whatever account', { ...onPage, channel: 'dedicated_nuban', currency: 'USD' }],
    ['no reference, and no account of ours', { ...onPage, reference: null }],
  ])('an unreadable row that cannot be ours is set aside: %s', async (_, change) => {
    const answer = await list([{ ...row, ...change }, row], { pageCount: 1 })
    const notOurs = [{ id: String(row.id), amount: null, hasMoved: true }]
    expect(answer).toMatchObject({ outcome: 'succeeded', value: { notOurs, unreadable: [], payments: [{}] } })
  })

  test.each<[string, Record<string, unknown>]>([
    ['into an account that was issued', { ...onPage, channel: 'dedicated_nuban' }],
    ['into one for a single payment', { ...onPage, channel: 'bank_transfer' }],
    ['by a channel that cannot be read', { ...onPage, channel: 7 }],
    ['under a reference of our form', { ...onPage, reference: `ord-${'0'.repeat(35)}-1` }],
    ['under a reference that is no text', { ...onPage, reference: 14 }],
    ['in a currency that cannot be read', { ...onPage, channel: 'dedicated_nuban', currency: null }],
  ])('an unreadable row that may be ours is named: %s', async (_, change) => {
    const answer = await list([{ ...row, ...change }, row], { pageCount: 1 })
    expect(answer).toMatchObject({
      outcome: 'succeeded',
      value: { notOurs: [], unreadable: [{ key: expect.any(String) }] },
    })
  })
})
