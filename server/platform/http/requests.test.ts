import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { IS_NIGHTLY } from '#tests/support/nightly.ts'
import { PASSWORD, type Person, RECIPIENT, type Refusal } from '#tests/support/person.ts'

const MINUTE_MS = 60_000
const MADE = { id: 'AAAA', type: 'public-key', response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' } }
const SIGNED = {
  id: 'AAAA',
  type: 'public-key',
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
}
const FREEZE = { challenge: 'A'.repeat(43), approval: { deviceId: 'dev_x', passkey: SIGNED } }

describe('a request', () => {
  let jara: TestJara
  let ada: Person

  beforeAll(async () => {
    jara = await startJara('pglite')
    ada = await jara.person()
  })
  afterAll(async () => {
    await jara.close()
  })

  const quote = { kind: 'withdrawal', ...RECIPIENT, amountKobo: '150000' }
  /** Everything that needs an unlocked session. */
  const calls: [method: string, path: string, body?: unknown][] = [
    ['GET', '/api/wallet'],
    ['GET', '/api/transactions'],
    ['GET', '/api/transactions/txn_x'],
    ['GET', '/api/funding-account'],
    ['GET', '/api/banks'],
    ['POST', '/api/banks/resolve', RECIPIENT],
    ['GET', '/api/bpc'],
    ['PATCH', '/api/me', { fullName: 'Ada Obi' }],
    ['PUT', '/api/me/image', {}],
    ['DELETE', '/api/me/image'],
    ['POST', '/api/quotes', quote],
    [
      'POST',
      '/api/orders',
      { quoteId: 'quo_x', approval: { deviceId: 'dev_x', pinProof: 'A'.repeat(43), signature: 'A'.repeat(86) } },
    ],
    ['GET', '/api/orders/ord_x'],
    ['POST', '/api/orders/ord_x/check'],
    ['POST', '/api/orders/ord_x/cancel'],
    ['GET', '/api/events'],
    ['GET', '/api/passkeys'],
    ['POST', '/api/passkeys/options'],
    ['POST', '/api/passkeys', { challenge: 'A'.repeat(43), credential: MADE }],
    ['PATCH', '/api/passkeys/pky_x', { name: 'Phone' }],
    ['DELETE', '/api/passkeys/pky_x'],
    ['GET', '/api/sessions'],
    ['DELETE', '/api/sessions/ses_x'],
    ['POST', '/api/sessions/current/password', { password: PASSWORD }],
    ['POST', '/api/freeze', FREEZE],
    ['DELETE', '/api/freeze', FREEZE],
  ]

  async function send(path: string, body: string | Uint8Array, headers: Record<string, string> = {}) {
    const answer = await fetch(jara.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: ada.cookie(), ...headers },
      body,
    })
    return { status: answer.status, body: (await answer.json()) as Refusal }
  }

  it.each(calls)(
    '%s %s is refused without a session, with a wrong one and after signing out',
    async (method, path, body) => {
      const bola = await jara.person('Bola Ahmed')
      await bola.call('DELETE', '/api/sessions/current')
      for (const cookie of ['', 'jara=wrong', `jara=${'A'.repeat(43)}`, bola.cookie()]) {
        const answer = await fetch(jara.url + path, {
          method,
          headers: { cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        })
        expect(answer.status).toBe(401)
        expect(((await answer.json()) as Refusal).error.code).toBe('session.none')
      }
    },
  )

  it.each(calls)('%s %s is refused while the session is locked', async (method, path, body) => {
    await ada.call('POST', '/api/lock')
    const answer = await ada.call(method, path, body)
    expect(answer.status).toBe(423)
    expect(answer.body.error.code).toBe('session.locked')
    await ada.unlock()
  })

  it('is refused when the session ended 30 days after it began, however often it was unlocked', async () => {
    const bola = await jara.person('Bola Ahmed')
    for (let day = 0; day < 29; day++) {
      jara.clock.advance(24 * 60 * MINUTE_MS)
      expect((await bola.unlock()).status).toBeLessThan(300)
    }
    jara.clock.advance(24 * 60 * MINUTE_MS + 1)
    expect((await bola.call('GET', '/api/wallet')).status).toBe(401)
    const signedIn = await bola.call('POST', '/api/sessions', {
      email: bola.email,
      password: PASSWORD,
      device: { publicKey: bola.device.publicKey },
    })
    expect(signedIn.status).toBe(200)
    const back = await ada.call('POST', '/api/sessions', {
      email: ada.email,
      password: PASSWORD,
      device: { publicKey: ada.device.publicKey },
    })
    expect(back.status).toBe(200)
  })

  it.each([
    ['nothing', ''],
    ['no JSON', 'kind=withdrawal'],
    ['half a JSON', '{"kind":"withdrawal"'],
    ['a comma too many', '{"kind":"withdrawal",}'],
    ['a list', '[]'],
    ['null', 'null'],
    ['a text', '"withdrawal"'],
    ['a number', '1e999'],
    ['a poisoned prototype', '{"__proto__":{"kind":"withdrawal"}}'],
    ['a poisoned constructor', '{"constructor":{"prototype":{"kind":"withdrawal"}}}'],
    ['deep lists', `${'['.repeat(8_000)}${']'.repeat(8_000)}`],
    ['deep objects', `${'{"a":'.repeat(2_500)}1${'}'.repeat(2_500)}`],
  ])('with a body of %s is refused as unreadable', async (_name, body) => {
    for (const path of ['/api/quotes', '/api/orders', '/api/accounts', '/api/sessions', '/api/unlock']) {
      const answer = await send(path, body)
      expect({ path, status: answer.status }).toEqual({ path, status: 400 })
      expect(answer.body.error.code).toBe('request.invalid')
    }
  })

  it('with broken UTF-8 is refused or read as text, never a fault', async () => {
    const bytes = new Uint8Array([
      ...new TextEncoder().encode('{"kind":"withdrawal","bankCode":"'),
      0xff,
      0xfe,
      0x22,
      0x7d,
    ])
    expect((await send('/api/quotes', bytes)).status).toBe(400)
  })

  it('with one byte more than is taken is refused, also when it does not say how long it is', async () => {
    const body = JSON.stringify({ ...quote, bpcCode: 'x'.repeat(17 * 1024) })
    expect((await send('/api/quotes', body)).body.error.code).toBe('request.too-large')
    const chunks = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let chunk = 0; chunk < 40; chunk++) controller.enqueue(new Uint8Array(1_024).fill(0x20))
        controller.close()
      },
    })
    const answer = await fetch(`${jara.url}/api/quotes`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: ada.cookie() },
      body: chunks,
      duplex: 'half',
    } as RequestInit)
    expect(answer.status).toBe(413)
  })

  it.each([
    ['cursor=', 400],
    ['cursor=txn_%00', 400],
    ["cursor=' or 1=1 --", 400],
    ['limit=0', 400],
    ['limit=51', 400],
    ['limit=-1', 400],
    ['limit=1.5', 400],
    ['limit=abc', 400],
    ['limit=10&limit=20', 400],
    ['kind=gift', 400],
    ['status=paid', 400],
    ['from=yesterday', 400],
    ['from=2026-02-30', 400],
    ['to=9999-99-99', 400],
    ['nobody=knows', 400],
    ['q=ada', 400],
    ['from=0000-01-01', 400],
    ['to=0000-12-31', 400],
    ['from=0001-01-01&to=9999-12-31', 200],
    ['from=2026-11-22&to=2026-11-21', 200],
    ['limit=50', 200],
  ])('for the history with ?%s answers %d', async (query, status) => {
    const answer = await ada.call('GET', `/api/transactions?${query}`)
    expect(answer.status).toBe(status)
    if (status === 400) expect(answer.body.error.code).toBe('request.invalid')
  })

  it.each([
    ['x'.repeat(101), 400],
    [7, 400],
    ['\0', 200],
    ['\ud800', 200],
    ['%_\\', 200],
    ["' or 1=1 --", 200],
  ])('that searches the history and a statement for %j answers %d', async (q, status) => {
    const days = { from: '2026-11-21', to: '2026-11-22' }
    const ask = async (path: string, body: object) =>
      await fetch(jara.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie: ada.cookie() },
        body: JSON.stringify(body),
      })
    const answers = [await ask('/api/transactions/search', { q })]
    for (const ending of ['csv', 'pdf']) answers.push(await ask(`/api/statements/${ending}`, { ...days, q }))
    expect(answers.map((each) => each.status)).toEqual([status, status, status])
  })

  it('is never answered with a fault of ours, whatever JSON each route is sent', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.constantFrom('', '\u0000', '0', '-1', '044', '0123456784', '150000', '9'.repeat(40), '\ud800', '__proto__'),
      fc.constantFrom('withdrawal', 'A'.repeat(43), 'A'.repeat(86), `quo_${'0'.repeat(35)}`, 'ada@example.ng'),
    )
    const value: fc.Arbitrary<unknown> = fc.oneof({ weight: 4, arbitrary: text }, fc.jsonValue({ maxDepth: 3 }))
    const publicKey = fc.record(
      { kty: fc.constantFrom('EC', 'RSA'), crv: fc.constant('P-256'), x: value, y: value, key_ops: value },
      { requiredKeys: [] },
    )
    const body = (fields: Record<string, fc.Arbitrary<unknown>>) =>
      fc.oneof({ weight: 5, arbitrary: fc.record(fields, { requiredKeys: [] }) }, fc.jsonValue({ maxDepth: 4 }))
    const device = fc.oneof(fc.record({ publicKey }), value)
    const bytes = fc.uint8Array({ maxLength: 200 }).map((each) => Buffer.from(each).toString('base64url'))
    const signed = { clientDataJSON: bytes, authenticatorData: bytes, signature: bytes, userHandle: bytes }
    const passkey = fc.record({ id: bytes, type: fc.constant('public-key'), response: fc.record(signed) })
    const made = fc.record({ clientDataJSON: bytes, attestationObject: bytes })
    const credential = fc.record({ id: bytes, type: fc.constant('public-key'), response: made })
    const proof = { pinProof: text, signature: text, passkey }
    const approval = fc.record({ deviceId: fc.oneof(fc.constant(ada.deviceId), value), ...proof }, { requiredKeys: [] })
    const withdrawal = { bankCode: value, accountNumber: value, amountKobo: value, bpcCode: value }
    const route = fc.oneof(
      fc.tuple(fc.constant('/api/quotes'), body({ kind: fc.constant('withdrawal'), ...withdrawal })),
      fc.tuple(fc.constant('/api/orders'), body({ quoteId: value, approval: fc.oneof(approval, value) })),
      fc.tuple(fc.constant('/api/banks/resolve'), body({ bankCode: value, accountNumber: value })),
      fc.tuple(fc.constant('/api/unlock'), body({ challenge: value, pinProof: text, signature: text })),
      fc.tuple(fc.constant('/api/passkeys'), body({ challenge: text, credential, name: value })),
      fc.tuple(fc.constant('/api/passkeys/unlock'), body({ challenge: text, passkey })),
      fc.tuple(fc.constant('/api/freeze'), body({ challenge: text, approval })),
      fc.tuple(fc.constant('/api/accounts'), body({ fullName: value, email: value, password: value, device })),
      fc.tuple(fc.constant('/api/sessions'), body({ email: value, password: value, device })),
      fc.tuple(fc.constant('/api/cases'), body({ key: text, topic: value, transactionId: value, text: value })),
      fc.tuple(fc.constant('/api/cases/cas_x/messages'), body({ key: text, text: value })),
      fc.tuple(
        fc.constantFrom('/api/orders/x/check', '/api/orders/x/cancel', '/webhooks/paystack'),
        body({ id: value }),
      ),
    )
    const before = await ada.wallet()
    await fc.assert(
      fc.asyncProperty(route, async ([path, json]) => {
        const answer = await send(path, JSON.stringify(json))
        expect(answer.status).toBeLessThan(500)
      }),
      { numRuns: IS_NIGHTLY ? 1_500 : 400 },
    )
    const { at: _, ...after } = await ada.wallet()
    expect(before).toMatchObject(after)
  })

  it('is never answered with a fault of ours, whatever address it asks for', async () => {
    const part = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.constantFrom('..', '%', '%00', '%zz', '\u0000'),
    )
    const path = fc.constantFrom('/api/orders/', '/api/transactions/', '/api/transactions?cursor=', '/')
    await fc.assert(
      fc.asyncProperty(path, part, fc.boolean(), async (start, text, isEncoded) => {
        const rest = isEncoded
          ? encodeURIComponent(text.toWellFormed())
          : encodeURI(text.toWellFormed()).replace(/%25/g, '%')
        const answer = await fetch(jara.url + start + rest, { headers: { cookie: ada.cookie() } })
        expect(answer.status).toBeLessThan(500)
        await answer.body?.cancel()
      }),
      { numRuns: IS_NIGHTLY ? 500 : 200 },
    )
  })
})
