import { afterEach, beforeEach, expect, test } from 'vitest'
import { at } from './sandbox-kit.ts'
import {
  GET_HEADERS,
  METER,
  openPort,
  openVtpassKit,
  PHONE,
  POST_HEADERS,
  type Seen,
  type VtpassKit,
} from './sandbox-vtpass-kit.ts'

let kit: VtpassKit
let post: (body: object) => Promise<Seen>
beforeEach(async () => {
  kit = openVtpassKit()
  post = await openPort(kit)
})
afterEach(() => kit.close())

const send = (request_id: string) => post({ request_id, serviceID: 'mtn', amount: 100, phone: PHONE })
const deliveries = async () => at((await kit.truth()).body, 'deliveries')
const status = async (requestId: string) => {
  const { body } = await kit.requery(requestId)
  return [at(body, 'code'), at(body, 'content', 'transactions', 'status')]
    .filter((each) => each !== undefined)
    .join(' ')
}

test.each([
  ['timeout', { error: 'TimeoutError' }],
  ['down', { http: 503, text: expect.stringContaining('<html>') }],
  ['rate-limited', { http: 429, text: expect.stringContaining('Too Many') }],
])('%s: nothing happened', async (fault, seen) => {
  await kit.vtpassFault(fault)
  const request_id = kit.newId()
  expect(await send(request_id)).toEqual(seen)
  expect(await deliveries()).toEqual([])
  expect(await status(request_id)).toBe('015')
})

test.each([
  ['accept-then-timeout', { error: 'TimeoutError' }],
  ['accept-then-500', { http: 500, text: expect.stringContaining('Server Error') }],
  ['reset', { error: 'TypeError' }],
  ['html-502', { http: 502, text: expect.stringContaining('<html>') }],
  ['empty', { http: 200, text: '' }],
  ['cut-json', { http: 200, text: '{"code":"000","content":{"transactions":' }],
])('%s: it was delivered', async (fault, seen) => {
  await kit.vtpassFault(fault)
  const request_id = kit.newId()
  expect(await send(request_id)).toEqual(seen)
  expect(await deliveries()).toMatchObject([{ reference: request_id, status: 'delivered', costKobo: '9700' }])
})

test('slow: delivered, and reported later than some wait', async () => {
  await kit.vtpassFault('slow', { delayMs: 5_000 })
  expect(await send(kit.newId())).toEqual({ error: 'TimeoutError' })
  expect(await deliveries()).toMatchObject([{ status: 'delivered' }])
})

test('not-found-then-success: no answer, unknown for 3 s, then delivered', async () => {
  await kit.vtpassFault('not-found-then-success')
  const request_id = kit.newId()
  expect(await send(request_id)).toEqual({ error: 'TypeError' })
  kit.clock.advance(2_999)
  expect(await status(request_id)).toBe('015')
  // Sent again under this id, it conflicts with the first request.
  expect((await kit.buy({ request_id })).body).toMatchObject({ code: '014' })
  kit.clock.advance(1)
  expect(await status(request_id)).toBe('000 delivered')
})

test('a wait can be longer than usual', async () => {
  await kit.vtpassFault('not-found-then-success', { delayMs: 1_800_000 })
  const request_id = kit.newId()
  await send(request_id)
  kit.clock.advance(1_799_999)
  expect(await status(request_id)).toBe('015')
  kit.clock.advance(1)
  expect(await status(request_id)).toBe('000 delivered')
})

/** The code of the first reply under a fault, and requery's status at once and after each wait. */
async function course(fault: string, more: object, ...waits: number[]): Promise<string[]> {
  await kit.vtpassFault(fault, more)
  const request_id = kit.newId()
  const seen = [String(at((await kit.buy({ request_id })).body, 'code')), await status(request_id)]
  for (const wait of waits) {
    kit.clock.advance(wait)
    seen.push(await status(request_id))
  }
  return seen
}

test('decline: refused in the first answer, and nothing is charged', async () => {
  expect(await course('decline', {})).toEqual(['016', '016 failed'])
  expect(kit.world.state.vtpassWalletKobo).toBe(100_000_000_000n)
})

test('refuse: the wallet is too low, and nothing is kept', async () => {
  expect(await course('refuse', {})).toEqual(['018', '015'])
  expect(await deliveries()).toEqual([])
})

test('pending: until it is decided', async () => {
  expect(await course('pending', {}, 86_400_000)).toEqual(['099', '000 pending', '000 pending'])
})

test('accept-then-fail: pending, and failed after 1 s or as long as was asked', async () => {
  expect(await course('accept-then-fail', {}, 999, 1)).toEqual(['099', '000 pending', '000 pending', '016 failed'])
  const asked = await course('accept-then-fail', { delayMs: 5_000 }, 4_999, 1)
  expect(asked).toEqual(['099', '000 pending', '000 pending', '016 failed'])
})

test('success-then-reversed: delivered, and reversed after 2 s', async () => {
  const delivered = '000 delivered'
  expect(await course('success-then-reversed', {}, 1_999, 1)).toEqual(['000', delivered, delivered, '040 reversed'])
})

test('fail-then-success-then-reversed: failed after 1 s, delivered all the same, and reversed as long after that', async () => {
  const fault = 'fail-then-success-then-reversed'
  expect(await course(fault, {}, 1_000, 2_000, 2_000)).toEqual([
    '099',
    '000 pending',
    '016 failed',
    '000 delivered',
    '040 reversed',
  ])
})

test('wrong-amount: one naira less is delivered, said and charged', async () => {
  await kit.vtpassFault('wrong-amount')
  expect((await kit.buy()).body).toMatchObject({ amount: 99, content: { transactions: { amount: '99' } } })
  expect(await deliveries()).toMatchObject([{ amountKobo: '9900', costKobo: '9603' }])
})

test.each([
  ['pending', '000 pending'],
  ['not-found-then-success', '015'],
])('%s on requery: this one answer is wrong, the truth stays', async (fault, seen) => {
  const request_id = kit.newId()
  await kit.buy({ request_id })
  await kit.vtpassFault(fault, { operation: 'requery' })
  expect(await status(request_id)).toBe(seen)
  expect(await status(request_id)).toBe('000 delivered')
})

test('wrong-amount on requery: this one answer is wrong, the truth stays', async () => {
  const request_id = kit.newId()
  await kit.buy({ request_id })
  await kit.vtpassFault('wrong-amount', { operation: 'requery' })
  expect((await kit.requery(request_id)).body).toMatchObject({ amount: 99 })
  expect((await kit.requery(request_id)).body).toMatchObject({ amount: 100 })
  expect(await deliveries()).toMatchObject([{ amountKobo: '10000' }])
})

test('code: that code alone, and nothing was done', async () => {
  await kit.vtpassFault('code', { code: '099' })
  const request_id = kit.newId()
  expect((await kit.buy({ request_id })).body).toEqual({
    code: '099',
    response_description: 'TRANSACTION IS PROCESSING',
    requestId: request_id,
  })
  expect(await status(request_id)).toBe('015')
  expect((await kit.buy({ request_id })).body).toMatchObject({ code: '000' })
})

test('code with done: that code alone, and it goes its usual way', async () => {
  await kit.vtpassFault('code', { code: '083', done: true, count: 2 })
  const delivered = kit.newId()
  expect((await kit.buy({ request_id: delivered })).body).toMatchObject({ code: '083' })
  expect(await status(delivered)).toBe('000 delivered')
  const stuck = kit.newId()
  expect((await kit.buy({ request_id: stuck, phone: '08020000001' })).body).toMatchObject({ code: '083' })
  expect(await status(stuck)).toBe('000 pending')
})

test('code with status: a transaction with that inner status, done or not', async () => {
  await kit.vtpassFault('code', { code: '001', status: 'initiated' })
  const request_id = kit.newId()
  const told = { code: '001', requestId: request_id, content: { transactions: { status: 'initiated', amount: 100 } } }
  expect((await kit.buy({ request_id })).body).toMatchObject(told)
  expect(await status(request_id)).toBe('015')
  await kit.vtpassFault('code', { code: '000', status: 'on its way', done: true })
  expect(at((await kit.buy({ request_id })).body, 'content', 'transactions', 'status')).toBe('on its way')
  await kit.vtpassFault('code', { code: '044', status: 'resolved', operation: 'requery' })
  expect(await status(request_id)).toBe('044 resolved')
  expect(await status(request_id)).toBe('000 delivered')
})

test('code on a purchase that could not be read is still that code', async () => {
  await kit.vtpassFault('code', { code: '028', status: 'failed' })
  expect((await kit.vtpassPost('/pay', {})).body).toEqual({
    code: '028',
    response_description: 'PRODUCT IS NOT WHITELISTED ON YOUR ACCOUNT',
  })
})

test.each([
  ['services', 'GET', '/services?identifier=data'],
  ['services', 'GET', '/service-categories'],
  ['variations', 'GET', '/service-variations?serviceID=mtn-data'],
  ['balance', 'GET', '/balance'],
  ['merchant-verify', 'POST', '/merchant-verify'],
] as const)('every call can be down and can be declined: %s %s %s', async (operation, method, path) => {
  const body = { serviceID: 'eko-electric', billersCode: METER, type: 'prepaid' }
  const call = async () => (method === 'GET' ? await kit.vtpassGet(path) : await kit.vtpassPost(path, body))
  await kit.vtpassFault('rate-limited', { operation })
  expect((await call()).http).toBe(429)
  await kit.vtpassFault('decline', { operation })
  const declined = await call()
  if (operation === 'merchant-verify') {
    expect(declined.body).toMatchObject({ code: '000', content: { WrongBillersCode: true } })
    await kit.vtpassFault('code', { operation, code: '030' })
    expect((await call()).body).toMatchObject({ code: '030' })
  } else expect(declined.body).toMatchObject({ code: '034' })
  expect(kit.world.state.faults).toEqual([])
})

test('* hits the next call that the fault can hit, and no call of the other provider', async () => {
  await kit.vtpassFault('pending', { operation: '*' })
  expect((await kit.get('/balance')).http).toBe(200)
  await kit.vtpassGet('/balance')
  expect((await kit.buy()).body).toMatchObject({ code: '099' })
})

test('a fault without a provider is one of Paystack’s', async () => {
  await kit.control('/faults', { operation: 'balance', fault: 'rate-limited' })
  expect((await kit.vtpassGet('/balance')).http).toBe(200)
  expect((await kit.get('/balance')).http).toBe(429)
})

test.each([
  { operation: 'transfer', fault: 'down' },
  { operation: 'requery', fault: 'decline' },
  { operation: 'requery', fault: 'success-then-reversed' },
  { operation: 'pay', fault: 'otp' },
  { operation: '*', fault: 'otp' },
  { operation: 'inbound', fault: 'send-back' },
  { operation: 'webhook', fault: 'down' },
  { operation: 'pay', fault: 'code' },
  { operation: 'pay', fault: 'code', code: '16' },
  { operation: 'balance', fault: 'code', code: '016' },
  { operation: 'pay', fault: 'pending', code: '016' },
  { operation: 'pay', fault: 'pending', done: true },
  { provider: 'paystack', operation: 'pay', fault: 'pending' },
  { provider: 'paystack', operation: 'transfer', fault: 'accept-then-fail' },
  { provider: 'paystack', operation: '*', fault: 'code', code: '016' },
])('a fault that means nothing is refused: %j', async (body) => {
  expect((await kit.control('/faults', { provider: 'vtpass', ...body })).http).toBe(400)
  expect(kit.world.state.faults).toEqual([])
})

test.each([
  ['no keys', 'GET', {}],
  ['another api key', 'GET', { ...GET_HEADERS, 'api-key': 'another' }],
  ['the secret key on GET', 'GET', POST_HEADERS],
  ['another public key', 'GET', { ...GET_HEADERS, 'public-key': 'PK_another' }],
  ['the public key on POST', 'POST', GET_HEADERS],
  ['another secret key', 'POST', { ...POST_HEADERS, 'secret-key': 'SK_another' }],
] as const)('087: %s on %s', async (_what, method, headers) => {
  const url = `/vtpass/api/${method === 'GET' ? 'balance' : 'requery'}`
  const told = await kit.app.inject({ method, url, headers: { ...headers } })
  expect(told.statusCode).toBe(401)
  expect(told.json()).toEqual({ code: '087', response_description: 'INVALID CREDENTIALS' })
})

test('a body that is no JSON is answered in VTpass’s words', async () => {
  const told = await kit.app.inject({ method: 'POST', url: '/vtpass/api/pay', headers: POST_HEADERS, payload: '{"a":' })
  expect([told.statusCode, told.json()]).toEqual([400, { code: '011', response_description: 'INVALID ARGUMENTS' }])
  expect((await kit.vtpassGet('/nothing')).http).toBe(404)
})
