import { once } from 'node:events'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { BREAKER_FAILURES_MAX, BREAKER_PAUSE_MS } from '#server/providers/breaker.ts'
import { connectProvider, type HttpAnswer, type ProviderRequest } from '#server/providers/provider-http.ts'
import { selfSigned } from '#tests/support/self-signed.ts'
import { handClock, memoryLog, raw, type Stub, startStub } from './http-stub.ts'

/** The layer below every adapter: what it reports about failed requests, how much it reads, and what it learns. */

function connected(baseUrl: string, read: (answer: HttpAnswer) => HttpAnswer = (answer) => answer) {
  const clock = handClock()
  const { context, available } = connectProvider(
    { baseUrl, clock, log: memoryLog() },
    {
      provider: 'anybody',
      keyHeaders: () => ({ authorization: 'Bearer of a key' }),
      timeouts: {},
      read,
      describe: () => ({ level: 'debug', message: 'answered', facts: {} }),
    },
  )
  const ask = (request: Partial<ProviderRequest>) =>
    context.api('ask', { method: 'GET', path: '/balance', timeoutMs: 5_000, ...request })
  return { ask, available, clock }
}

let stub: Stub
beforeEach(async () => {
  stub = await startStub()
})
afterEach(() => stub.close())

test('says why there is no answer, in a word of the network or in our own', async () => {
  const ask = (baseUrl: string) =>
    connected(baseUrl).ask({ method: 'POST', path: '/transfer', body: {}, timeoutMs: 200 })
  stub.reaction = (response) => response.destroy()
  expect(await ask(stub.baseUrl)).toEqual({ kind: 'unanswered', cause: 'ECONNRESET' })
  stub.reaction = () => undefined
  expect(await ask(stub.baseUrl)).toEqual({ kind: 'unanswered', cause: 'no answer within 200 ms' })
  await stub.close()
  expect(await ask(stub.baseUrl)).toEqual({ kind: 'unanswered', cause: 'ECONNREFUSED' })
  stub = await startStub()
})

test('a body of 4 MiB is read and one byte more is not', async () => {
  const limit = 4 * 1024 * 1024
  const bodyOf = (bytes: number) => JSON.stringify('x'.repeat(bytes - 2))
  stub.reaction = raw(200, bodyOf(limit))
  expect(await connected(stub.baseUrl).ask({})).toMatchObject({ kind: 'answered', status: 200 })
  stub.reaction = raw(200, bodyOf(limit + 1))
  const cause = 'http 200 with more than 4194304 bytes'
  expect(await connected(stub.baseUrl).ask({})).toEqual({ kind: 'unanswered', cause })
})

test('says what time it was for the provider, by its Date header alone, and nothing where that is odd', async () => {
  const { ask } = connected(stub.baseUrl)
  const saidWith = async (date: string | null) => {
    stub.reaction = (response) => {
      response.sendDate = false
      if (date !== null) response.setHeader('date', date)
      response.end('{}')
    }
    const answer = await ask({})
    return answer.kind === 'answered' ? answer.saidAt : undefined
  }
  expect(await saidWith('Sat, 21 Nov 2026 22:59:59 GMT')).toEqual(new Date('2026-11-21T22:59:59Z'))
  const odd = [
    '',
    '2026-11-21T22:59:59Z',
    '1795300000',
    'Sat, 21 Nov 2026 22:59:59',
    'Sat, 41 Nov 2026 22:59:59 GMT',
    'now',
  ]
  for (const date of [null, ...odd]) expect(await saidWith(date)).toBeNull()
})

test('sends nothing to a server whose certificate nobody vouches for, and says so', async () => {
  let requests = 0
  const server = https.createServer(selfSigned(), (_, response) => {
    requests++
    response.end('{}')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { ask } = connected(`https://127.0.0.1:${(server.address() as AddressInfo).port}`)
  for (const method of ['GET', 'POST'] as const) {
    expect(await ask({ method })).toEqual({ kind: 'unanswered', cause: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
  }
  expect(requests).toBe(0)
  server.close()
})

test('a call whose reading throws counts as unanswered, and a probe that throws does not stay in the way', async () => {
  const { ask, available, clock } = connected(stub.baseUrl, () => {
    throw new Error('broken')
  })
  stub.reaction = raw(200, '{}')
  for (let i = 0; i < BREAKER_FAILURES_MAX; i++) await expect(ask({})).rejects.toThrow('broken')
  expect(available()).toBe(false)
  clock.advance(BREAKER_PAUSE_MS)
  await expect(ask({})).rejects.toThrow('broken')
  expect(available()).toBe(false)
  clock.advance(BREAKER_PAUSE_MS)
  expect(available()).toBe(true)
})
