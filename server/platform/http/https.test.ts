import { once } from 'node:events'
import fs from 'node:fs'
import type { IncomingMessage } from 'node:http'
import https from 'node:https'
import net from 'node:net'
import tls from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLog } from '#server/platform/log.ts'
import { newDevice } from '#tests/support/device.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { PASSWORD } from '#tests/support/person.ts'
import { tlsFiles } from '#tests/support/self-signed.ts'
import { REQUEST_TIMEOUTS } from './request-timeouts.ts'

/** TLS from the proxy to the app, over a real socket. */

const openAt = ({ app }: TestJara) =>
  new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count)))

const failuresIn = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.includes('a TLS handshake failed'))
    .map((line) => JSON.parse(line) as { level: number; address: string; cause: string })

/** Sends these bytes over TLS and no more; returns what comes back until the app closes the connection. */
async function overTls(port: number, bytes: string): Promise<string> {
  const socket = tls.connect({ port, host: 'localhost', ca: fs.readFileSync(tlsFiles().TLS_CERT_FILE) })
  await once(socket, 'secureConnect')
  if (bytes !== '') socket.write(bytes)
  let answer = ''
  for await (const chunk of socket.setEncoding('utf8')) answer += chunk
  return answer
}

describe('an app with a certificate', () => {
  let jara: TestJara
  let port: number
  let ca: Buffer
  let text = ''

  beforeAll(async () => {
    const files = tlsFiles()
    ca = fs.readFileSync(files.TLS_CERT_FILE)
    const log = createLog('info', {
      write(line) {
        text += line
      },
    })
    const settings = { ...files, PUBLIC_URL: 'http://wallet.localhost' }
    jara = await startJara('pglite', { log, settings, arrivalLimits: REQUEST_TIMEOUTS })
    port = Number(new URL(jara.url).port)
  })
  afterAll(() => jara.close())

  /** Sends a request over TLS with the caller's options; returns the response and the negotiated protocol. */
  async function ask(path: string, options: https.RequestOptions = {}, sent = '') {
    const asking = https
      .request({ host: 'localhost', servername: 'localhost', port, path, ca, agent: false, ...options })
      .end(sent)
    const [response] = (await once(asking, 'response')) as [IncomingMessage]
    const { socket } = response
    const shown = socket instanceof tls.TLSSocket ? { version: socket.getProtocol(), alpn: socket.alpnProtocol } : null
    let body = ''
    for await (const chunk of response.setEncoding('utf8')) body += chunk
    return { status: response.statusCode, headers: response.headers, httpVersion: response.httpVersion, shown, body }
  }

  /** Opens a connection without TLS, sends these bytes, and returns every byte until the app closes it. */
  async function inTheClear(bytes: string): Promise<Buffer> {
    const socket = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    if (bytes !== '') socket.write(bytes)
    const chunks: Buffer[] = []
    socket.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', () => undefined)
    await new Promise((resolve) => socket.once('end', resolve).once('close', resolve))
    socket.destroy()
    return Buffer.concat(chunks)
  }

  /** Why a handshake fails. */
  const refusalOf = (options: tls.ConnectionOptions) =>
    new Promise<string>((resolve) => {
      const socket = tls.connect({ port, host: 'localhost', ca, ...options }, () => {
        socket.destroy()
        resolve('it was taken')
      })
      socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    })

  it.each(['TLSv1.2', 'TLSv1.3'] as const)('answers https in HTTP/1.1 to who speaks %s', async (version) => {
    const answer = await ask('/healthz', { minVersion: version, maxVersion: version })
    expect(answer).toMatchObject({ status: 200, httpVersion: '1.1', shown: { version } })
  })

  it('takes the address people open for its own, not the way it is reached by: a cookie is as PUBLIC_URL says', async () => {
    const device = { publicKey: (await newDevice()).publicKey }
    const person = JSON.stringify({ fullName: 'Ada Obi', email: 'ada@example.ng', password: PASSWORD, device })
    const headers = { 'content-type': 'application/json', host: 'wallet.localhost', origin: 'http://wallet.localhost' }
    const answer = await ask('/api/accounts', { method: 'POST', headers }, person)
    expect(answer.status).toBe(201)
    expect(answer.headers['set-cookie']).toEqual([expect.stringMatching(/^jara=(?!.*Secure)/)])
  })

  it('believes of TLS alone nothing about who calls', async () => {
    text = ''
    await ask('/api/wallet', { headers: { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'http' } })
    expect(text).toMatch(/"address":"(?:::1|127\.0\.0\.1)"/)
    expect(text).not.toContain('203.0.113.9')
  })

  it.each([
    ['a whole request', 'GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n'],
    ['a request with a body', 'POST /webhooks/paystack HTTP/1.1\r\nhost: localhost\r\ncontent-length: 2\r\n\r\n{}'],
    ['what is no request', 'hello\r\n\r\n'],
  ])('gives nobody an answer who speaks plain http to it: %s', async (_what, bytes) => {
    text = ''
    const answer = await inTheClear(bytes)
    expect(answer.toString('latin1')).not.toMatch(/HTTP|\{|refused/)
    // At most a TLS alert: its type, version and a length of two.
    expect(answer.length).toBeLessThanOrEqual(7)
    expect(text).not.toContain('"refused"')
    expect(failuresIn(text)).toMatchObject([
      { level: 40, address: '127.0.0.1', cause: expect.stringMatching(/^ERR_SSL_/) },
    ])
  })

  it('refuses TLS 1.1, and a caller who speaks no HTTP/1.1', async () => {
    text = ''
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const
    expect(await refusalOf(old)).toBe('ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION')
    expect(await refusalOf({ ALPNProtocols: ['h2'] })).toBe('ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL')
    expect(await refusalOf({ ALPNProtocols: ['http/1.1'] })).toBe('it was taken')
    expect(failuresIn(text).map(({ cause }) => cause)).toEqual([
      'ERR_SSL_UNSUPPORTED_PROTOCOL',
      'ERR_SSL_NO_APPLICATION_PROTOCOL',
    ])
  })

  it('says nothing of who only looks whether the port is open', async () => {
    text = ''
    const looking = net.connect({ port, host: '127.0.0.1' })
    await expect.poll(() => openAt(jara), { interval: 20 }).toBe(1)
    looking.end()
    await expect.poll(() => openAt(jara), { interval: 20 }).toBe(0)
    expect(text).toBe('')
  })

  it('is not believed by who does not know its certificate, or asks for another name', async () => {
    expect(await refusalOf({ ca: [] })).toBe('DEPTH_ZERO_SELF_SIGNED_CERT')
    expect(await refusalOf({ servername: 'elsewhere.example' })).toBe('ERR_TLS_CERT_ALTNAME_INVALID')
  })

  it('bounds the length of a head as in plain http', async () => {
    const long = `GET /healthz HTTP/1.1\r\nhost: here\r\nx-long: ${'x'.repeat(17_000)}\r\n\r\n`
    expect(await overTls(port, long)).toMatch(/^HTTP\/1\.1 431 Request Header Fields Too Large\r\n/)
  })

  it('has every bound of plain http', async () => {
    const plain = await startJara('pglite', { arrivalLimits: REQUEST_TIMEOUTS })
    const bounds = ({ app: { server } }: TestJara) => {
      const { headersTimeout, requestTimeout, keepAliveTimeout, maxHeadersCount, timeout } = server
      return { headersTimeout, requestTimeout, keepAliveTimeout, maxHeadersCount, timeout }
    }
    expect(bounds(jara)).toEqual(bounds(plain))
    const { headMs, wholeMs } = REQUEST_TIMEOUTS
    expect(bounds(jara)).toMatchObject({ headersTimeout: headMs, requestTimeout: wholeMs, keepAliveTimeout: 72_000 })
    await plain.close()
  })

  it('shows its key to nobody: not in its log, nor in what it says of itself', async () => {
    const { body } = await ask('/api/installation')
    const key = fs.readFileSync(tlsFiles().TLS_KEY_FILE, 'utf8').split('\n')[1] ?? ''
    expect(key.length).toBeGreaterThan(16)
    expect(body + text).not.toContain(key)
  })
})

describe('an app with a certificate, to who is too slow', () => {
  let jara: TestJara
  let port: number
  let text = ''

  beforeAll(async () => {
    const log = createLog('info', {
      write(line) {
        text += line
      },
    })
    const arrivalLimits = { handshakeMs: 1_500, headMs: 40, wholeMs: 60, lookEveryMs: 20 }
    jara = await startJara('pglite', { log, arrivalLimits, settings: tlsFiles() })
    port = Number(new URL(jara.url).port)
  })
  afterAll(() => jara.close())

  it.each([
    ['nothing at all', ''],
    ['the beginning of a handshake', '\x16\x03\x01\x02\x00\x01'],
  ])('ends a handshake that stops: %s', async (_what, bytes) => {
    text = ''
    const socket = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    if (bytes !== '') socket.write(bytes, 'latin1')
    socket.resume().on('error', () => undefined)
    await new Promise((resolve) => socket.once('end', resolve).once('close', resolve))
    await expect.poll(() => openAt(jara), { interval: 20 }).toBe(0)
    expect(failuresIn(text)).toMatchObject([{ address: '127.0.0.1', cause: 'ERR_TLS_HANDSHAKE_TIMEOUT' }])
    socket.destroy()
  })

  it.each([
    ['nothing at all', ''],
    ['the half of a head', 'POST /api/sessions HTTP/1.1\r\nhost: HOST\r\n'],
    ['a body that stops', 'POST /webhooks/paystack HTTP/1.1\r\nhost: HOST\r\ncontent-length: 100\r\n\r\n{'],
  ])('answers 408 to a request that arrives too slowly, as in plain http: %s', async (_what, bytes) => {
    const named = bytes.replace('HOST', `localhost:${port}`)
    expect(await overTls(port, named)).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n.*content-security-policy: /s)
  })
})

it('gives a handshake less time than a head, and no more than 5 s', () => {
  expect(REQUEST_TIMEOUTS.handshakeMs).toBeLessThanOrEqual(5_000)
})
