import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import net from 'node:net'
import tls from 'node:tls'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLog } from '#server/platform/log.ts'
import { selfSigned } from '#tests/support/self-signed.ts'
import type { App } from './app.ts'
import { dropSlowReaders, READER_LIMITS } from './slow-readers.ts'

/** Short, for tests in which the reader stalls. */
const STALLED_MS = 1_000
/** Client and server share a thread here, so on a busy machine a reader may pause for a long time. */
const NEVER_STALLED_MS = 240_000
/** More than the buffers of any connection. */
const LARGE = Buffer.alloc(32 * 1024 * 1024)

describe.each([
  ['http', null],
  ['https', selfSigned()],
] as const)('over %s', (_protocol, own) => {
  let app: FastifyInstance
  let gate: PromiseWithResolvers<void>
  let responses: ServerResponse[]

  beforeEach(() => {
    gate = Promise.withResolvers()
    responses = []
  })
  afterEach(() => app.close())

  async function serve(stalledMs: number): Promise<void> {
    app = Fastify({ https: own, connectionTimeout: stalledMs, forceCloseConnections: true }) as FastifyInstance
    dropSlowReaders(app as App, createLog('silent'), { ...READER_LIMITS, stalledMs, slowMs: NEVER_STALLED_MS })
    app.addHook('onRequest', async (_request, reply) => void responses.push(reply.raw))
    app.get('/large', async () => LARGE)
    app.get('/late', async () => {
      await gate.promise
      return 'late'
    })
    await app.listen({ port: 0, host: '127.0.0.1' })
  }

  async function ask(path: string): Promise<net.Socket> {
    const { port } = app.server.address() as net.AddressInfo
    const to = { port, host: '127.0.0.1' }
    const socket = own === null ? net.connect(to) : tls.connect({ ...to, ca: own.cert, servername: 'localhost' })
    socket.on('error', () => undefined)
    await once(socket, own === null ? 'connect' : 'secureConnect')
    socket.write(`GET ${path} HTTP/1.1\r\nhost: here\r\n\r\n`)
    return socket
  }

  it('a reader who takes nothing loses the connection', async () => {
    await serve(STALLED_MS)
    const socket = (await ask('/large')).pause()
    await expect.poll(() => responses[0]?.closed).toBe(true)
    expect(responses[0]?.writableFinished).toBe(false)
    socket.destroy()
  })

  it('a reader who takes everything keeps it, whatever the size', async () => {
    await serve(NEVER_STALLED_MS)
    const socket = await ask('/large')
    let bytes = 0
    for await (const chunk of socket) {
      bytes += chunk.length
      if (bytes > LARGE.length) break
    }
    await expect.poll(() => responses[0]?.writableFinished).toBe(true)
  })

  it('a reader who has nothing to read yet keeps it, however long the answer takes', async () => {
    await serve(STALLED_MS)
    const timedOut = once(app.server, 'timeout')
    const socket = await ask('/late')
    await timedOut
    gate.resolve()
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    socket.destroy()
  })

  it('a response that fails leaves a line and ends nothing', async () => {
    await serve(NEVER_STALLED_MS)
    const socket = await ask('/late')
    await expect.poll(() => responses.length).toBe(1)
    responses[0]?.emit('error', new Error('write after end'))
    gate.resolve()
    await once(socket, 'data')
    socket.destroy()
  })
})
