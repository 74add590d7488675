import { afterEach, beforeEach, expect, test } from 'vitest'
import type { BillsProvider } from '#server/providers/bills/bill-provider.ts'
import { BREAKER_FAILURES_MAX } from '#server/providers/breaker.ts'
import { claimsOfHttpProvider, DEEP_JSON, type HttpProvider } from './http-provider.ts'
import { json, memoryLog, raw, type Stub, startStub } from './http-stub.ts'
import { AIRTIME, adapterFor, fixture, KEYS, REFERENCE, transactionAnswer } from './vtpass-stub.ts'

/** VTpass under all faults of HTTP providers, and under those that only its own envelopes can have. */

const METER = { biller: 'ikeja-electric', customerNumber: '0001234567890', meterType: 'prepaid' } as const
const SECRETS = [KEYS.apiKey, KEYS.publicKey, KEYS.secretKey].join(' ')
const CANARY = `Ada Okafor 0001234567890 26362054405982757802 ${SECRETS}`

const send = (bills: BillsProvider) => bills.buy(AIRTIME)
const verify = (bills: BillsProvider) => bills.verifyPurchase(REFERENCE)
const calls: HttpProvider<BillsProvider>['calls'] = {
  buy: send,
  verifyPurchase: verify,
  balance: (bills) => bills.balance(),
  resolveCustomer: (bills) => bills.resolveCustomer(METER),
  listBundles: (bills) => bills.listBundles('mtn'),
  listBillers: (bills) => bills.listBillers('tv'),
  listTvPlans: (bills) => bills.listTvPlans('dstv'),
}

claimsOfHttpProvider('VTpass', {
  adapter: adapterFor,
  calls,
  send,
  sendPath: '/pay',
  verify,
  verifyPath: '/requery',
  lookUps: ['resolveCustomer', 'listBundles', 'listBillers', 'listTvPlans'],
  done: fixture('requery-delivered'),
  refusal: transactionAnswer('016', 'failed'),
  fiveKobo: { code: 1, contents: { balance: '0.05' } },
  answers: [transactionAnswer('018'), transactionAnswer('014'), transactionAnswer('000', 'odd')].map((body) =>
    json(200, body),
  ),
  breakages: [
    ['a firewall', json(403, { message: 'Forbidden' })],
    ['wrong keys, in words alone', json(401, { response_description: 'Invalid Credentials.' })],
    ['a code that is a number', json(200, { code: 16, content: [] })],
    ['fifty thousand levels of JSON', raw(200, `{"code":"100","content":${DEEP_JSON}}`)],
  ],
  canary: CANARY,
  leaks: [
    json(400, { code: '011', response_description: CANARY, content: { errors: CANARY } }),
    json(200, { code: '018', response_description: CANARY }),
    json(200, { code: CANARY, response_description: CANARY }),
    json(200, { ...transactionAnswer('000', CANARY), response_description: CANARY, [CANARY]: CANARY }),
    json(200, { code: '000', content: { error: CANARY, Customer_Name: CANARY } }),
    json(200, { response_description: '000', content: { variations: [{ name: CANARY, variation_code: CANARY }] } }),
    json(200, { response_description: '000', content: [{ name: CANARY }] }),
    json(500, { code: CANARY }),
  ],
  leaked: /0001234567890|2636|stub_|Ada|Okafor/,
})

let stub: Stub
beforeEach(async () => {
  stub = await startStub()
})
afterEach(() => stub.close())

test('000 and nothing else leaves every call unknown, except that a purchase VTpass knows of is pending', async () => {
  stub.reaction = json(200, { code: '000' })
  for (const [name, call] of Object.entries(calls)) {
    const expected = name === 'verifyPurchase' ? 'succeeded' : 'unknown'
    expect([name, (await call(adapterFor(stub.baseUrl))).outcome]).toEqual([name, expected])
  }
  expect(await adapterFor(stub.baseUrl).verifyPurchase(REFERENCE)).toMatchObject({ value: { status: 'pending' } })
})

test('the token and the name of a good answer are not in the log', async () => {
  const log = memoryLog()
  stub.reaction = json(200, fixture('requery-electricity'))
  expect(await adapterFor(stub.baseUrl, { log }).verifyPurchase(REFERENCE)).toMatchObject({
    value: { tokens: ['26362054405982757802'] },
  })
  stub.reaction = json(200, fixture('customer-meter'))
  await adapterFor(stub.baseUrl, { log }).resolveCustomer({ ...METER, customerNumber: '1111111111111' })
  expect(log.lines).toHaveLength(2)
  expect(log.lines.join('\n')).not.toMatch(/2636|1111|OKAFOR/)
})

test('an HTTP error without a code is no answer: five in a row make it unavailable', async () => {
  const bills = adapterFor(stub.baseUrl)
  stub.reaction = json(401, { response_description: 'Invalid Credentials.' })
  for (let i = 0; i < BREAKER_FAILURES_MAX; i++) {
    expect(await bills.verifyPurchase(REFERENCE)).toEqual({ outcome: 'unknown', cause: 'http 401' })
  }
  expect(bills.available()).toBe(false)
})
