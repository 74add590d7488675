import { once } from 'node:events'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import net from 'node:net'
import tls from 'node:tls'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { selfSigned } from '#tests/support/self-signed.ts'
import { drainOnClose } from './drain.ts'

const DRAIN_MS = 300

describe.each([
  ['http', null],
  ['https', selfSigned()],
] as const)('stopping the server of %s', (_protocol, own) => {
  let app: FastifyInstance
  let port: number
  let answerSlowly: (() => void) | undefined

  beforeEach(async () => {
    answerSlowly = undefined
    app = Fastify({ forceCloseConnections: 'idle', https: own })
    drainOnClose(app, DRAIN_MS)
    app.get('/quick', async () => 'quick')
    app.get('/slow', async () => {
      await new Promise<void>((resolve) => {
        answerSlowly = resolve
      })
      return 'slow'
    })
    await app.listen({ port: 0, host: '127.0.0.1' })
    const address = app.server.address()
    port = typeof address === 'object' && address !== null ? address.port : 0
  })
  afterEach(async () => {
    await app.close()
  })

  function connect(text = ''): Promise<net.Socket> {
    return new Promise((resolve, reject) => {
      const connected = () => socket.write(text, () => resolve(socket))
      const to = { port, host: '127.0.0.1' }
      const socket = own === null ? net.connect(to, connected) : tls.connect({ ...to, ...believing(own) }, connected)
      socket.on('error', reject)
    })
  }
  /** The response over a connection that would be kept alive. */
  async function get(at: number, path: string): Promise<{ message: IncomingMessage; text: string }> {
    const to = { port: at, host: '127.0.0.1', path }
    const asking =
      own === null
        ? http.get({ ...to, agent: new http.Agent({ keepAlive: true }) })
        : https.get({ ...to, ...believing(own), agent: new https.Agent({ keepAlive: true }) })
    const [message] = (await once(asking, 'response')) as [IncomingMessage]
    let text = ''
    for await (const chunk of message.setEncoding('utf8')) text += chunk
    return { message, text }
  }
  const open = () => new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count)))
  const arrived = (count: number) => expect.poll(open, { interval: 5 }).toBe(count)

  it('does not wait for a connection that has never carried a request', async () => {
    await connect()
    await arrived(1)
    await app.close()
    expect(await open()).toBe(0)
  })

  it('lets a request in hand end', async () => {
    const answer = get(port, '/slow')
    await expect.poll(() => answerSlowly, { interval: 5 }).toBeDefined()
    const closed = app.close()
    answerSlowly?.()
    expect((await answer).text).toBe('slow')
    await closed
  })

  it('waits no longer than agreed for a request that does not come to its end', async () => {
    const socket = await connect('GET /quick HTTP/1.1\r\nhost: here\r\n')
    const request = connect('GET /slow HTTP/1.1\r\nhost: here\r\n\r\n')
    await arrived(2)
    await expect.poll(() => answerSlowly, { interval: 5 }).toBeDefined()
    await app.close()
    expect(await open()).toBe(0)
    for (const each of [socket, await request]) each.destroy()
  })

  it('closes a connection with the answer its request gets after the stop began', async () => {
    const patient = Fastify({ forceCloseConnections: 'idle', https: own })
    drainOnClose(patient, 60_000)
    let answer = () => {}
    const asked = new Promise<void>((resolve) => {
      patient.get('/slow', async () => {
        resolve()
        await new Promise<void>((go) => {
          answer = go
        })
        return 'slow'
      })
    })
    const stopping = new Promise<void>((resolve) => {
      patient.addHook('preClose', async () => resolve())
    })
    await patient.listen({ port: 0, host: '127.0.0.1' })
    const address = patient.server.address() as net.AddressInfo
    const answered = get(address.port, '/slow')
    await asked
    const closed = patient.close()
    await stopping
    answer()
    expect((await answered).message.headers.connection).toBe('close')
    // Without the header, keep-alive would hold the connection, and the shutdown, for a minute.
    await closed
  })

  if (own !== null)
    it('does not wait for a handshake that has not come to its end', async () => {
      const socket = net.connect(port, '127.0.0.1').on('error', () => undefined)
      await arrived(1)
      await app.close()
      expect(await open()).toBe(0)
      socket.destroy()
    })
})

/** The client's checks: the certificate is the one it knows, for the name it has. */
function believing({ cert }: { readonly cert: Buffer }) {
  return { ca: cert, servername: 'localhost' }
}
