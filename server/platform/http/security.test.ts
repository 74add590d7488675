import fs from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ERRORS } from '#contract/errors.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { inject } from '#tests/support/inject.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { postWebhook } from '#tests/support/money-in.ts'
import { type Person, RECIPIENT, type Refusal } from '#tests/support/person.ts'
import type { App } from './app.ts'
import { addSecurity, constantHeaders } from './security.ts'

describe('every answer', () => {
  let jara: TestJara
  let ada: Person

  beforeAll(async () => {
    jara = await startJara('pglite')
    ada = await jara.person()
  })
  afterAll(async () => {
    await jara.close()
  })

  const json = { 'content-type': 'application/json' }
  const quote = { kind: 'withdrawal', ...RECIPIENT, amountKobo: '150000' }
  async function send(method: string, path: string, headers: Record<string, string> = {}, body?: string) {
    return await fetch(jara.url + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      redirect: 'manual',
    })
  }

  function expectSafeHeaders({ headers }: Response): void {
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("base-uri 'none'")
    expect(policy).toContain("require-trusted-types-for 'script'")
    expect(policy).toContain('report-uri /api/csp-reports')
    expect(policy).not.toMatch(/unsafe-|https?:|\*/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(headers.get('x-frame-options')).toMatch(/DENY|SAMEORIGIN/)
    expect(headers.get('permissions-policy')).toContain('camera=()')
    // Plain http on localhost: a browser told to insist on https would lock people out.
    expect(headers.get('strict-transport-security')).toBeNull()
    expect(headers.get('x-powered-by')).toBeNull()
    expect(headers.get('server')).toBeNull()
    expect(headers.get('access-control-allow-origin')).toBeNull()
  }

  type Case = [name: string, status: number, answer: () => Promise<Response>]
  const api: Case[] = [
    ['an open API answer', 200, () => send('GET', '/api/installation')],
    ['an API answer with data', 200, () => send('GET', '/api/wallet', { cookie: ada.cookie() })],
    ['a description of the API', 200, () => send('GET', '/api/openapi.json')],
    ['an event stream', 200, () => send('GET', '/api/events', { cookie: ada.cookie() })],
    [
      'an accepted quote',
      201,
      () => send('POST', '/api/quotes', { ...json, cookie: ada.cookie() }, JSON.stringify(quote)),
    ],
    ['a missing session', 401, () => send('GET', '/api/wallet')],
    ['a cross-site request', 403, () => send('POST', '/api/quotes', { ...json, origin: 'https://evil.example' }, '{}')],
    ['an unknown API address', 404, () => send('GET', '/api/nothing')],
    ['an unknown method', 404, () => send('PUT', '/api/wallet', json, '{}')],
    ['an address that cannot be decoded', 404, () => send('GET', '/api/orders/%zz')],
    ['a cut UTF-8 address', 404, () => send('GET', '/%e0%a4%a')],
    ['a very long address', 404, () => send('GET', `/api/orders/${'x'.repeat(8_000)}`)],
    ['a long id', 400, () => send('GET', `/api/orders/${'x'.repeat(300)}`, { cookie: ada.cookie() })],
    ['a body that is not JSON', 400, () => send('POST', '/api/quotes', json, '{"kind"')],
    ['a body that is too large', 413, () => send('POST', '/api/quotes', json, `"${'x'.repeat(20_000)}"`)],
    ['a body of another type', 415, () => send('POST', '/api/quotes', { 'content-type': 'text/plain' }, '{}')],
  ]

  it.each(api)('%s (%d) carries the security headers, and nobody may store it', async (_name, status, answer) => {
    const received = await answer()
    expect(received.status).toBe(status)
    expectSafeHeaders(received)
    expect(received.headers.get('cache-control')).toBe('no-store')
    await received.body?.cancel()
  })

  it.each<Case>([
    ['a webhook without signature', 401, () => postWebhook(jara, '{}', null)],
    ['an accepted webhook', 200, () => postWebhook(jara, '{}')],
    ['a liveness check', 200, () => send('GET', '/healthz')],
    ['a readiness check', 200, () => send('GET', '/readyz')],
    ['a missing asset', 404, () => send('GET', '/assets/nothing.js')],
    ['an unknown address below the webhooks', 404, () => send('POST', '/webhooks/nobody', json, '{}')],
  ])('%s (%d) carries the security headers', async (_name, status, answer) => {
    const received = await answer()
    expect(received.status).toBe(status)
    expectSafeHeaders(received)
  })

  it.each(['/', '/dashboard', '/no/such/page', '/index.html'])(
    'the page %s carries them, built or not',
    async (path) => {
      const received = await send('GET', path)
      expect([200, 404]).toContain(received.status)
      expectSafeHeaders(received)
      expect(received.headers.get('cache-control')).toMatch(/^no-(cache|store)$/)
    },
  )

  it('leaves page-only headers off the parts of a page, and keeps them on a picture', async () => {
    const folder = path.join(import.meta.dirname, '../../../web/dist')
    const files = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `/${file}`)
    for (const type of ['js', 'css', 'woff2']) {
      const part = files.find((file) => file.startsWith('/assets/') && file.endsWith(`.${type}`)) ?? ''
      const { status, headers } = await send('GET', part)
      expect([part, status]).toEqual([part, 200])
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
      // A style sheet's own policy applies to its requests for fonts.
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect([...headers.keys()].filter((name) => /security-policy|opener|permissions|frame/.test(name))).toEqual([])
    }
    for (const whole of [...files.filter((file) => file.endsWith('.svg')), '/sw.js'])
      expectSafeHeaders(await send('GET', whole))
  })

  it.each(api.filter(([, status]) => status >= 400))(
    '%s (%d) is refused in the one shape, with an id for the log',
    async (_name, status, answer) => {
      const { error } = (await (await answer()).json()) as Refusal
      const entry = ERRORS[error.code as keyof typeof ERRORS]
      expect(entry.status).toBe(status)
      expect(error.message).toBe(entry.message)
      expect(error).toMatchObject({ id: expect.stringMatching(/^[\w-]{12}$/) })
    },
  )

  it.each(['/.git/config', '/.env', '/package.json', '/server/main.ts', '/assets/', '/assets', '/data/'])(
    'keeps %s to itself: no file beside the web app, and no list of a folder',
    async (path) => {
      const received = await send('GET', path, { accept: '*/*' })
      const text = await received.text()
      // If the web app is built, a path without a file gets the app's own page.
      expect(received.status === 404 || text.startsWith('<!doctype html>')).toBe(true)
      expect(text).not.toMatch(/\[core\]|"scripts"|JARA_SECRET|<a href="[^"]*\.js"/)
    },
  )

  it('knows no TRACE, which would repeat a cookie', async () => {
    const { statusCode, body } = await inject(jara, {
      method: 'TRACE' as 'GET',
      url: '/api/wallet',
      headers: { cookie: ada.cookie() },
    })
    expect(statusCode).toBe(404)
    expect(body).not.toContain(ada.cookie())
  })

  it('to a request that fails for a reason of ours has one fixed sentence, and nothing of the reason', async () => {
    const jara = await startJara('pglite')
    const grace = await jara.person()
    await jara.database.exec('alter table ledger_accounts rename to ledger_accounts_gone')
    const { status, body } = await grace.call<Refusal>('GET', '/api/wallet')
    await jara.database.exec('alter table ledger_accounts_gone rename to ledger_accounts')
    await jara.close()
    expect([status, body]).toEqual([
      500,
      { error: { code: 'server.unexpected', message: ERRORS['server.unexpected'].message, id: expect.any(String) } },
    ])
  })

  it.each([
    ['/', 'text/html; charset=utf-8'],
    ['/no/such/page', 'text/html; charset=utf-8'],
    ['/sw.js', 'text/javascript; charset=utf-8'],
    ['/theme.js', 'application/javascript; charset=utf-8'],
    ['/favicon.svg', 'image/svg+xml; charset=utf-8'],
    ['/manifest.webmanifest', 'application/manifest+json'],
    ['/api/installation', 'application/json; charset=utf-8'],
    ['/api/openapi.json', 'application/json; charset=utf-8'],
    ['/api/nothing', 'application/json; charset=utf-8'],
    ['/api/events', 'text/event-stream; charset=utf-8'],
    ['/healthz', 'application/json; charset=utf-8'],
  ])('says what %s is, and in which characters', async (path, type) => {
    // With a session, / redirects to the wallet and is no page.
    const received = await send('GET', path, path === '/' ? {} : { cookie: ada.cookie() })
    expect(received.headers.get('content-type')).toBe(type)
    await received.body?.cancel()
  })

  it('leads nowhere else, whatever a request asks for', async () => {
    const asks = [
      '/signin?next=https://evil.example',
      '//evil.example',
      '/\\evil.example',
      '/r/x?return=//evil.example',
    ]
    const forwarded = { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' }
    for (const ask of asks) {
      const own = await send('GET', ask, forwarded)
      const other = await sendBytes(jara.url, `GET ${ask} HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\r\n`)
      expect([200, 404]).toContain(own.status)
      expect(other.status).toBe(421)
      for (const { headers } of [own, other])
        expect([headers.get('location'), headers.get('refresh')]).toEqual([null, null])
    }
  })

  const overlong = `x-a: ${'x'.repeat(30_000)}`
  const both = 'content-length: 5\r\ntransfer-encoding: chunked\r\ncontent-type: application/json'
  it.each([
    ['no request at all', 'HELLO\r\n\r\n', 400],
    ['headers that are too large', `GET /api/wallet HTTP/1.1\r\nhost: x\r\n${overlong}\r\n\r\n`, 431],
    ['a body with two lengths', `POST /api/sessions HTTP/1.1\r\nhost: x\r\n${both}\r\n\r\n0\r\n\r\nGET /`, 400],
    [
      'a length twice',
      'POST /api/sessions HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n{}',
      400,
    ],
    ['a space before the colon', 'GET /api/wallet HTTP/1.1\r\nhost: x\r\ncontent-length : 1\r\n\r\n{', 400],
    ['a line end inside a header', 'GET /api/wallet HTTP/1.1\r\nhost: x\r\nx-a: b\rx-c: d\r\n\r\n', 400],
    ['no host', 'GET /api/wallet HTTP/1.1\r\nconnection: close\r\n\r\n', 400],
  ])('to %s carries the same headers, in the one shape, and the connection ends', async (_name, bytes, status) => {
    const received = await sendBytes(jara.url, bytes)
    expect(received.status).toBe(status)
    expectSafeHeaders(received)
    expect(received.headers.get('cache-control')).toBe('no-store')
    expect(await received.json()).toMatchObject({
      error: { code: expect.stringMatching(/^request\./), id: expect.stringMatching(/^[\w-]{12}$/) },
    })
  })

  it('gives each refusal an id of its own', async () => {
    const ids = await Promise.all(
      Array.from(
        { length: 20 },
        async () => ((await (await send('GET', '/api/nothing')).json()) as { error: { id: string } }).error.id,
      ),
    )
    expect(new Set(ids).size).toBe(20)
  })
})

describe('a request that a page elsewhere makes', () => {
  let jara: TestJara
  let ada: Person

  beforeAll(async () => {
    jara = await startJara('pglite')
    ada = await jara.person()
  })
  afterAll(async () => {
    await jara.close()
  })

  /** fetch cannot set the browser's own headers, so this injects the request. */
  async function lock(headers: Record<string, string>, method: 'POST' | 'DELETE' = 'POST') {
    const url = method === 'POST' ? '/api/lock' : '/api/sessions/current'
    return await inject(jara, { method, url, headers: { cookie: ada.cookie(), ...headers } })
  }

  it.each([
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost:1' },
    { origin: 'http://localhost.evil.example' },
    { origin: 'not an origin' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'Cross-Site' },
  ])('is refused with %j and changes nothing', async (headers) => {
    for (const method of ['POST', 'DELETE'] as const) {
      const answer = await lock(headers as Record<string, string>, method)
      expect(answer.statusCode).toBe(403)
      expect(answer.json().error.code).toBe('request.cross-site')
    }
    expect((await ada.call('GET', '/api/wallet')).status).toBe(200)
  })

  it('is refused as a form and as text, the two bodies a page may send anywhere', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const answer = await fetch(`${jara.url}/api/quotes`, {
        method: 'POST',
        headers: { 'content-type': type, cookie: ada.cookie() },
        body: JSON.stringify({ kind: 'withdrawal', ...RECIPIENT, amountKobo: '150000' }),
      })
      expect(answer.status).toBe(415)
    }
    expect(await jara.database.query('select 1 from quotes')).toEqual([])
  })

  it('changes nothing by GET, whatever method it asks to be taken for', async () => {
    for (const path of ['/api/lock', '/api/sessions/current', '/api/quotes?_method=POST', '/api/orders']) {
      const headers = { cookie: ada.cookie(), 'x-http-method-override': 'POST' }
      expect((await fetch(jara.url + path, { headers })).status).toBe(404)
    }
    expect((await ada.call('GET', '/api/wallet')).status).toBe(200)
  })

  it("is taken from the app's own pages and from programs", async () => {
    for (const headers of [{ origin: jara.url, 'sec-fetch-site': 'same-origin' }, { 'sec-fetch-site': 'none' }]) {
      expect((await lock(headers as Record<string, string>)).statusCode).toBe(204)
      await ada.unlock()
    }
    expect((await lock({})).statusCode).toBe(204)
    await ada.unlock()
  })
})

/** Sends raw bytes and reads the one response, until the server closes the connection. */
async function sendBytes(url: string, bytes: string): Promise<Response> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.write(bytes)
  let text = ''
  for await (const chunk of socket.setEncoding('utf8')) text += chunk
  const [head = '', ...bodies] = text.split('\r\n\r\n')
  const [line = '', ...lines] = head.split('\r\n')
  const headers = lines.map((each): [string, string] => {
    const at = each.indexOf(':')
    return [each.slice(0, at), each.slice(at + 1).trim()]
  })
  // One response only: no part of the bytes was taken for a second request.
  expect(bodies.join('\r\n\r\n')).not.toContain('HTTP/1.1')
  return new Response(bodies.join('\r\n\r\n'), { status: Number(line.split(' ')[1]), headers })
}

it('live mode tells browsers to insist on https for two years, on every name below', async () => {
  const app = Fastify()
  const config = { ...readConfig({}), mode: 'live' } as const
  await addSecurity(app as unknown as App, config, await constantHeaders(config))
  app.get('/', () => 'here')
  const { headers } = await app.inject('/')
  expect(headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains')
  expect(headers['content-security-policy']).toContain('upgrade-insecure-requests')
  await app.close()
})

it('live mode names the address for reports of the policy to every browser, whichever way it knows', async () => {
  const app = Fastify()
  const config = { ...readConfig({}), mode: 'live' } as const
  await addSecurity(app as unknown as App, config, await constantHeaders(config))
  app.get('/', () => 'here')
  const { headers } = await app.inject('/')
  expect(headers['content-security-policy']).toMatch(/;report-uri \/api\/csp-reports;report-to policy;/)
  expect(headers['reporting-endpoints']).toBe('policy="/api/csp-reports"')
  await app.close()
})
