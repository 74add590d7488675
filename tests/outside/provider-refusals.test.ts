import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { OPERATIONS, type PaystackOperation } from '#sandbox/operations.ts'
import { type PaystackRefusalName, paystackRefusal } from '#sandbox/paystack/refusals.ts'
import { TERMII_REFUSALS, type TermiiRefusalName } from '#sandbox/termii/refusals.ts'
import { VTPASS_REFUSALS, type VtpassRefusalName } from '#sandbox/vtpass/refusals.ts'
import type { AlarmKind } from '#server/outbox/alarms/alarm-kinds.ts'
import { createLog } from '#server/platform/log.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { fundingOf } from '#tests/support/money-in.ts'
import { type Person, PHONE, RECIPIENT } from '#tests/support/person.ts'
import { airtime, phoneOf } from '#tests/support/purchases.ts'

/*
 * Every refusal of every provider, ordered at the sandbox and met by the app in the one step that makes this call.
 * Nothing breaks, the money is right, the person reads what happened, and operators learn what only they can fix. The
 * log has the reason and nothing personal.
 */

/** What the person reads, and the alarm if there is one. */
type Reaction = { readonly reads: RegExp; readonly alarm: AlarmKind | null }
/** The app never makes this call. */
const NEVER_ASKED = null

const ACCOUNT = { reads: /refused us/, alarm: 'account-refused' } as const
const OTHER_PHONE = { reads: /refused phone/, alarm: null } as const
const CHARGE = {
  reads: /failed .*could not get an account number. No money has moved/,
  alarm: 'account-refused',
} as const
const NAME = { reads: /503 .*No money has left/, alarm: null } as const
const RECIPIENT_REFUSED = { reads: /failed .*Transfers to this account are not accepted/, alarm: null } as const
/** Outside the closed list a refusal proves nothing: the money stays held until proof that nothing was sent. */
const HELD = { reads: /pending/, alarm: null } as const

/** The reaction at each call but the first, if a row refuses several. */
const AT_ANOTHER_CALL: Readonly<Partial<Record<PaystackOperation, Reaction>>> = {
  charge: CHARGE,
  recipient: RECIPIENT_REFUSED,
  'dedicated-account': ACCOUNT,
  'dedicated-accounts': ACCOUNT,
}

const PAYSTACK: Readonly<Record<PaystackRefusalName, Reaction | typeof NEVER_ASKED>> = {
  'customer-email-missing': ACCOUNT,
  'customer-email-invalid': ACCOUNT,
  'customer-unknown': ACCOUNT,
  'identification-type-missing': NEVER_ASKED,
  'identification-bvn-invalid': NEVER_ASKED,
  'identification-account-missing': NEVER_ASKED,
  'identification-bank-missing': NEVER_ASKED,
  'account-field-missing': ACCOUNT,
  'account-bank-unknown': ACCOUNT,
  'account-phone-missing': ACCOUNT,
  'account-phone-invalid': OTHER_PHONE,
  'account-name-missing': ACCOUNT,
  'account-not-validated': ACCOUNT,
  'account-limit-reached': ACCOUNT,
  'account-not-enabled': ACCOUNT,
  'account-unknown': { reads: /ready/, alarm: null },
  'numbers-used-up': CHARGE,
  'charge-amount-invalid': CHARGE,
  'charge-channel-unknown': CHARGE,
  'charge-reference-invalid': CHARGE,
  'charge-reference-used': { reads: /pending/, alarm: null },
  'charge-unknown': NEVER_ASKED,
  'payment-unknown': { reads: /nothing arrived yet/, alarm: null },
  'resolve-account-missing': NAME,
  'resolve-bank-missing': NAME,
  'resolve-account-length': NAME,
  'resolve-bank-unknown': { reads: /400 .*do not know this bank/, alarm: null },
  'resolve-nobody': { reads: /422 .*does not know this account number/, alarm: null },
  'resolve-test-limit': NAME,
  'recipient-type-missing': RECIPIENT_REFUSED,
  'recipient-name-missing': RECIPIENT_REFUSED,
  'recipient-nobody': RECIPIENT_REFUSED,
  'transfer-source-missing': HELD,
  'transfer-amount-invalid': HELD,
  'transfer-amount-small': HELD,
  'transfer-currency': HELD,
  'transfer-reference-missing': HELD,
  'transfer-reference-invalid': HELD,
  'transfer-reference-used': HELD,
  'transfer-recipient-invalid': RECIPIENT_REFUSED,
  'transfer-recipient-watched': { reads: /failed .*Transfers to this account are not possible/, alarm: null },
  'transfer-balance-low': { reads: /failed .*This is our fault, not yours/, alarm: 'provider-float-low' },
  'transfer-starter-business': { reads: /failed .*This is our fault, not yours/, alarm: 'provider-switched-off' },
  'transfer-payouts-off': { reads: /failed .*This is our fault, not yours/, alarm: 'provider-switched-off' },
  'transfer-unknown': HELD,
  'otp-transfer-invalid': NEVER_ASKED,
  'otp-invalid': NEVER_ASKED,
  'refund-transaction-missing': NEVER_ASKED,
  'refund-transaction-unknown': NEVER_ASKED,
  'refund-unpaid': NEVER_ASKED,
  'refund-amount-invalid': NEVER_ASKED,
  'refund-used-up': NEVER_ASKED,
  'refund-balance-low': NEVER_ASKED,
}

const NOT_DELIVERED = { reads: /failed .*could not be delivered/, alarm: null } as const
const NOT_SOLD = { reads: /failed .*This is no longer sold/, alarm: null } as const
const WRONG_AMOUNT = { reads: /failed .*This amount is not sold/, alarm: null } as const
const WRONG_NUMBER = { reads: /failed .*This number was not accepted/, alarm: null } as const
const NOT_REACHABLE = { reads: /failed .*cannot be reached right now/, alarm: null } as const
const OUR_FAULT = { reads: /failed .*This is our fault, not yours/, alarm: 'provider-switched-off' } as const

const VTPASS: Readonly<Record<VtpassRefusalName, Reaction>> = {
  'pay-field-missing': NOT_DELIVERED,
  'pay-request-id-of-another-day': { reads: /failed .*This is our fault, not yours/, alarm: null },
  'pay-request-id-used': HELD,
  'pay-product-unknown': NOT_SOLD,
  'pay-phone-wrong': NOT_DELIVERED,
  'pay-number-wrong': NOT_DELIVERED,
  'pay-variation-missing': NOT_DELIVERED,
  'pay-variation-unknown': NOT_SOLD,
  'pay-subscription-type': NOT_DELIVERED,
  'pay-quantity-wrong': NOT_DELIVERED,
  'pay-quantity-low': WRONG_AMOUNT,
  'pay-quantity-high': WRONG_AMOUNT,
  'pay-amount-missing': NOT_DELIVERED,
  'pay-amount-low': WRONG_AMOUNT,
  'pay-amount-high': WRONG_AMOUNT,
  'pay-wallet-low': { reads: /failed .*This is our fault, not yours/, alarm: 'provider-float-low' },
  'pay-likely-duplicate': HELD,
  'pay-failed': NOT_DELIVERED,
  'pay-not-processed': NOT_DELIVERED,
  'account-locked': OUR_FAULT,
  'account-suspended': OUR_FAULT,
  'account-without-api': OUR_FAULT,
  'account-inactive': OUR_FAULT,
  'pay-bank-invalid': WRONG_NUMBER,
  'pay-account-unverified': WRONG_NUMBER,
  'account-address-unknown': OUR_FAULT,
  'account-product-off': OUR_FAULT,
  'biller-unreachable': NOT_REACHABLE,
  'service-suspended': NOT_REACHABLE,
  'service-inactive': NOT_REACHABLE,
  'system-error': HELD,
  'keys-refused': OUR_FAULT,
  'requery-id-missing': HELD,
  'requery-unknown': HELD,
  'verify-field-missing': { reads: /422 .*does not know this number/, alarm: null },
  'verify-product-unknown': { reads: /400 .*do not know this company/, alarm: null },
  'plans-product-unknown': NAME,
}

const NOT_SENT = { reads: /503 .*Nothing was changed/, alarm: 'sms-refused' } as const
/** Outside the closed list: it may have been sent, and the person is told so. */
const MAYBE_SENT = { reads: /202 .*unknown/, alarm: null } as const

const TERMII: Readonly<Record<TermiiRefusalName, Reaction>> = {
  'sms-key-refused': NOT_SENT,
  'sms-field-missing': MAYBE_SENT,
  'sms-sender-unknown': NOT_SENT,
  'sms-sender-invalid': NOT_SENT,
  'sms-number-invalid': { reads: /503 .*Nothing was changed/, alarm: null },
  'sms-balance-low': NOT_SENT,
  'sms-account-inactive': NOT_SENT,
  'sms-route-missing': NOT_SENT,
  'sms-device-limit': MAYBE_SENT,
  'sms-key-forbidden': NOT_SENT,
}

const NAME_OF_PERSON = 'Chidinma Ezeobi'
/** A new wallet's balance. */
const GRANT_KOBO = 20_000_000n

let jara: TestJara
let person: Person
let count = 0
let raisedBefore = 0
const logLines: string[] = []
const answered: number[] = []
beforeAll(async () => {
  const log = createLog('info', { write: (line: string) => void logLines.push(line) })
  jara = await startJara('pglite', { log })
})
afterAll(() => jara.close())
beforeEach(async () => {
  await jara.sandbox.reset()
  raisedBefore = (await alarms()).length
  person = watched(await jara.person(NAME_OF_PERSON, { asksForAccount: false }))
  logLines.length = 0
  answered.length = 0
  count++
})

/** Records each status that the app returns. */
function watched(of: Person): Person {
  return {
    ...of,
    async call(...asked) {
      const answer = await of.call(...asked)
      answered.push(answer.status)
      return answer as never
    },
  }
}

const alarms = () => jara.database.query<{ kind: string; detail: string }>('select kind, detail from alarms')
const fault = (provider: string, operation: string, more: object, times = 1) =>
  jara.sandbox.fault({ provider, operation, count: times, ...more } as never)

/** The app's one step that makes a call of this operation, and what the person reads afterwards. */
const STEPS: Readonly<Record<string, (person: Person) => Promise<string>>> = {
  customer: async (who) => {
    await jara.database.query('update funding_accounts set customer_code = null where user_id = $1', [who.id])
    return await askForAccount(who)
  },
  'dedicated-account': askForAccount,
  'dedicated-accounts': askForAccount,
  'payment-verify': async (who) => {
    await askForAccount(who)
    const accountNumber = (await fundingOf(who)).account?.accountNumber ?? ''
    await jara.sandbox.payIn({ accountNumber, amountKobo: '100000' })
    await jara.settle()
    return (await fundingOf(who)).deposits.length === 0 ? 'nothing arrived yet' : 'arrived'
  },
  variations: async (who) => {
    const answer = await who.call('GET', '/api/data-bundles?network=glo')
    return `${answer.status} ${answer.body.error.message}`
  },
  charge: async (who) => {
    const order = await who.buyBpc('transfer')
    await jara.settle()
    return await orderSays(who, order.id)
  },
  resolve: async (who) => {
    const body = { kind: 'withdrawal', ...RECIPIENT, accountNumber: phoneOf(count).slice(1), amountKobo: '100000' }
    const answer = await who.call('POST', '/api/quotes', body)
    return `${answer.status} ${answer.body.error.message}`
  },
  recipient: sendMoney,
  transfer: sendMoney,
  'transfer-verify': sendMoney,
  pay: buyAirtime,
  requery: buyAirtime,
  'merchant-verify': async (who) => {
    const meter = { kind: 'electricity', biller: 'ikeja-electric', meterNumber: '01234567890', meterType: 'prepaid' }
    const answer = await who.call('POST', '/api/quotes', { ...meter, phone: PHONE, amountKobo: '500000' })
    return `${answer.status} ${answer.body.error.message}`
  },
  send: async (who) => {
    const answer = await who.call<{ outcome?: string; error?: { message: string } }>('POST', '/api/sms/phone', {
      phone: phoneOf(count),
    })
    return `${answer.status} ${answer.body.error?.message ?? answer.body.outcome}`
  },
}

async function askForAccount(who: Person): Promise<string> {
  expect((await who.call('POST', '/api/funding-account', { phone: PHONE })).status).toBe(200)
  await jara.settle()
  const { status, refusedFor } = await fundingOf(who)
  return `${status} ${refusedFor}`
}

async function sendMoney(who: Person): Promise<string> {
  const order = await who.withdraw(100_000n)
  await jara.settle()
  return await orderSays(who, order.id)
}

async function buyAirtime(who: Person): Promise<string> {
  const order = await who.buy(airtime({ phone: phoneOf(count) }))
  await jara.settle()
  return await orderSays(who, order.id)
}

async function orderSays(who: Person, id: string): Promise<string> {
  const { status, failure } = await who.order(id)
  return `${status} ${failure ?? ''}`
}

/** Checks what holds after every refusal. */
async function expectAllIsRight(reaction: Reaction, said: string): Promise<void> {
  expect(said).toMatch(reaction.reads)
  // 503 is in the error catalogue: it says what happened to the money, and when to try again.
  expect(answered.filter((status) => status >= 500 && status !== 503)).toEqual([])
  const wallet = await person.wallet()
  const total = BigInt(wallet.availableKobo) + BigInt(wallet.heldKobo)
  expect(total).toBe(GRANT_KOBO)
  if (!said.startsWith('pending')) expect(wallet.heldKobo).toBe('0')
  // The clock stands still, and each reason raises an alarm once per hour or day.
  const raised = await alarms()
  if (reaction.alarm === null) expect(raised).toHaveLength(raisedBefore)
  else expect(raised.map(({ kind }) => kind)).toContain(reaction.alarm)
  const written = logLines.join('') + JSON.stringify(raised)
  for (const personal of [
    NAME_OF_PERSON,
    'Ezeobi',
    person.email,
    PHONE,
    PHONE.slice(1),
    phoneOf(count),
    RECIPIENT.accountNumber,
  ]) {
    expect(written).not.toContain(personal)
  }
}

const operationsNeverCalled = new Set(
  [...OPERATIONS.paystack, ...OPERATIONS.vtpass].filter((operation) => STEPS[operation] === undefined),
)

describe('Paystack', () => {
  const rows = Object.entries(PAYSTACK).flatMap(([name, reaction]) =>
    reaction === NEVER_ASKED ? [] : callsOf(name as PaystackRefusalName, reaction),
  )
  test.for(rows)('%s is met truly at %s', async ([name, operation, reaction]) => {
    const { http, code } = paystackRefusal(name)
    await fault('paystack', operation, { fault: name })
    await expectAllIsRight(reaction, (await STEPS[operation]?.(person)) ?? '')
    if (http !== 429) expect(logLines.join('')).toContain(`http ${http} ${code.toLowerCase()}`)
  })

  test('leaves out only what refuses calls that the app never makes', () => {
    for (const [name, reaction] of Object.entries(PAYSTACK)) {
      const { operations } = paystackRefusal(name as PaystackRefusalName)
      const isCalled = operations.some((operation) => !operationsNeverCalled.has(operation))
      expect([name, isCalled]).toEqual([name, reaction !== NEVER_ASKED])
    }
  })
})

/** Each call of the app that a row refuses, with the reaction. */
function callsOf(name: PaystackRefusalName, reaction: Reaction) {
  return paystackRefusal(name)
    .operations.filter((operation) => !operationsNeverCalled.has(operation))
    .map((operation, place) => [name, operation, (place > 0 && AT_ANOTHER_CALL[operation]) || reaction] as const)
}

describe('VTpass', () => {
  const rows = Object.entries(VTPASS) as [VtpassRefusalName, Reaction][]
  test.for(rows)('%s is met truly', async ([name, reaction]) => {
    const { operation, code } = VTPASS_REFUSALS[name]
    await fault('vtpass', operation, { fault: 'code', code })
    await expectAllIsRight(reaction, (await STEPS[operation]?.(person)) ?? '')
  })
})

describe('Termii', () => {
  const rows = Object.entries(TERMII) as [TermiiRefusalName, Reaction][]
  test.for(rows)('%s is met truly', async ([name, reaction]) => {
    await fault('termii', 'send', { fault: name })
    await expectAllIsRight(reaction, (await STEPS.send?.(person)) ?? '')
    expect(logLines.join('')).toContain(`"status":${TERMII_REFUSALS[name].http}`)
  })
})
