import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWithRoutes } from '#tests/attacks/router.ts'
import type { TestJara } from '#tests/support/jara.ts'
import { PASSWORD, type Person } from '#tests/support/person.ts'
import { openRawConnection, type RawAnswer, type RawConnection } from '#tests/support/raw-connection.ts'
import { readFromRoot } from '#tests/support/shown-by.ts'

/**
 * One address in every other spelling that a router, a proxy or a browser may treat as the same. The product serves the
 * plain spelling, and no other one reaches a route, so a check, count or refusal by address cannot be bypassed.
 */

it('is the plain one to the proxy too, which decodes a path before it decides by it', () => {
  const config = readFromRoot('deploy/haproxy-edge.cfg').replaceAll(/^\s*#.*$/gm, '')
  const decisions = config.match(/\{ *(?:path|url|base|capture\.req\.uri)\w*[^}]*\}/g) ?? []
  expect(decisions).toEqual(['{ path,url_dec /api/events }'])
})

/** A tenth of that for requests that try a password or send an email. */
const REQUESTS_PER_MINUTE = 100
const COSTLY_PER_MINUTE = 10

type Spelling = readonly [name: string, of: (path: string) => string]

const hex = (text: string, upper = true) => {
  const code = text.charCodeAt(0).toString(16).padStart(2, '0')
  return `%${upper ? code.toUpperCase() : code}`
}
const letters = /[A-Za-z0-9._~-]/g
const last = (path: string, change: (text: string) => string) => path.slice(0, -1) + change(path.slice(-1))

/** None of these is an address of the product. */
const ODD: readonly Spelling[] = [
  ['its first letter encoded', (path) => path.replace(/[A-Za-z]/, (all) => hex(all))],
  ['its first letter encoded with small digits', (path) => path.replace(/[A-Za-z]/, (all) => hex(all, false))],
  ['its last letter encoded', (path) => last(path, hex)],
  ['every letter encoded', (path) => path.replace(letters, (all) => hex(all))],
  ['every other letter encoded', (path) => path.replace(letters, (all, at: number) => (at % 2 === 0 ? hex(all) : all))],
  ['its first letter encoded twice', (path) => path.replace(/[A-Za-z]/, (all) => hex(all).replace('%', '%25'))],
  ['its first letter encoded thrice', (path) => path.replace(/[A-Za-z]/, (all) => hex(all).replace('%', '%2525'))],
  [
    'its first letter in two bytes',
    (path) => path.replace(/[A-Za-z]/, (all) => `%C1%${(all.charCodeAt(0) | 128).toString(16)}`),
  ],
  ['its last slash encoded', (path) => path.replace(/\/(?=[^/]*$)/, '/%2F')],
  ['a slash encoded after it', (path) => `${path}%2f`],
  ['a slash encoded before it', (path) => `/%2F${path.slice(1)}`],
  ['two slashes before it', (path) => `/${path}`],
  ['two slashes in it', (path) => path.replace(/\/(?=[^/]*$)/, '//')],
  ['two slashes after it', (path) => `${path}//`],
  ['a segment of one dot', (path) => `/.${path}`],
  ['a segment of one encoded dot', (path) => `/%2e${path}`],
  ['segments that go down and up again', (path) => `/x/..${path}`],
  ['encoded segments that go up', (path) => `/x/%2E%2e${path}`],
  ['a way up after it', (path) => `${path}/x/..`],
  ['a backslash before it', (path) => `/\\${path.slice(1)}`],
  ['an encoded backslash before it', (path) => `/%5c${path.slice(1)}`],
  ['a fragment after it', (path) => `${path}#x`],
  ['a fragment after a query', (path) => `${path}?x=1#x`],
  ['an encoded question mark after it', (path) => `${path}%3Fx=1`],
  ['an encoded fragment after it', (path) => `${path}%23x`],
  ['an encoded NUL after it', (path) => `${path}%00`],
  ['an encoded line end after it', (path) => `${path}%0D%0A`],
  ['an odd path after a name', (path) => `http://HOST${path.replace(/[A-Za-z]/, (all) => hex(all))}`],
  ['a name without a scheme', (path) => `//HOST${path}`],
]

/** Node's parser rejects these before there is a request. */
const UNREADABLE: readonly Spelling[] = [
  ['a byte that is no ASCII after it', (path) => `${path}\xE9`],
  ['its first letter as another script writes it', (path) => path.replace(/[A-Za-z]/, '\xEF\xBD\x81')],
  ['no slash before it', (path) => path.slice(1)],
  ['a space in it', (path) => `${path} x`],
  ['a tab after it', (path) => `${path}\t`],
]

/** Different addresses; below the API they do not exist. */
const OTHER: readonly Spelling[] = [
  ['capital letters', (path) => path.replace(/^\/[a-z]+/, (all) => all.toUpperCase())],
  ['a slash after it', (path) => `${path}/`],
  ['a parameter after it', (path) => path.replace(/^\/[a-z]+/, (all) => `${all};x=1`)],
  ['a space after it', (path) => path.replace(/^\/[a-z]+/, (all) => `${all}%20`)],
]

/** The same address as the plain one (RFC 9112, 3.2.2). */
const SAME: readonly Spelling[] = [
  ['its name before it', (path) => `http://HOST${path}`],
  ['its name before it, in capitals', (path) => `HTTP://HOST${path}`],
]

describe('an address that is spelled in another way', () => {
  let jara: TestJara
  let plain: readonly { readonly method: string; readonly path: string; readonly url: string }[]
  let reached: () => readonly (string | null)[]
  let connection: RawConnection
  let host: string

  beforeAll(async () => {
    const settings = { REQUESTS_PER_MINUTE: String(REQUESTS_PER_MINUTE), TRUSTED_PROXIES: '127.0.0.1, ::1' }
    const started = await startWithRoutes('pglite', { settings })
    jara = started.jara
    reached = started.reached
    host = new URL(jara.url).host
    plain = started.routes
      .filter(({ method }) => method !== 'HEAD')
      .map(({ method, url }) => ({ method, url, path: url.replaceAll(/:\w+/g, 'x1') }))
    connection = openRawConnection(jara.url)
  })
  afterAll(async () => {
    connection.close()
    await jara.close()
  })

  let callers = 0
  /** A different caller each time; otherwise the limit per minute would end the test. */
  const newCaller = () => `10.0.${callers >> 8}.${callers++ & 255}`

  type Asked = {
    readonly method: string
    readonly target: string
    readonly from?: string
    readonly more?: string
    readonly body?: unknown
  }

  async function ask({ method, target, from = newCaller(), more = '', body = {} }: Asked): Promise<RawAnswer> {
    const text = JSON.stringify(body)
    const content =
      method === 'GET' || method === 'HEAD'
        ? ''
        : `content-type: application/json\r\ncontent-length: ${text.length}\r\n`
    const head = `${method} ${target.replace('HOST', host)} HTTP/1.1\r\nhost: ${host}\r\nx-forwarded-for: ${from}\r\n${more}${content}\r\n`
    return await connection.ask(head + (content === '' ? '' : text))
  }

  function codeOf({ headers, body }: RawAnswer): string | null {
    const isJson = headers['content-type']?.startsWith('application/json') === true
    return isJson ? ((JSON.parse(body) as { error?: { code: string } }).error?.code ?? null) : null
  }

  it.each(ODD)('with %s reaches no route, and is refused with every header of a refusal', async (_name, of) => {
    const unknown = await ask({ method: 'GET', target: '/api/nothing' })
    const odd: unknown[] = []
    for (const { method, path } of plain.filter((each) => each.path !== '/')) {
      const before = reached().length
      const answer = await ask({ method, target: of(path) })
      const [route] = reached().slice(before)
      const isRefused = answer.status === 404 && codeOf(answer) === 'request.not-found' && route === null
      const lacks = Object.entries(unknown.headers).filter(
        ([name, value]) => !['date', 'content-length'].includes(name) && answer.headers[name] !== value,
      )
      if (!isRefused || lacks.length > 0) odd.push({ method, target: of(path), status: answer.status, route, lacks })
    }
    expect(odd.slice(0, 5)).toEqual([])
  })

  it.each(ODD)('with %s shows a browser the 404 page', async (_name, of) => {
    for (const path of ['/dashboard', '/api/wallet']) {
      const answer = await ask({ method: 'GET', target: of(path), more: 'accept: text/html,*/*;q=0.8\r\n' })
      expect([of(path), answer.status]).toEqual([of(path), 404])
      expect(answer.body).toContain('Oops! Page not found')
    }
  })

  it.each(UNREADABLE)('with %s is no request', async (_name, of) => {
    const { method, path } = { method: 'POST', path: '/api/lock' }
    const before = reached().length
    const answer = await ask({ method, target: of(path) })
    expect([answer.status, codeOf(answer), answer.headers['cache-control']]).toEqual([
      400,
      'request.invalid',
      'no-store',
    ])
    expect(reached().slice(before)).toEqual([])
  })

  it.each(OTHER)('with %s is another one, where nothing is', async (_name, of) => {
    const odd: unknown[] = []
    for (const { method, path, url } of plain.filter((each) => /^\/(?:api|webhooks)\//.test(each.path))) {
      const before = reached().length
      const { status } = await ask({ method, target: of(path) })
      const [route] = reached().slice(before)
      // A trailing slash can be the address of an item with an empty id.
      if (route === url || status < 400) odd.push({ method, target: of(path), status, route })
    }
    expect(odd.slice(0, 5)).toEqual([])
  })

  it.each(SAME)('with %s is the plain one, and counts with it', async (_name, of) => {
    for (const { method, path } of plain.filter((each) => each.path !== '/api/events')) {
      const from = newCaller()
      const once = await ask({ method, target: path, from })
      const again = await ask({ method, target: of(path), from })
      const { 'x-ratelimit-remaining': left, ...rest } = headersOf(once)
      const expected = left === undefined ? rest : { ...rest, 'x-ratelimit-remaining': String(Number(left) - 1) }
      expect({ method, path, status: again.status, headers: headersOf(again) }).toEqual({
        method,
        path,
        status: once.status,
        headers: expected,
      })
    }
  })

  function headersOf({ headers }: RawAnswer): Record<string, string> {
    const { date: _, 'x-ratelimit-reset': __, 'content-length': ___, etag: ____, ...rest } = headers
    return rest
  }

  describe('by somebody who means harm', () => {
    let ada: Person
    beforeAll(async () => {
      ada = await jara.person('Ada Obi')
    })

    /** Sends requests from one address, through all odd spellings of the path in turn. Returns the responses. */
    async function flood(
      path: string,
      from: string,
      bodyOf: (n: number) => unknown,
    ): Promise<ReadonlySet<string | null>> {
      const said = new Set<string | null>()
      for (const [n, [, of]] of [...ODD, ...OTHER].entries()) {
        said.add(codeOf(await ask({ method: 'POST', target: of(path), from, body: bodyOf(n) })))
      }
      return said
    }

    /** Then sends plain requests, one more than the limit per minute. */
    async function askPlainly(path: string, from: string, bodyOf: (n: number) => unknown): Promise<unknown[]> {
      const said: unknown[] = []
      for (let n = 0; n <= COSTLY_PER_MINUTE; n++) {
        const answer = await ask({ method: 'POST', target: path, from, body: bodyOf(1_000 + n) })
        said.push(codeOf(answer) ?? answer.status)
      }
      return said
    }

    it('has no password tried, and leaves all ten of the minute', async () => {
      const { publicKey } = ada.device
      const from = newCaller()
      const guess = (n: number) => ({ email: `person${n}@example.ng`, password: PASSWORD, device: { publicKey } })
      expect(await flood('/api/sessions', from, guess)).toEqual(new Set(['request.not-found']))
      const { length: tried } = await jara.database.query('select 1 from sign_in_throttles')
      expect(tried).toBe(0)
      const plainly = Array(COSTLY_PER_MINUTE).fill('session.wrong-credentials')
      expect(await askPlainly('/api/sessions', from, guess)).toEqual([...plainly, 'request.too-many'])
    })

    it('has no email sent, and leaves all ten of the minute', async () => {
      const from = newCaller()
      const queued = async () => (await jara.database.query("select 1 from jobs where kind = 'email'")).length
      const before = await queued()
      const stranger = (n: number) => ({ email: `stranger${n}@example.ng` })
      expect(await flood('/api/password-resets', from, stranger)).toEqual(new Set(['request.not-found']))
      expect(await queued()).toBe(before)
      const plainly = Array(COSTLY_PER_MINUTE).fill(202)
      expect(await askPlainly('/api/password-resets', from, stranger)).toEqual([...plainly, 'request.too-many'])
    })

    it('has nothing done by a page elsewhere in the browser of a signed-in user', async () => {
      const more = `cookie: ${ada.cookie()}\r\norigin: https://evil.example\r\nsec-fetch-site: cross-site\r\n`
      for (const [, of] of [...ODD, ...OTHER, ...SAME]) {
        const { status } = await ask({ method: 'POST', target: of('/api/lock'), more })
        expect([of('/api/lock'), [403, 404].includes(status)]).toEqual([of('/api/lock'), true])
      }
      expect((await ada.call('GET', '/api/wallet')).status).toBe(200)
    })
  })
})
