import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createWebhookSender, type WebhookSender } from '#sandbox/webhook-sender.ts'
import { at } from './sandbox-kit.ts'
import { openVtpassKit, type VtpassKit } from './sandbox-vtpass-kit.ts'

const SUCCESS = '{"response":"success"}'

type Answer = { readonly status: number; readonly text: string }

/** The app's side: keeps what arrives, and replies as told, then with success. */
function openReceiver() {
  const received: { raw: string; headers: object }[] = []
  const answers: Answer[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push({ raw: Buffer.concat(chunks).toString(), headers: request.headers })
      const answer = answers.shift() ?? { status: 200, text: SUCCESS }
      response.writeHead(answer.status).end(answer.text)
    })
  })
  return {
    received,
    answers,
    open: () =>
      new Promise<string>((resolve) => server.listen(0, '127.0.0.1', () => resolve(addressOf(server.address())))),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
    /** `request id code status` of each callback. */
    told: () =>
      received.map(({ raw }) => {
        const data = at(JSON.parse(raw), 'data')
        return `${at(data, 'requestId')} ${at(data, 'code')} ${at(data, 'content', 'transactions', 'status')}`
      }),
  }
}

function addressOf(address: AddressInfo | string | null): string {
  if (typeof address !== 'object' || address === null) throw new Error('the receiver has no port')
  return `http://127.0.0.1:${address.port}/webhooks/vtpass/somewhere`
}

let receiver: ReturnType<typeof openReceiver>
let kit: VtpassKit
let postman: WebhookSender
beforeEach(async () => {
  receiver = openReceiver()
  kit = openVtpassKit({ vtpassCallbackUrl: await receiver.open() })
  postman = createWebhookSender(kit.world)
})
afterEach(async () => {
  await kit.close()
  await receiver.close()
})

async function later(ms: number): Promise<void> {
  kit.clock.advance(ms)
  await postman.deliverDue()
}

async function buy(phone: string): Promise<string> {
  const request_id = kit.newId()
  await kit.buy({ request_id, phone })
  return request_id
}

test('what was delivered or refused at once is not called back about', async () => {
  await buy('08031234567')
  await buy('08020000005')
  await later(24 * 60 * 60_000)
  expect(receiver.received).toEqual([])
})

test.each([
  ['08020000002', '000 delivered'],
  ['08020000003', '016 failed'],
  ['08020000004', '040 reversed'],
])('%s is called back about once, when it is %s', async (phone, ending) => {
  const requestId = await buy(phone)
  await later(0)
  expect(receiver.received).toEqual([])
  await later(3_000)
  await later(24 * 60 * 60_000)
  expect(receiver.told()).toEqual([`${requestId} ${ending}`])
  const [callback] = receiver.received
  expect(JSON.parse(callback?.raw ?? '')).toMatchObject({
    type: 'transaction-update',
    data: { transaction_date: null },
  })
  expect(callback?.headers).not.toHaveProperty('x-paystack-signature')
})

test('a decision by hand is called back about when it was pending, and when it is a reversal', async () => {
  const stuck = await buy('08020000001')
  const decide = async (status: string) => await kit.control(`/deliveries/${stuck}/outcome`, { status })
  await decide('delivered')
  await decide('reversed')
  await decide('delivered')
  await postman.deliverDue()
  expect(receiver.told().sort()).toEqual([`${stuck} 000 delivered`, `${stuck} 040 reversed`])
  expect((await kit.control('/deliveries/nothing/outcome', { status: 'failed' })).http).toBe(404)
  expect((await decide('pending')).http).toBe(400)
})

test('a decision by hand puts an end to what was planned', async () => {
  const requestId = await buy('08020000002')
  await kit.control(`/deliveries/${requestId}/outcome`, { status: 'failed' })
  await later(3_000)
  expect(receiver.told()).toEqual([`${requestId} 016 failed`])
  expect((await kit.requery(requestId)).body).toMatchObject({ code: '016' })
})

test.each([
  { status: 500, text: SUCCESS },
  { status: 201, text: SUCCESS },
  { status: 200, text: '' },
  { status: 200, text: 'success' },
  { status: 200, text: '{"response":"Success"}' },
  { status: 200, text: '{"response":"success","more":1}' },
  { status: 200, text: '["success"]' },
])('answered with %j it comes again', async (answer) => {
  receiver.answers.push(answer)
  await buy('08020000003')
  await later(1_000)
  expect(receiver.received).toHaveLength(1)
  await later(999)
  expect(receiver.received).toHaveLength(1)
  await later(1)
  expect(receiver.received).toHaveLength(2)
  await later(24 * 60 * 60_000)
  expect(receiver.received).toHaveLength(2)
})

test('answered with success in other white space it has arrived', async () => {
  receiver.answers.push({ status: 200, text: ' { "response" : "success" }\n' })
  await buy('08020000003')
  await later(1_000)
  await later(24 * 60 * 60_000)
  expect(receiver.received).toHaveLength(1)
})

test('it gives up after five tries', async () => {
  receiver.answers.push(...Array.from({ length: 20 }, () => ({ status: 500, text: '' })))
  await buy('08020000003')
  await later(1_000)
  for (const [index, wait] of [1_000, 3_000, 10_000, 60_000].entries()) {
    await later(wait - 1)
    expect(receiver.received).toHaveLength(index + 1)
    await later(1)
    expect(receiver.received).toHaveLength(index + 2)
  }
  await later(24 * 60 * 60_000)
  expect(receiver.received).toHaveLength(5)
  expect(new Set(receiver.received.map(({ raw }) => raw)).size).toBe(1)
  expect(kit.world.state.messages.size).toBe(0)
})

const bend = async (fault: string) => await kit.vtpassFault(fault, { operation: 'webhook' })

test('lost: it never comes', async () => {
  await bend('lost')
  await buy('08020000003')
  await later(1_000)
  await later(24 * 60 * 60_000)
  expect(receiver.received).toEqual([])
})

test('duplicate: the same bytes come twice', async () => {
  await bend('duplicate')
  await buy('08020000003')
  await later(1_000)
  expect(receiver.received).toHaveLength(2)
  expect(receiver.received[0]?.raw).toBe(receiver.received[1]?.raw)
})

test('late: it comes 30 s later', async () => {
  await bend('late')
  await buy('08020000003')
  await later(1_000)
  await later(29_999)
  expect(receiver.received).toEqual([])
  await later(1)
  expect(receiver.received).toHaveLength(1)
})

test('out-of-order: a later one overtakes it', async () => {
  await bend('out-of-order')
  const first = await buy('08020000003')
  const second = await buy('08020000004')
  await later(1_000)
  await later(1_000)
  await later(1)
  expect(receiver.told()).toEqual([`${second} 040 reversed`, `${first} 016 failed`])
})

test('forged: one with another ending comes first, as anybody could send it, and never again', async () => {
  await bend('forged')
  receiver.answers.push({ status: 500, text: '' })
  const requestId = await buy('08020000003')
  await later(1_000)
  await later(24 * 60 * 60_000)
  expect(receiver.told().filter((told) => told.endsWith('delivered'))).toEqual([`${requestId} 000 delivered`])
  expect(receiver.told()).toContain(`${requestId} 016 failed`)
  expect((await kit.requery(requestId)).body).toMatchObject({ code: '016' })
})

test('lying: another ending than the truth, and nothing else', async () => {
  await bend('lying')
  const requestId = await buy('08020000002')
  await later(3_000)
  await later(24 * 60 * 60_000)
  expect(receiver.told()).toEqual([`${requestId} 016 failed`])
  expect(at((await kit.truth()).body, 'deliveries')).toMatchObject([{ status: 'delivered' }])
})

test('a webhook fault of one provider leaves the other’s alone', async () => {
  await kit.control('/faults', { operation: 'webhook', fault: 'lost' })
  await buy('08020000003')
  await later(1_000)
  expect(receiver.received).toHaveLength(1)
})

test('variations-update is called back when it is asked for', async () => {
  await kit.control('/variations-update', { serviceID: 'glo-data' })
  await postman.deliverDue()
  const [callback] = receiver.received
  expect(JSON.parse(callback?.raw ?? '')).toMatchObject({ type: 'variations-update', serviceID: 'glo-data' })
  expect((await kit.control('/variations-update', { serviceID: 'nothing' })).http).toBe(404)
})

test('without an address nothing is called back', async () => {
  const quiet = openVtpassKit({ vtpassCallbackUrl: null })
  await quiet.buy({ phone: '08020000003' })
  quiet.clock.advance(1_000)
  await quiet.truth()
  expect(quiet.world.state.messages.size).toBe(0)
  await quiet.close()
})

test('variations-update is called back when a plan is changed, with the plans as they are then', async () => {
  await kit.control('/plans/glo-data/glo-1gb-30days', { amountKobo: '70000' })
  await postman.deliverDue()
  const update = JSON.parse(receiver.received[0]?.raw ?? '')
  expect(update).toMatchObject({ type: 'variations-update', serviceID: 'glo-data' })
  expect(at(update, 'data', 'content', 'variations')).toContainEqual(
    expect.objectContaining({ variation_code: 'glo-1gb-30days', variation_amount: '700.00' }),
  )
})
