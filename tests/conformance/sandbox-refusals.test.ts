import { afterAll, beforeAll, expect, test } from 'vitest'
import { OPERATIONS } from '#sandbox/operations.ts'
import { PAYSTACK_REFUSALS, type PaystackRefusalName, paystackRefusal } from '#sandbox/paystack/refusals.ts'
import { TERMII_REFUSALS, type TermiiRefusalName } from '#sandbox/termii/refusals.ts'
import { VTPASS_REFUSALS, type VtpassRefusalName } from '#sandbox/vtpass/refusals.ts'
import { at, RECIPIENT, sendTransfer, type Told } from './sandbox-kit.ts'
import { openVtpassKit, type VtpassKit } from './sandbox-vtpass-kit.ts'

/** Each refusal in the tables happens by its stated trigger: a call that deserves it, or an ordered fault. */

let kit: VtpassKit
beforeAll(() => {
  kit = openVtpassKit({ dedicatedAccountsMax: 1 })
})
afterAll(() => kit.close())

const CUSTOMER = { email: 'ada@example.com', first_name: 'Ada', last_name: 'Obi', phone: '+2348030000000' }
const REFERENCE = 'ord_0123456789abcdef'
const CHARGE = { email: 'ada@example.com', amount: '650000', reference: 'bpc-1', bank_transfer: {} }

async function customer(of: object = {}): Promise<unknown> {
  const { body } = await kit.post('/customer', { ...CUSTOMER, ...of })
  return at(body, 'data', 'customer_code')
}
const account = async (of: object = {}, more: object = {}) =>
  await kit.post('/dedicated_account', { customer: await customer(of), preferred_bank: 'test-bank', ...more })
const identify = async (of: object) =>
  await kit.post(`/customer/${await customer()}/identification`, {
    country: 'NG',
    type: 'bank_account',
    account_number: '0111111111',
    bvn: '22222222222',
    bank_code: '007',
    ...of,
  })
async function transfer(of: object, { isKnown = false } = {}): Promise<Told> {
  if (!isKnown) await kit.post('/transferrecipient', RECIPIENT)
  const [known] = kit.world.state.recipients.values()
  const body = { source: 'balance', amount: 500_000, recipient: known?.code, reference: REFERENCE }
  return await kit.post('/transfer', { ...body, ...of })
}
const recipient = (of: object) => kit.post('/transferrecipient', { ...RECIPIENT, ...of })
const charge = (of: object) => kit.post('/charge', { ...CHARGE, ...of })
async function paid(): Promise<void> {
  const issued = await charge({ reference: 'paid-1' })
  const accountNumber = at(issued.body, 'data', 'account_number')
  await kit.control('/transfers', { accountNumber, amountKobo: '650000' })
}

/** Missing ones happen only as ordered faults. */
const PAYSTACK: Readonly<Partial<Record<PaystackRefusalName, () => Promise<Told>>>> = {
  'customer-email-missing': () => kit.post('/customer', {}),
  'customer-email-invalid': () => kit.post('/customer', { email: 'ada' }),
  'customer-unknown': () => kit.get('/customer/CUS_nobody'),
  'identification-type-missing': () => identify({ type: 'nin' }),
  'identification-bvn-invalid': () => identify({ bvn: '12' }),
  'identification-account-missing': () => identify({ account_number: '' }),
  'identification-bank-missing': () => identify({ bank_code: '' }),
  'account-field-missing': async () => await account({}, { preferred_bank: '' }),
  'account-bank-unknown': async () => await account({}, { preferred_bank: 'wema-bank' }),
  'account-phone-missing': () => account({ email: 'no-phone@example.com', phone: undefined }),
  'account-phone-invalid': () => account({ email: 'odd-phone@example.com', phone: '+12025550100' }),
  'account-name-missing': () => account({ email: 'no-name@example.com', last_name: undefined }),
  'account-limit-reached': async () => {
    await account()
    return await account({ email: 'bola@example.com' })
  },
  'account-unknown': () => kit.get('/dedicated_account/1'),
  'charge-amount-invalid': () => charge({ amount: '0' }),
  'charge-channel-unknown': () => charge({ bank_transfer: undefined }),
  'charge-reference-invalid': () => charge({ reference: 'a b' }),
  'charge-reference-used': async () => {
    await charge({ reference: 'used' })
    return await charge({ reference: 'used' })
  },
  'charge-unknown': () => kit.get('/charge/nobody'),
  'payment-unknown': () => kit.get('/transaction/verify/nobody'),
  'resolve-account-missing': () => kit.get('/bank/resolve?bank_code=058'),
  'resolve-bank-missing': () => kit.get('/bank/resolve?account_number=0123456784'),
  'resolve-account-length': () => kit.get('/bank/resolve?account_number=012345678&bank_code=058'),
  'resolve-bank-unknown': () => kit.get('/bank/resolve?account_number=0123456784&bank_code=059'),
  'resolve-nobody': () => kit.get('/bank/resolve?account_number=9923456784&bank_code=058'),
  'recipient-type-missing': () => recipient({ type: '' }),
  'recipient-name-missing': () => recipient({ name: '' }),
  'recipient-nobody': () => recipient({ account_number: '9923456784' }),
  'transfer-source-missing': () => transfer({ source: '' }),
  'transfer-amount-invalid': () => transfer({ amount: 1.5 }),
  'transfer-amount-small': () => transfer({ amount: 9_999 }),
  'transfer-currency': () => transfer({ currency: 'USD' }),
  'transfer-reference-missing': () => transfer({ reference: undefined }),
  'transfer-reference-invalid': () => transfer({ reference: 'SHORT' }),
  'transfer-reference-used': async () => {
    await transfer({})
    return await transfer({})
  },
  'transfer-recipient-invalid': () => transfer({ recipient: 'RCP_nobody', reference: `${REFERENCE}1` }),
  'transfer-recipient-watched': async () => {
    await recipient({})
    await kit.control('/banks/058', { open: false })
    const told = await transfer({ reference: `${REFERENCE}2` }, { isKnown: true })
    await kit.control('/banks/058', { open: true })
    return told
  },
  'transfer-balance-low': () => transfer({ amount: 200_000_000_000, reference: `${REFERENCE}3` }),
  'transfer-unknown': () => kit.get('/transfer/verify/nobody'),
  'otp-transfer-invalid': () => kit.post('/transfer/finalize_transfer', { transfer_code: 'TRF_nobody', otp: '1' }),
  'otp-invalid': async () => {
    await kit.control('/faults', { operation: 'transfer', fault: 'otp' })
    const sent = await sendTransfer(kit, `${REFERENCE}4`)
    const transfer_code = at(sent.body, 'data', 'transfer_code')
    return await kit.post('/transfer/finalize_transfer', { transfer_code, otp: '000000' })
  },
  'refund-transaction-missing': () => kit.post('/refund', {}),
  'refund-transaction-unknown': () => kit.post('/refund', { transaction: 'nobody' }),
  'refund-unpaid': async () => {
    await charge({ reference: 'unpaid' })
    return await kit.post('/refund', { transaction: 'unpaid' })
  },
  'refund-amount-invalid': async () => {
    await paid()
    return await kit.post('/refund', { transaction: 'paid-1', amount: 0 })
  },
  'refund-used-up': () => kit.post('/refund', { transaction: 'paid-1', amount: 650_001 }),
  'refund-balance-low': async () => {
    const { body } = await kit.get('/balance')
    const left = BigInt(Number(at(body, 'data', 0, 'balance')))
    await kit.control('/dashboard-transfers', { amount: String(left) })
    return await kit.post('/refund', { transaction: 'paid-1', amount: 100 })
  },
}

test.for(Object.keys(PAYSTACK_REFUSALS) as PaystackRefusalName[])('Paystack: %s', async (name) => {
  const { http, message, code, by, operations } = paystackRefusal(name)
  const provoke = PAYSTACK[name]
  expect([by, provoke === undefined]).toEqual(by === 'call' ? ['call', false] : ['order', true])
  const said = expect.stringMatching(pattern(message))
  if (provoke !== undefined) {
    expect(await provoke()).toMatchObject({ http, body: { status: false, message: said, code } })
    return
  }
  for (const operation of operations) {
    await kit.control('/faults', { operation, fault: name })
    expect(await callOf(operation)).toMatchObject({ http, body: { status: false, message: said, code } })
  }
})

/** A call that would otherwise succeed. */
async function callOf(operation: string): Promise<Told> {
  if (operation === 'dedicated-account') return await account()
  if (operation === 'dedicated-accounts') return await kit.get('/dedicated_account')
  if (operation === 'charge') return await charge({ reference: 'ordered' })
  if (operation === 'transfer') return await transfer({ reference: `${REFERENCE}9` })
  return await kit.get('/bank/resolve?account_number=0123456784&bank_code=058')
}

/** A word in braces stands for text from the call. */
function pattern(message: string): RegExp {
  return new RegExp(`^${message.replaceAll(/[.?()[\]']/g, '\\$&').replaceAll(/\{\w+\}/g, '.+')}$`)
}

test('every refusal is a fault of the calls it names, and of no other', async () => {
  for (const [name, { operations }] of Object.entries(PAYSTACK_REFUSALS)) {
    for (const operation of OPERATIONS.paystack.filter((each) => each !== '*')) {
      const ordered = await kit.control('/faults', { operation, fault: name })
      expect([name, operation, ordered.http]).toEqual([name, operation, operations.includes(operation) ? 201 : 400])
    }
  }
  await kit.control('/reset', {})
})

const SMS = {
  api_key: 'jara_sandbox_termii_key',
  to: '2348031234567',
  from: 'Jara',
  sms: 'Hi',
  type: 'plain',
  channel: 'dnd',
}
const sms = async (of: object = {}): Promise<Told> => {
  const headers = { host: 'localhost', 'content-type': 'application/json' }
  const payload = JSON.stringify({ ...SMS, ...of })
  const {
    statusCode,
    headers: answered,
    body,
  } = await kit.app.inject({ method: 'POST', url: '/termii/api/sms/send', headers, payload })
  return { http: statusCode, headers: answered, body: JSON.parse(body) }
}
const TERMII: Readonly<Partial<Record<TermiiRefusalName, () => Promise<Told>>>> = {
  'sms-key-refused': () => sms({ api_key: 'another' }),
  'sms-field-missing': () => sms({ sms: '' }),
  'sms-sender-unknown': () => sms({ from: 'Somebody' }),
  'sms-number-invalid': () => sms({ to: '12025550100' }),
}

test.for(Object.keys(TERMII_REFUSALS) as TermiiRefusalName[])('Termii: %s', async (name) => {
  const { http, message, by } = TERMII_REFUSALS[name]
  const provoke = TERMII[name]
  expect([by, provoke === undefined]).toEqual(by === 'call' ? ['call', false] : ['order', true])
  if (provoke === undefined) await kit.control('/faults', { provider: 'termii', operation: 'send', fault: name })
  const told = await (provoke ?? sms)()
  expect(told).toMatchObject({ http, body: { code: http, message: expect.stringMatching(pattern(message)) } })
})

let numbers = 0
const phone = () => `0803${String(5_000_000 + ++numbers)}`
const codeIn = ({ body }: Told): unknown => at(body, 'code') ?? at(body, 'response_description')
const pay = (of: object) => kit.buy({ phone: phone(), ...of })
const DATA = { serviceID: 'mtn-data', billersCode: '08031234567', variation_code: 'mtn-10mb-100' }
const PINS = { serviceID: 'waec', variation_code: 'waecdirect' }

const VTPASS: Readonly<Partial<Record<VtpassRefusalName, () => Promise<Told>>>> = {
  'pay-field-missing': () => pay({ phone: '' }),
  'pay-request-id-of-another-day': () => pay({ request_id: '202611201200a' }),
  'pay-request-id-used': async () => {
    const request_id = kit.newId()
    await pay({ request_id })
    return await pay({ request_id })
  },
  'pay-product-unknown': () => pay({ serviceID: 'nobody' }),
  'pay-phone-wrong': () => pay({ phone: '12' }),
  'pay-number-wrong': () => pay({ ...DATA, billersCode: 'x' }),
  'pay-variation-missing': () => pay({ ...DATA, variation_code: '' }),
  'pay-variation-unknown': () => pay({ ...DATA, variation_code: 'nobody' }),
  'pay-subscription-type': () => pay({ serviceID: 'gotv', billersCode: '0123456789', variation_code: 'gotv-jolli' }),
  'pay-quantity-wrong': () => pay({ ...PINS, quantity: 1.5 }),
  'pay-quantity-low': () => pay({ ...PINS, quantity: 0 }),
  'pay-quantity-high': () => pay({ ...PINS, quantity: 21 }),
  'pay-amount-missing': () => pay({ amount: undefined }),
  'pay-amount-low': () => pay({ amount: 1 }),
  'pay-amount-high': () => pay({ amount: 1_000_000 }),
  'pay-wallet-low': async () => {
    await kit.control('/faults', { provider: 'vtpass', operation: 'pay', fault: 'refuse' })
    return await pay({})
  },
  'pay-likely-duplicate': async () => {
    const number = phone()
    await pay({ phone: number })
    return await pay({ phone: number })
  },
  'requery-id-missing': () => kit.vtpassPost('/requery', {}),
  'requery-unknown': () => kit.vtpassPost('/requery', { request_id: 'nobody' }),
  'verify-field-missing': () => kit.vtpassPost('/merchant-verify', { serviceID: 'gotv' }),
  'verify-product-unknown': () => kit.vtpassPost('/merchant-verify', { serviceID: 'mtn', billersCode: '08031234567' }),
  'plans-product-unknown': () => kit.vtpassGet('/service-variations?serviceID=nobody'),
}

test.for(Object.keys(VTPASS_REFUSALS) as VtpassRefusalName[])('VTpass: %s', async (name) => {
  const { code, by, operation } = VTPASS_REFUSALS[name]
  const provoke = VTPASS[name]
  expect([by, provoke === undefined]).toEqual(by === 'call' ? ['call', false] : ['order', true])
  if (provoke === undefined) await kit.control('/faults', { provider: 'vtpass', operation, fault: 'code', code })
  expect(codeIn(await (provoke ?? (() => pay({})))())).toBe(code)
})
