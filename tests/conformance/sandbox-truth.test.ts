import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openLog } from '#sandbox/log.ts'
import { reduce } from '#sandbox/reduce.ts'
import { emptyState, type State } from '#sandbox/state.ts'
import { createWebhookSender } from '#sandbox/webhook-sender.ts'
import { testClock } from '#tests/support/clock.ts'
import { freePort } from '#tests/support/free-port.ts'
import { at, type Kit, openAccount, openKit, RECIPIENT, sendTransfer } from './sandbox-kit.ts'

const REFERENCE = 'ord_0123456789abcdef'

let folder: string
let stateFile: string
const children: ChildProcess[] = []
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-sandbox-'))
  stateFile = path.join(folder, 'sandbox', 'world.jsonl')
})
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  fs.rmSync(folder, { recursive: true })
})

/** Some of everything, so that a faulty replay would show. */
async function live(kit: Kit): Promise<void> {
  const accountNumber = await openAccount(kit)
  await kit.control('/transfers', { accountNumber, amountKobo: '150050', senderName: 'Bola Ade' })
  const charge = await kit.post('/charge', {
    email: 'ada@example.com',
    amount: '650000',
    reference: 'bpc-1',
    bank_transfer: {},
  })
  const payTo = at(charge.body, 'data', 'account_number')
  await kit.control('/faults', { fault: 'send-back' })
  for (const amountKobo of ['649999', '650001', '650000']) {
    await kit.control('/transfers', { accountNumber: payTo, amountKobo, senderName: 'Ada Obi' })
  }
  await kit.post('/refund', { transaction: 'bpc-1', amount: 1_000 })
  for (const [number, fault] of ['decline', 'pending', 'success-then-reversed', 'wrong-amount', 'otp'].entries()) {
    await kit.control('/faults', { operation: 'transfer', fault })
    await sendTransfer(kit, `${REFERENCE}${number}`)
  }
  await kit.control('/faults', { operation: 'resolve', fault: 'rate-limited', count: 3 })
  await kit.get('/bank/resolve?account_number=0123456789&bank_code=058')
  await kit.control('/faults', { operation: 'webhook', fault: 'late', count: 1 })
  await kit.control('/banks/044', { open: false })
  kit.clock.advance(1_000)
  await kit.control(`/transfers/${REFERENCE}1/outcome`, { status: 'failed' })
}

function replayed(): State {
  const state = emptyState()
  openLog(stateFile, (fact) => reduce(state, fact)).close()
  return state
}

/** Planned moves are compared by time and target; entries of finished moves are skipped anyway. */
function comparable(state: State) {
  const { due: _, ...rest } = state
  return rest
}

test('a replayed log gives the very same world', async () => {
  const kit = openKit({ stateFile })
  await live(kit)
  const before = comparable(kit.world.state)
  expect(before.transfers.size).toBe(5)
  expect(comparable(replayed())).toEqual(before)
  await kit.close()
})

test('what was planned before a restart happens after it', async () => {
  const first = openKit({ stateFile })
  await sendTransfer(first, REFERENCE)
  await first.close()
  const second = openKit({ stateFile, clock: testClock(new Date(first.clock.now().getTime() + 400)) })
  expect((await second.get(`/transfer/verify/${REFERENCE}`)).body).toMatchObject({ data: { status: 'success' } })
  const announced = [...second.world.state.messages.values()].map((message) => message.event)
  expect(announced).toEqual(['transfer.success'])
  await second.close()
})

test('a restart makes no id twice', async () => {
  const first = openKit({ stateFile })
  await live(first)
  await first.close()
  const used = fs.readFileSync(stateFile, 'utf8').matchAll(/"id":"?(?:msg_|flt_)?(\d+)/g)
  const highest = Math.max(...[...used].map((match) => Number(match[1])))
  const second = openKit({ stateFile })
  expect(second.world.nextId()).toBeGreaterThan(highest)
  await second.close()
})

test('a webhook that was answered is not sent again after a restart, an unanswered one is', async () => {
  const first = openKit({ stateFile })
  const accountNumber = await openAccount(first)
  await first.control('/transfers', { accountNumber, amountKobo: '100', senderName: 'Bola' })
  await first.control('/transfers', { accountNumber, amountKobo: '200', senderName: 'Bola' })
  let calls = 0
  vi.stubGlobal('fetch', async () => new Response(null, { status: calls++ === 0 ? 200 : 500 }))
  await createWebhookSender(first.world).deliverDue()
  vi.unstubAllGlobals()
  await first.close()
  expect([...replayed().messages.values()].map((message) => message.tries)).toEqual([1])
})

test('every fact is in the file before the answer is sent', async () => {
  const kit = openKit({ stateFile })
  const sizes: number[] = []
  kit.app.addHook('onSend', async (request) => {
    if (request.method === 'POST') sizes.push(fs.readFileSync(stateFile, 'utf8').split('\n').length)
  })
  await sendTransfer(kit, REFERENCE)
  expect(sizes).toEqual([2, 3])
  await kit.close()
})

test('a line cut short by a crash is dropped and the world continues', async () => {
  const first = openKit({ stateFile })
  await sendTransfer(first, REFERENCE)
  await first.close()
  const whole = fs.readFileSync(stateFile, 'utf8')
  fs.appendFileSync(stateFile, '{"type":"transfer.acc')
  const second = openKit({ stateFile })
  await sendTransfer(second, `${REFERENCE}2`)
  expect(second.world.state.transfers.size).toBe(2)
  await second.close()
  expect(fs.readFileSync(stateFile, 'utf8').startsWith(whole)).toBe(true)
  expect(replayed().transfers.size).toBe(2)
})

test('a broken line in the middle stops the start and names itself', () => {
  fs.mkdirSync(path.dirname(stateFile), { recursive: true })
  fs.writeFileSync(stateFile, 'not a fact\n{"type":"world.reset","everything":true,"at":"2026-11-21T11:00:00.000Z"}\n')
  expect(() => openKit({ stateFile })).toThrow(/line 1 of .*world\.jsonl cannot be read/)
})

test('kill -9 loses nothing that was answered', async () => {
  const port = await freePort()
  let child = await startProcess(port)
  const call = async (url: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`http://localhost:${port}${url}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: 'Bearer sk_test_jara_sandbox_world', 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return await response.json()
  }
  const recipient = at(await call('/paystack/transferrecipient', RECIPIENT), 'data', 'recipient_code')
  const answered: string[] = []
  const sending = (async () => {
    for (let n = 0; ; n++) {
      const reference = `${REFERENCE}${n}`
      const told = await call('/paystack/transfer', { source: 'balance', amount: 500_000, recipient, reference })
      if (at(told, 'status') === true) answered.push(reference)
      if (answered.length === 60) child.kill('SIGKILL')
    }
  })().catch(() => undefined)
  await once(child, 'exit')
  await sending
  child = await startProcess(port)
  const references = at(await call('/control/truth'), 'transfers')
  expect(answered.length).toBeGreaterThanOrEqual(60)
  for (const reference of answered) expect(references).toContainEqual(expect.objectContaining({ reference }))
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
})

async function startProcess(port: number): Promise<ChildProcess> {
  const ports = { SANDBOX_PORT: String(port), SANDBOX_SMTP_PORT: String(await freePort()) }
  const child = spawn(process.execPath, ['sandbox/main.ts'], {
    env: { ...process.env, ...ports, DATA_DIR: folder, SANDBOX_WEBHOOK_URL: 'http://localhost:9/' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const [line] = await once(child.stdout, 'data')
  expect(String(line)).toContain(`http://localhost:${port}`)
  return child
}
