import { afterEach, beforeEach, expect, test } from 'vitest'
import { at, type Kit, openAccount, openKit } from './sandbox-kit.ts'

const OPENING_FLOAT = 100_000_000_000

let kit: Kit
beforeEach(() => {
  kit = openKit()
})
afterEach(() => kit.close())

const pay = async (accountNumber: unknown, amountKobo: string) =>
  await kit.control('/transfers', { accountNumber, amountKobo, senderName: 'Bola Ade' })
const balance = async () => at((await kit.get('/balance')).body, 'data', 0, 'balance')

async function charge(reference: string, expiresInMs?: number) {
  const account_expires_at =
    expiresInMs === undefined ? null : new Date(kit.clock.now().getTime() + expiresInMs).toISOString()
  const told = await kit.post('/charge', {
    email: 'ada@example.com',
    amount: '650000',
    reference,
    bank_transfer: { account_expires_at },
  })
  return { told, accountNumber: at(told.body, 'data', 'account_number') }
}

test('issued numbers and names cannot be mistaken for a real account', async () => {
  const told = await kit.post('/customer', {
    email: 'ada@example.com',
    first_name: 'Ada',
    last_name: 'Obi',
    phone: '+2348030000000',
  })
  const issued = await kit.post('/dedicated_account', {
    customer: at(told.body, 'data', 'customer_code'),
    preferred_bank: 'test-bank',
  })
  expect(issued.body).toMatchObject({
    data: { account_name: 'SANDBOX / ADA OBI', bank: { name: 'Sandbox Bank', slug: 'test-bank' } },
  })
  expect(at(issued.body, 'data', 'account_number')).toMatch(/^00000\d{5}$/)
})

test('a customer asked for twice is the same one, with the same number', async () => {
  const first = await openAccount(kit)
  expect(await openAccount(kit)).toBe(first)
  expect(await openAccount(kit, 'bola@example.com')).not.toBe(first)
  expect(at((await kit.get('/dedicated_account?customer=ada@example.com')).body, 'data')).toHaveLength(1)
})

test('a thousand customers get a thousand numbers', async () => {
  const numbers = new Set<string>()
  for (let n = 0; n < 1_000; n++) numbers.add(await openAccount(kit, `user${n}@example.com`))
  expect(numbers.size).toBe(1_000)
})

test('money into an issued number is a payment with Paystack’s own reference', async () => {
  const accountNumber = await openAccount(kit)
  const told = await pay(accountNumber, '150050')
  expect(told).toMatchObject({ http: 201, body: { status: 'received', amountKobo: '150050', accountNumber } })
  const reference = String(at(told.body, 'reference'))
  const verified = await kit.get(`/transaction/verify/${reference}`)
  expect(verified.body).toMatchObject({
    data: {
      status: 'success',
      amount: 150_050,
      fees: 1_500,
      currency: 'NGN',
      domain: 'test',
      channel: 'dedicated_nuban',
      customer: { email: 'ada@example.com' },
      authorization: { receiver_bank_account_number: accountNumber, sender_name: 'Bola Ade' },
    },
  })
  expect(await balance()).toBe(OPENING_FLOAT + 150_050 - 1_500)
  expect(at((await kit.truth()).body, 'inbound')).toMatchObject([
    { reference, accountNumber, amountKobo: '150050', senderName: 'Bola Ade', status: 'received' },
  ])
})

test.each([
  ['1', 0],
  ['99', 0],
  ['3000000', 30_000],
  ['3000001', 30_000],
  ['100000000000', 30_000],
])('%s kobo into a dedicated account cost %i', async (amountKobo, fees) => {
  const told = await pay(await openAccount(kit), amountKobo)
  const verified = await kit.get(`/transaction/verify/${at(told.body, 'reference')}`)
  expect(verified.body).toMatchObject({ data: { amount: Number(amountKobo), fees } })
})

test('an unknown number moves nothing', async () => {
  expect((await pay('0000012345', '150000')).http).toBe(404)
  expect(await balance()).toBe(OPENING_FLOAT)
})

test('a verification of an unknown reference is not found', async () => {
  expect((await kit.get('/transaction/verify/nothing')).http).toBe(404)
})

test('a charge is settled by its first payment', async () => {
  const { told, accountNumber } = await charge('bpc-1')
  expect(told.http).toBe(200)
  expect((await kit.get('/charge/bpc-1')).body).toMatchObject({ data: { status: 'pending' } })
  expect((await pay(accountNumber, '650000')).body).toMatchObject({ status: 'received', reference: 'bpc-1' })
  expect((await kit.get('/charge/bpc-1')).body).toMatchObject({ data: { status: 'success', fees: 19_750 } })
  expect(await balance()).toBe(OPENING_FLOAT + 650_000 - 19_750)
})

test.each([
  ['649999', 19_749],
  ['650001', 19_750],
  ['100', 1],
])('%s kobo instead of 650000 settle the charge with what was paid, beside what was asked', async (amount, fees) => {
  const { accountNumber } = await charge('bpc-1')
  expect((await pay(accountNumber, amount)).body).toMatchObject({ status: 'received', reference: 'bpc-1' })
  const data = { status: 'success', reference: 'bpc-1', amount: Number(amount), requested_amount: 650_000, fees }
  expect((await kit.get('/transaction/verify/bpc-1')).body).toMatchObject({ data })
  expect((await kit.get('/charge/bpc-1')).body).toMatchObject({ data })
  expect(JSON.parse([...kit.world.state.messages.values()].at(-1)?.body ?? '')).toMatchObject({
    event: 'charge.success',
    data,
  })
  expect(await balance()).toBe(OPENING_FLOAT + Number(amount) - fees)
})

/** The transaction of a payment that its charge no longer awaited. */
async function extraTransaction(paid: { body: unknown }) {
  const reference = String(at(paid.body, 'reference'))
  expect(reference).toMatch(/^999999\d{24}$/)
  return { reference, data: at((await kit.get(`/transaction/verify/${reference}`)).body, 'data') }
}

test.each(['650000', '649999'])(
  'after a first payment of %s kobo a second one is a transaction of its own',
  async (first) => {
    const { accountNumber } = await charge('bpc-1')
    await pay(accountNumber, first)
    const { reference, data } = await extraTransaction(await pay(accountNumber, '100000'))
    expect(data).toMatchObject({
      status: 'success',
      reference,
      channel: 'bank_transfer',
      amount: 100_000,
      requested_amount: 100_000,
      fees: 1_500,
      customer: { email: 'ada@example.com' },
      authorization: { receiver_bank_account_number: accountNumber, sender_name: 'Bola Ade' },
    })
    const listed = at((await kit.get('/transaction?status=success')).body, 'data')
    const receiver = { authorization: { receiver_bank_account_number: accountNumber } }
    expect(listed).toMatchObject([
      { reference, ...receiver },
      { reference: 'bpc-1', amount: Number(first), ...receiver },
    ])
    const { reference: third } = await extraTransaction(await pay(accountNumber, '100000'))
    expect(third).not.toBe(reference)
  },
)

test('an expired charge fails for good, and late money is a transaction of its own', async () => {
  const { accountNumber } = await charge('bpc-1', 20 * 60_000)
  kit.clock.advance(20 * 60_000 - 1)
  expect((await kit.get('/charge/bpc-1')).body).toMatchObject({ data: { status: 'pending' } })
  kit.clock.advance(1)
  const { data } = await extraTransaction(await pay(accountNumber, '650000'))
  expect(data).toMatchObject({
    amount: 650_000,
    requested_amount: 650_000,
    channel: 'bank_transfer',
    customer: { email: 'ada@example.com' },
    authorization: { receiver_bank_account_number: accountNumber },
  })
  expect((await kit.get('/charge/bpc-1')).body).toMatchObject({ data: { status: 'failed' } })
  expect((await kit.get('/transaction/verify/bpc-1')).body).toMatchObject({ data: { status: 'ongoing' } })
  expect(await balance()).toBe(OPENING_FLOAT + 650_000 - 19_750)
})

const sendBack = async (count: number) =>
  await kit.control('/faults', { provider: 'paystack', operation: 'inbound', fault: 'send-back', count })
const events = () => [...kit.world.state.messages.values()].map((message) => message.event)

test('send-back: one kobo more or less is rejected, and the charge stays open for its exact amount', async () => {
  const { accountNumber } = await charge('bpc-1')
  await sendBack(2)
  for (const amount of ['649999', '650001']) {
    expect((await pay(accountNumber, amount)).body).toMatchObject({ status: 'rejected' })
  }
  expect(events()).toEqual(['bank.transfer.rejected', 'bank.transfer.rejected'])
  expect((await kit.get('/transaction/verify/bpc-1')).body).toMatchObject({ data: { status: 'ongoing' } })
  expect(await balance()).toBe(OPENING_FLOAT)
  expect((await pay(accountNumber, '650000')).body).toMatchObject({ status: 'received', reference: 'bpc-1' })
})

test('send-back: a second and a late payment are returned without a word, as often as was asked', async () => {
  const { accountNumber } = await charge('bpc-1', 20 * 60_000)
  await sendBack(2)
  await pay(accountNumber, '650000')
  expect((await pay(accountNumber, '650000')).body).toMatchObject({ status: 'returned' })
  kit.clock.advance(20 * 60_000)
  expect((await pay(accountNumber, '650000')).body).toMatchObject({ status: 'returned' })
  expect(events()).toEqual(['charge.success'])
  expect(await balance()).toBe(OPENING_FLOAT + 650_000 - 19_750)
  expect((await pay(accountNumber, '650000')).body).toMatchObject({ status: 'received' })
})

test('send-back: what is exact and in time, or goes into a number for ever, is accepted and leaves the fault waiting', async () => {
  await sendBack(1)
  const { accountNumber } = await charge('bpc-1')
  expect((await pay(accountNumber, '650000')).body).toMatchObject({ status: 'received' })
  expect((await pay(await openAccount(kit), '1')).body).toMatchObject({ status: 'received' })
  expect(kit.world.state.faults).toMatchObject([{ fault: 'send-back', operation: 'inbound', left: 1 }])
})

test.each([
  [60_000, 15 * 60_000],
  [60 * 60_000, 60 * 60_000],
  [24 * 60 * 60_000, 8 * 60 * 60_000],
  [undefined, 8 * 60 * 60_000],
])('an expiry of %s ms becomes %i ms', async (asked, given) => {
  const { told } = await charge('bpc-1', asked)
  const expiresAt = new Date(kit.clock.now().getTime() + given).toISOString()
  expect(at(told.body, 'data', 'account_expires_at')).toBe(expiresAt)
})

test.each([
  [undefined, 5_000],
  [6_000, 6_000],
])(
  'short-lived with %s ms: the account expires after %i ms, whatever was asked, and says so',
  async (delayMs, given) => {
    await kit.control('/faults', { fault: 'short-lived', delayMs })
    const { told, accountNumber } = await charge('bpc-1', 60 * 60_000)
    const expiresAt = new Date(kit.clock.now().getTime() + given).toISOString()
    expect(told).toMatchObject({ http: 200, body: { data: { account_expires_at: expiresAt } } })
    kit.clock.advance(given)
    const { reference } = await extraTransaction(await pay(accountNumber, '650000'))
    expect((await kit.truth()).body).toMatchObject({ inbound: [{ reference, status: 'received' }] })
    expect((await kit.get('/charge/bpc-1')).body).toMatchObject({ data: { status: 'failed' } })
  },
)

test('short-lived: what is paid in time settles the charge, and the next one lives as long as ever', async () => {
  await kit.control('/faults', { operation: 'charge', fault: 'short-lived', delayMs: 6_000 })
  const { accountNumber } = await charge('bpc-1', 60 * 60_000)
  kit.clock.advance(5_999)
  expect((await pay(accountNumber, '650000')).body).toMatchObject({ status: 'received', reference: 'bpc-1' })
  const next = await charge('bpc-2', 60 * 60_000)
  const expiresAt = new Date(kit.clock.now().getTime() + 60 * 60_000).toISOString()
  expect(at(next.told.body, 'data', 'account_expires_at')).toBe(expiresAt)
})

test('a charge reference is never used twice, and has no odd characters', async () => {
  await charge('bpc-1')
  expect((await charge('bpc-1')).told).toMatchObject({
    http: 400,
    body: { message: 'Duplicate Transaction Reference' },
  })
  expect((await charge('bpc_1')).told.http).toBe(400)
})

test('the list pages, filters by date, status and customer, newest first', async () => {
  const ada = await openAccount(kit)
  const bola = await openAccount(kit, 'bola@example.com')
  await pay(ada, '100')
  kit.clock.advance(60_000)
  const from = kit.clock.now().toISOString()
  await pay(ada, '200')
  await pay(bola, '300')
  await charge('bpc-1')
  const amounts = async (query: string) => {
    const data = at((await kit.get(`/transaction?${query}`)).body, 'data')
    return Array.isArray(data) ? data.map((row) => row.amount) : null
  }
  expect(await amounts('')).toEqual([650_000, 300, 200, 100])
  expect(await amounts('status=success')).toEqual([300, 200, 100])
  expect(await amounts(`status=success&from=${from}`)).toEqual([300, 200])
  expect(await amounts(`to=${new Date(Date.parse(from) - 1).toISOString()}`)).toEqual([100])
  expect(await amounts('customer=bola@example.com')).toEqual([300])
  expect(await amounts('status=success&perPage=2&page=2')).toEqual([100])
  expect(at((await kit.get('/transaction?perPage=3')).body, 'meta')).toEqual({
    total: 4,
    total_volume: 650_600,
    skipped: 0,
    perPage: '3',
    page: 1,
    pageCount: 2,
  })
})

test('a payment can be taken back by the outside world', async () => {
  const told = await pay(await openAccount(kit), '150000')
  const reference = at(told.body, 'reference')
  await kit.control(`/inbound/${reference}/outcome`, { status: 'reversed' })
  expect((await kit.get(`/transaction/verify/${reference}`)).body).toMatchObject({ data: { status: 'reversed' } })
  // Paystack keeps the fee, as with a refund.
  expect(await balance()).toBe(OPENING_FLOAT - 1_500)
})

test('refunds leave the balance and never exceed the payment', async () => {
  const told = await pay(await openAccount(kit), '150000')
  const transaction = at(told.body, 'reference')
  const refund = async (amount: number | string) => (await kit.post('/refund', { transaction, amount })).http
  expect(await refund(100_000)).toBe(200)
  expect(await refund(50_001)).toBe(400)
  expect(await refund('50000')).toBe(200)
  expect(await balance()).toBe(OPENING_FLOAT + 150_000 - 1_500 - 150_000)
})
