import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SessionsAnswer } from '#contract/accounts.ts'
import { SESSION_LIFETIME_MS } from '#contract/constants.ts'
import type { PasskeysAnswer } from '#contract/passkeys.ts'
import { createLog } from '#server/platform/log.ts'
import { inject } from '#tests/support/inject.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { postWebhook } from '#tests/support/money-in.ts'
import { giveAuthenticator } from '#tests/support/passkeys.ts'
import { PASSWORD, type Person, PIN, type Refusal } from '#tests/support/person.ts'
import { pngClaiming } from '#tests/support/pictures.ts'

type Line = Readonly<Record<string, unknown>> & { readonly msg: string }

describe('the log', () => {
  let jara: TestJara
  let ada: Person
  let text = ''

  beforeAll(async () => {
    const log = createLog('info', {
      write(line) {
        text += line
      },
    })
    jara = await startJara('pglite', { log, settings: { TRUSTED_PROXIES: '127.0.0.2' } })
    ada = await jara.person()
  })
  afterAll(() => jara.close())

  /** The log lines that this call leaves. */
  async function linesOf(what: () => Promise<unknown>): Promise<Line[]> {
    text = ''
    await what()
    return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Line]))
  }
  const signIn = (password: string, email = ada.email) =>
    ada.call<Refusal>('POST', '/api/sessions', { email, password, device: { publicKey: ada.device.publicKey } })

  it('has a line for a password that was wrong: when, from where, about whom, and the id the person was given', async () => {
    let id: unknown
    const [line, ...others] = await linesOf(async () => {
      const { body } = await signIn('some other password')
      id = (body.error as { id?: string }).id
    })
    expect(others).toEqual([])
    expect(line).toEqual({
      level: 30,
      time: expect.any(Number),
      pid: expect.any(Number),
      hostname: expect.any(String),
      requestId: id,
      address: expect.stringMatching(/^(?:::1|127\.0\.0\.1|::ffff:127\.0\.0\.1)$/),
      userId: ada.id,
      code: 'session.wrong-credentials',
      status: 401,
      method: 'POST',
      route: '/api/sessions',
      msg: 'refused',
    })
    expect(text).not.toMatch(/some other password|@example/)
  })

  it('names no account where there is none', async () => {
    const [line] = await linesOf(() => signIn(PASSWORD, 'nobody@example.ng'))
    expect(line).toMatchObject({ code: 'session.wrong-credentials' })
    expect(line).not.toHaveProperty('userId')
  })

  it('has a line for each sign-in, lock-out, unlock and sign-out that went through', async () => {
    jara.clock.advance(60_000)
    const said = await linesOf(async () => {
      await signIn(PASSWORD)
      await ada.call('POST', '/api/lock')
      await ada.call('GET', '/api/wallet')
      await ada.unlock()
      await ada.call('DELETE', '/api/sessions/current')
      await signIn(PASSWORD)
    })
    expect(said.map(({ msg, code }) => [msg, code].filter(Boolean).join(' '))).toEqual([
      'signed in',
      'locked',
      'refused session.locked',
      'unlocked with the PIN',
      'signed out',
      'signed in',
    ])
    for (const line of said) expect(line).toMatchObject({ userId: ada.id, requestId: expect.any(String) })
  })

  it('says how many other sessions a sign-in ended, and who ended one of the list', async () => {
    const phone = await jara.person('Bola Ahmed')
    const signInOf = (person: Person, publicKey: unknown, cookie = '') =>
      fetch(`${jara.url}/api/sessions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie },
        body: JSON.stringify({ email: person.email, password: PASSWORD, device: { publicKey } }),
      })
    const [signedIn] = await linesOf(() => signInOf(phone, phone.device.publicKey))
    expect(signedIn).toMatchObject({ msg: 'signed in', userId: phone.id, otherSessionsEnded: 1 })

    // In somebody else's browser, whose session ends.
    const both = await linesOf(() => signInOf(phone, phone.device.publicKey, ada.cookie()))
    expect(both).toMatchObject([
      { msg: 'signed in', userId: phone.id, otherSessionsEnded: 1 },
      { msg: 'session ended by the next in this browser', userId: ada.id },
    ])
    await signIn(PASSWORD)
    const { sessions } = (await ada.call<SessionsAnswer>('GET', '/api/sessions')).body
    const sessionId = sessions[0]?.id
    const ending = await linesOf(() => ada.call('DELETE', `/api/sessions/${sessionId}`))
    expect(ending).toMatchObject([{ msg: 'session ended', userId: ada.id, sessionId }])
    await signIn(PASSWORD)
    // Sessions that had expired were not ended by the sign-in.
    jara.clock.advance(SESSION_LIFETIME_MS)
    const [later] = await linesOf(() => signIn(PASSWORD))
    expect(later).toMatchObject({ msg: 'signed in', otherSessionsEnded: 0 })
  })

  it('has one line for locking by hand, and none for locking what is locked', async () => {
    const lock = () => ada.call('POST', '/api/lock')
    expect(await linesOf(lock)).toMatchObject([{ msg: 'locked', userId: ada.id, deviceId: ada.deviceId }])
    expect(await linesOf(lock)).toEqual([])
    await ada.unlock()
  })

  it('has a line for a passkey that gets another name, without the name', async () => {
    await giveAuthenticator(jara, ada)
    const { passkeys } = (await ada.call<PasskeysAnswer>('GET', '/api/passkeys')).body
    const passkeyId = passkeys[0]?.id
    const [line] = await linesOf(() => ada.call('PATCH', `/api/passkeys/${passkeyId}`, { name: 'Blue phone' }))
    expect(line).toMatchObject({ msg: 'passkey renamed', userId: ada.id, passkeyId })
    expect(text).not.toContain('Blue')
  })

  it.each<[string, string, () => Promise<unknown>]>([
    [
      'an email that has an account',
      'account.email-taken',
      () => {
        const device = { publicKey: ada.device.publicKey }
        return ada.call('POST', '/api/accounts', { fullName: 'Ada Obi', email: ada.email, password: PASSWORD, device })
      },
    ],
    ['a challenge that nobody was given', 'approval.challenge-used', () => unlockOver('A'.repeat(43))],
    ['a picture that is broken', 'image.broken', () => sendImage(pngClaiming({ width: 500, height: 500 }))],
    ['nobody signed in', 'session.none', () => fetch(`${jara.url}/api/wallet`)],
    [
      'a page of another site',
      'request.cross-site',
      () => send('/api/quotes', { origin: 'https://evil.example' }, '{}'),
    ],
    ['somebody else’s payment', 'order.not-found', () => ada.call('GET', `/api/orders/trf_${'0'.repeat(35)}`)],
    ['a webhook that nobody signed', 'webhook.unsigned', () => postWebhook(jara, '{"event":"charge.success"}', null)],
    ['what no page of ours sends', 'request.invalid', () => ada.call('POST', '/api/quotes', { kind: 'gold' })],
    ['too much', 'request.too-large', () => send('/api/sessions', {}, `"${'x'.repeat(20_000)}"`)],
    [
      'another kind of content',
      'request.unsupported',
      () => send('/api/sessions', { 'content-type': 'text/xml' }, '<a/>'),
    ],
  ])('has one line for %s', async (_what, code, ask) => {
    expect(await linesOf(ask)).toMatchObject([{ msg: 'refused', code, address: expect.any(String) }])
  })
  async function unlockOver(challenge: string): Promise<unknown> {
    const proof = { pinProof: await ada.device.pinProof(PIN), signature: await ada.device.sign('unlock', challenge) }
    return await ada.call('POST', '/api/unlock', { challenge, ...proof })
  }
  const sendImage = (image: Uint8Array) =>
    fetch(`${jara.url}/api/me/image`, {
      method: 'PUT',
      headers: { 'content-type': 'image/png', cookie: ada.cookie() },
      body: new Uint8Array(image),
    })
  const send = (path: string, headers: Record<string, string>, body: string) =>
    fetch(jara.url + path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body })

  it('has no address of a page in it, only its pattern: an address may hold a code or a name', async () => {
    await linesOf(() => fetch(`${jara.url}/api/transactions?q=Chidi%20Eze`))
    expect(text).toContain('"route":"/api/transactions"')
    expect(text).not.toMatch(/Chidi|q=/)
  })

  it('believes an address named by a proxy only if the proxy is trusted', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.7' }
    const [stranger] = await linesOf(() => inject(jara, { url: '/api/wallet', headers, remoteAddress: '127.0.0.3' }))
    const [proxied] = await linesOf(() => inject(jara, { url: '/api/wallet', headers, remoteAddress: '127.0.0.2' }))
    expect([stranger?.address, proxied?.address]).toEqual(['127.0.0.3', '203.0.113.7'])
  })
})
