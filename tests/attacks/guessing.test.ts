import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp, type Jara } from '#server/app.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { newDevice } from '#tests/support/device.ts'
import { inject } from '#tests/support/inject.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { PASSWORD, type Person, PIN } from '#tests/support/person.ts'
import { wrongPins } from './wrong-pins.ts'

/** The embedded database runs one transaction at a time anyway. */
const AT_ONCE = { postgres: 200, pglite: 40 } as const

/** The code of a refusal, or the status of a success. */
type Said = string | number

async function post(on: Jara, url: string, body: unknown, more: object = {}): Promise<Said> {
  const answer = await inject(on, { method: 'POST', url, payload: body as object, ...more })
  return answer.statusCode < 300 ? answer.statusCode : answer.json<{ error: { code: string } }>().error.code
}

const tally = (said: readonly Said[]) =>
  Object.fromEntries([...new Set(said)].map((each) => [each, said.filter((other) => other === each).length]))

describe.each(featureDatabases)('guessing a PIN over HTTP on %s', (kind) => {
  const atOnce = AT_ONCE[kind]
  let jara: TestJara
  /** The same installation after a restart: only the database is left. */
  let restarted: Jara

  beforeAll(async () => {
    jara = await startJara(kind)
    restarted = await buildApp(jara.deps)
  })
  afterAll(async () => {
    await restarted.app.close()
    await jara.close()
  })

  async function lookedAt(person: Person): Promise<number> {
    const [row] = await jara.database.query<{ count: number }>(
      'select cardinality(wrong_at) as count from pins where user_id = $1',
      [person.id],
    )
    return row?.count ?? 0
  }
  const cookieOf = (person: Person) => ({ headers: { cookie: person.cookie() } })

  it('with many tries at once and the right device key gets five checked, restarts or not', async () => {
    const ada = await jara.person()
    const looked: number[] = []
    for (const on of [jara, restarted, jara]) {
      const tries = await wrongPins(ada, atOnce)
      const said = await Promise.all(tries.map((body) => post(on, '/api/unlock', body, cookieOf(ada))))
      expect(said.filter((each) => typeof each === 'number')).toEqual([])
      looked.push(await lookedAt(ada))
      jara.clock.advance(30_000)
    }
    expect(looked).toEqual([3, 4, 5])
    for (const on of [jara, restarted]) {
      const [right] = await wrongPins(ada, 1, PIN)
      expect(await post(on, '/api/unlock', right, cookieOf(ada))).toBe('pin.off')
    }
  })

  it('at every door at once has no more tries than at one', async () => {
    const ada = await jara.person()
    const wrong = await ada.device.pinProof('9999')
    const approvalOf = async (purpose: 'order' | 'freeze', challenge: string, terms = '') => ({
      deviceId: ada.deviceId,
      pinProof: wrong,
      signature: await ada.device.sign(purpose, challenge, terms),
    })
    const calls: Promise<Said>[] = []
    for (const unlock of await wrongPins(ada, atOnce / 5)) {
      const quote = await ada.quote(10_000n)
      const order = { quoteId: quote.id, approval: await approvalOf('order', quote.challenge, quote.terms) }
      const freeze = { challenge: unlock.challenge, approval: await approvalOf('freeze', unlock.challenge) }
      calls.push(post(jara, '/api/orders', order, cookieOf(ada)))
      calls.push(post(restarted, '/api/freeze', freeze, cookieOf(ada)))
      calls.push(post(jara, '/api/unlock', unlock, cookieOf(ada)))
    }
    expect((await Promise.all(calls)).filter((each) => typeof each === 'number')).toEqual([])
    expect(await lookedAt(ada)).toBe(3)
    expect(await jara.database.query('select 1 from orders where user_id = $1', [ada.id])).toEqual([])
  })

  it('without the device key counts nothing: its owner still has all tries', async () => {
    const ada = await jara.person()
    const stolen = await newDevice()
    const tries = await wrongPins({ ...ada, device: { ...ada.device, sign: stolen.sign } }, atOnce)
    const said = await Promise.all(tries.map((body) => post(jara, '/api/unlock', body, cookieOf(ada))))
    expect(tally(said)).toEqual({ 'approval.invalid': atOnce })
    const [old] = await wrongPins(ada, 1)
    const again = await Promise.all(
      Array.from({ length: 20 }, () => post(restarted, '/api/unlock', old, cookieOf(ada))),
    )
    expect(tally(again)).toEqual({ 'pin.wrong': 1, 'approval.challenge-used': 19 })
    expect(await lookedAt(ada)).toBe(1)
    const [right] = await wrongPins(ada, 1, PIN)
    expect(await post(jara, '/api/unlock', right, cookieOf(ada))).toBe(204)
  })
})

describe.each(featureDatabases)('guessing a password over HTTP on %s', (kind) => {
  const atOnce = AT_ONCE[kind]
  let jara: TestJara
  let restarted: Jara
  let ada: Person
  let stranger: Awaited<ReturnType<typeof newDevice>>

  beforeAll(async () => {
    jara = await startJara(kind)
    restarted = await buildApp(jara.deps)
    ada = await jara.person()
    stranger = await newDevice()
  })
  afterAll(async () => {
    await restarted.app.close()
    await jara.close()
  })

  const guess = (on: Jara, password: string, device = stranger) =>
    post(on, '/api/sessions', { email: ada.email, password, device: { publicKey: device.publicKey } })

  it('is checked once of many at once, and a restart forgets no wait', async () => {
    const guesses = Array.from({ length: atOnce }, (_, n) => guess(n % 2 === 0 ? jara : restarted, `guess ${n} of it`))
    const { 'session.wrong-credentials': checked, ...refused } = tally(await Promise.all(guesses))
    expect(checked).toBe(1)
    // Some of them could be hashed; none of the others was compared.
    expect(Object.keys(refused).filter((each) => !['session.wait', 'server.busy'].includes(each))).toEqual([])
    const anew = await buildApp(jara.deps)
    expect(await guess(anew, PASSWORD)).toBe('session.wait')
    await anew.app.close()
  })

  it('every second for an hour gets thirteen checked, from wherever; its owner signs in meanwhile', async () => {
    const started = jara.clock.now().getTime()
    const said: Said[] = []
    while (jara.clock.now().getTime() < started + 60 * 60_000) {
      // Sends only as many tries as can be compared: each further one is just another refusal.
      const address = { remoteAddress: `198.51.100.${said.length % 250}` }
      const body = { email: ada.email, password: 'not the password', device: { publicKey: stranger.publicKey } }
      const answer = await inject(jara, { method: 'POST', url: '/api/sessions', payload: body, ...address })
      said.push(answer.json<{ error: { code: string } }>().error.code)
      jara.clock.advance(Math.max(1, Number(answer.headers['retry-after'] ?? 1)) * 1_000)
    }
    expect(said.filter((each) => each === 'session.wrong-credentials').length).toBeLessThanOrEqual(13)
    expect(await guess(jara, PASSWORD, ada.device)).toBe(200)
  })
})

describe('one password tried at many accounts', () => {
  let jara: TestJara
  let ada: Person

  beforeAll(async () => {
    jara = await startJara('pglite', { settings: { REQUESTS_PER_MINUTE: '100', TRUSTED_PROXIES: '127.0.0.1' } })
    ada = await jara.person()
  })
  afterAll(() => jara.close())

  const device = newDevice()
  let accounts = 0
  async function stuff(from: { remoteAddress: string; headers?: Record<string, string> }) {
    const payload = {
      email: `person${++accounts}@example.ng`,
      password: 'Naija2026!',
      device: { publicKey: (await device).publicKey },
    }
    const { statusCode, headers } = await inject(jara, { method: 'POST', url: '/api/sessions', payload, ...from })
    return { statusCode, retryAfterS: Number(headers['retry-after'] ?? 0) }
  }

  it.each<[string, (n: number) => { remoteAddress: string; headers?: Record<string, string> }]>([
    ['from one address', () => ({ remoteAddress: '203.0.113.7' })],
    [
      'from one address that claims to be a proxy',
      (n) => ({
        remoteAddress: '203.0.113.8',
        headers: { 'x-forwarded-for': `198.51.100.${n}` },
      }),
    ],
    [
      'through the proxy that is trusted, with addresses made up in front of it',
      (n) => ({
        remoteAddress: '127.0.0.1',
        headers: { 'x-forwarded-for': `198.51.100.${n}, 203.0.113.9` },
      }),
    ],
  ])('%s is refused after the tenth in a minute, with the time to wait', async (_name, from) => {
    const answers = []
    for (let n = 0; n < 14; n++) answers.push(await stuff(from(n)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([...Array(10).fill(401), ...Array(4).fill(429)])
    expect(Math.min(...answers.slice(10).map(({ retryAfterS }) => retryAfterS))).toBeGreaterThan(0)
    const body = { email: ada.email, password: PASSWORD, device: { publicKey: ada.device.publicKey } }
    expect(await post(jara, '/api/sessions', body, { remoteAddress: '203.0.113.200' })).toBe(200)
  })
})
