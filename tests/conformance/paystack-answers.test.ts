import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { kobo } from '#contract/money.ts'
import { adapterFor, fixture, json, memoryLog, refusalBody, STUB_KEY, type Stub, startStub } from './paystack-stub.ts'

/** What each documented answer of Paystack's amounts to, field by field, with the oddities that were seen. */

const REFERENCE = 'ord_01m9w3k5c7e9g1j3m5p7r9t1v3x5z7b9d1f'
const TRANSFER = { reference: REFERENCE, recipientCode: 'RCP_1', amountKobo: kobo(100_000), reason: 'Jara transfer' }
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
    ['watchList', 'not-permitted'],
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
        standing: 'paid',
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
  ])('the word %s stands at %s', async (word, standing) => {
    expect(await verify({ status: word })).toMatchObject({ outcome: 'succeeded', value: { standing, word } })
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
      value: { standing: 'paid', accountNumber: null, bankCode: null },
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
    expect(answer).toMatchObject({ outcome: 'succeeded', value: { standing: 'not-found', reference: REFERENCE } })
    const older = await answering(404, { status: false, message: 'Transfer not found' }).verifyTransfer(REFERENCE)
    expect(older).toMatchObject({ outcome: 'succeeded', value: { standing: 'not-found' } })
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
    expect(log.lines.join()).toContain('an unreadable payment')
  })

  test('a page on which nothing can be read is unknown, not empty', async () => {
    expect(await list([{ ...row, amount: 1.5 }], { pageCount: 1 })).toMatchObject({ outcome: 'unknown' })
  })
})

describe('banks and names', () => {
  test('follows the pages and keeps the order', async () => {
    const first = fixture('bank-list')
    const last = { ...first, data: [{ name: 'Zenith Bank', slug: 'zenith-bank', code: '057', active: true }], meta: {} }
    stub.reaction = (response, seen) => json(200, seen.url.includes('next=') ? last : first)(response, seen)
    const answer = await adapterFor(stub.baseUrl).listBanks()
    expect(answer).toEqual({
      outcome: 'succeeded',
      value: [
        {
          code: '120001',
          name: '9mobile 9Payment Service Bank',
          slug: '9mobile-9payment-service-bank-ng',
          active: true,
        },
        { code: '035A', name: 'ALAT by WEMA', slug: 'alat-by-wema', active: true },
        { code: '058', name: 'Guaranty Trust Bank', slug: 'guaranty-trust-bank', active: false },
        { code: '057', name: 'Zenith Bank', slug: 'zenith-bank', active: true },
      ],
    })
    expect(stub.seen[1]?.url).toContain('next=YmFuazoxNjk%3D')
  })

  test('pages that never end are unknown, whether they repeat or not', async () => {
    expect(await answering(200, fixture('bank-list')).listBanks()).toMatchObject({ outcome: 'unknown' })
    let page = 0
    stub.reaction = (response, seen) => {
      page++
      json(200, { ...fixture('bank-list'), meta: { next: `page-${page}` } })(response, seen)
    }
    expect(await adapterFor(stub.baseUrl).listBanks()).toMatchObject({ outcome: 'unknown' })
    expect(page).toBe(20)
  })

  test('a second page that fails leaves no half list', async () => {
    stub.reaction = (response, seen) =>
      seen.url.includes('next=') ? response.destroy() : json(200, fixture('bank-list'))(response, seen)
    expect(await adapterFor(stub.baseUrl).listBanks()).toMatchObject({ outcome: 'unknown' })
  })

  const ACCOUNT = { bankCode: '058', accountNumber: '0001234567' }
  const resolved = (data: unknown) =>
    answering(200, { status: true, message: 'Account number resolved', data }).resolveAccount(ACCOUNT)

  test('a name is given as the bank writes it, with single spaces, and the zeros of the number survive', async () => {
    expect(await resolved({ account_number: '0001234567', account_name: ' OKAFOR  ADAEZE ', bank_id: 9 })).toEqual({
      outcome: 'succeeded',
      value: { accountName: 'OKAFOR ADAEZE' },
    })
    expect(stub.seen[0]?.url).toBe('/bank/resolve?account_number=0001234567&bank_code=058')
    expect(await resolved({ account_number: 1_234_567, account_name: 'A B' })).toMatchObject({ outcome: 'succeeded' })
  })

  test.each([
    [{ account_number: '0001234568', account_name: 'OKAFOR ADAEZE' }],
    [{ account_number: '0001234567', account_name: '  ' }],
    [{ account_number: '0001234567', account_name: null }],
  ])('%o resolves nobody', async (data) => {
    expect(await resolved(data)).toMatchObject({ outcome: 'unknown' })
  })

  test.each([
    ['notResolved', 422, 'not-resolved'],
    ['notResolved', 400, 'not-resolved'],
    ['unknownBank', 400, 'unknown-bank'],
    ['missingField', 400, 'refused'],
  ])('%s with HTTP %i is %s', async (name, status, reason) => {
    expect(await answering(status, refusalBody(name)).resolveAccount(ACCOUNT)).toMatchObject({
      outcome: 'declined',
      reason,
    })
  })
})

describe('customers, accounts and recipients', () => {
  const CUSTOMER = 'CUS_1rkzaqsv4rrhqo6'
  const RECIPIENT = { name: 'Adaeze Okafor', bankCode: '058', accountNumber: '0001234567' }
  const ISSUED = {
    outcome: 'succeeded',
    value: {
      accountNumber: '9930000737',
      bankName: 'Wema Bank',
      accountName: 'JARA / ADA OKAFOR',
      providerAccountId: '253',
    },
  }
  const listing = (rows: unknown[]) => json(200, { status: true, message: 'ok', data: rows })

  test('an account that exists is found and no other is asked for', async () => {
    const account = fixture('account-issued').data
    const foreign = { ...account, id: 1, customer: { customer_code: 'CUS_other' } }
    const closed = { ...account, id: 2, active: false }
    const newer = { ...account, id: 1_000, account_number: '9930000999' }
    stub.reaction = listing([foreign, newer, closed, account])
    expect(await adapterFor(stub.baseUrl).issueAccount({ customerCode: CUSTOMER })).toEqual(ISSUED)
    expect(stub.seen.map((each) => each.method)).toEqual(['GET'])
  })

  test.each([
    ['sandbox', undefined, 'test-bank'],
    ['live', undefined, 'titan-paystack'],
    ['live', 'wema-bank', 'wema-bank'],
  ] as const)('in %s mode with %s the account is issued by %s', async (mode, preferredBank, slug) => {
    stub.reaction = (response, seen) =>
      (seen.method === 'GET' ? listing([]) : json(200, fixture('account-issued')))(response, seen)
    const options = preferredBank === undefined ? { mode } : { mode, preferredBank }
    expect(await adapterFor(stub.baseUrl, options).issueAccount({ customerCode: CUSTOMER })).toEqual(ISSUED)
    expect(JSON.parse(stub.seen[1]?.body ?? '')).toEqual({ customer: CUSTOMER, preferred_bank: slug })
  })

  test('when issuing is refused because an account exists by now, that one is answered', async () => {
    let lists = 0
    stub.reaction = (response, seen) => {
      if (seen.method === 'POST') json(400, { status: false, message: 'Customer already has one' })(response, seen)
      else listing(lists++ === 0 ? [] : [fixture('account-issued').data])(response, seen)
    }
    expect(await adapterFor(stub.baseUrl).issueAccount({ customerCode: CUSTOMER })).toEqual(ISSUED)
  })

  test('no account is issued while it is not known whether one exists', async () => {
    stub.reaction = (response, seen) => (seen.method === 'GET' ? response.destroy() : undefined)
    const answer = await adapterFor(stub.baseUrl).issueAccount({ customerCode: CUSTOMER })
    expect(answer).toMatchObject({ outcome: 'unknown' })
    expect(stub.seen.every((each) => each.method === 'GET')).toBe(true)
  })

  test("an account for somebody else's customer is not handed out", async () => {
    stub.reaction = (response, seen) =>
      (seen.method === 'GET' ? listing([]) : json(200, fixture('account-issued')))(response, seen)
    expect(await adapterFor(stub.baseUrl).issueAccount({ customerCode: 'CUS_other' })).toMatchObject({
      outcome: 'unknown',
    })
  })

  test.each([200, 201])('a recipient created with HTTP %i is created', async (status) => {
    expect(await answering(status, fixture('recipient-created')).createRecipient(RECIPIENT)).toEqual({
      outcome: 'succeeded',
      value: { recipientCode: 'RCP_m7ljkv8leesep7p' },
    })
    expect(JSON.parse(stub.seen[0]?.body ?? '')).toMatchObject({ account_number: '0001234567', bank_code: '058' })
  })

  test.each([{ accountNumber: '0001234568' }, { bankCode: '057' }])(
    'a recipient code that belongs to another account is not used (%o)',
    async (other) => {
      const answer = await answering(201, fixture('recipient-created')).createRecipient({ ...RECIPIENT, ...other })
      expect(answer).toEqual({ outcome: 'unknown', cause: 'a recipient for another account' })
    },
  )

  test('a refusal carries the code as its reason', async () => {
    const payments = answering(400, refusalBody('missingField'))
    const customer = { email: '', firstName: 'Ada', lastName: 'Okafor', userId: 'usr_1' }
    expect(await payments.createCustomer(customer)).toEqual({
      outcome: 'declined',
      reason: 'missing_params',
      message: 'Email Address is required',
    })
  })

  test('the balance is the naira one, and may be below zero', async () => {
    const data = [
      { currency: 'GHS', balance: 1 },
      { currency: 'NGN', balance: -250 },
    ]
    expect(await answering(200, { status: true, data }).balance()).toEqual({
      outcome: 'succeeded',
      value: { balanceKobo: -250n },
    })
    expect(await answering(200, { status: true, data: data.slice(0, 1) }).balance()).toMatchObject({
      outcome: 'unknown',
    })
  })
})
