import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openLog } from '#sandbox/log.ts'
import { reduce } from '#sandbox/reduce.ts'
import { emptyState, type State } from '#sandbox/state.ts'
import { testClock } from '#tests/support/clock.ts'
import { at } from './sandbox-kit.ts'
import { DATA, ELECTRICITY, openVtpassKit, TV, type VtpassKit } from './sandbox-vtpass-kit.ts'

let folder: string
let stateFile: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-sandbox-vtpass-'))
  stateFile = path.join(folder, 'sandbox', 'world.jsonl')
})
afterEach(() => fs.rmSync(folder, { recursive: true }))

/** Some of everything, so that a faulty replay would show. */
async function live(kit: VtpassKit): Promise<void> {
  for (const body of [{}, DATA, ELECTRICITY, TV]) await kit.buy(body)
  for (const ending of [1, 2, 3, 4, 5]) await kit.buy({ phone: `0802000000${ending}` })
  for (const fault of ['wrong-amount', 'not-found-then-success', 'lost']) {
    await kit.vtpassFault(fault, fault === 'lost' ? { operation: 'webhook' } : {})
  }
  await kit.buy({ serviceID: 'glo' })
  await kit.control('/variations-update', { serviceID: 'glo-data' })
  await kit.control('/variations-update', { serviceID: 'mtn-data' })
  kit.clock.advance(2_000)
  await kit.truth()
}

function replayed(): State {
  const state = emptyState()
  openLog(stateFile, (fact) => reduce(state, fact)).close()
  return state
}

/** Planned moves are compared by time and target; entries of finished moves are skipped anyway. */
function comparable({ due: _, ...rest }: State) {
  return rest
}

test('a replayed log gives the very same world', async () => {
  const kit = openVtpassKit({ stateFile })
  await live(kit)
  const before = comparable(kit.world.state)
  expect(before.deliveries.size).toBe(10)
  expect(new Set([...before.deliveries.values()].map(({ status }) => status)).size).toBe(4)
  expect(before.vtpassWalletKobo).toBeLessThan(100_000_000_000n)
  expect(comparable(replayed())).toEqual(before)
  await kit.close()
})

test('what was planned before a restart happens after it, and an id stays used', async () => {
  const first = openVtpassKit({ stateFile })
  const request_id = first.newId()
  await first.buy({ request_id, phone: '08020000002' })
  await first.close()
  const second = openVtpassKit({ stateFile, clock: testClock(new Date(first.clock.now().getTime() + 3_000)) })
  expect((await second.buy({ request_id })).body).toMatchObject({ code: '014' })
  expect((await second.requery(request_id)).body).toMatchObject({ content: { transactions: { status: 'delivered' } } })
  const announced = [...second.world.state.messages.values()].map(({ event, provider }) => `${provider} ${event}`)
  expect(announced).toEqual(['vtpass transaction-update delivered'])
  await second.close()
})

test('a message in a log that names no provider is one of Paystack’s', () => {
  const message = {
    id: 'msg_4000000001',
    event: 'charge.success',
    body: '{}',
    genuine: true,
    dueAtMs: 0,
    afterNext: false,
  }
  fs.mkdirSync(path.dirname(stateFile))
  fs.writeFileSync(
    stateFile,
    `${JSON.stringify({ type: 'message.queued', message, at: '2026-11-21T11:00:00.000Z' })}\n`,
  )
  expect(replayed().messages.get(message.id)).toMatchObject({ ...message, provider: 'paystack' })
})

test('the truth names each purchase, its cost and its ending', async () => {
  const kit = openVtpassKit()
  const request_id = kit.newId()
  await kit.buy({ request_id, ...ELECTRICITY, billersCode: '45030000004' })
  const told = {
    reference: request_id,
    serviceId: 'ikeja-electric',
    phone: '45030000004',
    amountKobo: '200000',
    costKobo: '197000',
    at: kit.clock.now().toISOString(),
  }
  expect(at((await kit.truth()).body, 'deliveries')).toEqual([{ ...told, status: 'delivered' }])
  kit.clock.advance(2_000)
  expect(at((await kit.truth()).body, 'deliveries')).toEqual([{ ...told, status: 'reversed' }])
  await kit.close()
})

test('reset clears the shown truth, and VTpass forgets nothing; everything begins another world', async () => {
  const kit = openVtpassKit()
  const request_id = kit.newId()
  await kit.buy({ request_id })
  await kit.control('/reset', {})
  expect(at((await kit.truth()).body, 'deliveries')).toEqual([])
  expect((await kit.requery(request_id)).body).toMatchObject({ code: '000' })
  expect(at((await kit.vtpassGet('/balance')).body, 'contents', 'balance')).toBe(999_999_903)
  await kit.control('/reset', { everything: true })
  expect((await kit.requery(request_id)).body).toMatchObject({ code: '015' })
  expect(at((await kit.vtpassGet('/balance')).body, 'contents', 'balance')).toBe(1_000_000_000)
  await kit.close()
})
