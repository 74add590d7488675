import net from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { drainOnClose } from './drain.ts'

const DRAIN_MS = 300

describe('stopping the server', () => {
  let app: FastifyInstance
  let port: number
  let answerSlowly: () => void

  beforeEach(async () => {
    app = Fastify({ forceCloseConnections: 'idle' })
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
      const socket = net.connect(port, '127.0.0.1', () => socket.write(text, () => resolve(socket)))
      socket.on('error', reject)
    })
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
    const answer = fetch(`http://127.0.0.1:${port}/slow`)
    await expect.poll(() => answerSlowly, { interval: 5 }).toBeDefined()
    const closed = app.close()
    answerSlowly()
    expect(await (await answer).text()).toBe('slow')
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
    const patient = Fastify({ forceCloseConnections: 'idle' })
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
    const url = await patient.listen({ port: 0, host: '127.0.0.1' })
    const answered = fetch(`${url}/slow`)
    await asked
    const closed = patient.close()
    await stopping
    answer()
    expect((await answered).headers.get('connection')).toBe('close')
    // Without it, keep-alive would hold the connection, and with it the stop, for a minute.
    await closed
  }, 10_000)
})
