import { afterEach, beforeEach, expect, test } from 'vitest'
import { kobo } from '#contract/money.ts'
import type { PaymentProvider } from '#server/providers/payments/payment-provider.ts'
import { claimsOfHttpProvider, DEEP_JSON } from './http-provider.ts'
import { json, raw, type Stub, startStub } from './http-stub.ts'
import { ADA } from './paystack-sandbox.ts'
import { adapterFor, fixture, refusalBody, STUB_KEY } from './paystack-stub.ts'

/** Paystack under all faults of HTTP providers, and under those that only its own envelope can have. */

const REFERENCE = 'ord_01m9w3k5c7e9g1j3m5p7r9t1v3x5z7b9d1f'
const TRANSFER = { reference: REFERENCE, recipientCode: 'RCP_1', amountKobo: kobo(100_000), reason: 'Jara transfer' }
const ACCOUNT = { bankCode: '058', accountNumber: '0001234567' }
const CHARGE = { email: 'a@b.co', amountKobo: kobo(650_000), reference: 'bpc-1', expiresAt: new Date(0) }
const CANARY = `Ada Okafor 0001234567 ${STUB_KEY}`

const send = (payments: PaymentProvider) => payments.sendTransfer(TRANSFER)
const verify = (payments: PaymentProvider) => payments.verifyTransfer(REFERENCE)

claimsOfHttpProvider<PaymentProvider>('Paystack', {
  adapter: adapterFor,
  calls: {
    sendTransfer: send,
    verifyTransfer: verify,
    verifyPayment: (payments) => payments.verifyPayment('T1'),
    createCustomer: (payments) => payments.createCustomer(ADA),
    createCharge: (payments) => payments.createCharge(CHARGE),
    createRecipient: (payments) => payments.createRecipient({ name: 'Ada Okafor', ...ACCOUNT }),
    issueAccount: (payments) => payments.issueAccount({ ...ADA, customerCode: 'CUS_1' }),
    balance: (payments) => payments.balance(),
    listTransfers: (payments) => payments.listTransfers({ since: new Date(0), page: 1, isOurs: () => true }),
    listPayments: (payments) => payments.listPayments({ since: new Date(0), page: 1, isOurs: () => true }),
    listBanks: (payments) => payments.listBanks(),
    resolveAccount: (payments) => payments.resolveAccount(ACCOUNT),
  },
  send,
  sendPath: '/transfer',
  verify,
  verifyPath: `/transfer/verify/${REFERENCE}`,
  lookUps: ['resolveAccount', 'listBanks'],
  done: fixture('transfer-verified'),
  refusal: { status: false, message: 'Recipient specified is invalid' },
  fiveKobo: { status: true, data: [{ currency: 'NGN', balance: 5 }] },
  answers: [
    json(400, refusalBody('lowBalance')),
    json(400, refusalBody('duplicateReference')),
    json(200, { status: true, data: { status: 'odd' } }),
  ],
  breakages: [
    ['a rate limit', json(429, refusalBody('rateLimited'))],
    ['a key that is not accepted', json(401, refusalBody('invalidKey'))],
    ['a firewall', json(403, { status: false, message: 'Recipient specified is invalid' })],
    ['an envelope whose status is a word', json(200, { status: 'true', data: {} })],
    ['a 200 with status false', json(200, { status: false, message: 'Recipient specified is invalid' })],
    [
      'a 400 with status true',
      json(400, { status: true, message: 'Your balance is not enough to fulfil this request' }),
    ],
    ['success without data', json(200, { status: true, message: 'ok' })],
    ['success with an empty object', json(200, { status: true, data: {} })],
    ['success with data of another type', json(200, { status: true, data: 'success' })],
    ['fifty thousand levels of JSON', raw(200, `{"status":true,"data":${DEEP_JSON}}`)],
  ],
  canary: CANARY,
  leaks: [
    json(400, { status: false, message: `No: 0001234567 ${STUB_KEY}`, code: '0001234567' }),
    json(422, { status: false, message: `Could not resolve 0001234567 ${STUB_KEY}` }),
    json(500, { status: false, message: CANARY }),
    json(200, { status: true, message: CANARY, data: { 'Ada Okafor': CANARY, status: [CANARY], amount: CANARY } }),
  ],
  leaked: /0001234567|sk_test_stub|Ada|Okafor/,
})

let stub: Stub
beforeEach(async () => {
  stub = await startStub()
})
afterEach(() => stub.close())

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
