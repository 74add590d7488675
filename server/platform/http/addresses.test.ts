import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '#server/platform/config/config.ts'
import { testClock } from '#tests/support/clock.ts'
import { plainAddress, UNREADABLE_ADDRESS } from './addresses.ts'
import { addAdmission } from './admission.ts'
import type { App } from './app.ts'
import { refuseOtherNames } from './own-names.ts'
import { addSecurity, constantHeaders } from './security.ts'

describe('a target', () => {
  it.each([
    ['/', '/'],
    ['/api/orders/ord_x', '/api/orders/ord_x'],
    ['/api/transactions?q=%C3%A9%2F..%2f%61&from=//', '/api/transactions?q=%C3%A9%2F..%2f%61&from=//'],
    ['/api/receipts/a%20b', '/api/receipts/a%20b'],
    ['/r/%E2%82%A6', '/r/%E2%82%A6'],
    ['/.well-known/x', '/.well-known/x'],
    ['/faq/', '/faq/'],
    ["/a:b@c!$&'()*+,;=d", "/a:b@c!$&'()*+,;=d"],
    ['http://localhost:3000/api/me', '/api/me'],
    ['HTTPS://localhost', '/'],
    ['http://localhost?x=1', '/?x=1'],
    [`/${'x'.repeat(4_095)}`, `/${'x'.repeat(4_095)}`],
  ])('%s asks for %s', (target, address) => {
    expect(plainAddress(target)).toBe(address)
  })

  it.each([
    ['a letter encoded', '/%61pi/me'],
    ['a digit encoded', '/api/orders/%31'],
    ['a hyphen encoded', '/api/password%2Dresets'],
    ['a dot encoded', '/sw%2ejs'],
    ['an underscore encoded', '/api/orders/ord%5fx'],
    ['a tilde encoded', '/%7e'],
    ['a slash encoded', '/api%2Fme'],
    ['a backslash encoded', '/api%5Cme'],
    ['a percent sign encoded', '/%2561pi/me'],
    ['a question mark encoded', '/api/me%3f'],
    ['a "#" encoded', '/api/me%23'],
    ['a control character encoded', '/api/me%00'],
    ['a delete character encoded', '/api/me%7F'],
    ['an empty segment', '/api//me'],
    ['an empty segment in front', '//localhost:3000/api/me'],
    ['a segment of one dot', '/./api/me'],
    ['a segment of two dots', '/x/../api/me'],
    ['two dots at its end', '/api/..'],
    ['a backslash', '/api\\me'],
    ['a fragment', '/api/me#x'],
    ['a fragment after its query', '/api/me?x#y'],
    ['a broken encoding', '/api/orders/%zz'],
    ['half an encoding', '/api/orders/%e'],
    ['bytes that are no UTF-8', '/api/orders/%c3%28'],
    ['a letter in more bytes than it needs', '/%c1%a1pi/me'],
    ['no UTF-8 in its query', '/api/me?q=%ff'],
    ['bytes beyond ASCII', '/caf\xe9'],
    ['no slash in front', 'api/me'],
    ['nothing', ''],
    ['a query alone', '?x=1'],
    ['an asterisk', '*'],
    ['a scheme of another kind', 'ftp://localhost/api/me'],
    ['a scheme without a name', 'http:/api/me'],
    ['a name, and a letter encoded', 'http://localhost/%61pi/me'],
    ['a length beyond every address', `/${'x'.repeat(4_096)}`],
  ])('with %s names nothing', (_what, target) => {
    expect(plainAddress(target)).toBe(UNREADABLE_ADDRESS)
  })
})

describe('where an odd spelling reached a route after all', () => {
  const app = Fastify()
  const config = { ...readConfig({ REQUESTS_PER_MINUTE: '100', REQUESTS_AT_ONCE: '16' }), port: 3_000 }
  const gate = Promise.withResolvers<void>()
  const full = Promise.withResolvers<void>()
  let inWork = 0
  beforeAll(async () => {
    const headers = await constantHeaders(config)
    const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }
    const wired = app as unknown as App
    refuseOtherNames(wired, { config, clock: testClock(), log }, headers)
    addAdmission(wired, { config, clock: testClock(), log }, headers)
    await addSecurity(wired, config, headers)
    app.get('/healthz', () => 'here')
    app.post('/api/done', () => 'done')
    app.get('/api/held', async () => {
      if (++inWork === config.requestsAtOnce) full.resolve()
      await gate.promise
      return 'held'
    })
    await app.ready()
  })
  afterAll(() => app.close())

  const authority = 'localhost:3000'
  const post = (url: string, headers = {}) => app.inject({ method: 'POST', url, authority, headers })

  it('it is counted with the plain one, and its answer is stored by nobody', async () => {
    const plain = await post('/api/done')
    const odd = await post('/%61pi/done')
    expect([odd.body, odd.headers['cache-control']]).toEqual(['done', 'no-store'])
    expect(Number(odd.headers['x-ratelimit-remaining'])).toBe(Number(plain.headers['x-ratelimit-remaining']) - 1)
  })

  it('the page of another site gets nothing done', async () => {
    const { statusCode } = await post('/%61pi/done', { origin: 'https://evil.example' })
    expect(statusCode).toBe(403)
  })

  it('a health check is one under any name, and nothing else is', async () => {
    const ask = (url: string) => app.inject({ url, authority: 'evil.example' })
    expect((await ask('/%68ealthz')).body).toBe('here')
    expect((await ask('/healthz/../api/held')).statusCode).toBe(421)
  })

  it('it is refused early when all places are taken', async () => {
    const held = Array.from({ length: config.requestsAtOnce }, (_, n) =>
      app.inject({ url: '/%61pi/held', authority, headers: { cookie: `jara=${String(n).padStart(43, 'A')}` } }),
    )
    await full.promise
    const { statusCode, headers } = await post('/%61pi/done')
    expect([statusCode, headers['cache-control']]).toEqual([503, 'no-store'])
    gate.resolve()
    expect((await Promise.all(held)).every((each) => each.body === 'held')).toBe(true)
  })
})
