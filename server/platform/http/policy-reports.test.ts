import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createLog } from '#server/platform/log.ts'
import { inject } from '#tests/support/inject.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'

const NEW_FORM = 'application/reports+json'
const OLD_FORM = 'application/csp-report'
const HOUR_MS = 60 * 60_000

type Line = { msg: string; directive?: string; blocked?: string; page?: string }

describe('a report that the policy of a page was broken', () => {
  let jara: TestJara
  let lines: string[]
  let address = 0

  beforeAll(async () => {
    const log = createLog('warn', { write: (line: string) => void lines.push(line) })
    jara = await startJara('pglite', { log })
  })
  afterAll(() => jara.close())
  beforeEach(() => {
    lines = []
    jara.clock.advance(HOUR_MS)
  })

  /** Each comes from its own address unless `headers` say otherwise. */
  async function send(
    payload: string,
    form = OLD_FORM,
    headers: object = {},
    from = `10.1.${address >> 8}.${address++ & 255}`,
  ) {
    const answer = await inject(jara, {
      method: 'POST',
      url: '/api/csp-reports',
      remoteAddress: from,
      headers: { 'content-type': form, ...headers },
      payload,
    })
    return answer.statusCode
  }
  const older = (of: { page?: unknown; directive?: unknown; blocked?: unknown }) =>
    JSON.stringify({
      'csp-report': {
        'document-uri': of.page ?? 'https://jara.example/history',
        'violated-directive': of.directive ?? 'img-src',
        'blocked-uri': of.blocked ?? 'data',
        'script-sample': 'alert(document.cookie)',
        referrer: 'https://jara.example/signin?email=ada@example.ng',
      },
    })
  const newer = (of: { page?: string; directive?: string; blocked?: string }) => ({
    type: 'csp-violation',
    url: 'https://jara.example/',
    body: {
      documentURL: of.page ?? 'https://jara.example/history',
      effectiveDirective: of.directive ?? 'img-src',
      blockedURL: of.blocked ?? 'data',
      sample: 'alert(document.cookie)',
    },
  })
  const noted = () =>
    lines.map((line): Line => JSON.parse(line)).map(({ directive, blocked, page }) => [directive, blocked, page])

  it('leaves one line, in either form', async () => {
    const of = { page: 'https://jara.example/dashboard', directive: 'script-src-elem', blocked: 'inline' }
    expect(await send(older(of))).toBe(204)
    expect(await send(JSON.stringify([newer(of), newer({ blocked: 'https://evil.example/x.png' })]), NEW_FORM)).toBe(
      204,
    )
    expect(noted()).toEqual([
      ['script-src-elem', 'inline', '/dashboard'],
      ['img-src', 'https://evil.example', '/history'],
    ])
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 40, msg: 'the policy of a page was broken' })
  })

  it.each([
    ['https://jara.example/history?q=ada', '/history'],
    ['https://jara.example/history/txn_0123', '/history/:'],
    ['https://jara.example/r/k3m8xq7wz0ptk3m8xq7wz0pt', '/r/:'],
    ['https://jara.example/reset#secret', '/reset'],
    ['https://ada:pw@jara.example/', '/'],
    ['https://jara.example/Ada%20Obi/08031234567', '/:/:'],
    ['https://jara.example/a/b/c/d/e', '/a/b/c'],
    ['nowhere', 'another'],
  ])('of the page %s says %s', async (page, said) => {
    await send(older({ page }))
    expect(noted()).toEqual([['img-src', 'data', said]])
  })

  it.each([
    ['https://ada:pw@evil.example:8443/account?number=0123456784#x', 'https://evil.example:8443'],
    ['wss://evil.example/x', 'wss://evil.example'],
    ['chrome-extension://abcdef/x.js', 'chrome-extension'],
    ['data:text/html,ada@example.ng', 'data'],
    ['trusted-types-sink', 'trusted-types-sink'],
    ['ada@example.ng', 'another'],
    ['ada:example', 'another'],
    [`https://${'x'.repeat(60)}.${'y'.repeat(60)}.ng/`, 'another'],
    ['', 'another'],
  ])('of what was stopped, %s, says %s', async (blocked, said) => {
    await send(older({ blocked }))
    expect(noted()).toEqual([['img-src', said, '/history']])
  })

  it('names no directive that there is not', async () => {
    await send(older({ directive: "img-src 'self' data:" }))
    await send(older({ directive: 'ada@example.ng' }))
    expect(noted().map(([directive]) => directive)).toEqual(['img-src', 'another'])
  })

  it.each([
    ['nothing', ''],
    ['no JSON', '{"csp-report":'],
    ['a number', '7'],
    ['nothing of it', '{}'],
    ['other types', older({ page: 7, directive: ['img-src'], blocked: {} })],
    ['a prototype', '{"__proto__":{"csp-report":{"document-uri":"https://x/","violated-directive":"img-src"}}}'],
    ['arrays in arrays', `${'['.repeat(8_000)}${']'.repeat(8_000)}`],
    ['another kind of report', JSON.stringify([{ ...newer({}), type: 'deprecation' }])],
  ])('with %s is answered like any other and leaves no line', async (_name, payload) => {
    for (const form of [OLD_FORM, NEW_FORM]) expect(await send(payload, form)).toBe(204)
    expect(lines).toEqual([])
  })

  it('is taken from whatever origin the browser names, with and without a cookie', async () => {
    const senders = [{ origin: 'null' }, { origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]
    for (const headers of [...senders, { cookie: `jara=${'A'.repeat(43)}` }]) {
      expect(await send(older({}), OLD_FORM, headers)).toBe(204)
    }
  })

  it('leaves one line for each kind an hour, however often anyone sends it', async () => {
    for (let count = 0; count < 20; count++) await send(older({}))
    expect(lines).toHaveLength(1)
    jara.clock.advance(HOUR_MS)
    await send(older({}))
    expect(lines).toHaveLength(2)
  })

  it('leaves no more than a hundred lines an hour, whatever is made up', async () => {
    for (let count = 0; count < 30; count++) {
      const reports = Array.from({ length: 20 }, (_, n) => newer({ blocked: `https://x${count}-${n}.example/` }))
      expect(await send(JSON.stringify(reports), NEW_FORM)).toBe(204)
    }
    expect(lines).toHaveLength(100)
  })

  it('is no longer read after 2,000 in an hour', async () => {
    const reports = JSON.stringify(Array.from({ length: 50 }, () => newer({})))
    for (let count = 0; count < 40; count++) await send(reports, NEW_FORM)
    expect(await send(older({ blocked: 'inline' }))).toBe(204)
    expect(noted()).toEqual([['img-src', 'data', '/history']])
  })

  it('is refused when it is larger than 16 KiB, in another form, and after 30 a minute from one address', async () => {
    expect(await send('x'.repeat(16 * 1024))).toBe(204)
    expect(await send('x'.repeat(16 * 1024 + 1))).toBe(413)
    for (const form of ['application/json', 'text/plain']) expect(await send(older({}), form)).toBe(415)
    const answers: number[] = []
    for (let count = 0; count < 31; count++) answers.push(await send(older({}), OLD_FORM, {}, '10.9.9.9'))
    expect(answers).toEqual([...Array(30).fill(204), 429])
  })
})
