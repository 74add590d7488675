import { afterEach, beforeEach, expect, test } from 'vitest'
import { kobo } from '#contract/money.ts'
import { BREAKER_FAILURES_MAX, BREAKER_PAUSE_MS } from '#server/providers/breaker.ts'
import { createClient } from '#server/providers/client.ts'
import type { PaymentProvider } from '#server/providers/payments.ts'
import { handClock, json, memoryLog, type Reaction, raw, type Stub, startStub } from './http-stub.ts'
import { adapterFor, fixture, refusalBody, STUB_KEY } from './paystack-stub.ts'

/** A provider that breaks in every way a network can break: no answer of it may pass for conclusive, throw or hang. */

const REFERENCE = 'ord_01m9w3k5c7e9g1j3m5p7r9t1v3x5z7b9d1f'
const TRANSFER = { reference: REFERENCE, recipientCode: 'RCP_1', amountKobo: kobo(100_000), reason: 'Jara transfer' }
const ACCOUNT = { bankCode: '058', accountNumber: '0001234567' }
const keyHeaders = () => ({ authorization: `Bearer ${STUB_KEY}` })
const SHORT = { readMs: 150, listMs: 150, writeMs: 150, sendMs: 150 }

const CALLS: Record<string, (payments: PaymentProvider) => Promise<{ outcome: string; cause?: string }>> = {
  sendTransfer: (payments) => payments.sendTransfer(TRANSFER),
  verifyTransfer: (payments) => payments.verifyTransfer(REFERENCE),
  verifyPayment: (payments) => payments.verifyPayment('T1'),
  createCustomer: (payments) =>
    payments.createCustomer({ email: 'a@b.co', firstName: 'A', lastName: 'B', userId: 'usr_1' }),
  createRecipient: (payments) => payments.createRecipient({ name: 'Ada Okafor', ...ACCOUNT }),
  issueAccount: (payments) => payments.issueAccount({ customerCode: 'CUS_1' }),
  balance: (payments) => payments.balance(),
  listPayments: (payments) => payments.listPayments({ since: new Date(0), page: 1 }),
  listBanks: (payments) => payments.listBanks(),
  resolveAccount: (payments) => payments.resolveAccount(ACCOUNT),
}

let stub: Stub
beforeEach(async () => {
  stub = await startStub()
})
afterEach(() => stub.close())

/** Each call on an adapter of its own, so that no breaker spares one. */
async function outcomes(timeouts = {}): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const [name, call] of Object.entries(CALLS)) {
    found[name] = (await call(adapterFor(stub.baseUrl, timeouts))).outcome
  }
  return found
}
const allUnknown = Object.fromEntries(Object.keys(CALLS).map((name) => [name, 'unknown']))

const HUGE = Buffer.from(`{"status":true,"data":"${'x'.repeat(20 * 1024 * 1024)}"}`)
const DEEP = `{"status":true,"data":${'['.repeat(50_000)}${']'.repeat(50_000)}}`

function cutOff(response: Parameters<Reaction>[0]): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' })
  response.write('{"status":true,', () => response.destroy())
}

const BREAKAGES: [string, Reaction][] = [
  ['a 502 with HTML', raw(502, '<html><h1>Bad gateway</h1></html>', 'text/html')],
  ['a 200 with HTML', raw(200, '<html>Welcome to the hotel network</html>', 'text/html')],
  ['a 400 with HTML', raw(400, '<html>Bad request</html>', 'text/html')],
  ['a 500 that names a refusal', json(500, { status: false, message: 'Recipient specified is invalid' })],
  ['a 503 that claims success', json(503, { status: true, data: { status: 'success' } })],
  ['a rate limit', json(429, refusalBody('rateLimited'))],
  ['a key that is not accepted', json(401, refusalBody('invalidKey'))],
  ['a firewall', json(403, { status: false, message: 'Recipient specified is invalid' })],
  ['a 408', json(408, { status: false, message: 'Request timeout' })],
  ['a misdirected request', json(421, { status: false, message: 'Misdirected' })],
  ['an empty body', raw(200, '')],
  ['a 204', (response) => response.writeHead(204).end()],
  ['cut JSON', raw(200, '{"status":true,"data":{"status":"succ')],
  ['JSON cut off by a broken connection', cutOff],
  ['a reset', (response) => response.socket?.resetAndDestroy()],
  ['a connection closed without a word', (response) => response.destroy()],
  ['a redirect', (response) => response.writeHead(307, { location: '/elsewhere' }).end()],
  ['a redirect with an envelope', json(302, { status: true, data: { status: 'success' } })],
  ['JSON that is not an envelope', json(200, [1, 2, 3])],
  ['null', json(200, null)],
  ['an envelope whose status is a word', json(200, { status: 'true', data: {} })],
  ['a 200 with status false', json(200, { status: false, message: 'Recipient specified is invalid' })],
  ['a 400 with status true', json(400, { status: true, message: 'Your balance is not enough to fulfil this request' })],
  ['a 404 without an envelope', json(404, { error: 'no such route' })],
  ['success without data', json(200, { status: true, message: 'ok' })],
  ['success with an empty object', json(200, { status: true, data: {} })],
  ['success with data of another type', json(200, { status: true, data: 'success' })],
  ['fifty thousand levels of JSON', raw(200, DEEP)],
  ['20 MB', raw(200, HUGE)],
  ['headers without end', (response) => response.writeHead(200, { 'x-long': 'y'.repeat(40_000) }).end('{}')],
  ['bytes that are not HTTP', (response) => response.socket?.end('hello\r\n\r\n')],
]

test.each(BREAKAGES)('%s leaves every call unknown, and nothing is asked twice', async (_, reaction) => {
  stub.reaction = reaction
  expect(await outcomes()).toEqual(allUnknown)
  expect(stub.seen).toHaveLength(Object.keys(CALLS).length)
})

test('a provider that never answers leaves every call unknown within its timeout', async () => {
  stub.reaction = () => undefined
  const started = performance.now()
  expect(await outcomes({ timeouts: SHORT })).toEqual(allUnknown)
  expect(performance.now() - started).toBeLessThan(150 * 10 + 2_000)
})

test('a provider that never stops answering leaves every call unknown within its timeout', async () => {
  stub.reaction = (response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const drip = setInterval(() => response.write(' '), 20)
    response.on('close', () => clearInterval(drip))
  }
  expect(await outcomes({ timeouts: SHORT })).toEqual(allUnknown)
})

test('a port where nobody listens leaves every call unknown', async () => {
  await stub.close()
  expect(await outcomes()).toEqual(allUnknown)
  stub = await startStub()
})

test('tells a request that never left from one that may have arrived', async () => {
  const ask = (baseUrl: string) =>
    createClient({ baseUrl, keyHeaders })({ method: 'POST', path: '/transfer', body: {}, timeoutMs: 200 })
  stub.reaction = (response) => response.destroy()
  expect(await ask(stub.baseUrl)).toMatchObject({ answered: false, sent: 'maybe', cause: 'ECONNRESET' })
  stub.reaction = () => undefined
  expect(await ask(stub.baseUrl)).toEqual({ answered: false, sent: 'maybe', cause: 'no answer within 200 ms' })
  await stub.close()
  expect(await ask(stub.baseUrl)).toEqual({ answered: false, sent: 'no', cause: 'ECONNREFUSED' })
  expect(await ask('https://127.0.0.1:9')).toMatchObject({ answered: false, sent: 'no' })
  stub = await startStub()
})

test('a body up to the limit is read and one byte more is not', async () => {
  const body = JSON.stringify({ status: true, data: 'x'.repeat(1_000) })
  const ask = (bodyMaxBytes: number) =>
    createClient({ baseUrl: stub.baseUrl, keyHeaders, bodyMaxBytes })({
      method: 'GET',
      path: '/balance',
      timeoutMs: 1_000,
    })
  stub.reaction = raw(200, body)
  expect(await ask(body.length)).toMatchObject({ answered: true, status: 200 })
  expect(await ask(body.length - 1)).toMatchObject({ answered: false, sent: 'maybe' })
})

test.each(['1e400', '1500.5', '9007199254740993', '-100', '"15.00"', 'null', '"1e5"', '{}'])(
  'an amount of %s is not rounded into money',
  async (amount) => {
    const verified = JSON.stringify(fixture('transfer-verified')).replace('"amount":100000', `"amount":${amount}`)
    stub.reaction = raw(200, verified)
    expect(await adapterFor(stub.baseUrl).verifyTransfer(REFERENCE)).toEqual({
      outcome: 'unknown',
      cause: 'a transfer with unreadable amount',
    })
  },
)

test('a GET on a kept connection that has just been closed is asked once more, a POST has its own connection', async () => {
  let isClosing = false
  stub.reaction = (response, seen) => {
    if (isClosing && seen.method === 'GET') {
      isClosing = false
      response.socket?.resetAndDestroy()
    } else json(200, { status: true, data: [{ currency: 'NGN', balance: 5 }] })(response, seen)
  }
  const payments = adapterFor(stub.baseUrl)
  expect(await payments.balance()).toEqual({ outcome: 'succeeded', value: { balanceKobo: 5n } })
  isClosing = true
  expect(await payments.balance()).toEqual({ outcome: 'succeeded', value: { balanceKobo: 5n } })
  expect(stub.seen).toHaveLength(3)
  await payments.sendTransfer(TRANSFER)
  expect(stub.seen.at(-1)?.headers).toMatchObject({ connection: 'close' })
})

test('causes, messages and log lines name neither the key nor an account number nor a name', async () => {
  const canary = `Ada Okafor 0001234567 ${STUB_KEY}`
  const log = memoryLog()
  const answers: unknown[] = []
  const reactions: Reaction[] = [
    json(400, { status: false, message: `No: 0001234567 ${STUB_KEY}`, code: '0001234567' }),
    json(422, { status: false, message: `Could not resolve 0001234567 ${STUB_KEY}` }),
    json(500, { status: false, message: canary }),
    json(200, { status: true, message: canary, data: { 'Ada Okafor': canary, status: [canary], amount: canary } }),
    raw(200, canary),
    raw(302, canary),
    (response) => response.destroy(),
  ]
  for (const reaction of reactions) {
    stub.reaction = reaction
    for (const call of Object.values(CALLS)) answers.push(await call(adapterFor(stub.baseUrl, { log })))
  }
  const written = JSON.stringify(answers) + log.lines.join('\n')
  expect(log.lines.length).toBeGreaterThanOrEqual(reactions.length * Object.keys(CALLS).length)
  expect(written).not.toMatch(/0001234567|sk_test_stub|Ada|Okafor/)
})

test('is unavailable after five failures in a row, and available again after an answer', async () => {
  const clock = handClock()
  const payments = adapterFor(stub.baseUrl, { clock })
  stub.reaction = raw(502, 'x')
  for (let i = 1; i < BREAKER_FAILURES_MAX; i++) await payments.balance()
  expect(payments.available()).toBe(true)
  await payments.balance()
  expect(payments.available()).toBe(false)
  clock.advance(BREAKER_PAUSE_MS)
  expect(payments.available()).toBe(true)
  stub.reaction = json(200, { status: true, data: [{ currency: 'NGN', balance: 5 }] })
  await payments.balance()
  expect(payments.available()).toBe(true)
})

test('refusals are answers: they never make it unavailable', async () => {
  const payments = adapterFor(stub.baseUrl)
  stub.reaction = json(400, refusalBody('lowBalance'))
  for (let i = 0; i < BREAKER_FAILURES_MAX * 2; i++) await payments.sendTransfer(TRANSFER)
  expect(payments.available()).toBe(true)
})

test('transfers that go unanswered make it unavailable although everything else is answered', async () => {
  const clock = handClock()
  const payments = adapterFor(stub.baseUrl, { clock })
  stub.reaction = (response, seen) =>
    seen.method === 'POST'
      ? raw(504, 'x')(response, seen)
      : json(200, { status: true, data: [{ currency: 'NGN', balance: 5 }] })(response, seen)
  for (let i = 0; i < BREAKER_FAILURES_MAX; i++) {
    await payments.sendTransfer(TRANSFER)
    await payments.balance()
  }
  expect(payments.available()).toBe(false)
  clock.advance(BREAKER_PAUSE_MS)
  expect(payments.available()).toBe(true)
})

test('while unavailable, transfers and verifications are still asked, name checks and bank lists are not', async () => {
  const payments = adapterFor(stub.baseUrl)
  stub.reaction = raw(502, 'x')
  for (let i = 0; i < BREAKER_FAILURES_MAX; i++) await payments.balance()
  const before = stub.seen.length
  expect(await payments.resolveAccount(ACCOUNT)).toMatchObject({ outcome: 'unknown' })
  expect(await payments.listBanks()).toMatchObject({ outcome: 'unknown' })
  expect(stub.seen.length).toBe(before)
  await payments.sendTransfer(TRANSFER)
  await payments.verifyTransfer(REFERENCE)
  expect(stub.seen.length).toBe(before + 2)
})
