import { afterEach, beforeEach, expect, test } from 'vitest'
import { createWebhookSender } from '#sandbox/webhook-sender.ts'
import { type Stub, startStub } from './http-stub.ts'
import { type Sandbox, startSandbox } from './paystack-sandbox.ts'

/** The webhooks that the sandbox world really sends, read by the adapter. */

let sandbox: Sandbox
let receiver: Stub
beforeEach(async () => {
  receiver = await startStub()
  receiver.reaction = (response) => response.writeHead(200).end()
  sandbox = await startSandbox({ webhookUrl: `${receiver.baseUrl}/webhooks/paystack` })
})
afterEach(async () => {
  await sandbox.close()
  await receiver.close()
})

const delivered = () => receiver.seen.map((each) => ({ bytes: Buffer.from(each.body), headers: { ...each.headers } }))

async function paidTransfer(): Promise<string> {
  const transfer = await sandbox.newTransfer()
  await sandbox.payments.sendTransfer(transfer)
  sandbox.clock.advance(5_000)
  await createWebhookSender(sandbox.world).deliverDue()
  return transfer.reference
}

test('a transfer that ended is announced genuinely, and points at its reference', async () => {
  const reference = await paidTransfer()
  const [message] = delivered()
  if (message === undefined) throw new Error('nothing was delivered')
  expect(sandbox.payments.webhookIsGenuine(message.bytes, message.headers)).toBe(true)
  expect(sandbox.payments.webhookIsGenuine(Buffer.concat([message.bytes, Buffer.from(' ')]), message.headers)).toBe(
    false,
  )
  expect(sandbox.payments.readWebhook(message.bytes)).toMatchObject({ about: 'transfer', reference })
})

test('money in is announced genuinely, and points at the reference of the payment', async () => {
  const { accountNumber } = await sandbox.newAccount()
  const reference = await sandbox.payIn(accountNumber, '5000')
  await createWebhookSender(sandbox.world).deliverDue()
  const [message] = delivered()
  expect(message !== undefined && sandbox.payments.webhookIsGenuine(message.bytes, message.headers)).toBe(true)
  expect(message && sandbox.payments.readWebhook(message.bytes)).toMatchObject({ about: 'payment', reference })
})

test('a duplicate has the same key', async () => {
  await sandbox.fault('webhook', 'duplicate')
  await paidTransfer()
  const keys = delivered().map((each) => sandbox.payments.readWebhook(each.bytes)?.eventKey)
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
})

test('of a forged one and its original only the original is genuine', async () => {
  await sandbox.fault('webhook', 'forged')
  await paidTransfer()
  const genuine = delivered().filter((each) => sandbox.payments.webhookIsGenuine(each.bytes, each.headers))
  expect(delivered()).toHaveLength(2)
  expect(genuine).toHaveLength(1)
})

test('one that lies is genuine, and verification still tells the truth', async () => {
  await sandbox.fault('webhook', 'lying')
  const reference = await paidTransfer()
  const [message] = delivered()
  expect(message?.bytes.toString()).toContain('transfer.failed')
  expect(message !== undefined && sandbox.payments.webhookIsGenuine(message.bytes, message.headers)).toBe(true)
  expect(await sandbox.standingOf(reference)).toBe('paid')
})
