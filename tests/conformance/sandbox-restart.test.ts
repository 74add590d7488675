import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { WorldEvent } from '#sandbox/events.ts'
import { createWorld } from '#sandbox/world.ts'
import { testClock } from '#tests/support/clock.ts'
import { at, openKit } from './sandbox-kit.ts'

const AT = '2026-11-21T11:00:00.000Z'
const AT_MS = Date.parse(AT)
/** Beyond what a JSON number holds exactly. */
const AMOUNT = 9_007_199_254_740_993n
/** Callers' metadata may use any name and any text. */
const METADATA = { amountKobo: 'whatever', feeKobo: '12', amount: '5', nested: { amountKobo: '7', list: ['8'] } }

const customer = {
  id: 4_000_000_001,
  code: 'CUS_a',
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: 'Obi \ud800',
  phone: null,
  metadata: METADATA,
  identified: false,
  createdAt: AT,
}
const payment = {
  id: 4_000_000_004,
  reference: 'pay-1',
  channel: 'bank_transfer' as const,
  customerCode: 'CUS_a',
  accountNumber: '0000012345',
  amountKobo: AMOUNT,
  requestedKobo: AMOUNT + 1n,
  feeKobo: 7n,
  status: 'success' as const,
  metadata: METADATA,
  senderName: 'amountKobo',
  narration: '12',
  createdAt: AT,
  paidAt: AT,
}
const inbound = {
  id: 4_000_000_005,
  reference: 'pay-1',
  accountNumber: '0000012345',
  amountKobo: AMOUNT,
  senderName: '500',
  status: 'received' as const,
  at: AT,
}

/** One event of each kind; the compiler finds missing ones. */
const EVENTS: { readonly [Type in WorldEvent['type']]: Extract<WorldEvent, { type: Type }> } = {
  'customer.saved': { at: AT, type: 'customer.saved', customer },
  'account.issued': {
    at: AT,
    type: 'account.issued',
    account: {
      id: 4_000_000_002,
      accountNumber: '0000012345',
      accountName: 'SANDBOX / ADA OBI',
      customerCode: 'CUS_a',
      purpose: 'customer',
      paymentReference: null,
      expiresAt: null,
      createdAt: AT,
    },
  },
  'recipient.saved': {
    at: AT,
    type: 'recipient.saved',
    recipient: {
      id: 4_000_000_003,
      code: 'RCP_a',
      name: 'Ngozi Okoro',
      description: null,
      metadata: METADATA,
      accountNumber: '0123456789',
      accountName: 'NGOZI OKORO',
      bankCode: '058',
      bankName: 'Guaranty Trust Bank',
      createdAt: AT,
    },
  },
  'transfer.accepted': {
    at: AT,
    type: 'transfer.accepted',
    transfer: {
      id: 4_000_000_006,
      code: 'TRF_a',
      reference: 'ord_1',
      recipientCode: 'RCP_a',
      amountKobo: AMOUNT,
      feeKobo: 1_000n,
      reason: '1000',
      status: 'pending',
      visibleFromMs: AT_MS,
      plan: [{ atMs: AT_MS + 400, status: 'success' }],
      createdAt: AT,
      updatedAt: AT,
      transferredAt: null,
    },
  },
  'transfer.moved': { at: AT, type: 'transfer.moved', reference: 'ord_1', status: 'success', planned: true },
  'dashboard.saved': {
    at: AT,
    type: 'dashboard.saved',
    transfer: {
      id: 4_000_000_007,
      code: 'TRF_b',
      reference: null,
      amount: AMOUNT,
      currency: 'NGN',
      status: 'success',
      createdAt: AT,
      updatedAt: AT,
    },
  },
  'payment.expected': { at: AT, type: 'payment.expected', payment: { ...payment, status: 'ongoing', paidAt: null } },
  'payment.received': { at: AT, type: 'payment.received', payment, inbound },
  'payment.moved': { at: AT, type: 'payment.moved', reference: 'pay-1', status: 'reversed' },
  'inbound.refused': { at: AT, type: 'inbound.refused', inbound: { ...inbound, status: 'rejected' } },
  'refund.saved': {
    at: AT,
    type: 'refund.saved',
    refund: {
      id: 4_000_000_008,
      reference: 'TRF_c',
      paymentReference: 'pay-1',
      amountKobo: AMOUNT,
      status: 'pending',
      customerNote: '1',
      merchantNote: '2',
      createdAt: AT,
    },
  },
  'delivery.accepted': {
    at: AT,
    type: 'delivery.accepted',
    delivery: {
      id: 4_000_000_009,
      requestId: '202611211200a',
      transactionId: '40000000091234567890123456',
      serviceId: 'waec',
      variationCode: 'waecdirect',
      recipient: '08031234567',
      phone: '08031234567',
      amountKobo: AMOUNT,
      commissionKobo: 3n,
      token: null,
      quantity: 1,
      pins: [{ serial: 'WRN000000001', pin: '000000000001' }],
      status: 'pending',
      walletCreditId: null,
      visibleFromMs: AT_MS,
      plan: [],
      createdAt: AT,
      updatedAt: AT,
    },
  },
  'delivery.moved': {
    at: AT,
    type: 'delivery.moved',
    requestId: '202611211200a',
    status: 'reversed',
    planned: false,
    walletCreditId: '123',
  },
  'plan.changed': {
    at: AT,
    type: 'plan.changed',
    change: { serviceId: 'mtn-data', code: 'mtn-10mb-100', plan: { name: '100', amountKobo: AMOUNT } },
  },
  'fault.set': {
    at: AT,
    type: 'fault.set',
    fault: { id: 'flt_4000000010', provider: 'paystack', operation: 'charge', fault: 'slow', count: 2, delayMs: 5 },
  },
  'fault.used': { at: AT, type: 'fault.used', id: 'flt_4000000010' },
  'bank.switched': { at: AT, type: 'bank.switched', code: '044', open: false },
  'message.queued': {
    at: AT,
    type: 'message.queued',
    message: {
      id: 'msg_4000000011',
      provider: 'paystack',
      event: 'charge.success',
      body: '{"amountKobo":"12"}',
      genuine: false,
      signature: 'cut-signature',
      dueAtMs: AT_MS,
      afterNext: false,
    },
  },
  'message.tried': { at: AT, type: 'message.tried', id: 'msg_4000000011', status: null, nextAt: AT },
  'email.received': {
    at: AT,
    type: 'email.received',
    email: {
      id: 'eml_4000000012',
      messageId: null,
      from: 'jara@localhost',
      to: 'ada@example.com',
      subject: '1000',
      text: 'amountKobo',
      at: AT,
    },
  },
  'push.subscribed': {
    at: AT,
    type: 'push.subscribed',
    subscription: {
      id: 'sub_4000000013',
      applicationServerKey: 'key',
      publicKey: 'public',
      privateKey: 'private',
      auth: 'auth',
      at: AT,
    },
  },
  'push.ended': { at: AT, type: 'push.ended', id: 'sub_4000000013' },
  'push.received': {
    at: AT,
    type: 'push.received',
    message: {
      id: 'psh_4000000014',
      subscription: 'sub_4000000013',
      topic: null,
      ttlS: 60,
      urgency: 'high',
      text: null,
      at: AT,
    },
  },
  'sms.accepted': {
    at: AT,
    type: 'sms.accepted',
    sms: {
      id: 'sms_4000000015',
      messageId: '4000000015123456789012',
      from: 'Jara',
      to: '2348031234567',
      text: '1000',
      parts: 1,
      status: 'Delivered',
      at: AT,
    },
  },
  'world.reset': { at: AT, type: 'world.reset', everything: false },
}

let folder: string
let stateFile: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-sandbox-'))
  stateFile = path.join(folder, 'world.jsonl')
})
afterEach(() => fs.rmSync(folder, { recursive: true }))

const open = () =>
  createWorld({ clock: testClock(), randomBytes: (count) => new Uint8Array(count), stateFile, webhookUrl: null })

test.for(Object.values(EVENTS))('$type survives a restart', (event) => {
  const first = open()
  first.record([event])
  first.close()
  const second = open()
  second.close()
  expect(second.state).toEqual(first.state)
})

test('all kinds one after the other survive a restart, and another one', () => {
  const first = open()
  for (const event of Object.values(EVENTS)) first.record([event])
  first.close()
  open().close()
  const third = open()
  third.close()
  expect(third.state).toEqual(first.state)
})

test('a transfer made in the dashboard is listed and paid for as before after a restart', async () => {
  const first = openKit({ stateFile })
  await first.control('/dashboard-transfers', { amount: '250050' })
  const [listed, balance] = [await first.get('/transfer'), await first.get('/balance')]
  await first.close()

  const second = openKit({ stateFile })
  expect((await second.get('/transfer')).body).toEqual(listed.body)
  expect((await second.get('/balance')).body).toEqual(balance.body)
  expect(at(listed.body, 'data', 0, 'amount')).toBe(250_050)
  await second.close()
})

test('metadata of a caller that looks like amounts comes back as it was after a restart', async () => {
  const first = openKit({ stateFile })
  await first.post('/customer', { email: 'ada@example.com', metadata: METADATA })
  await first.close()

  const second = openKit({ stateFile })
  const { body } = await second.get('/customer/ada@example.com')
  expect(at(body, 'data', 'metadata')).toEqual(METADATA)
  await second.close()
})

test('what a full disk took only half of did not happen, and the world starts again without it', () => {
  const first = open()
  first.record([EVENTS['customer.saved']])
  const { writeSync } = fs
  const full = vi.spyOn(fs, 'writeSync').mockImplementation((handle: number, bytes: unknown) => {
    if (!(bytes instanceof Uint8Array)) throw new Error('the log is written in bytes')
    writeSync(handle, bytes, 0, 20)
    throw new Error('ENOSPC: no space left on device, write')
  })
  expect(() => first.record([EVENTS['sms.accepted']])).toThrow('ENOSPC')
  full.mockRestore()
  first.record([EVENTS['dashboard.saved']])
  first.close()

  const second = open()
  second.close()
  expect(second.state).toEqual(first.state)
  expect(second.state.sms).toEqual([])
})

test('a line of a kind that does not exist is named when the world is opened', () => {
  fs.writeFileSync(stateFile, `${JSON.stringify({ at: AT, type: 'toString' })}\n`)
  expect(open).toThrow(/line 1 of .*world\.jsonl cannot be read/)
})
