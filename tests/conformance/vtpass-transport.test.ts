import { afterEach, beforeEach, expect, test } from 'vitest'
import type { BillsProvider } from '#server/providers/bills.ts'
import { BREAKER_FAILURES_MAX, BREAKER_PAUSE_MS } from '#server/providers/breaker.ts'
import { handClock, json, memoryLog, type Reaction, raw, type Stub, startStub } from './http-stub.ts'
import { AIRTIME, adapterFor, fixture, KEYS, REFERENCE, transactionAnswer } from './vtpass-stub.ts'

/** A provider that breaks in every way a network can break: no answer of it may pass for conclusive, throw or hang. */

const METER = { biller: 'ikeja-electric', customerNumber: '0001234567890', meterType: 'prepaid' } as const
const SHORT = { readMs: 150, listMs: 150, sendMs: 150 }

const CALLS: Record<string, (bills: BillsProvider) => Promise<{ outcome: string; cause?: string }>> = {
  buy: (bills) => bills.buy(AIRTIME),
  verifyPurchase: (bills) => bills.verifyPurchase(REFERENCE),
  balance: (bills) => bills.balance(),
  resolveCustomer: (bills) => bills.resolveCustomer(METER),
  listBundles: (bills) => bills.listBundles('mtn'),
  listBillers: (bills) => bills.listBillers('tv'),
  listTvPlans: (bills) => bills.listTvPlans('dstv'),
}

let stub: Stub
beforeEach(async () => {
  stub = await startStub()
})
afterEach(() => stub.close())

/** Each call on an adapter of its own, so that no breaker spares one. */
async function outcomes(options = {}): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const [name, call] of Object.entries(CALLS)) {
    found[name] = (await call(adapterFor(stub.baseUrl, options))).outcome
  }
  return found
}
const allUnknown = Object.fromEntries(Object.keys(CALLS).map((name) => [name, 'unknown']))

const HUGE = Buffer.from(`{"code":"000","content":"${'x'.repeat(20 * 1024 * 1024)}"}`)
const DEEP = `{"code":"100","content":${'['.repeat(50_000)}${']'.repeat(50_000)}}`
const DELIVERED = JSON.stringify(fixture('requery-delivered'))

function cutOff(response: Parameters<Reaction>[0]): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': String(DELIVERED.length + 1) })
  response.write(DELIVERED, () => response.destroy())
}

const BREAKAGES: [string, Reaction][] = [
  ['a 502 with HTML', raw(502, '<html><h1>Bad gateway</h1></html>', 'text/html')],
  ['a 200 with HTML', raw(200, '<html>Welcome to the hotel network</html>', 'text/html')],
  ['a 400 with HTML', raw(400, '<html>Bad request</html>', 'text/html')],
  ['a 500 that names a failure', json(500, transactionAnswer('016', 'failed'))],
  ['a 503 that names a delivery', json(503, fixture('requery-delivered'))],
  ['a rate limit', json(429, transactionAnswer('018'))],
  ['a firewall', json(403, { message: 'Forbidden' })],
  ['wrong keys, in words alone', json(401, { response_description: 'Invalid Credentials.' })],
  ['a 408', json(408, transactionAnswer('016'))],
  ['a misdirected request', json(421, transactionAnswer('016'))],
  ['an empty body', raw(200, '')],
  ['a 204', (response) => response.writeHead(204).end()],
  ['cut JSON', raw(200, DELIVERED.slice(0, -2))],
  ['JSON cut off by a broken connection', cutOff],
  ['a reset', (response) => response.socket?.resetAndDestroy()],
  ['a connection closed without a word', (response) => response.destroy()],
  ['a redirect', (response) => response.writeHead(307, { location: '/elsewhere' }).end()],
  ['a redirect with a delivery', json(302, fixture('requery-delivered'))],
  ['JSON that is not an envelope', json(200, [1, 2, 3])],
  ['null', json(200, null)],
  ['text', json(200, 'delivered')],
  ['an empty object', json(200, {})],
  ['a code that is a number', json(200, { code: 16, content: [] })],
  ['a 404 without a code', json(404, { error: 'no such route' })],
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

test('000 and nothing else leaves every call unknown, except that a purchase VTpass knows of is pending', async () => {
  stub.reaction = json(200, { code: '000' })
  expect(await outcomes()).toEqual({ ...allUnknown, verifyPurchase: 'succeeded' })
  expect(await adapterFor(stub.baseUrl).verifyPurchase(REFERENCE)).toMatchObject({ value: { standing: 'pending' } })
})

test('a provider that never answers leaves every call unknown within its timeout', async () => {
  stub.reaction = () => undefined
  expect(await outcomes({ timeouts: SHORT })).toEqual(allUnknown)
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

test('causes, messages and log lines name neither a key nor a number nor a name nor a token', async () => {
  const secrets = [KEYS.apiKey, KEYS.publicKey, KEYS.secretKey].join(' ')
  const canary = `Ada Okafor 0001234567890 26362054405982757802 ${secrets}`
  const log = memoryLog()
  const answers: unknown[] = []
  const reactions: Reaction[] = [
    json(400, { code: '011', response_description: canary, content: { errors: canary } }),
    json(200, { code: '018', response_description: canary }),
    json(200, { code: canary, response_description: canary }),
    json(200, { ...transactionAnswer('000', canary), response_description: canary, [canary]: canary }),
    json(200, { code: '000', content: { error: canary, Customer_Name: canary } }),
    json(200, { response_description: '000', content: { variations: [{ name: canary, variation_code: canary }] } }),
    json(200, { response_description: '000', content: [{ name: canary }] }),
    json(500, { code: canary }),
    raw(200, canary),
    raw(302, canary),
    (response) => response.destroy(),
  ]
  for (const reaction of reactions) {
    stub.reaction = reaction
    for (const call of Object.values(CALLS)) answers.push(await call(adapterFor(stub.baseUrl, { log })))
  }
  expect(log.lines.length).toBeGreaterThanOrEqual(answers.length)
  expect(JSON.stringify(answers) + log.lines.join('\n')).not.toMatch(/0001234567890|2636|stub_|Ada|Okafor/)
})

test('the token and the name of a good answer are not in the log', async () => {
  const log = memoryLog()
  stub.reaction = json(200, fixture('requery-electricity'))
  expect(await adapterFor(stub.baseUrl, { log }).verifyPurchase(REFERENCE)).toMatchObject({
    value: { token: '26362054405982757802' },
  })
  stub.reaction = json(200, fixture('customer-meter'))
  await adapterFor(stub.baseUrl, { log }).resolveCustomer({ ...METER, customerNumber: '1111111111111' })
  expect(log.lines).toHaveLength(2)
  expect(log.lines.join('\n')).not.toMatch(/2636|1111|OKAFOR/)
})

test('is unavailable after five failures in a row, and available again after an answer', async () => {
  const clock = handClock()
  const bills = adapterFor(stub.baseUrl, { clock })
  stub.reaction = raw(502, 'x')
  for (let i = 1; i < BREAKER_FAILURES_MAX; i++) await bills.balance()
  expect(bills.available()).toBe(true)
  await bills.balance()
  expect(bills.available()).toBe(false)
  clock.advance(BREAKER_PAUSE_MS)
  expect(bills.available()).toBe(true)
  stub.reaction = json(200, fixture('balance'))
  await bills.balance()
  expect(bills.available()).toBe(true)
})

test('an HTTP error without a code is no answer: five in a row make it unavailable', async () => {
  const bills = adapterFor(stub.baseUrl)
  stub.reaction = json(401, { response_description: 'Invalid Credentials.' })
  for (let i = 0; i < BREAKER_FAILURES_MAX; i++) {
    expect(await bills.verifyPurchase(REFERENCE)).toEqual({ outcome: 'unknown', cause: 'http 401' })
  }
  expect(bills.available()).toBe(false)
})

test('a redirect says so, and nobody follows it', async () => {
  stub.reaction = (response) =>
    response.writeHead(302, { location: '/api/balance' }).end(JSON.stringify(fixture('balance')))
  expect(await adapterFor(stub.baseUrl).balance()).toEqual({
    outcome: 'unknown',
    cause: 'http 302: redirects are refused',
  })
  expect(stub.seen).toHaveLength(1)
})

test('refusals and unknown words are answers: they never make it unavailable', async () => {
  const bills = adapterFor(stub.baseUrl)
  for (const body of [transactionAnswer('018'), transactionAnswer('014'), transactionAnswer('000', 'odd')]) {
    stub.reaction = json(200, body)
    for (let i = 0; i < BREAKER_FAILURES_MAX; i++) await bills.buy(AIRTIME)
  }
  expect(bills.available()).toBe(true)
})

test('purchases that go unanswered make it unavailable although everything else is answered', async () => {
  const clock = handClock()
  const bills = adapterFor(stub.baseUrl, { clock })
  stub.reaction = (response, seen) =>
    (seen.url === '/pay' ? raw(504, 'x') : json(200, fixture('requery-delivered')))(response, seen)
  for (let i = 0; i < BREAKER_FAILURES_MAX; i++) {
    await bills.buy(AIRTIME)
    await bills.verifyPurchase(REFERENCE)
  }
  expect(bills.available()).toBe(false)
  clock.advance(BREAKER_PAUSE_MS)
  expect(bills.available()).toBe(true)
})

test('while unavailable, purchases and verifications are still asked, names and catalogues are not', async () => {
  const bills = adapterFor(stub.baseUrl)
  stub.reaction = raw(502, 'x')
  for (let i = 0; i < BREAKER_FAILURES_MAX; i++) await bills.balance()
  stub.seen.length = 0
  for (const name of ['resolveCustomer', 'listBundles', 'listBillers', 'listTvPlans']) {
    expect(await CALLS[name]?.(bills)).toEqual({ outcome: 'unknown', cause: 'not asked: no answers lately' })
  }
  expect(stub.seen).toEqual([])
  await bills.buy(AIRTIME)
  await bills.verifyPurchase(REFERENCE)
  expect(stub.seen.map(({ url }) => url)).toEqual(['/pay', '/requery'])
})
