import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { json, type Stub, startStub } from './http-stub.ts'
import { adapterFor, fixture, refusalBody } from './paystack-stub.ts'

/** What Paystack's documented replies about banks, names, customers and accounts lead to. */

let stub: Stub
beforeEach(async () => {
  stub = await startStub()
})
afterEach(() => stub.close())

const answering = (status: number, body: unknown, options = {}) => {
  stub.reaction = json(status, body)
  return adapterFor(stub.baseUrl, options)
}

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
    expect(stub.seen).toHaveLength(2)
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
    [{ account_number: '0001234567', account_name: null }],
    [{ account_number: '0001234567' }],
  ])('%o resolves nobody', async (data) => {
    expect(await resolved(data)).toMatchObject({ outcome: 'unknown' })
  })

  test.each(['', '  ', '\u202E\u200B', 'АDA OBI', 'ΑΒΑ', 'A'.repeat(201)])(
    'the name %j is a no of its own: it is never shown in place of another',
    async (account_name) => {
      expect(await resolved({ account_number: '0001234567', account_name })).toEqual({
        outcome: 'declined',
        reason: 'unreadable-name',
        message: 'a name that cannot be shown',
      })
    },
  )

  test('a bank is on the list whatever it is called, and not without its exact code', async () => {
    const rows = [
      { code: '058', name: 'Guaranty\u0000 Trust\u202E', slug: 'gtb', active: true },
      { code: '057', name: null, slug: 'a b', active: true },
      { code: '05\u00008', name: 'Another Bank', slug: 'other', active: true },
    ]
    expect(await answering(200, { status: true, data: rows, meta: {} }).listBanks()).toEqual({
      outcome: 'succeeded',
      value: [
        { code: '058', name: 'Guaranty Trust', slug: 'gtb', active: true },
        { code: '057', name: 'Bank 057', slug: '?', active: true },
      ],
    })
  })

  test('a next page that cannot be asked for leaves no half list', async () => {
    const rows = [{ code: '058', name: 'Guaranty Trust', slug: 'gtb', active: true }]
    for (const next of ['a b', 'a\u0000', '\ud800', {}]) {
      expect(await answering(200, { status: true, data: rows, meta: { next } }).listBanks()).toMatchObject({
        outcome: 'unknown',
      })
    }
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
  const OWNER = { firstName: 'Ada', lastName: 'Okafor', phone: '+2348031234567' }
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
    expect(await adapterFor(stub.baseUrl).issueAccount({ ...OWNER, customerCode: CUSTOMER })).toEqual(ISSUED)
    expect(stub.seen.map((each) => each.method)).toEqual(['GET'])
  })

  test.each<[string, object, object]>([
    ['a name that says nothing', { account_name: '' }, { accountName: 'Name not given' }],
    ['a name without end', { account_name: 'A'.repeat(500) }, { accountName: `${'A'.repeat(199)}…` }],
    ['a name that is a number', { account_name: 5 }, { accountName: 'Name not given' }],
    ['an odd bank', { bank: { name: '\u202E\u0000' } }, { bankName: 'Name not given' }],
    ['no bank', { bank: null }, { bankName: 'Name not given' }],
    ['an odd id', { id: '2\u000053' }, { providerAccountId: null }],
  ])('an account with %s is an account all the same', async (_what, change, expected) => {
    stub.reaction = listing([{ ...fixture('account-issued').data, ...change }])
    const answer = await adapterFor(stub.baseUrl).issueAccount({ ...OWNER, customerCode: CUSTOMER })
    expect(answer).toEqual({ ...ISSUED, value: { ...ISSUED.value, ...expected } })
  })

  test('an account whose own id cannot be read is behind every other', async () => {
    const account = fixture('account-issued').data
    const odd = { ...account, id: '\u0000', account_number: '9930000999' }
    stub.reaction = listing([odd, account])
    expect(await adapterFor(stub.baseUrl).issueAccount({ ...OWNER, customerCode: CUSTOMER })).toEqual(ISSUED)
  })

  test.each(['CUS_1rkzaqsv4rrhqo6\u0000', 'CUS_1rkzaqsv4rrhqo6\u200B', ' CUS_1rkzaqsv4rrhqo6', '\ud800'])(
    'the customer %j is nobody here: a code is never cleaned into another',
    async (customer_code) => {
      stub.reaction = (response, seen) => {
        const data = { ...fixture('account-issued').data, customer: { customer_code } }
        if (seen.method === 'GET') listing([data])(response, seen)
        else json(200, { status: true, data })(response, seen)
      }
      const answer = await adapterFor(stub.baseUrl).issueAccount({ ...OWNER, customerCode: CUSTOMER })
      expect(answer).toEqual({ outcome: 'unknown', cause: "another customer's account" })
    },
  )

  test.each([
    ['sandbox', undefined, 'test-bank'],
    ['live', undefined, 'titan-paystack'],
    ['live', 'wema-bank', 'wema-bank'],
  ] as const)('in %s mode with %s the account is issued by %s', async (mode, preferredBank, slug) => {
    stub.reaction = (response, seen) =>
      (seen.method === 'GET' ? listing([]) : json(200, fixture('account-issued')))(response, seen)
    const options = preferredBank === undefined ? { mode } : { mode, preferredBank }
    expect(await adapterFor(stub.baseUrl, options).issueAccount({ ...OWNER, customerCode: CUSTOMER })).toEqual(ISSUED)
    expect(JSON.parse(stub.seen[1]?.body ?? '')).toEqual({
      customer: CUSTOMER,
      preferred_bank: slug,
      first_name: 'Ada',
      last_name: 'Okafor',
      phone: '+2348031234567',
    })
  })

  test('when issuing is refused because an account exists by now, that one is returned', async () => {
    let lists = 0
    stub.reaction = (response, seen) => {
      if (seen.method === 'POST') json(400, { status: false, message: 'Customer already has one' })(response, seen)
      else listing(lists++ === 0 ? [] : [fixture('account-issued').data])(response, seen)
    }
    expect(await adapterFor(stub.baseUrl).issueAccount({ ...OWNER, customerCode: CUSTOMER })).toEqual(ISSUED)
  })

  test('no account is issued while it is not known whether one exists', async () => {
    stub.reaction = (response, seen) => (seen.method === 'GET' ? response.destroy() : undefined)
    const answer = await adapterFor(stub.baseUrl).issueAccount({ ...OWNER, customerCode: CUSTOMER })
    expect(answer).toMatchObject({ outcome: 'unknown' })
    expect(stub.seen.every((each) => each.method === 'GET')).toBe(true)
  })

  test("an account for somebody else's customer is not handed out", async () => {
    stub.reaction = (response, seen) =>
      (seen.method === 'GET' ? listing([]) : json(200, fixture('account-issued')))(response, seen)
    expect(await adapterFor(stub.baseUrl).issueAccount({ ...OWNER, customerCode: 'CUS_other' })).toMatchObject({
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

  test('a refusal of a customer has a reason, and what Paystack said', async () => {
    const payments = answering(400, refusalBody('missingField'))
    const customer = { email: '', firstName: 'Ada', lastName: 'Okafor', phone: '+2348031234567', userId: 'usr_1' }
    expect(await payments.createCustomer(customer)).toEqual({
      outcome: 'declined',
      reason: 'refused',
      message: 'http 400 missing_params: Email Address is required',
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
