import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ERRORS } from '#contract/errors.ts'
import { createLog } from '#server/platform/log.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { REQUEST_TIMEOUTS } from './request-timeouts.ts'

describe('a request that arrives too slowly', () => {
  let jara: TestJara
  let text = ''

  beforeAll(async () => {
    const log = createLog('info', {
      write(line) {
        text += line
      },
    })
    jara = await startJara('pglite', {
      log,
      arrivalLimits: { ...REQUEST_TIMEOUTS, headMs: 40, wholeMs: 60, lookEveryMs: 20 },
    })
  })
  const sockets: Socket[] = []
  afterAll(async () => {
    for (const socket of sockets) socket.destroy()
    await jara.close()
  })

  /**
   * Sends these bytes, with HOST replaced, and never closes its side. Returns what comes back until the server closes
   * the connection.
   */
  async function sendAndStop(bytes: string): Promise<string> {
    const { host, hostname, port } = new URL(jara.url)
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true })
    if (bytes !== '') socket.write(bytes.replace('HOST', host))
    let answer = ''
    for await (const chunk of socket.setEncoding('utf8').iterator({ destroyOnReturn: false })) answer += chunk
    expect(socket.destroyed).toBe(false)
    sockets.push(socket)
    return answer
  }
  const body = 'content-type: application/json\r\ncontent-length: 100\r\n\r\n'

  it.each([
    ['nothing at all', ''],
    ['the half of a head', 'POST /api/sessions HTTP/1.1\r\nhost: HOST\r\n'],
    ['a body that stops', `POST /api/sessions HTTP/1.1\r\nhost: HOST\r\n${body}{"email":`],
    ['a body that never begins', `POST /webhooks/paystack HTTP/1.1\r\nhost: HOST\r\n${body}`],
  ])('is answered 408 in the one shape, with the headers of every answer: %s', async (_what, bytes) => {
    text = ''
    const answer = await sendAndStop(bytes)
    const [head = '', json = ''] = answer.split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
    expect(head).toMatch(/\r\ncontent-security-policy: default-src 'none'/)
    expect(head).toMatch(/\r\ncache-control: no-store\r\nconnection: close$/)
    const { error } = JSON.parse(json) as { error: { id: string } }
    expect(error).toEqual({
      code: 'request.invalid',
      message: ERRORS['request.invalid'].message,
      id: expect.stringMatching(/^[\w-]{12}$/),
    })
    const lines = text.split('\n').filter((line) => line !== '')
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      {
        level: 30,
        time: expect.any(Number),
        pid: expect.any(Number),
        hostname: expect.any(String),
        requestId: error.id,
        address: expect.stringMatching(/^(?:::1|127\.0\.0\.1|::ffff:127\.0\.0\.1)$/),
        code: 'request.invalid',
        status: 408,
        msg: 'refused',
      },
    ])
  })

  it('holds no connection, also when its caller never closes their side', async () => {
    await sendAndStop('GET ')
    const open = () => new Promise((resolve) => jara.app.server.getConnections((_error, count) => resolve(count)))
    await expect.poll(open, { interval: 20 }).toBe(0)
  })

  it('is refused after 20 s at the latest', () => {
    const { headMs, wholeMs, lookEveryMs } = REQUEST_TIMEOUTS
    expect(Math.max(headMs, wholeMs) + lookEveryMs).toBeLessThanOrEqual(20_000)
    const server = jara.app.server as unknown as Record<string, number>
    expect([server.headersTimeout, server.requestTimeout]).toEqual([40, 60])
  })
})
