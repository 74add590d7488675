import { describe, expect, test } from 'vitest'
import { SESSION_FRESH_MS } from '#contract/constants.ts'
import { type Accounts, type Browser, newPerson, startAccountsBefore } from '#tests/support/accounts.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { inject } from '#tests/support/inject.ts'
import { addPasskey, unlockWith } from '#tests/support/passkeys.ts'
import { unlockSession } from './session.ts'

const ORIGIN = 'http://localhost:3000'

describe.each(featureDatabases)('the token of a session that was unlocked on %s', (kind) => {
  let accounts: Accounts
  startAccountsBefore(kind, (started) => {
    accounts = started
  })
  const me = (browser: Browser) => browser.send('GET', '/api/me')
  /** The same browser with its current cookie, whatever the original gets later. */
  const copyOf = (browser: Browser): Browser => {
    const { cookie } = browser
    return {
      ...browser,
      send: (method, url) => inject(accounts, { method, url, headers: { cookie: cookie ?? '' } }),
    }
  }

  test.each(['PIN', 'passkey'] as const)(
    'by %s is a new one, the one before is read for ten more seconds',
    async (by) => {
      const { browser, pin } = await newPerson(accounts)
      const authenticator = await addPasskey(browser, { origin: ORIGIN })
      accounts.clock.advance(SESSION_FRESH_MS + 1)
      const before = copyOf(browser)
      const unlocked = by === 'PIN' ? await browser.unlock(pin) : await unlockWith(browser, authenticator)
      expect(unlocked.statusCode, unlocked.body).toBe(204)
      expect(unlocked.headers['set-cookie']).toMatch(
        /^jara=[A-Za-z0-9_-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Strict$/,
      )
      expect((await me(browser)).json()).toMatchObject({ locked: false, fresh: false })
      expect((await me(before)).json()).toMatchObject({ locked: false, fresh: false })
      accounts.clock.advance(10_000)
      expect((await me(before)).statusCode).toBe(401)
      expect((await me(browser)).json()).toMatchObject({ locked: false, fresh: false })
    },
  )

  test('is issued again after a lost response, to a caller who presents the previous one in time', async () => {
    const { browser, pin } = await newPerson(accounts)
    const { cookie } = browser
    await browser.unlock(pin)
    const lost = copyOf(browser)
    browser.cookie = cookie
    expect((await browser.unlock(pin)).statusCode).toBe(204)
    accounts.clock.advance(10_000)
    expect((await me(browser)).statusCode).toBe(200)
    expect((await me(lost)).statusCode).toBe(401)
  })

  test('is not made for a session that ended while it was unlocked', async () => {
    const { browser, session } = await newPerson(accounts)
    await browser.send('DELETE', '/api/sessions/current')
    const now = accounts.clock.now()
    const open = { ...session, createdAt: now, unlockedAt: now, locked: false, fresh: true }
    await expect(unlockSession(accounts.deps, open)).rejects.toMatchObject({ code: 'session.none' })
    expect((await me(browser)).statusCode).toBe(401)
  })

  test('stays as it was after a wrong PIN', async () => {
    const { browser } = await newPerson(accounts)
    const { cookie } = browser
    expect((await browser.unlock('0000')).statusCode).toBe(403)
    expect(browser.cookie).toBe(cookie)
    accounts.clock.advance(10_000)
    expect((await me(browser)).statusCode).toBe(200)
  })

  test('and the one before both end with a sign-out by either', async () => {
    const { browser, pin } = await newPerson(accounts)
    const before = copyOf(browser)
    await browser.unlock(pin)
    expect((await before.send('DELETE', '/api/sessions/current')).statusCode).toBe(204)
    expect((await me(browser)).statusCode).toBe(401)
    expect((await me(before)).statusCode).toBe(401)
  })
})
