import { afterEach, beforeEach, expect, test } from 'vitest'
import { EMPTY_TEXTS, HOSTILE_TEXTS } from '#tests/support/hostile-text.ts'
import { at, type Kit, openAccount, openKit, sendTransfer } from './sandbox-kit.ts'

const REFERENCE = 'ord_0123456789abcdef'

let kit: Kit
beforeEach(() => {
  kit = openKit()
})
afterEach(() => kit.close())

const inject = async (headers: Record<string, string>, url = '/control/reset', payload = '{}') =>
  (await kit.app.inject({ method: 'POST', url, headers, payload })).statusCode
const JSON_TYPE = { 'content-type': 'application/json' }

test.each(['localhost', 'localhost:3001', '127.0.0.1:3001', '[::1]:3001'])('the host %s is answered', async (host) => {
  expect(await inject({ host, ...JSON_TYPE })).toBe(200)
})

test.each(['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example:3001', '10.0.0.7'])(
  'the host "%s" is refused, on the page too',
  async (host) => {
    expect(await inject({ host, ...JSON_TYPE })).toBe(403)
    expect((await kit.app.inject({ method: 'GET', url: '/', headers: { host } })).statusCode).toBe(403)
    expect((await kit.app.inject({ method: 'GET', url: '/control/truth', headers: { host } })).statusCode).toBe(403)
  },
)

test('another site’s script is refused by its origin', async () => {
  expect(await inject({ host: 'localhost:3001', origin: 'https://evil.example', ...JSON_TYPE })).toBe(403)
  expect(await inject({ host: 'localhost:3001', origin: 'null', ...JSON_TYPE })).toBe(403)
  expect(await inject({ host: 'localhost:3001', origin: 'http://localhost:3001', ...JSON_TYPE })).toBe(200)
})

test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
  'a body of %s is refused',
  async (type) => {
    expect(await inject({ host: 'localhost', 'content-type': type })).toBe(415)
  },
)

test('a body that is too large, too deep or no JSON is refused', async () => {
  const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`
  const headers = { host: 'localhost', ...JSON_TYPE, authorization: `Bearer ${kit.world.secretKey}` }
  for (const url of ['/control/transfers', '/paystack/transfer']) {
    expect(await inject(headers, url, JSON.stringify({ x: 'a'.repeat(70_000) }))).toBe(413)
    expect(await inject(headers, url, deep)).toBe(400)
    expect(await inject(headers, url, '{"a":')).toBe(400)
  }
})

test.each([
  ['a name for a number', { accountNumber: 'abc', amountKobo: '100' }],
  ['no amount', { accountNumber: '0000010007' }],
  ['zero', { accountNumber: '0000010007', amountKobo: '0' }],
  ['a fraction', { accountNumber: '0000010007', amountKobo: '1.5' }],
  ['a negative amount', { accountNumber: '0000010007', amountKobo: '-100' }],
  ['more than there is', { accountNumber: '0000010007', amountKobo: '1000000000001' }],
  ['an unknown field', { accountNumber: '0000010007', amountKobo: '100', currency: 'USD' }],
])('a bank transfer with %s is refused', async (_what, body) => {
  await openAccount(kit)
  expect((await kit.control('/transfers', body)).http).toBe(400)
  expect(at((await kit.truth()).body, 'inbound')).toEqual([])
})

test.each([...HOSTILE_TEXTS.map(({ text }) => text), ...EMPTY_TEXTS])(
  'a bank transfer under the name and narration %j is told of as it was made, in verification and webhook',
  async (text) => {
    const accountNumber = await openAccount(kit)
    const sent = await kit.control('/transfers', {
      accountNumber,
      amountKobo: '100',
      senderName: text,
      narration: text,
    })
    const told = (await kit.get(`/transaction/verify/${String(at(sent.body, 'reference'))}`)).body
    const said = { sender_name: text, narration: text }
    expect(at(told, 'data', 'authorization')).toMatchObject(said)
    const webhooks = [...kit.world.state.messages.values()].map(({ body }) => JSON.parse(body) as unknown)
    expect(at(webhooks.at(-1), 'data', 'authorization')).toMatchObject(said)
    expect(at((await kit.truth()).body, 'inbound', 0, 'senderName')).toBe(text)
  },
)

test('reset ends faults and closures and clears the shown truth, and the provider forgets nothing', async () => {
  const accountNumber = await openAccount(kit)
  await sendTransfer(kit, REFERENCE)
  await kit.control('/faults', { operation: 'transfer', fault: 'decline', count: 5 })
  await kit.control('/banks/058', { open: false })
  await kit.control('/reset', {})
  expect((await kit.truth()).body).toEqual({ transfers: [], deliveries: [], inbound: [], payments: [] })
  kit.clock.advance(1_000)
  expect((await kit.get(`/transfer/verify/${REFERENCE}`)).body).toMatchObject({ data: { status: 'success' } })
  await sendTransfer(kit, `${REFERENCE}2`)
  kit.clock.advance(1_000)
  await kit.control('/transfers', { accountNumber, amountKobo: '100', senderName: 'Bola' })
  expect((await kit.truth()).body).toMatchObject({
    transfers: [{ reference: `${REFERENCE}2`, status: 'paid' }],
    inbound: [{ accountNumber }],
  })
})

test('reset with everything begins another world', async () => {
  const accountNumber = await openAccount(kit)
  await sendTransfer(kit, REFERENCE)
  await kit.control('/reset', { everything: true })
  expect((await kit.get(`/transfer/verify/${REFERENCE}`)).http).toBe(404)
  expect((await kit.control('/transfers', { accountNumber, amountKobo: '100' })).http).toBe(404)
  expect((await kit.get('/balance')).body).toMatchObject({ data: [{ balance: 100_000_000_000 }] })
})

test.each(['/transfers/nothing/outcome', '/inbound/nothing/outcome', '/banks/nothing'])(
  '%s of something that is not there is not found',
  async (path) => {
    const body = path.startsWith('/banks') ? { open: true } : { status: 'success' }
    expect((await kit.control(path, body)).http).toBe(404)
  },
)

test('without the key nothing is answered', async () => {
  for (const authorization of ['', 'Bearer ', 'Bearer sk_test_other', `${kit.world.secretKey}`]) {
    const told = await kit.app.inject({ method: 'GET', url: '/paystack/balance', headers: { authorization } })
    expect(told.statusCode).toBe(401)
    expect(told.json()).toMatchObject({ status: false, message: 'Invalid key', type: 'validation_error' })
  }
})

test('an unknown path is 404 in Paystack’s envelope', async () => {
  expect(await kit.get('/nothing')).toMatchObject({ http: 404, body: { status: false } })
})

test('the rate limit is stated in headers and enforced, and resets after 60 s', async () => {
  await kit.close()
  kit = openKit({ callsPerMinute: 2 })
  expect((await kit.get('/balance')).headers).toMatchObject({
    'x-ratelimit-limit': '2',
    'x-ratelimit-remaining': '1',
    'x-ratelimit-reset': '60',
  })
  kit.clock.advance(20_000)
  expect((await kit.get('/balance')).headers).toMatchObject({
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': '40',
  })
  expect(await kit.get('/balance')).toMatchObject({ http: 429, body: { code: 'rate_limited' } })
  kit.clock.advance(40_000)
  expect((await kit.get('/balance')).http).toBe(200)
})
