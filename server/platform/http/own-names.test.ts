import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ERRORS } from '#contract/errors.ts'
import { createLog } from '#server/platform/log.ts'
import { type Accounts, startAccounts } from '#tests/support/accounts.ts'
import { type FreshDatabase, freshDatabase } from '#tests/support/databases.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { LIVE_SETTINGS } from '#tests/support/live-settings.ts'
import type { Person, Refusal } from '#tests/support/person.ts'
import { tlsFiles } from '#tests/support/self-signed.ts'

type Answer = { status: number; headers: Headers; body: string }

describe('a request to a sandbox', () => {
  let jara: TestJara
  let ada: Person
  let port: string
  let log = ''

  beforeAll(async () => {
    const logger = createLog('info', {
      write(line) {
        log += line
      },
    })
    // Fastify would trust this proxy's word on the host, too.
    jara = await startJara('pglite', { log: logger, settings: { TRUSTED_PROXIES: '127.0.0.1, ::1' } })
    ada = await jara.person('Ada Obi')
    port = new URL(jara.url).port
  })
  beforeEach(() => {
    log = ''
  })
  afterEach(() => vi.restoreAllMocks())
  afterAll(() => jara.close())

  /** Sends raw bytes over one connection, with PORT replaced, and reads this many responses. */
  async function send(bytes: string, answers = 1): Promise<Answer[]> {
    const socket = connect(Number(port), 'localhost')
    socket.write(bytes.replaceAll('PORT', port))
    const isHead = bytes.startsWith('HEAD')
    let text = ''
    const read: Answer[] = []
    for await (const chunk of socket.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
      text += chunk
      for (let one = firstOf(text, isHead); one !== null; one = firstOf(text, isHead)) {
        read.push(one.answer)
        text = one.rest
      }
      if (read.length >= answers) break
    }
    socket.destroy()
    return read
  }

  const get = (host: string, more = '') => `GET /api/wallet HTTP/1.1\r\nhost: ${host}\r\n${more}\r\n`
  const wallet = (target: string, host: string) => `GET ${target} HTTP/1.1\r\nhost: ${host}\r\n\r\n`
  const codeOf = ({ body }: Answer | { body: string }) => (JSON.parse(body) as Refusal).error.code

  it.each([
    ['this machine', 'localhost:PORT'],
    ['this machine in capitals', 'LocalHost:PORT'],
    ['its IPv4 address', '127.0.0.1:PORT'],
    ['its IPv6 address', '[::1]:PORT'],
  ])('for %s is answered', async (_what, host) => {
    const [answer] = await send(get(host))
    expect([answer?.status, codeOf(answer ?? { body: '' })]).toEqual([401, 'session.none'])
  })

  it.each([
    ['another name', get('evil.example')],
    ['another name with the same port', get('evil.example:PORT')],
    ['a name below this one', get('evil.localhost:PORT')],
    ['this name with no port', get('localhost')],
    ['this name with another port', get('localhost:1')],
    ['this name with a port that is written otherwise', get('localhost:0PORT')],
    ['this name with a dot at its end', get('localhost.:PORT')],
    ['no name at all', get('')],
    ['this name as the user of another', get('localhost:PORT@evil.example')],
    ['this name with a user', get('evil.example@localhost:PORT')],
    ['two names in one', get('localhost:PORT, evil.example')],
    ['this machine written otherwise', get('127.1:PORT')],
    ['this machine as a number', get('2130706433:PORT')],
    ['this machine inside IPv6', get('[::ffff:127.0.0.1]:PORT')],
    ['every address', get('0.0.0.0:PORT')],
    ['another name that a proxy says is this one', get('evil.example', 'x-forwarded-host: localhost:PORT\r\n')],
    ['another name, forwarded', get('evil.example', 'forwarded: host="localhost:PORT"\r\n')],
    ['another name in the target', wallet('http://evil.example/api/wallet', 'localhost:PORT')],
    ['another name beside this one in the target', wallet('http://localhost:PORT/api/wallet', 'evil.example')],
    ['another name in a target without a path', wallet('http://evil.example', 'localhost:PORT')],
    ['this name as a user in the target', wallet('http://localhost:PORT@evil.example/api/wallet', 'localhost:PORT')],
    ['nobody, in HTTP/1.0', 'GET /api/wallet HTTP/1.0\r\n\r\n'],
  ])('for %s is misdirected: 421 before anybody is looked up', async (_what, bytes) => {
    const query = vi.spyOn(jara.deps.database, 'query')
    const [answer] = await send(bytes)
    expect(answer?.status).toBe(421)
    expect(JSON.parse(answer?.body ?? '')).toEqual({
      error: {
        code: 'request.misdirected',
        message: ERRORS['request.misdirected'].message,
        id: expect.stringMatching(/^[\w-]{12}$/),
      },
    })
    expect(query).not.toHaveBeenCalled()
  })

  it.each([
    ['GET', '/'],
    ['GET', '/dashboard'],
    ['GET', '/nothing-here.php'],
    ['GET', '/api/events'],
    ['GET', '/api/installation'],
    ['HEAD', '/api/installation'],
    ['OPTIONS', '/api/wallet'],
    ['OPTIONS', '*'],
    ['DELETE', '/api/nothing'],
    ['POST', '/webhooks/paystack'],
    ['POST', '/webhooks/vtpass/jara-sandbox-callback'],
    ['POST', '/api/csp-reports'],
    ['GET', '/%zz'],
  ])('for another name is misdirected whatever it asks for: %s %s', async (method, path) => {
    const [answer] = await send(`${method} ${path} HTTP/1.1\r\nhost: evil.example\r\ncontent-length: 0\r\n\r\n`)
    expect(answer?.status).toBe(421)
  })

  it.each(['evil.example', 'LAN-BOX.local:PORT', '"><script>alert(1)</script>'])(
    'for %s shows a person who opens it the right address, and nothing of what they sent',
    async (host) => {
      const opened = (path: string, accept: string) =>
        send(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\naccept: ${accept}\r\n\r\n`)
      const [page] = await opened('/dashboard?x=evil', 'text/html,application/xhtml+xml;q=0.9')
      expect([page?.status, page?.headers.get('content-type')]).toEqual([421, 'text/html; charset=utf-8'])
      expect(page?.body).toContain(`Open <a href="${jara.url}">${jara.url}</a>`)
      expect(page?.body).not.toMatch(/evil|LAN-BOX|<script|<link|<img|<form/)
      const [other] = await opened('/', 'text/html')
      expect(other?.body).toBe(page?.body)
      expect(page?.headers.get('content-security-policy')).toContain("default-src 'none'")
      for (const [path, accept] of [
        ['/api/wallet', 'text/html'],
        ['/webhooks/paystack', 'text/html'],
        ['/', 'application/json'],
      ] as const) {
        const [answer] = await opened(path, accept)
        expect(codeOf(answer ?? { body: '' })).toBe('request.misdirected')
      }
    },
  )

  it('carries the headers of every answer when it is misdirected', async () => {
    const [own] = await send(get('localhost:PORT'))
    const [other] = await send(get('evil.example'))
    for (const name of own?.headers.keys() ?? []) {
      if (!/^(?:x-ratelimit-.*|date)$/.test(name)) expect([...(other?.headers.keys() ?? [])]).toContain(name)
    }
    expect(other?.headers.get('cache-control')).toBe('no-store')
    expect(other?.headers.get('content-security-policy')).toBe(own?.headers.get('content-security-policy'))
  })

  it.each([
    ['the same twice', 'host: localhost:PORT\r\nhost: localhost:PORT\r\n'],
    ['this one first', 'host: localhost:PORT\r\nhost: evil.example\r\n'],
    ['in HTTP/1.1 none', ''],
    ['a target with a backslash in its name', 'host: localhost:PORT\r\n', 'http://localhost:PORT\\@evil.example/'],
  ])('is no request when it does not say once whom it is for: %s', async (_what, hosts, target = '/api/wallet') => {
    const [answer] = await send(`GET ${target} HTTP/1.1\r\n${hosts}connection: close\r\n\r\n`)
    expect([answer?.status, codeOf(answer ?? { body: '' })]).toEqual([400, 'request.invalid'])
  })

  it('for this name in the target is held to the same rules as without it', async () => {
    const [read] = await send(wallet('http://localhost:PORT/api/wallet', 'localhost:PORT'))
    expect([read?.status, read?.headers.get('cache-control')]).toEqual([401, 'no-store'])
    expect(read?.headers.has('x-ratelimit-limit')).toBe(true)
    const from = `origin: http://evil.example\r\ncookie: ${ada.cookie()}\r\ncontent-length: 0\r\n`
    const lock = `POST HTTP://localhost:PORT/api/lock HTTP/1.1\r\nhost: localhost:PORT\r\n${from}\r\n`
    const [locked] = await send(lock)
    expect([locked?.status, codeOf(locked ?? { body: '' })]).toEqual([403, 'request.cross-site'])
    const [page] = await send(wallet('http://localhost:PORT?from=here', 'localhost:PORT'))
    expect([page?.status, page?.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  })

  it('is checked on its own, whatever came before it over the same connection', async () => {
    const bytes = ['localhost:PORT', 'evil.example', '127.0.0.1:PORT', 'evil.example', 'localhost:PORT'].map((host) =>
      get(host),
    )
    const answers = await send(bytes.join(''), bytes.length)
    expect(answers.map(({ status }) => status)).toEqual([401, 421, 401, 421, 401])
  })

  it('for its own name changes nothing when a page elsewhere made it, whatever a proxy says', async () => {
    const lock = (host: string, origin: string) =>
      `POST /api/lock HTTP/1.1\r\nhost: ${host}\r\norigin: ${origin}\r\nx-forwarded-host: evil.example\r\ncookie: ${ada.cookie()}\r\ncontent-length: 0\r\n\r\n`
    const [sameAsHost] = await send(lock('evil.example', 'http://evil.example'))
    expect(sameAsHost?.status).toBe(421)
    for (const origin of [
      'http://evil.example',
      'https://localhost:PORT',
      'http://localhost',
      'http://localhost:PORT.',
    ]) {
      const [other] = await send(lock('localhost:PORT', origin))
      expect({ origin, status: other?.status }).toEqual({ origin, status: 403 })
    }
    expect((await ada.call('GET', '/api/wallet')).status).toBe(200)
    const [own] = await send(lock('127.0.0.1:PORT', 'http://localhost:PORT'))
    expect(own?.status).toBe(204)
    await ada.unlock()
  })

  it.each(['/healthz', '/readyz', '/healthz?from=probe'])(
    'that asks %s after its health is answered under any name, which tells nobody anything',
    async (path) => {
      for (const head of [
        'HTTP/1.1\r\nhost: 10.0.0.5:3000\r\n',
        'HTTP/1.1\r\nhost: evil.example\r\n',
        'HTTP/1.0\r\n',
      ]) {
        const [answer] = await send(`GET ${path} ${head}\r\n`)
        expect({ head, status: answer?.status }).toEqual({ head, status: 200 })
        expect(answer?.body).toMatch(/^\{"ok":true(?:,"mode":"sandbox")?\}$/)
      }
      for (const elsewhere of [`${path.slice(0, 7)}/x`, `/x${path}`]) {
        expect((await send(`GET ${elsewhere} HTTP/1.1\r\nhost: evil.example\r\n\r\n`))[0]?.status).toBe(421)
      }
    },
  )

  it('for another name leaves a line in the log, at most one a second, with the name', async () => {
    jara.clock.advance(1_000)
    for (const host of ['evil.example', 'other.example', 'a"b{}', 'last.example']) await send(get(host))
    jara.clock.advance(1_000)
    await send(get(`${'x'.repeat(300)}.example`))
    const lines = log.split('\n').filter((line) => line.includes('another name'))
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ level: 40, misdirected: expect.any(Number), host: 'evil.example' }),
      expect.objectContaining({ level: 40, misdirected: 4, host: null }),
    ])
  })
})

/** The first complete response, and the text behind it. */
function firstOf(text: string, isHead: boolean): { answer: Answer; rest: string } | null {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return null
  const [line = '', ...lines] = text.slice(0, end).split('\r\n')
  const headers = new Headers(
    lines.map((each) => [each.slice(0, each.indexOf(':')), each.slice(each.indexOf(':') + 1).trim()]),
  )
  const length = isHead ? 0 : Number(headers.get('content-length') ?? 0)
  const body = text.slice(end + 4, end + 4 + length)
  if (Buffer.byteLength(body) < length) return null
  return { answer: { status: Number(line.split(' ')[1]), headers, body }, rest: text.slice(end + 4 + length) }
}

describe('a request to a live installation', () => {
  let fresh: FreshDatabase
  let accounts: Accounts

  beforeAll(async () => {
    fresh = await freshDatabase('pglite')
    accounts = await startAccounts(fresh.database, { ...LIVE_SETTINGS, ...tlsFiles() })
  })
  afterAll(() => fresh.drop())

  const ask = (host: string, headers: Record<string, string> = {}) =>
    accounts.app.inject({ url: '/api/wallet', headers: { host, ...headers } })

  it.each(['wallet.example.ng', 'Wallet.Example.NG', 'wallet.example.ng:443'])('is for it as %s', async (host) => {
    expect((await ask(host)).statusCode).toBe(401)
  })

  it.each([
    ...['localhost:3000', '127.0.0.1:3000', '[::1]:3000', 'localhost', '203.0.113.10'],
    ...['example.ng', 'www.wallet.example.ng', 'wallet.example.ng.evil.example', 'wallet.example.ng:80'],
    ...['wallet.example.ng:3000', 'wallet.example.ng.', 'wallet.example.ng:', 'xn--wallet.example.ng'],
  ])('is not for it as %s', async (host) => {
    const answer = await ask(host, { 'x-forwarded-host': 'wallet.example.ng' })
    expect([answer.statusCode, answer.json<Refusal>().error.code]).toEqual([421, 'request.misdirected'])
  })

  it.each([
    ['https://wallet.example.ng', 401],
    ['http://wallet.example.ng', 403],
    ['https://wallet.example.ng:8443', 403],
    ['http://localhost:3000', 403],
    ['https://example.ng', 403],
  ])('from a page of %s is answered %d', async (origin, status) => {
    const headers = { host: 'wallet.example.ng', origin }
    const answer = await accounts.app.inject({ method: 'POST', url: '/api/lock', headers })
    expect(answer.statusCode).toBe(status)
  })
})
