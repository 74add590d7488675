import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inject } from '#tests/support/inject.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { type Person, RECIPIENT } from '#tests/support/person.ts'
import { networkOf } from './security.ts'

/** As in live mode: 600 requests per address a minute, 60 of them for a password, an account or terms. */
const SETTINGS = { REQUESTS_PER_MINUTE: '600' }

describe('one address', () => {
  let jara: TestJara
  let ada: Person
  let bola: Person

  beforeAll(async () => {
    jara = await startJara('pglite', { settings: SETTINGS })
    ada = await jara.person('Ada Obi')
    bola = await jara.person('Bola Ahmed')
  })
  afterAll(() => jara.close())

  const ask = (method: 'GET' | 'POST', url: string, remoteAddress: string, more: object = {}) =>
    inject(jara, { method, url, remoteAddress, ...(method === 'POST' ? { payload: {} } : {}), ...more })
  async function tally(times: number, asked: () => ReturnType<typeof ask>): Promise<Record<number, number>> {
    const statuses: Record<number, number> = {}
    for (let time = 0; time < times; time++) {
      const { statusCode } = await asked()
      statuses[statusCode] = (statuses[statusCode] ?? 0) + 1
    }
    return statuses
  }

  it.each([
    ['/api/sessions', '203.0.113.1'],
    ['/api/accounts', '203.0.113.2'],
    ['/api/sessions/current/password', '203.0.113.3'],
  ])('may try %s sixty times a minute, is told when to come back, and may go on reading', async (url, address) => {
    const statuses = await tally(70, () => ask('POST', url, address))
    expect(statuses[429]).toBe(10)
    const { headers, json } = await ask('POST', url, address)
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(json()).toMatchObject({ error: { code: 'request.too-many', retryAfterS: expect.any(Number) } })
    expect((await ask('GET', '/api/installation', address)).statusCode).toBe(200)
    expect((await ask('POST', url, '203.0.113.99')).statusCode).not.toBe(429)
  })

  it('may ask six hundred things a minute, and nobody else has less of it', async () => {
    expect(await tally(610, () => ask('GET', '/api/installation', '203.0.113.4'))).toEqual({ 200: 600, 429: 10 })
    expect((await ask('GET', '/api/installation', '203.0.113.5')).statusCode).toBe(200)
  })

  it.each<[string, (n: number) => Parameters<typeof ask>]>([
    ['at addresses where nothing is', (n) => ['GET', `/api/nothing/${n}`, '203.0.113.10']],
    ['at odd spellings of addresses', (n) => ['POST', `/api//${n}`, '203.0.113.11']],
    [
      'for terms, with a session that it makes up each time',
      (n) => ['POST', '/api/quotes', '203.0.113.12', { headers: { cookie: `jara=${String(n).padStart(43, 'A')}` } }],
    ],
    [
      'in the console, with a session that it makes up each time',
      (n) => [
        'POST',
        '/api/admin/search',
        '203.0.113.13',
        { payload: { q: 'ada' }, headers: { cookie: `jara_operator=${String(n).padStart(43, 'A')}` } },
      ],
    ],
  ])('may ask no more %s', async (_what, of) => {
    let asked = 0
    const statuses = await tally(610, () => ask(...of(++asked)))
    expect(statuses[429]).toBe(10)
  })

  it('is the whole of what an owner of an IPv6 network can choose from', async () => {
    let host = 0
    const statuses = await tally(70, () => ask('POST', '/api/sessions', `2001:db8:1:2::${(++host).toString(16)}`))
    expect(statuses[429]).toBe(10)
    expect((await ask('POST', '/api/sessions', '2001:db8:1:3::1')).statusCode).not.toBe(429)
  })

  it('makes the providers resolve at most 120 names a minute', async () => {
    const headers = { cookie: ada.cookie() }
    const statuses = await tally(125, () => ask('POST', '/api/banks/resolve', '203.0.113.6', { headers }))
    expect(statuses[429]).toBe(5)
  })

  it('and one browser at most sixty terms, from wherever it asks, and another one of that address as many', async () => {
    let address = 0
    const terms = (person: Person) =>
      ask('POST', '/api/quotes', `198.51.100.${address++ % 200}`, {
        headers: { cookie: `${person.cookie()}; other=${address}` },
      })
    expect((await tally(65, () => terms(ada)))[429]).toBe(5)
    expect((await terms(bola)).statusCode).toBe(400)
    const payload = { kind: 'withdrawal', ...RECIPIENT, amountKobo: '150000' }
    const options = { headers: { cookie: bola.cookie() }, payload }
    expect((await ask('POST', '/api/quotes', '198.51.100.1', options)).statusCode).toBe(201)
  })
})

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::6', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::', 'fe80:0:0:0::/64'],
])('%s is counted as %s', (ip, network) => expect(networkOf(ip)).toBe(network))
