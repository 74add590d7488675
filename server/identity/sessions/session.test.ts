import { describe, expect, test } from 'vitest'
import { SESSION_FRESH_MS, SESSION_LIFETIME_MS, SESSION_LOCK_MS, SESSION_OPEN_MAX_MS } from '#contract/constants.ts'
import {
  type Accounts,
  newBrowser,
  newPerson,
  PASSWORD,
  requestOf,
  startAccounts,
  startAccountsBefore,
} from '#tests/support/accounts.ts'
import { requireSession } from './session.ts'

let accounts: Accounts
startAccountsBefore('pglite', (started) => {
  accounts = started
})

describe('the session cookie', () => {
  test('on plain-http localhost is HttpOnly, Strict, for the whole site, and ends with the session', async () => {
    const response = await (await newBrowser(accounts)).register({ email: 'cookie@example.com' })
    expect(response.headers['set-cookie']).toMatch(
      /^jara=[A-Za-z0-9_-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict$/,
    )
  })

  test('on https is also Secure and bound to its host', async () => {
    const secure = await startAccounts(accounts.deps.database, { PUBLIC_URL: 'https://jara.example' })
    const browser = await newBrowser(secure)
    const response = await browser.register({ email: 'secure@example.com' })
    expect(response.headers['set-cookie']).toMatch(
      /^__Host-jara=[A-Za-z0-9_-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    )
    expect((await browser.send('GET', '/api/me')).statusCode).toBe(200)
    browser.cookie = (browser.cookie ?? '').replace('__Host-', '')
    expect((await browser.send('GET', '/api/me')).statusCode).toBe(401)
  })

  test('is the only place its token is in', async () => {
    const { browser } = await newPerson(accounts)
    const token = (browser.cookie ?? '').split('=')[1] ?? ''
    const rows = await accounts.deps.database.query<{ all: string }>('select sessions::text as all from sessions')
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) {
      expect(row.all).not.toContain(token)
      expect(row.all).not.toContain(Buffer.from(token).toString('hex'))
    }
  })

  test.each([['nothing'], [''], ['x'.repeat(43)], ["' or 1=1 --"], ['x'.repeat(5000)]])(
    'with %j in it is no session',
    async (value) => {
      const browser = await newBrowser(accounts)
      browser.cookie = `jara=${encodeURIComponent(value)}`
      const response = await browser.send('GET', '/api/me')
      expect(response.json().error.code).toBe('session.none')
    },
  )
})

describe('a session', () => {
  test('locks five minutes after the last touch, not after the unlock: an hour of use meets no lock', async () => {
    const { browser } = await newPerson(accounts)
    for (let minute = 4; minute <= 60; minute += 4) {
      accounts.clock.advance(4 * 60_000)
      expect((await browser.send('GET', '/api/wallet')).statusCode).toBe(200)
    }
    accounts.clock.advance(SESSION_LOCK_MS)
    expect((await browser.send('GET', '/api/wallet')).statusCode).toBe(200)
    accounts.clock.advance(SESSION_LOCK_MS + 1)
    const response = await browser.send('GET', '/api/wallet')
    expect([response.statusCode, response.json().error.code]).toEqual([423, 'session.locked'])
  })

  test('stays open for a person who types for an hour and asks for nothing else', async () => {
    const { browser } = await newPerson(accounts)
    browser.isTouched = false
    for (let minute = 4; minute <= 60; minute += 4) {
      accounts.clock.advance(4 * 60_000)
      expect((await browser.send('POST', '/api/touch')).statusCode).toBe(204)
    }
    accounts.clock.advance(SESSION_LOCK_MS + 1)
    expect((await browser.send('POST', '/api/touch')).json().error.code).toBe('session.locked')
  })

  test('is not kept awake by what no person asked for, reading or writing', async () => {
    const { browser } = await newPerson(accounts)
    browser.isTouched = false
    for (let i = 0; i < 5; i++) {
      accounts.clock.advance(SESSION_LOCK_MS / 5)
      for (const address of ['/api/wallet', '/api/me', '/api/transactions']) await browser.send('GET', address)
      await browser.send('POST', '/api/transactions/search', {})
    }
    accounts.clock.advance(1)
    expect((await browser.send('GET', '/api/wallet')).json().error.code).toBe('session.locked')
  })

  test('that is locked is not opened by a touch', async () => {
    const { browser } = await newPerson(accounts)
    accounts.clock.advance(SESSION_LOCK_MS + 1)
    for (const [method, address] of [
      ['POST', '/api/touch'],
      ['GET', '/api/me'],
      ['GET', '/api/wallet'],
    ] as const) {
      await browser.send(method, address)
    }
    expect((await browser.send('GET', '/api/me')).json()).toMatchObject({ locked: true })
  })

  test('while locked shows the name and a masked email, and nothing else', async () => {
    const { browser } = await newPerson(accounts)
    expect((await browser.send('POST', '/api/lock')).statusCode).toBe(204)
    const me = (await browser.send('GET', '/api/me')).json()
    expect(me).toMatchObject({ locked: true, pinSet: true, pinOff: false })
    expect(me.user).toMatchObject({ fullName: 'Adaeze Okonkwo', email: 'p•••@e•••.com' })
    const pinChange = await browser.setPin('1357')
    expect(pinChange.statusCode).toBe(423)
    expect((await browser.send('GET', '/api/bpc')).statusCode).toBe(423)
  })

  test('opens again with the PIN, and is not fresh by it', async () => {
    const { browser, pin } = await newPerson(accounts)
    accounts.clock.advance(SESSION_FRESH_MS + 1)
    const unlocked = await browser.unlock(pin)
    expect(unlocked.statusCode, unlocked.body).toBe(204)
    expect((await browser.send('GET', '/api/me')).json()).toMatchObject({ locked: false, fresh: false })
    expect((await browser.send('GET', '/api/bpc')).statusCode).toBe(200)
    const pinChange = await browser.setPin('1357')
    expect(pinChange.json().error.code).toBe('session.not-fresh')
  })

  test('ends 30 days after the full sign-in, however often it was unlocked', async () => {
    const { browser, pin } = await newPerson(accounts)
    accounts.clock.advance(SESSION_LIFETIME_MS - 1)
    expect((await browser.unlock(pin)).statusCode).toBe(204)
    accounts.clock.advance(1)
    expect((await browser.send('GET', '/api/me')).statusCode).toBe(401)
    expect((await browser.send('GET', '/api/challenges')).statusCode).toBe(401)
  })

  test('ends with sign out, for every copy of its cookie, and signing out twice is no error', async () => {
    const { browser } = await newPerson(accounts)
    const copy = browser.cookie
    const response = await browser.send('DELETE', '/api/sessions/current')
    expect(response.statusCode).toBe(204)
    expect(response.headers['set-cookie']).toMatch(/^jara=; Max-Age=0; Path=\/; .*HttpOnly; SameSite=Strict$/)
    expect(response.headers['clear-site-data']).toBe('"cache"')
    browser.cookie = copy
    expect((await browser.send('GET', '/api/me')).statusCode).toBe(401)
    expect((await browser.send('DELETE', '/api/sessions/current')).statusCode).toBe(204)
  })

  test('locks a day after its last unlock whatever it did since, and neither a poll nor a password opens it', async () => {
    const { browser, pin } = await newPerson(accounts)
    const began = accounts.clock.now().getTime()
    const everyFourMinutes = 4 * 60_000
    while (accounts.clock.now().getTime() + everyFourMinutes <= began + SESSION_OPEN_MAX_MS) {
      accounts.clock.advance(everyFourMinutes)
      await requireSession(accounts.deps, requestOf(browser))
    }
    accounts.clock.set(new Date(began + SESSION_OPEN_MAX_MS + 1))
    const refusal = async (answer: ReturnType<typeof browser.send>) => (await answer).json().error.code
    expect(await refusal(browser.send('GET', '/api/bpc'))).toBe('session.locked')
    const password = { password: PASSWORD }
    expect(await refusal(browser.send('POST', '/api/sessions/current/password', password))).toBe('session.locked')
    await expect(requireSession(accounts.deps, requestOf(browser))).rejects.toThrow('locked')
    expect((await browser.send('GET', '/api/me')).json()).toMatchObject({
      locked: true,
      user: { email: 'p•••@e•••.com' },
    })
    expect((await browser.unlock(pin)).statusCode).toBe(204)
    expect((await browser.send('GET', '/api/me')).json()).toMatchObject({ locked: false, fresh: false })
  })

  test('can be signed out while locked', async () => {
    const { browser } = await newPerson(accounts)
    await browser.send('POST', '/api/lock')
    await browser.send('DELETE', '/api/sessions/current')
    expect((await browser.send('GET', '/api/me')).statusCode).toBe(401)
  })

  test('of the person before ends when somebody else registers or signs in on the same browser', async () => {
    const before = await newPerson(accounts)
    const copy = before.browser.cookie
    await before.browser.register({ email: 'next@example.com' })
    expect(before.browser.cookie).not.toBe(copy)
    before.browser.cookie = copy
    expect((await before.browser.send('GET', '/api/me')).statusCode).toBe(401)
  })
})
