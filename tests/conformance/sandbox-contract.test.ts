import type { ErrorObject } from 'ajv'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  ASSIGNMENT,
  CHARGE,
  CHARGE_BODY,
  type Defect,
  ENDPOINTS,
  IDENTIFICATION,
  REFERENCE,
} from './sandbox-endpoints.ts'
import { at, type Kit, openAccount, openKit, sendTransfer } from './sandbox-kit.ts'
import { faultsAgainst, faultsAgainstSchema } from './sandbox-schemas.ts'
import { PAY_WITH_TRANSFER, WEBHOOKS } from './sandbox-shapes.ts'

let kit: Kit
beforeAll(async () => {
  kit = openKit()
  const accountNumber = await openAccount(kit)
  await kit.control('/transfers', { accountNumber, amountKobo: '150000', senderName: 'Bola Ade' })
  const charge = await kit.post('/charge', { ...CHARGE_BODY, reference: CHARGE })
  const payTo = at(charge.body, 'data', 'account_number')
  await kit.control('/transfers', { accountNumber: payTo, amountKobo: '650000', senderName: 'Ada Obi' })
  await everyWebhook(kit)
  await sendTransfer(kit, REFERENCE)
  kit.clock.advance(1_000)
})
afterAll(() => kit.close())

/** Triggers each kind of webhook once. */
async function everyWebhook(kit: Kit): Promise<void> {
  await kit.control('/faults', { operation: 'transfer', fault: 'success-then-reversed' })
  await sendTransfer(kit, 'ord_conformance_reversed')
  await kit.control('/faults', { operation: 'transfer', fault: 'decline' })
  await sendTransfer(kit, 'ord_conformance_declined')
  kit.clock.advance(10_000)
  const wrong = await kit.post('/charge', { ...CHARGE_BODY, reference: 'charge-conformance-wrong' })
  const accountNumber = at(wrong.body, 'data', 'account_number')
  await kit.control('/faults', { fault: 'send-back' })
  await kit.control('/transfers', { accountNumber, amountKobo: '649999', senderName: 'Ada Obi' })
  const failing = {
    ...ASSIGNMENT,
    email: 'd@example.com',
    account_number: '9900000000',
    bvn: '22222222222',
    bank_code: '007',
  }
  await kit.post('/dedicated_account/assign', failing)
  await kit.post('/dedicated_account/assign', ASSIGNMENT)
  await kit.post('/customer/ada@example.com/identification', IDENTIFICATION)
  await kit.post('/refund', { transaction: CHARGE, amount: 100_000 })
}

describe.each(ENDPOINTS)('$method $path', (endpoint) => {
  test(`answers ${endpoint.http} as the ${endpoint.file} contract file says, but for its known defects`, async () => {
    const told = await endpoint.call(kit)
    expect(told.http).toBe(endpoint.http)
    const faults = faultsAgainst(told.body, endpoint)
    const defects = endpoint.defects ?? []
    const unknown = faults.filter((fault) => !defects.some((defect) => hits(defect, fault)))
    expect(unknown.map(sentence)).toEqual([])
    const unused = defects.filter((defect) => !faults.some((fault) => hits(defect, fault)))
    expect(unused.map((defect) => defect.why)).toEqual([])
  })
})

describe('what neither contract file describes', () => {
  test('a charge by bank transfer answers the account to pay into', async () => {
    const told = await kit.post('/charge', {
      email: 'ada@example.com',
      amount: 650_000,
      reference: 'charge-conformance-2',
      bank_transfer: { account_expires_at: new Date(kit.clock.now().getTime() + 30 * 60_000).toISOString() },
    })
    expect(told.http).toBe(200)
    expect(faultsAgainstSchema(told.body, PAY_WITH_TRANSFER).map(sentence)).toEqual([])
  })

  test('a charge that is not paid yet is pending', async () => {
    const told = await kit.get('/charge/charge-conformance-2')
    expect(told.body).toMatchObject({ status: true, data: { reference: 'charge-conformance-2', status: 'pending' } })
  })

  test.each(Object.entries(WEBHOOKS))('the webhook %s has its documented shape', async (event, schema) => {
    const bodies = [...kit.world.state.messages.values()].filter((message) => message.event === event)
    expect(bodies.length).toBeGreaterThan(0)
    for (const message of bodies) {
      expect(faultsAgainstSchema(JSON.parse(message.body), schema).map(sentence)).toEqual([])
    }
  })
})

function hits(defect: Defect, fault: ErrorObject): boolean {
  return defect.keyword === fault.keyword && defect.at.test(fault.instancePath)
}

function sentence(fault: ErrorObject): string {
  return `${fault.instancePath} ${fault.message} ${JSON.stringify(fault.params)}`
}
