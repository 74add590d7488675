import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createWebhookSender, type WebhookSender } from '#sandbox/webhook-sender.ts'
import { at, type Kit, openAccount, openKit } from './sandbox-kit.ts'
import { PHONE, POST_HEADERS } from './sandbox-vtpass-kit.ts'
import { openReceiver } from './webhook-receiver.ts'

const KEY = 'sk_test_jara_sandbox_world'
const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

let receiver: ReturnType<typeof openReceiver>
let kit: Kit
let postman: WebhookSender
beforeEach(async () => {
  receiver = openReceiver()
  const url = await receiver.open()
  kit = openKit({ webhookUrl: url, vtpassCallbackUrl: url })
  postman = createWebhookSender(kit.world)
})
afterEach(async () => {
  await kit.close()
  await receiver.close()
})

async function payUnder(fault: string, more: object = {}): Promise<string> {
  const accountNumber = await openAccount(kit)
  await kit.control('/faults', { operation: 'webhook', fault, ...more })
  await kit.control('/transfers', { accountNumber, amountKobo: '150000', senderName: 'Bola Ade' })
  return accountNumber
}

async function later(ms: number): Promise<number> {
  kit.clock.advance(ms)
  await postman.deliverDue()
  return receiver.received.length
}

test('storm: the same bytes come 1 to 20 times, not all at one instant, and no more after a minute', async () => {
  const copies: number[] = []
  for (let n = 0; n < 12; n++) {
    const before = receiver.received.length
    await payUnder('storm')
    for (let second = 0; second < 60; second++) await later(1_000)
    const bodies = receiver.received.slice(before).map((each) => each.raw)
    expect(new Set(bodies).size).toBe(1)
    copies.push(bodies.length)
    expect(await later(60_000)).toBe(receiver.received.length)
  }
  expect(Math.min(...copies)).toBeGreaterThanOrEqual(1)
  expect(Math.max(...copies)).toBeLessThanOrEqual(20)
  expect(new Set(copies).size).toBeGreaterThan(3)
})

test('storm: two payments arrive mixed', async () => {
  await payUnder('storm', { count: 2, delayMs: 10_000 })
  await kit.control('/faults', { operation: 'webhook', fault: 'storm', delayMs: 10_000 })
  await kit.control('/transfers', { accountNumber: await openAccount(kit, 'bola@example.com'), amountKobo: '1000' })
  for (let step = 0; step < 100; step++) await later(100)
  const order = receiver.received.map((each) => at(each.data, 'amount'))
  expect(new Set(order)).toEqual(new Set([150_000, 1_000]))
  expect(order).not.toEqual(order.toSorted())
})

test('echo: it comes again after an hour, 13 hours, 8 days and 400 days, bytes and signature the same', async () => {
  await payUnder('echo')
  await postman.deliverDue()
  const heard = [receiver.received.length]
  for (const untilMs of [HOUR_MS, 13 * HOUR_MS, 8 * DAY_MS, 400 * DAY_MS]) {
    const left = untilMs - (kit.clock.now().getTime() - Date.parse('2026-11-21T11:00:00.000Z'))
    await later(left - 1)
    heard.push(await later(1))
  }
  expect(heard).toEqual([1, 2, 3, 4, 5])
  expect(new Set(receiver.received.map((each) => `${each.signature} ${each.raw}`)).size).toBe(1)
  expect(receiver.received.every((each) => each.genuine)).toBe(true)
  expect(await later(1_000 * DAY_MS)).toBe(5)
})

test('lying-currency: well signed, in dollars', async () => {
  await payUnder('lying-currency')
  await postman.deliverDue()
  expect(receiver.received).toMatchObject([{ genuine: true, data: { currency: 'USD', amount: 150_000 } }])
})

test('lying-customer: well signed, for the newest other customer and the account number of that one', async () => {
  const bolas = await openAccount(kit, 'bola@example.com')
  const adas = await payUnder('lying-customer')
  await postman.deliverDue()
  const [told] = receiver.received
  expect(told?.genuine).toBe(true)
  expect(at(told?.data, 'authorization', 'receiver_bank_account_number')).toBe(bolas)
  expect(at(told?.data, 'customer', 'customer_code')).toBe(kit.world.state.accounts.get(bolas)?.customerCode)
  expect(at((await kit.truth()).body, 'inbound')).toMatchObject([{ accountNumber: adas }])
})

test('lying-customer of VTpass: the callback is about another number', async () => {
  await kit.control('/faults', { provider: 'vtpass', operation: 'webhook', fault: 'lying-customer' })
  const purchase = { request_id: '202611211200abc', serviceID: 'mtn', amount: 100, phone: '08020000003' }
  await kit.app.inject({ method: 'POST', url: '/vtpass/api/pay', headers: POST_HEADERS, payload: purchase })
  kit.clock.advance(1_000)
  await postman.deliverDue()
  const told = at(receiver.received[0]?.data, 'content', 'transactions', 'unique_element')
  expect(told).toMatch(/^080\d{8}$/)
  expect([PHONE, '08020000003']).not.toContain(told)
})

const sha512 = (text: string) => createHmac('sha512', KEY).update(text).digest('hex')

test.each<[string, (raw: string) => string | null]>([
  ['no-signature', () => null],
  ['cut-signature', (raw) => sha512(raw).slice(0, -2)],
  ['upper-case-signature', (raw) => sha512(raw).toUpperCase()],
  ['other-algorithm', (raw) => createHmac('sha256', KEY).update(raw).digest('hex')],
  ['other-bytes', (raw) => sha512(JSON.stringify(JSON.parse(raw), null, 1))],
])('%s: the truth comes once, and its signature is wrong in just this way', async (fault, expected) => {
  receiver.answers.push(401)
  await payUnder(fault)
  await postman.deliverDue()
  await later(DAY_MS)
  expect(receiver.received).toHaveLength(1)
  const [told] = receiver.received
  expect(told).toMatchObject({ genuine: false, data: { amount: 150_000 }, signature: expected(told?.raw ?? '') })
})

test.each(['no-signature', 'other-bytes', 'lying-currency'])('VTpass knows no %s: it signs nothing', async (fault) => {
  const asked = await kit.control('/faults', { provider: 'vtpass', operation: 'webhook', fault })
  expect(asked.http).toBe(400)
})
