import { once } from 'node:events'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createClient } from '#server/providers/client.ts'
import { selfSigned } from '#tests/support/self-signed.ts'
import { raw, type Stub, startStub } from './http-stub.ts'

/** The HTTP client below every adapter: what it says of a request that came to nothing, and how much it reads. */

const keyHeaders = () => ({ authorization: 'Bearer of a key' })

let stub: Stub
beforeEach(async () => {
  stub = await startStub()
})
afterEach(() => stub.close())

test('tells a request that never left from one that may have arrived', async () => {
  const ask = (baseUrl: string) =>
    createClient({ baseUrl, keyHeaders })({ method: 'POST', path: '/transfer', body: {}, timeoutMs: 200 })
  stub.reaction = (response) => response.destroy()
  expect(await ask(stub.baseUrl)).toMatchObject({ answered: false, sent: 'maybe', cause: 'ECONNRESET' })
  stub.reaction = () => undefined
  expect(await ask(stub.baseUrl)).toEqual({ answered: false, sent: 'maybe', cause: 'no answer within 200 ms' })
  await stub.close()
  expect(await ask(stub.baseUrl)).toEqual({ answered: false, sent: 'no', cause: 'ECONNREFUSED' })
  expect(await ask('https://127.0.0.1:9')).toMatchObject({ answered: false, sent: 'no' })
  stub = await startStub()
})

test('a body up to the limit is read and one byte more is not', async () => {
  const body = JSON.stringify({ status: true, data: 'x'.repeat(1_000) })
  const ask = (bodyMaxBytes: number) =>
    createClient({ baseUrl: stub.baseUrl, keyHeaders, bodyMaxBytes })({
      method: 'GET',
      path: '/balance',
      timeoutMs: 1_000,
    })
  stub.reaction = raw(200, body)
  expect(await ask(body.length)).toMatchObject({ answered: true, status: 200 })
  expect(await ask(body.length - 1)).toMatchObject({ answered: false, sent: 'maybe' })
})

test('says what time it was for the provider, by its Date header alone, and nothing where that is odd', async () => {
  const ask = createClient({ baseUrl: stub.baseUrl, keyHeaders })
  const saidWith = async (date: string | null) => {
    stub.reaction = (response) => {
      response.sendDate = false
      if (date !== null) response.setHeader('date', date)
      response.end('{}')
    }
    const exchange = await ask({ method: 'GET', path: '/balance', timeoutMs: 5_000 })
    return exchange.answered ? exchange.saidAt : undefined
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
  const server = https.createServer(selfSigned(), (_, response) => {
    response.end('{}')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const baseUrl = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  for (const method of ['GET', 'POST'] as const) {
    const answer = await createClient({ baseUrl, keyHeaders })({ method, path: '/balance', timeoutMs: 5_000 })
    expect(answer).toEqual({ answered: false, sent: 'no', cause: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
  }
  server.close()
})
