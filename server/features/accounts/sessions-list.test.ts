import { describe, expect, test } from 'vitest'
import type { Session } from '#contract/accounts.ts'
import { SESSION_LIFETIME_MS, SESSIONS_KEPT_MS, SESSIONS_SHOWN_MAX } from '#contract/constants.ts'
import { type Accounts, type Browser, newBrowser, newPerson, startAccountsBefore } from '#tests/support/accounts.ts'
import { databaseKinds } from '#tests/support/databases.ts'

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0'

describe.each(databaseKinds)('the sessions of an account on %s', (kind) => {
  let accounts: Accounts
  startAccountsBefore(kind, (started) => {
    accounts = started
  })
  const list = async (browser: Browser) =>
    (await browser.send('GET', '/api/sessions')).json<{ sessions: Session[] }>().sessions

  test('are told this one first, with the browser, which one is current, and when the others ended', async () => {
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

  test('that ran out unended are told as ended then, and thirty days later not at all', async () => {
    const { browser, email, pin } = await newPerson(accounts)
    const began = accounts.clock.now().getTime()
    // Left open as a closed browser leaves it: nobody ended it.
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

  test('are kept as long as they are told, and no row of an earlier one longer than until the next sign-in', async () => {
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

  test('are told in a bounded number', async () => {
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

  test('that ended before stay ended at the time they did', async () => {
    const { browser, email, session } = await newPerson(accounts)
    accounts.clock.advance(1_000)
    await browser.signIn(email)
    const before = await list(browser)
    accounts.clock.advance(1_000)
    expect((await browser.send('DELETE', `/api/sessions/${session.id}`)).statusCode).toBe(204)
    const after = await list(browser)
    expect(after[1]).toEqual(before[1])
    expect((await browser.send('GET', '/api/me')).statusCode).toBe(200)
  })

  test('are nobody else’s to see or to end', async () => {
    const [ada, obi] = [await newPerson(accounts), await newPerson(accounts)]
    expect(JSON.stringify(await list(obi.browser))).not.toContain(ada.session.id)
    for (const id of [ada.session.id, `ses_${'0'.repeat(35)}`, 'ses_x', '%00']) {
      const answer = await obi.browser.send('DELETE', `/api/sessions/${id}`)
      expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'session.not-found'])
    }
    expect((await ada.browser.send('GET', '/api/me')).statusCode).toBe(200)
  })

  test('are not told while locked', async () => {
    const { browser } = await newPerson(accounts)
    await browser.send('POST', '/api/lock')
    expect((await browser.send('GET', '/api/sessions')).statusCode).toBe(423)
  })
})
