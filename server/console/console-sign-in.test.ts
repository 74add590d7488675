import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CONSOLE_LIFETIME_MS, CONSOLE_LOCK_MS, LINK_LIVES_MS } from '#contract/console/limits.ts'
import type { SignOptions } from '#contract/console/session.ts'
import { CHALLENGE_LIFETIME_MS } from '#contract/constants.ts'
import { makePracticeLink } from '#server/identity/operators/enrolment-links.ts'
import { confirmChange, requestRevocation } from '#server/identity/operators/manage-operators.ts'
import type { ProvenOperator } from '#server/identity/operators/operator.ts'
import { readRequest } from '#server/identity/operators/requests.ts'
import { newAuthenticator } from '#tests/support/authenticator.ts'
import {
  atConsole,
  type ConsolePerson,
  consoleBrowser,
  enrolBy,
  linkFor,
  recorded,
  TOUCHED,
} from '#tests/support/console.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { operatorNamed } from '#tests/support/operators.ts'
import { removeOperatorPasskey } from './manage-passkeys.ts'

const codeOf = (answer: { json(): { error?: { code: string } } }) => answer.json().error?.code

describe.each(featureDatabases)('the first passkey, on %s', (kind) => {
  let jara: TestJara
  beforeAll(async () => {
    jara = await startJara(kind)
  })
  afterAll(() => jara.close())

  it('of practice mode comes by the link that a start prints, and brings in its operator, who is a manager', async () => {
    const address = (await makePracticeLink(jara.deps)) ?? ''
    const token = new URL(address).hash.slice(1)
    expect(address).toBe(`${jara.url}/admin/enrol#${token}`)
    const browser = consoleBrowser(jara)
    const look = async () => await browser.send('POST', '/api/admin/enrolment/look', { token })
    expect((await look()).json()).toEqual({ operator: null })
    expect(codeOf(await browser.send('POST', '/api/admin/enrolment/options', { token }))).toBe('operator.link-ended')
    const be = async (name: string, passphrase: string) =>
      await browser.send('POST', '/api/admin/enrolment/first', { token, name, passphrase })
    expect(codeOf(await be('Ada Obi', 'too short'))).toBe('operator.refused')
    expect(codeOf(await be(' ', 'seven herons wait at noon'))).toBe('operator.refused')
    expect((await be('Ada Obi', 'seven herons wait at noon')).statusCode).toBe(204)
    expect((await look()).json()).toEqual({ operator: 'Ada Obi' })

    const { authenticator, answer } = await enrolBy(jara, browser, token)
    expect([answer.statusCode, answer.json()]).toEqual([201, { requestId: null }])
    expect(codeOf(await look())).toBe('operator.link-ended')
    expect((await browser.signIn(authenticator)).json()).toEqual({ endedOther: false })
    expect((await browser.send('GET', '/api/admin/me')).json()).toMatchObject({
      operator: { name: 'Ada Obi', role: 'manager' },
      locked: false,
    })
  })

  it('has no such link once there is a passkey, and never in live mode', async () => {
    expect(await makePracticeLink(jara.deps)).toBeNull()
    const fresh = await startJara(kind)
    try {
      const live = { ...fresh.deps, config: { ...fresh.deps.config, mode: 'live' as const } }
      expect(await makePracticeLink(live)).toBeNull()
      expect(await makePracticeLink(fresh.deps)).not.toBeNull()
    } finally {
      await fresh.close()
    }
  })
})

describe.each(featureDatabases)('an operator at the console, on %s', (kind) => {
  let jara: TestJara
  let ada: ConsolePerson
  let bayo: ProvenOperator
  beforeAll(async () => {
    jara = await startJara(kind)
    bayo = await operatorNamed(jara.database, 'Bayo Ade')
    ada = await atConsole(jara, 'Ada Obi', { confirmedBy: bayo })
  })
  afterAll(() => jara.close())

  const me = async (of = ada) => await of.browser.send('GET', '/api/admin/me')

  it('enrols by a link once, within 15 minutes, and for nobody else', async () => {
    const [token, late] = [await linkFor(jara, ada.operator), await linkFor(jara, ada.operator)]
    const { answer } = await enrolBy(jara, consoleBrowser(jara), token)
    expect(answer.statusCode).toBe(201)
    const look = async (of: string) =>
      codeOf(await ada.browser.send('POST', '/api/admin/enrolment/look', { token: of }))
    expect(await look(token)).toBe('operator.link-ended')
    expect(await look('A'.repeat(43))).toBe('operator.link-ended')
    expect(await look(late)).toBeUndefined()
    jara.clock.advance(LINK_LIVES_MS)
    expect(await look(late)).toBe('operator.link-ended')
    const stored = await jara.database.query<{ row: string }>('select operator_links::text as row from operator_links')
    expect(stored.filter(({ row }) => row.includes(token))).toEqual([])
  })

  it('with a passkey that nobody has confirmed yet is not let in, where there are two', async () => {
    const chidi = await operatorNamed(jara.database, 'Chidi Eze')
    const browser = consoleBrowser(jara)
    const { authenticator, answer } = await enrolBy(jara, browser, await linkFor(jara, chidi))
    expect(answer.json()).toEqual({ requestId: expect.stringMatching(/^orq_/) })
    expect(codeOf(await browser.signIn(authenticator))).toBe('operator.passkey-unconfirmed')
    const alone = await jara.database
      .query('update operator_passkeys set confirmed_at = now() where operator_id = $1', [chidi.id])
      .catch(({ code }: { code: string }) => code)
    expect(alone).toBe('JO011')
  })

  it('is at one browser at a time, and the other one says why it is not any more', async () => {
    const [first, second] = [consoleBrowser(jara), consoleBrowser(jara)]
    await first.signIn(ada.authenticator)
    expect((await second.signIn(ada.authenticator)).json()).toEqual({ endedOther: true })
    expect(codeOf(await first.send('GET', '/api/admin/me'))).toBe('operator.signed-in-elsewhere')
    expect((await second.send('GET', '/api/admin/me')).statusCode).toBe(200)
  })

  it('of two sign-ins at the same moment has one session', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => consoleBrowser(jara).signIn(ada.authenticator)))
    // A counter that arrives out of order is refused; no two sessions stay open.
    expect(answers.some(({ statusCode }) => statusCode === 200)).toBe(true)
    const open = await jara.database.query(
      'select 1 from operator_sessions where operator_id = $1 and ended_at is null',
      [ada.operator.id],
    )
    expect(open).toHaveLength(1)
  })

  it('is locked ten minutes after the last touch, not after the last request, and in again by passkey', async () => {
    await ada.browser.signIn(ada.authenticator)
    jara.clock.advance(CONSOLE_LOCK_MS - 1_000)
    expect((await ada.browser.send('POST', '/api/admin/touch', undefined, TOUCHED)).statusCode).toBe(204)
    jara.clock.advance(CONSOLE_LOCK_MS)
    expect((await me()).json()).toMatchObject({ locked: false })
    jara.clock.advance(1)
    expect((await me()).json()).toMatchObject({ locked: true })
    expect(codeOf(await ada.browser.send('GET', '/api/admin/operators'))).toBe('operator.locked')
    await ada.browser.send('POST', '/api/admin/touch', undefined, TOUCHED)
    expect((await me()).json()).toMatchObject({ locked: true })
    expect((await ada.browser.unlock(ada.authenticator)).statusCode).toBe(204)
    expect((await me()).json()).toMatchObject({ locked: false })
  })

  it('is not unlocked by the passkey of another operator', async () => {
    const dayo = await atConsole(jara, 'Dayo Eke', { confirmedBy: bayo })
    await ada.browser.send('POST', '/api/admin/lock')
    expect(codeOf(await ada.browser.unlock(dayo.authenticator))).toBe('operator.passkey-refused')
    expect((await me()).json()).toMatchObject({ locked: true })
  })

  it('is signed out eight hours after the sign-in, whatever happens', async () => {
    await ada.browser.signIn(ada.authenticator)
    for (let passed = 0; passed < CONSOLE_LIFETIME_MS - 1; passed += CONSOLE_LOCK_MS) {
      jara.clock.advance(Math.min(CONSOLE_LOCK_MS, CONSOLE_LIFETIME_MS - 1 - passed))
      await ada.browser.send('POST', '/api/admin/touch', undefined, TOUCHED)
    }
    expect((await me()).statusCode).toBe(200)
    jara.clock.advance(1)
    expect(codeOf(await me())).toBe('operator.none')
  })

  it('who signs out is out, with their cookie gone', async () => {
    await ada.browser.signIn(ada.authenticator)
    const cookie = ada.browser.cookie()
    const answer = await ada.browser.send('DELETE', '/api/admin/session')
    expect([answer.statusCode, ada.browser.cookie()]).toEqual([204, ''])
    expect(codeOf(await ada.browser.send('GET', '/api/admin/me', undefined, { headers: { cookie } }))).toBe(
      'operator.none',
    )
  })

  it('has a cookie for this host alone that no script reads, of which only a keyed hash is stored', async () => {
    const { headers } = await ada.browser.signIn(ada.authenticator)
    expect(String(headers['set-cookie'])).toMatch(
      /^jara_operator=[\w-]{43}; Max-Age=28800; Path=\/; HttpOnly; SameSite=Strict$/,
    )
    const stored = await jara.database.query<{ row: string }>(
      'select operator_sessions::text as row from operator_sessions',
    )
    const token = ada.browser.cookie().split('=')[1] ?? ''
    const bytes = Buffer.from(token, 'base64url')
    expect(stored.filter(({ row }) => row.includes(token) || row.includes(bytes.toString('hex')))).toEqual([])
  })

  it('who is revoked, or whose passkey was removed, is out at once', async () => {
    const efe = await atConsole(jara, 'Efe Bello', { confirmedBy: bayo })
    const [{ id = '' } = {}] = await jara.database.query<{ id: string }>(
      'select id from operator_passkeys where operator_id = $1',
      [efe.operator.id],
    )
    await expect(removeOperatorPasskey(jara.deps, { id, by: { ...bayo, role: 'finance' } })).rejects.toThrow(
      "another operator's",
    )
    await removeOperatorPasskey(jara.deps, { id, by: bayo })
    expect(codeOf(await me(efe))).toBe('operator.none')
    expect(codeOf(await efe.browser.signIn(efe.authenticator))).toBe('operator.passkey-refused')

    const femi = await atConsole(jara, 'Femi Cole', { confirmedBy: bayo })
    const requestId = await requestRevocation(jara.deps, { uncheckedName: 'Femi Cole', by: bayo })
    const request = await readRequest(jara.deps, requestId, ['revoke-operator'])
    expect((await me(femi)).statusCode).toBe(200)
    await confirmChange(jara.deps, { request, by: ada.operator })
    expect(codeOf(await me(femi))).toBe('operator.none')
    expect(codeOf(await femi.browser.signIn(femi.authenticator))).toBe('operator.passkey-refused')
  })

  it('signs each challenge once, in its time, and for what it was made', async () => {
    const browser = consoleBrowser(jara)
    const ask = async (of = '/api/admin/sign-in') => (await browser.send('POST', `${of}/options`)).json<SignOptions>()
    const sign = async ({ challenge, options }: SignOptions) =>
      await browser.send('POST', '/api/admin/sign-in', { challenge, passkey: ada.authenticator.get(options.challenge) })
    const asked = await ask()
    expect((await sign(asked)).statusCode).toBe(200)
    expect(codeOf(await sign(asked))).toBe('approval.challenge-used')
    expect(codeOf(await sign(await ask('/api/admin/unlock')))).toBe('operator.passkey-refused')
    const late = await ask()
    jara.clock.advance(CHALLENGE_LIFETIME_MS)
    expect(codeOf(await sign(late))).toBe('approval.challenge-used')
    const made = await ask()
    const other = `${made.challenge.startsWith('A') ? 'B' : 'A'}${made.challenge.slice(1)}`
    expect(codeOf(await sign({ ...made, challenge: other }))).toBe('operator.passkey-refused')
  })

  it('with a copied passkey, whose counter goes back, is not let in', async () => {
    const browser = consoleBrowser(jara)
    const { challenge, options } = (await browser.send('POST', '/api/admin/sign-in/options')).json<SignOptions>()
    const passkey = ada.authenticator.get(options.challenge, { counter: 1 })
    expect(codeOf(await browser.send('POST', '/api/admin/sign-in', { challenge, passkey }))).toBe(
      'operator.passkey-refused',
    )
  })

  it.each([
    ['from another page', { origin: 'https://evil.example' }],
    ['without recognising the person', { flags: 0x01 }],
    ['in a frame', { crossOrigin: true }],
    ['for another operator', { userHandle: Buffer.from('opr_1').toString('base64url') }],
    ['for another address', { rpId: 'evil.example' }],
  ])('is not let in by what was signed %s', async (_, forged) => {
    const browser = consoleBrowser(jara)
    const { challenge, options } = (await browser.send('POST', '/api/admin/sign-in/options')).json<SignOptions>()
    const passkey = ada.authenticator.get(options.challenge, forged)
    expect(codeOf(await browser.send('POST', '/api/admin/sign-in', { challenge, passkey }))).toBe(
      'operator.passkey-refused',
    )
    expect(browser.cookie()).toBe('')
  })

  it('leaves a line for each way in and out, also for those that failed', async () => {
    const before = (await recorded(jara)).length
    const { browser, authenticator } = ada
    await browser.signIn(authenticator)
    await browser.send('POST', '/api/admin/lock')
    await browser.send('POST', '/api/admin/lock')
    await browser.unlock(authenticator)
    await browser.send('DELETE', '/api/admin/session')
    await browser.signIn(newAuthenticator({ origin: jara.url }))
    const lines = (await recorded(jara)).slice(before).map(({ act, by }) => `${act} ${by}`)
    expect(lines).toEqual([
      'sign-in Ada Obi',
      'lock Ada Obi',
      'unlock Ada Obi',
      'sign-out Ada Obi',
      'sign-in-failed null',
    ])
  })

  it('who is not let in fills the record with no more than a few lines an hour', async () => {
    const failed = async () => (await recorded(jara)).filter(({ act }) => act === 'sign-in-failed').length
    const stranger = newAuthenticator({ origin: jara.url })
    for (let tries = 0; tries < 40; tries++) await consoleBrowser(jara).signIn(stranger)
    const full = await failed()
    await consoleBrowser(jara).signIn(stranger)
    expect(await failed()).toBe(full)
    jara.clock.advance(60 * 60_000 + 1)
    await consoleBrowser(jara).signIn(stranger)
    expect(await failed()).toBe(full + 1)
  })
})
