import { describe, expect, test } from 'vitest'
import type { Session } from '#contract/accounts.ts'
import { SESSION_LIFETIME_MS, SESSIONS_KEPT_MS, SESSIONS_SHOWN_MAX } from '#contract/constants.ts'
import type { ApprovalPurpose } from '#server/identity/devices/device-key.ts'
import {
  type Accounts,
  type Browser,
  newBrowser,
  newPerson,
  type Person,
  sessionOf,
  startAccountsBefore,
} from '#tests/support/accounts.ts'
import { type Authenticator, challengeToSign } from '#tests/support/authenticator.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { addPasskey } from '#tests/support/passkeys.ts'

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0'

describe.each(featureDatabases)('the sessions of an account on %s', (kind) => {
  let accounts: Accounts
  startAccountsBefore(kind, (started) => {
    accounts = started
  })
  const list = async (browser: Browser) =>
    (await browser.send('GET', '/api/sessions')).json<{ sessions: Session[] }>().sessions

  type Proof = { pin?: string; passkey?: Authenticator; signedFor?: ApprovalPurpose }
  async function bodyOf({ browser, pin }: Person, { passkey, signedFor = 'end-session', ...of }: Proof) {
    const challenge = await browser.challenge()
    const { deviceId } = await sessionOf(accounts, browser)
    if (passkey !== undefined) {
      return { challenge, approval: { deviceId, passkey: passkey.get(challengeToSign(signedFor, challenge)) } }
    }
    const signature = await browser.device.sign(signedFor, challenge)
    return { challenge, approval: { deviceId, pinProof: await browser.device.pinProof(of.pin ?? pin), signature } }
  }
  const end = async (person: Person, id: string, of: Proof = {}) =>
    await person.browser.send('DELETE', `/api/sessions/${id}`, await bodyOf(person, of))
  /** A person with this many open sessions besides their own, which no sign-in leaves behind. */
  async function withOpenSessions(count: number) {
    const person = await newPerson(accounts)
    for (let i = 0; i < count; i++) {
      accounts.clock.advance(1_000)
      await person.browser.signIn(person.email)
    }
    await accounts.deps.database.query('update sessions set ended_at = null where user_id = $1', [
      person.session.userId,
    ])
    const others = (await list(person.browser)).filter(({ current }) => !current).map(({ id }) => id)
    return { person, others }
  }

  test('are listed current one first, with the browser, and when the others ended', async () => {
    const { browser, email } = await newPerson(accounts)
    const firstAt = accounts.clock.now().toISOString()
    accounts.clock.advance(60_000)
    const laptop = await newBrowser(accounts)
    laptop.userAgent = FIREFOX
    await laptop.signIn(email)
    const secondAt = accounts.clock.now().toISOString()
    expect(await list(laptop)).toEqual([
      {
        id: expect.stringMatching(/^ses_/),
        browser: 'Firefox on Windows',
        current: true,
        createdAt: secondAt,
        lastSeenAt: secondAt,
        endedAt: null,
      },
      {
        id: expect.stringMatching(/^ses_/),
        browser: 'Chrome on Android',
        current: false,
        createdAt: firstAt,
        lastSeenAt: firstAt,
        endedAt: secondAt,
      },
    ])
    expect((await browser.send('GET', '/api/sessions')).statusCode).toBe(401)
  })

  test('say nothing of a browser that says nothing', async () => {
    const { browser, email } = await newPerson(accounts)
    browser.userAgent = ''
    await browser.signIn(email)
    expect((await list(browser))[0]).toMatchObject({ browser: null, current: true })
  })

  test('that expired are listed as ended then, and thirty days later not at all', async () => {
    const { browser, email, pin } = await newPerson(accounts)
    const began = accounts.clock.now().getTime()
    // Left open, like by a closed browser: nobody ended it.
    const reopen = () =>
      accounts.deps.database.query('update sessions set ended_at = null where created_at = $1', [new Date(began)])
    accounts.clock.advance(SESSION_LIFETIME_MS)
    await browser.signIn(email)
    await reopen()
    const endedAt = new Date(began + SESSION_LIFETIME_MS).toISOString()
    expect(await list(browser)).toMatchObject([
      { current: true, endedAt: null },
      { current: false, endedAt },
    ])
    accounts.clock.set(new Date(began + SESSION_LIFETIME_MS + SESSIONS_KEPT_MS - 1))
    await browser.unlock(pin)
    expect(await list(browser)).toHaveLength(2)
    accounts.clock.advance(1)
    await browser.signIn(email)
    expect(await list(browser)).toHaveLength(2)
  })

  test('are stored as long as they are listed, and no row of an earlier one longer than until the next sign-in', async () => {
    const { browser, email, session } = await newPerson(accounts)
    const kept = async () =>
      (await accounts.deps.database.query('select 1 from sessions where user_id = $1', [session.userId])).length
    accounts.clock.advance(SESSION_LIFETIME_MS - 1)
    await browser.signIn(email)
    accounts.clock.advance(SESSIONS_KEPT_MS)
    await browser.signIn(email)
    expect(await kept()).toBe(3)
    accounts.clock.advance(1)
    await browser.signIn(email)
    expect(await kept()).toBe(3)
  })

  test('are listed in a bounded number', async () => {
    const { browser, session } = await newPerson(accounts)
    await accounts.deps.database.query(
      `insert into sessions (user_id, id, device_id, token_hash, created_at, password_at, unlocked_at, last_seen_at, ended_at)
       select user_id, 'ses_' || lpad(n::text, 35, '0'), device_id, sha256(n::text::bytea || token_hash), created_at, created_at,
         created_at, created_at, created_at
       from sessions, generate_series(1, 60) n where user_id = $1`,
      [session.userId],
    )
    const sessions = await list(browser)
    expect(sessions).toHaveLength(SESSIONS_SHOWN_MAX)
    expect(sessions[0]).toMatchObject({ current: true })
  })

  test('end one by one: the own one signs this browser out, and ending one twice is no error', async () => {
    const { browser, session } = await newPerson(accounts)
    const copy = browser.cookie
    const answer = await browser.send('DELETE', `/api/sessions/${session.id}`)
    expect(answer.statusCode).toBe(204)
    expect(answer.headers['set-cookie']).toMatch(/^jara=; Max-Age=0/)
    browser.cookie = copy
    expect((await browser.send('GET', '/api/me')).statusCode).toBe(401)
  })

  test('that are another’s than the one that asks end by PIN or passkey, and by nothing less', async () => {
    const { person, others } = await withOpenSessions(3)
    const [first = '', second = '', third = ''] = others
    const isOpen = async (id: string) => (await list(person.browser)).find((each) => each.id === id)?.endedAt === null
    const bare = await person.browser.send('DELETE', `/api/sessions/${first}`)
    expect([bare.statusCode, bare.json().error.code]).toEqual([403, 'approval.invalid'])
    expect((await end(person, first, { pin: '9999' })).json().error).toMatchObject({ code: 'pin.wrong', triesLeft: 4 })
    for (const signedFor of ['unlock', 'freeze', 'order'] as const) {
      expect((await end(person, first, { signedFor })).json().error.code).toBe('approval.invalid')
    }
    expect(await isOpen(first)).toBe(true)

    expect((await end(person, first)).statusCode).toBe(204)
    expect([await isOpen(first), await isOpen(second)]).toEqual([false, true])
    const body = await bodyOf(person, {})
    expect((await person.browser.send('DELETE', `/api/sessions/${second}`, body)).statusCode).toBe(204)
    const again = await person.browser.send('DELETE', `/api/sessions/${third}`, body)
    expect(again.json().error.code).toBe('approval.challenge-used')
    const passkey = await addPasskey(person.browser, { origin: 'http://localhost:3000' })
    expect((await end(person, third, { passkey })).statusCode).toBe(204)
    expect([await isOpen(third), (await person.browser.send('GET', '/api/me')).statusCode]).toEqual([false, 200])
  })

  test('that ended before stay ended at the time they did', async () => {
    const person = await newPerson(accounts)
    const { browser, email, session } = person
    accounts.clock.advance(1_000)
    await browser.signIn(email)
    const before = await list(browser)
    accounts.clock.advance(1_000)
    expect((await end(person, session.id)).statusCode).toBe(204)
    const after = await list(browser)
    expect(after[1]).toEqual(before[1])
    expect((await browser.send('GET', '/api/me')).statusCode).toBe(200)
  })

  test('are nobody else’s to see or to end', async () => {
    const [ada, obi] = [await newPerson(accounts), await newPerson(accounts)]
    expect(JSON.stringify(await list(obi.browser))).not.toContain(ada.session.id)
    for (const id of [ada.session.id, `ses_${'0'.repeat(35)}`, 'ses_x', '%20']) {
      const answer = await obi.browser.send('DELETE', `/api/sessions/${id}`)
      expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'session.not-found'])
    }
    expect((await ada.browser.send('GET', '/api/me')).statusCode).toBe(200)
  })

  test('are not listed while locked', async () => {
    const { browser } = await newPerson(accounts)
    await browser.send('POST', '/api/lock')
    expect((await browser.send('GET', '/api/sessions')).statusCode).toBe(423)
  })
})
