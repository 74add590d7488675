import { afterEach, beforeEach, expect, test } from 'vitest'
import { at, type Kit, openKit, RECIPIENT, sendTransfer } from './sandbox-kit.ts'

const REFERENCE = 'ord_0123456789abcdef'
const OPENING_FLOAT = 100_000_000_000

let kit: Kit
beforeEach(() => {
  kit = openKit()
})
afterEach(() => kit.close())

const verify = async (reference = REFERENCE) => await kit.get(`/transfer/verify/${reference}`)
const balance = async () => at((await kit.get('/balance')).body, 'data', 0, 'balance')
const truthOf = async () => at((await kit.truth()).body, 'transfers')

test('a transfer is queued first and paid 400 ms later', async () => {
  const sent = await sendTransfer(kit, REFERENCE)
  expect(sent).toMatchObject({
    http: 200,
    body: { status: true, message: 'Transfer has been queued', data: { status: 'pending', amount: 500_000 } },
  })
  kit.clock.advance(399)
  expect((await verify()).body).toMatchObject({ data: { status: 'pending', transferred_at: null } })
  expect(await truthOf()).toMatchObject([{ reference: REFERENCE, amountKobo: '500000', status: 'pending' }])
  kit.clock.advance(1)
  expect((await verify()).body).toMatchObject({ data: { status: 'success', fee_charged: 1_000 } })
  expect(await truthOf()).toMatchObject([{ reference: REFERENCE, amountKobo: '500000', status: 'paid' }])
})

test('the same reference is refused, with the same or another body, and pays once', async () => {
  await sendTransfer(kit, REFERENCE)
  for (const amount of [500_000, 600_000]) {
    expect(await sendTransfer(kit, REFERENCE, amount)).toMatchObject({
      http: 400,
      body: { status: false, code: 'duplicate_transfer_reference' },
    })
  }
  kit.clock.advance(1_000)
  expect(await balance()).toBe(OPENING_FLOAT - 501_000)
  expect(await truthOf()).toHaveLength(1)
})

test.each([
  [500_000, 1_000],
  [500_001, 2_500],
  [5_000_000, 2_500],
  [5_000_001, 5_000],
])('%i kobo cost %i kobo and both leave the balance', async (amount, fee) => {
  await sendTransfer(kit, REFERENCE, amount)
  expect(await balance()).toBe(OPENING_FLOAT - amount - fee)
  expect((await verify()).body).toMatchObject({ data: { fee_charged: fee } })
})

test('a balance that is short by one kobo refuses, and an exact one pays', async () => {
  expect(await sendTransfer(kit, REFERENCE, OPENING_FLOAT - 5_000 + 1)).toMatchObject({
    http: 400,
    body: { message: 'Your balance is not enough to fulfil this request' },
  })
  expect(await truthOf()).toEqual([])
  expect((await sendTransfer(kit, REFERENCE, OPENING_FLOAT - 5_000)).http).toBe(200)
  expect(await balance()).toBe(0)
})

test.each([
  ['fifteen characters', 'ord_0123456789a'],
  ['fifty-one characters', 'a'.repeat(51)],
  ['capitals', 'ORD_0123456789ABCDEF'],
  ['a dot', 'ord.0123456789abcdef'],
])('a reference with %s is refused', async (_what, reference) => {
  expect((await sendTransfer(kit, reference)).http).toBe(400)
})

test('a recipient nobody made is refused and nothing is paid', async () => {
  const sent = await kit.post('/transfer', {
    source: 'balance',
    amount: 500_000,
    recipient: 'RCP_nobody',
    reference: REFERENCE,
  })
  expect(sent).toMatchObject({ http: 400, body: { code: 'invalid_transfer_recipient' } })
  expect((await verify()).http).toBe(404)
})

test.each([[-1], [0.5], ['12.50'], [9_999], [null], ['']])('the amount %j is refused', async (amount) => {
  const recipient = at((await kit.post('/transferrecipient', RECIPIENT)).body, 'data', 'recipient_code')
  const sent = await kit.post('/transfer', { source: 'balance', amount, recipient, reference: REFERENCE })
  expect(sent.http).toBe(400)
  expect(await truthOf()).toEqual([])
})

test('the same account is the same recipient', async () => {
  const first = await kit.post('/transferrecipient', RECIPIENT)
  const second = await kit.post('/transferrecipient', RECIPIENT)
  expect(at(second.body, 'data', 'recipient_code')).toBe(at(first.body, 'data', 'recipient_code'))
})

test('a pending transfer stays so until somebody decides', async () => {
  await kit.control('/faults', { provider: 'paystack', operation: 'transfer', fault: 'pending', count: 1 })
  await sendTransfer(kit, REFERENCE)
  kit.clock.advance(30 * 24 * 60 * 60_000)
  expect((await verify()).body).toMatchObject({ data: { status: 'pending' } })
  await kit.control(`/transfers/${REFERENCE}/outcome`, { status: 'success' })
  expect((await verify()).body).toMatchObject({ data: { status: 'success' } })
})

test('a decision by hand ends what was planned', async () => {
  await sendTransfer(kit, REFERENCE)
  await kit.control(`/transfers/${REFERENCE}/outcome`, { status: 'failed' })
  kit.clock.advance(60_000)
  expect((await verify()).body).toMatchObject({ data: { status: 'failed' } })
})

test('a failure gives amount and fee back, a late success takes them again', async () => {
  await kit.control('/faults', { operation: 'transfer', fault: 'decline' })
  await sendTransfer(kit, REFERENCE)
  kit.clock.advance(1_000)
  expect((await verify()).body).toMatchObject({ data: { status: 'failed' } })
  expect(await balance()).toBe(OPENING_FLOAT)
  expect(await truthOf()).toMatchObject([{ status: 'failed' }])
  await kit.control(`/transfers/${REFERENCE}/outcome`, { status: 'success' })
  expect(await balance()).toBe(OPENING_FLOAT - 501_000)
  expect(await truthOf()).toMatchObject([{ status: 'paid' }])
})

test('success can still be reversed, and then the money is back', async () => {
  await kit.control('/faults', { operation: 'transfer', fault: 'success-then-reversed' })
  await sendTransfer(kit, REFERENCE)
  kit.clock.advance(400)
  expect((await verify()).body).toMatchObject({ data: { status: 'success' } })
  kit.clock.advance(2_000)
  expect((await verify()).body).toMatchObject({ data: { status: 'reversed' } })
  expect(await balance()).toBe(OPENING_FLOAT)
})

test('a failed transfer can be paid all the same, and come back', async () => {
  await kit.control('/faults', { operation: 'transfer', fault: 'fail-then-success-then-reversed', delayMs: 60_000 })
  await sendTransfer(kit, REFERENCE)
  for (const [passMs, status, left] of [
    [400, 'failed', OPENING_FLOAT],
    [60_000, 'success', OPENING_FLOAT - 501_000],
    [60_000, 'reversed', OPENING_FLOAT],
  ] as const) {
    kit.clock.advance(passMs)
    expect((await verify()).body).toMatchObject({ data: { status } })
    expect(await balance()).toBe(left)
  }
  expect(await truthOf()).toMatchObject([{ status: 'reversed' }])
})

test('in validation a transfer is not found although it follows', async () => {
  await kit.control('/faults', { operation: 'transfer', fault: 'not-found-then-success', delayMs: 30 * 60_000 })
  expect((await sendTransfer(kit, REFERENCE)).http).toBe(504)
  kit.clock.advance(30 * 60_000 - 1)
  expect(await verify()).toMatchObject({ http: 404, body: { message: 'Transfer not found' } })
  expect((await sendTransfer(kit, REFERENCE)).body).toMatchObject({ code: 'duplicate_transfer_reference' })
  kit.clock.advance(1)
  expect((await verify()).body).toMatchObject({ data: { status: 'success' } })
  expect(await truthOf()).toMatchObject([{ status: 'paid' }])
})

test('wrong-amount pays one naira less, and says so', async () => {
  await kit.control('/faults', { operation: 'transfer', fault: 'wrong-amount' })
  await sendTransfer(kit, REFERENCE)
  kit.clock.advance(1_000)
  expect((await verify()).body).toMatchObject({ data: { status: 'success', amount: 499_900 } })
  expect(await truthOf()).toMatchObject([{ amountKobo: '499900', status: 'paid' }])
})

test('a verification may lie about status and amount while the truth stays', async () => {
  await sendTransfer(kit, REFERENCE)
  kit.clock.advance(1_000)
  await kit.control('/faults', { operation: 'transfer-verify', fault: 'pending' })
  expect((await verify()).body).toMatchObject({ data: { status: 'pending' } })
  await kit.control('/faults', { operation: 'transfer-verify', fault: 'wrong-amount' })
  expect((await verify()).body).toMatchObject({ data: { status: 'success', amount: 499_900 } })
  await kit.control('/faults', { operation: 'transfer-verify', fault: 'not-found-then-success' })
  expect((await verify()).http).toBe(404)
  expect((await verify()).body).toMatchObject({ data: { status: 'success', amount: 500_000 } })
})

test('refuse turns the first POST down and no transfer exists', async () => {
  await kit.control('/faults', { operation: 'transfer', fault: 'refuse' })
  expect((await sendTransfer(kit, REFERENCE)).http).toBe(400)
  expect((await verify()).http).toBe(404)
  expect(await truthOf()).toEqual([])
})

test('an OTP transfer waits for the right password', async () => {
  await kit.control('/faults', { operation: 'transfer', fault: 'otp' })
  const sent = await sendTransfer(kit, REFERENCE)
  expect(sent.body).toMatchObject({ message: 'Transfer requires OTP to continue', data: { status: 'otp' } })
  const code = at(sent.body, 'data', 'transfer_code')
  const wrong = await kit.post('/transfer/finalize_transfer', { transfer_code: code, otp: '000000' })
  expect(wrong.http).toBe(400)
  const right = await kit.post('/transfer/finalize_transfer', { transfer_code: code, otp: '123456' })
  expect(right.http).toBe(200)
  expect((await verify()).body).toMatchObject({ data: { status: 'success' } })
})

test('the list shows the newest first, filtered and in pages', async () => {
  for (const number of [1, 2, 3]) await sendTransfer(kit, `${REFERENCE}${number}`)
  kit.clock.advance(1_000)
  const list = await kit.get('/transfer?perPage=2&page=2&status=success')
  expect(at(list.body, 'data')).toMatchObject([{ reference: `${REFERENCE}1` }])
  expect(at(list.body, 'meta')).toEqual({ total: 3, skipped: 2, perPage: '2', page: 2, pageCount: 2 })
})

test('a transfer made by hand is in the list without a reference, takes naira from the balance, and can be verified by one', async () => {
  await sendTransfer(kit, REFERENCE)
  const before = kit.world.state.balanceKobo
  const made = await kit.control('/dashboard-transfers', { amount: '4400' })
  await kit.control('/dashboard-transfers', { amount: '5000', currency: 'USD', reference: 'salaries-november' })
  expect(before - kit.world.state.balanceKobo).toBe(4_400n)
  const { body } = await kit.get('/transfer')
  expect(at(body, 'data')).toMatchObject([
    { reference: 'salaries-november', amount: 5_000, currency: 'USD' },
    { id: at(made.body, 'id'), transfer_code: at(made.body, 'code'), amount: 4_400, currency: 'NGN' },
    { reference: REFERENCE },
  ])
  expect(at(body, 'data', 1)).not.toHaveProperty('reference')
  const verified = await kit.get('/transfer/verify/salaries-november')
  expect(at(verified.body, 'data', 'currency')).toBe('USD')
  // Not one of ours: the truth about our requests does not include it.
  expect(at((await kit.truth()).body, 'transfers')).toHaveLength(1)
})

test.each([
  ['no amount', {}],
  ['an amount of nothing', { amount: '0' }],
  ['a currency that is none', { amount: '1', currency: 'naira' }],
])('a transfer made by hand with %s is refused', async (_, body) => {
  expect((await kit.control('/dashboard-transfers', body)).http).toBe(400)
  expect(kit.world.state.dashboardTransfers.size).toBe(0)
})
