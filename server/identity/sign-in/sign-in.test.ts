import { describe, expect, test } from 'vitest'
import {
  type Accounts,
  cheapHash,
  newBrowser,
  newPerson,
  PASSWORD,
  startAccountsBefore,
} from '#tests/support/accounts.ts'
import { featureDatabases } from '#tests/support/databases.ts'

describe.each(featureDatabases)('signing in on %s', (kind) => {
  let accounts: Accounts
  startAccountsBefore(kind, (started) => {
    accounts = started
  })

  test('on the same device keeps its PIN and ends the session before', async () => {
    const { browser, email, pin, session } = await newPerson(accounts)
    const old = browser.cookie
    const response = await browser.signIn(email.toUpperCase())
    expect(response.statusCode, response.body).toBe(200)
    expect(response.json()).toMatchObject({ deviceId: session.deviceId, pinSet: true, user: { email } })
    expect((await browser.unlock(pin)).statusCode).toBe(204)
    browser.cookie = old
    expect((await browser.send('GET', '/api/me')).statusCode).toBe(401)
  })

  test('on a second device ends the first one, its sessions and its PIN', async () => {
    const { browser: first, email, session } = await newPerson(accounts)
    const second = await newBrowser(accounts)
    const response = await second.signIn(email)
    expect(response.json()).toMatchObject({ pinSet: false })
    expect(response.json().deviceId).not.toBe(session.deviceId)
    expect((await first.send('GET', '/api/me')).statusCode).toBe(401)
    expect((await second.send('GET', '/api/me')).json()).toMatchObject({ pinSet: false, fresh: true, locked: false })
    expect((await second.setPin('8642')).statusCode).toBe(204)

    const back = await first.signIn(email)
    expect(back.json()).toMatchObject({ pinSet: false })
    expect(back.json().deviceId).not.toBe(session.deviceId)
    expect((await second.send('GET', '/api/me')).statusCode).toBe(401)
  })

  test('rehashes a password that was stored at a lower cost than today’s, once', async () => {
    const { browser, email } = await newPerson(accounts)
    const { database } = accounts.deps
    const old = cheapHash(accounts.deps, PASSWORD)
    await database.query('update users set password_hash = $2 where email = $1', [email, old])
    const kept = async () =>
      (await database.query<{ hash: string }>('select password_hash as hash from users where email = $1', [email]))[0]
    expect((await browser.signIn(email)).statusCode).toBe(200)
    const anew = await kept()
    expect(anew?.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1,keyid=[0-9a-f]{8}\$/)
    expect((await browser.signIn(email)).statusCode).toBe(200)
    expect(await kept()).toEqual(anew)
  })

  test('on the own and on a new device at once leaves one active device with one session', async () => {
    for (let round = 0; round < 5; round++) {
      const { browser, email, session } = await newPerson(accounts)
      const other = await newBrowser(accounts)
      const answers = await Promise.all([browser.signIn(email), other.signIn(email)])
      expect(answers.map((each) => each.statusCode)).toEqual([200, 200])
      const [left] = await accounts.deps.database.query(
        `select (select count(*)::int from devices where user_id = $1 and revoked_at is null) as devices,
           (select count(*)::int from sessions where user_id = $1 and ended_at is null) as sessions`,
        [session.userId],
      )
      expect(left).toEqual({ devices: 1, sessions: 1 })
    }
  })

  test('tells nobody whether an email has an account: same answers, same waits', async () => {
    const { email } = await newPerson(accounts)
    const stranger = await newBrowser(accounts)
    const story = async (tried: string) => {
      const answers = []
      for (const pauseMs of [0, 0, 1_000, 1_000, 2_000, 4_000]) {
        accounts.clock.advance(pauseMs)
        const { statusCode, body } = await stranger.signIn(tried, 'not the password')
        const { id, ...error } = JSON.parse(body).error
        answers.push({ statusCode, error, cookie: stranger.cookie, named: id !== undefined })
      }
      return answers
    }
    const known = await story(email)
    expect(known.map((each) => each.error.code)).toEqual([
      'session.wrong-credentials',
      'session.wait',
      'session.wrong-credentials',
      'session.wait',
      'session.wrong-credentials',
      'session.wrong-credentials',
    ])
    expect(known[1]?.error.retryAfterS).toBe(1)
    expect(known[3]?.error.retryAfterS).toBe(1)
    expect(await story('nobody@example.com')).toEqual(known)
  })

  test('waits at most fifteen minutes, and forgets after a day', async () => {
    const { email } = await newPerson(accounts)
    const stranger = await newBrowser(accounts)
    for (let i = 0; i < 14; i++) {
      await stranger.signIn(email, 'not the password')
      accounts.clock.advance(15 * 60_000)
    }
    await stranger.signIn(email, 'not the password')
    expect((await stranger.signIn(email)).json().error).toMatchObject({ code: 'session.wait', retryAfterS: 900 })
    accounts.clock.advance(24 * 60 * 60_000 + 1)
    await stranger.signIn(email, 'not the password')
    expect((await stranger.signIn(email)).json().error).toMatchObject({ code: 'session.wait', retryAfterS: 1 })
  })

  test('a right password ends the wait for good', async () => {
    const { browser, email } = await newPerson(accounts)
    for (const pauseMs of [1_000, 2_000, 4_000]) {
      await browser.signIn(email, 'not the password')
      accounts.clock.advance(pauseMs)
    }
    expect((await browser.signIn(email)).statusCode).toBe(200)
    expect((await browser.signIn(email)).statusCode).toBe(200)
  })

  test('a stranger who keeps guessing does not keep the owner out of the own device', async () => {
    const { browser, email } = await newPerson(accounts)
    const stranger = await newBrowser(accounts)
    await stranger.signIn(email, 'not the password')
    expect((await stranger.signIn(email, PASSWORD)).json().error.code).toBe('session.wait')
    expect((await browser.signIn(email)).statusCode).toBe(200)
  })

  test('of fifty guesses at once, one is checked', async () => {
    const { email } = await newPerson(accounts)
    const stranger = await newBrowser(accounts)
    const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => stranger.signIn(email, `guess number ${i}`)))
    const codes = answers.map((each) => each.json().error.code)
    expect(codes.filter((code) => code === 'session.wrong-credentials')).toHaveLength(1)
    expect(codes.filter((code) => code === 'session.wait')).toHaveLength(49)
  })

  test.each([['ada\u0000@example.com'], ["' or 1=1 --"], ['']])(
    '%j is no email, and no fault of ours',
    async (email) => {
      expect((await (await newBrowser(accounts)).signIn(email)).json().error.code).toBe('account.email-invalid')
    },
  )
})
