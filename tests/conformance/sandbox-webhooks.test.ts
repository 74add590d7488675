import { afterEach, beforeEach, expect, test } from 'vitest'
import { createWebhookSender, type WebhookSender } from '#sandbox/webhook-sender.ts'
import { at, type Kit, openAccount, openKit, sendTransfer } from './sandbox-kit.ts'
import { openReceiver } from './webhook-receiver.ts'

const REFERENCE = 'ord_0123456789abcdef'

let receiver: ReturnType<typeof openReceiver>
let kit: Kit
let postman: WebhookSender
beforeEach(async () => {
  receiver = openReceiver()
  kit = openKit({ webhookUrl: await receiver.open() })
  postman = createWebhookSender(kit.world)
})
afterEach(async () => {
  await kit.close()
  await receiver.close()
})

async function pay(amountKobo = '150000'): Promise<void> {
  const accountNumber = await openAccount(kit)
  await kit.control('/transfers', { accountNumber, amountKobo, senderName: 'Bola Ade' })
}

async function later(ms: number): Promise<void> {
  kit.clock.advance(ms)
  await postman.deliverDue()
}

test('a payment is announced once, signed over its exact bytes', async () => {
  await pay()
  await postman.deliverDue()
  await later(24 * 60 * 60_000)
  expect(receiver.received).toHaveLength(1)
  expect(receiver.received[0]).toMatchObject({
    event: 'charge.success',
    genuine: true,
    data: { amount: 150_000, channel: 'dedicated_nuban' },
  })
})

test('a transfer is announced when it becomes final, not before', async () => {
  await sendTransfer(kit, REFERENCE)
  await later(399)
  expect(receiver.received).toEqual([])
  await later(1)
  expect(receiver.received).toMatchObject([
    { event: 'transfer.success', data: { reference: REFERENCE, status: 'success', amount: 500_000 } },
  ])
})

test('an unanswered webhook comes again after 1 s, 3 s, 10 s, then each minute, until it is answered with 200', async () => {
  receiver.answers.push(500, 404, 302, 201, 503)
  await pay()
  await postman.deliverDue()
  const waits = [1_000, 3_000, 10_000, 60_000, 60_000]
  for (const [index, wait] of waits.entries()) {
    await later(wait - 1)
    expect(receiver.received).toHaveLength(index + 1)
    await later(1)
    expect(receiver.received).toHaveLength(index + 2)
  }
  await later(60_000)
  expect(receiver.received).toHaveLength(6)
  expect(new Set(receiver.received.map((each) => each.raw)).size).toBe(1)
})

test('it gives up after 72 hours', async () => {
  receiver.answers.push(...Array.from({ length: 10 }, () => 500))
  await pay()
  await postman.deliverDue()
  await later(73 * 60 * 60_000)
  await later(60_000)
  expect(receiver.received).toHaveLength(2)
  expect(kit.world.state.messages.size).toBe(0)
})

test('an app that is not there loses nothing', async () => {
  await receiver.close()
  await pay()
  await postman.deliverDue()
  expect(kit.world.state.messages.size).toBe(1)
  receiver = openReceiver()
  await receiver.open()
})

const webhookFault = async (fault: string, count = 1) =>
  await kit.control('/faults', { provider: 'paystack', operation: 'webhook', fault, count })

test('lost: it never comes', async () => {
  await webhookFault('lost')
  await pay()
  await later(24 * 60 * 60_000)
  expect(receiver.received).toEqual([])
})

test('duplicate: the same bytes come twice', async () => {
  await webhookFault('duplicate')
  await pay()
  await postman.deliverDue()
  expect(receiver.received).toHaveLength(2)
  expect(receiver.received[0]?.raw).toBe(receiver.received[1]?.raw)
})

test('late: it comes after 30 s', async () => {
  await webhookFault('late')
  await pay()
  await later(29_999)
  expect(receiver.received).toEqual([])
  await later(1)
  expect(receiver.events()).toEqual(['charge.success'])
})

test('out-of-order: the reversal comes before the success it reverses', async () => {
  await webhookFault('out-of-order')
  await kit.control('/faults', { operation: 'transfer', fault: 'success-then-reversed' })
  await sendTransfer(kit, REFERENCE)
  await later(400)
  await later(2_000)
  await later(1)
  expect(receiver.events()).toEqual(['transfer.reversed', 'transfer.success'])
})

test('out-of-order: it does not wait forever for a later one', async () => {
  await webhookFault('out-of-order')
  await pay()
  await later(4_999)
  expect(receiver.received).toEqual([])
  await later(1)
  expect(receiver.events()).toEqual(['charge.success'])
})

test('forged: a signature that does not fit comes first, and never again', async () => {
  await webhookFault('forged')
  receiver.answers.push(401)
  await pay()
  await postman.deliverDue()
  await later(120_000)
  const forged = receiver.received.filter((each) => !each.genuine)
  expect(forged).toMatchObject([{ event: 'charge.success', data: { amount: 1_500_000 } }])
  expect(receiver.received.filter((each) => each.genuine)).toMatchObject([{ data: { amount: 150_000 } }])
})

test('lying: well signed, another amount than what arrived', async () => {
  await webhookFault('lying')
  await pay()
  await postman.deliverDue()
  expect(receiver.received).toMatchObject([{ genuine: true, data: { amount: 1_500_000 } }])
  expect(at((await kit.truth()).body, 'inbound')).toMatchObject([{ amountKobo: '150000' }])
})

test('lying: a transfer that was paid is called failed, and the other way round', async () => {
  await webhookFault('lying', 2)
  await sendTransfer(kit, REFERENCE)
  await kit.control('/faults', { operation: 'transfer', fault: 'decline' })
  await sendTransfer(kit, `${REFERENCE}2`)
  await later(1_000)
  const told = receiver.received.map((each) => [at(each.data, 'reference'), each.event, at(each.data, 'status')])
  expect(told).toContainEqual([REFERENCE, 'transfer.failed', 'failed'])
  expect(told).toContainEqual([`${REFERENCE}2`, 'transfer.success', 'success'])
  expect(at((await kit.truth()).body, 'transfers')).toMatchObject([{ status: 'paid' }, { status: 'failed' }])
})

test('a fault strikes as often as it was asked to', async () => {
  await webhookFault('lost', 2)
  for (let n = 0; n < 3; n++) await pay()
  await postman.deliverDue()
  expect(receiver.received).toHaveLength(1)
})
