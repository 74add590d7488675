import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { EMPTY_TEXTS, HOSTILE_TEXTS } from '#tests/support/hostile-text.ts'
import { at, type Kit, openKit, RECIPIENT } from './sandbox-kit.ts'

const REFERENCE = 'ord_0123456789abcdef'
const PATIENCE_MS = 300

let kit: Kit
let base: string
beforeEach(async () => {
  kit = openKit()
  await kit.app.listen({ port: 0, host: '127.0.0.1' })
  const address: AddressInfo | string | null = kit.app.server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the sandbox has no port')
  base = `http://127.0.0.1:${address.port}/paystack`
})
afterEach(() => kit.close())

/** What an impatient client gets: an HTTP status and text, or the name of the error. */
async function send(): Promise<{ http: number; text: string } | { error: string }> {
  const recipient = at((await kit.post('/transferrecipient', RECIPIENT)).body, 'data', 'recipient_code')
  try {
    const response = await fetch(`${base}/transfer`, {
      method: 'POST',
      headers: { authorization: `Bearer ${kit.world.secretKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ source: 'balance', amount: 500_000, recipient, reference: REFERENCE }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    return { http: response.status, text: await response.text() }
  } catch (error) {
    return { error: error instanceof Error ? error.name : 'unknown' }
  }
}

const arm = async (fault: string, more: object = {}) =>
  await kit.control('/faults', { provider: 'paystack', operation: 'transfer', fault, count: 1, ...more })
const paid = async () => {
  kit.clock.advance(60_000)
  return at((await kit.truth()).body, 'transfers')
}
const PAID = [{ reference: REFERENCE, amountKobo: '500000', status: 'paid' }]

test('timeout: no answer, and nothing happened', async () => {
  await arm('timeout')
  expect(await send()).toEqual({ error: 'TimeoutError' })
  expect(await paid()).toEqual([])
})

test('accept-then-timeout: no answer, and it is paid', async () => {
  await arm('accept-then-timeout')
  expect(await send()).toEqual({ error: 'TimeoutError' })
  expect(await paid()).toMatchObject(PAID)
})

test('accept-then-500: a server error, and it is paid', async () => {
  await arm('accept-then-500')
  expect(await send()).toMatchObject({ http: 500 })
  expect(await paid()).toMatchObject(PAID)
})

test('down: 503 and a web page, and nothing happened', async () => {
  await arm('down')
  expect(await send()).toMatchObject({ http: 503, text: expect.stringContaining('<html>') })
  expect(await paid()).toEqual([])
})

test('slow: the right answer, later than some wait', async () => {
  await arm('slow', { delayMs: PATIENCE_MS * 2 })
  expect(await send()).toEqual({ error: 'TimeoutError' })
  expect(await paid()).toMatchObject(PAID)
  const started = performance.now()
  await kit.control('/faults', { operation: 'balance', fault: 'slow', delayMs: 50 })
  expect((await kit.get('/balance')).http).toBe(200)
  expect(performance.now() - started).toBeGreaterThanOrEqual(45)
})

test('reset: the connection breaks, and it is paid', async () => {
  await arm('reset')
  expect(await send()).toEqual({ error: 'TypeError' })
  expect(await paid()).toMatchObject(PAID)
})

test('html-502: a web page, and it is paid', async () => {
  await arm('html-502')
  expect(await send()).toMatchObject({ http: 502, text: expect.stringContaining('<html>') })
  expect(await paid()).toMatchObject(PAID)
})

test('empty: 200 without a word, and it is paid', async () => {
  await arm('empty')
  expect(await send()).toEqual({ http: 200, text: '' })
  expect(await paid()).toMatchObject(PAID)
})

test('cut-json: half an answer, and it is paid', async () => {
  await arm('cut-json')
  const told = await send()
  expect(told).toMatchObject({ http: 200, text: '{"status":true,"message":"Transfer has b' })
  expect(await paid()).toMatchObject(PAID)
})

test('rate-limited: 429, and nothing happened', async () => {
  await arm('rate-limited')
  expect(await send()).toMatchObject({ http: 429, text: expect.stringContaining('rate_limited') })
  expect(await paid()).toEqual([])
})

test('a fault counts down and then leaves no trace', async () => {
  await arm('down', { count: 2 })
  expect(await send()).toMatchObject({ http: 503 })
  expect(await send()).toMatchObject({ http: 503 })
  expect(await send()).toMatchObject({ http: 200 })
  expect(kit.world.state.faults).toEqual([])
})

test('a fault hits only the operation it is aimed at', async () => {
  await kit.control('/faults', { operation: 'resolve', fault: 'down', count: 1 })
  expect(await send()).toMatchObject({ http: 200 })
  expect(kit.world.state.faults).toMatchObject([{ operation: 'resolve', left: 1 }])
})

test('* hits the next call of any kind', async () => {
  await kit.control('/faults', { operation: '*', fault: 'rate-limited', count: 2 })
  expect((await kit.get('/balance')).http).toBe(429)
  expect((await kit.get('/transfer/verify/nothing-at-all')).http).toBe(429)
  expect((await kit.get('/balance')).http).toBe(200)
})

test('* with a fault of transfers waits for a transfer', async () => {
  await kit.control('/faults', { fault: 'pending' })
  expect((await kit.get('/balance')).http).toBe(200)
  await send()
  expect(await paid()).toMatchObject([{ status: 'pending' }])
})

test.each([
  ['customer', '/customer/nobody'],
  ['banks', '/bank'],
  ['resolve', '/bank/resolve?account_number=0123456789&bank_code=058'],
  ['dedicated-accounts', '/dedicated_account'],
  ['payment-verify', '/transaction/verify/x'],
  ['payments', '/transaction'],
  ['charge-verify', '/charge/x'],
  ['transfer-verify', `/transfer/verify/${REFERENCE}`],
  ['transfers', '/transfer'],
  ['balance', '/balance'],
  ['refund', '/refund'],
])('every call can be declined and be refused as too many: %s', async (operation, path) => {
  await kit.control('/faults', { operation, fault: 'decline' })
  const declined = await kit.get(path)
  expect(declined.body).toMatchObject({ status: false })
  expect([400, 422]).toContain(declined.http)
  await kit.control('/faults', { operation, fault: 'rate-limited' })
  expect((await kit.get(path)).http).toBe(429)
})

test.each([...HOSTILE_TEXTS.map(({ text }) => text), ...EMPTY_TEXTS, ''])(
  'odd-text: every field of that name says exactly %j, over the wire, and the rest is true',
  async (text) => {
    const path = '/bank/resolve?account_number=0123456784&bank_code=044'
    const truth = at((await kit.get(path)).body, 'data')
    await kit.control('/faults', { operation: 'resolve', fault: 'odd-text', field: 'account_name', text })
    const response = await fetch(base + path, { headers: { authorization: `Bearer ${kit.world.secretKey}` } })
    expect(at(await response.json(), 'data')).toEqual({ ...(truth as object), account_name: text })
    await kit.control('/faults', { operation: 'banks', fault: 'odd-text', field: 'name', text })
    const banks = at((await kit.get('/bank')).body, 'data') as { name: string; code: string }[]
    expect(new Set(banks.map(({ name }) => name))).toEqual(new Set([text]))
    expect(banks.map(({ code }) => code)).toContain('044')
  },
)

test('odd-text: of a list only the newest line can be odd', async () => {
  const names = async () => (at((await kit.get('/bank')).body, 'data') as { name: string }[]).map(({ name }) => name)
  const [, ...others] = await names()
  await kit.control('/faults', { operation: 'banks', fault: 'odd-text', field: 'name', text: '\ud800', first: true })
  expect(await names()).toEqual(['\ud800', ...others])
})

test('odd-text: a number can be text, and what an answer does not have stays away', async () => {
  await kit.control('/faults', { operation: 'balance', fault: 'odd-text', field: 'balance', text: '1\u0000' })
  expect(at((await kit.get('/balance')).body, 'data', 0)).toEqual({ currency: 'NGN', balance: '1\u0000' })
  const truth = await kit.get('/balance')
  await kit.control('/faults', { operation: 'balance', fault: 'odd-text', field: 'nothing', text: 'x' })
  expect((await kit.get('/balance')).body).toEqual(truth.body)
})

test.each([
  [{ operation: 'transfer', fault: 'nonsense' }],
  [{ operation: 'resolve', fault: 'odd-text' }],
  [{ operation: 'resolve', fault: 'odd-text', field: 'account_name' }],
  [{ operation: 'resolve', fault: 'odd-text', field: 'a b', text: 'x' }],
  [{ operation: 'resolve', fault: 'odd-text', field: 'a', text: 'x'.repeat(5_001) }],
  [{ operation: 'resolve', fault: 'down', field: 'account_name', text: 'x' }],
  [{ operation: 'webhook', fault: 'odd-text', field: 'a', text: 'x' }],
  [{ operation: 'nonsense', fault: 'down' }],
  [{ operation: 'banks', fault: 'success-then-reversed' }],
  [{ operation: 'webhook', fault: 'timeout' }],
  [{ operation: 'transfer', fault: 'lost' }],
  [{ operation: 'transfer', fault: 'send-back' }],
  [{ operation: 'inbound', fault: 'decline' }],
  [{ operation: 'charge-verify', fault: 'short-lived' }],
  [{ operation: 'transfer', fault: 'down', count: 0 }],
  [{ operation: 'transfer', fault: 'down', count: 1.5 }],
  [{ operation: 'transfer', fault: 'down', extra: true }],
  [{ provider: 'vtpass-not-here', operation: 'transfer', fault: 'down' }],
  [{}],
])('a fault that means nothing is refused: %j', async (body) => {
  expect((await kit.control('/faults', body)).http).toBe(400)
  expect(kit.world.state.faults).toEqual([])
})
