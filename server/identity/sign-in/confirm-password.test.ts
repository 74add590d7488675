import { describe, expect, test } from 'vitest'
import { SESSION_FRESH_MS } from '#contract/constants.ts'
import {
  type Accounts,
  type Browser,
  newPerson,
  PASSWORD,
  type Person,
  startAccountsBefore,
} from '#tests/support/accounts.ts'
import { featureDatabases } from '#tests/support/databases.ts'

describe.each(featureDatabases)('confirming the password on %s', (kind) => {
  let accounts: Accounts
  startAccountsBefore(kind, (started) => {
    accounts = started
  })
  const confirm = (browser: Browser, password = PASSWORD) =>
    browser.send('POST', '/api/sessions/current/password', { password })
  const me = async (browser: Browser) => (await browser.send('GET', '/api/me')).json()

  /** A person with an unlocked session whose sign-in is no longer fresh. */
  async function newStalePerson(): Promise<Person> {
    const person = await newPerson(accounts)
    accounts.clock.advance(SESSION_FRESH_MS + 1)
    await person.browser.unlock(person.pin)
    return person
  }

  test('makes this session fresh for ten minutes, in place: same session, same device, same PIN', async () => {
    const { browser, pin } = await newStalePerson()
    const { cookie } = browser
    const before = await me(browser)
    expect(before.fresh).toBe(false)
    expect((await confirm(browser)).statusCode).toBe(204)
    expect(await me(browser)).toEqual({ ...before, fresh: true })
    expect(browser.cookie).not.toBe(cookie)
    expect((await browser.setPin('1379')).statusCode).toBe(204)
    accounts.clock.advance(SESSION_FRESH_MS + 1)
    await browser.unlock('1379')
    expect((await browser.setPin(pin)).json().error.code).toBe('session.not-fresh')
  })

  test('says that a wrong one is wrong, and makes nothing fresh', async () => {
    const { browser } = await newStalePerson()
    const answer = await confirm(browser, 'not the password')
    expect(answer.statusCode).toBe(401)
    expect(answer.json().error).toMatchObject({
      code: 'session.wrong-credentials',
      message: 'That password is not correct.',
    })
    expect(await me(browser)).toMatchObject({ fresh: false, locked: false })
  })

  test('waits as signing in on this device does, and with it', async () => {
    const { browser, email } = await newStalePerson()
    await confirm(browser, 'not the password')
    expect((await confirm(browser)).json().error).toMatchObject({ code: 'session.wait', retryAfterS: 1 })
    expect((await browser.signIn(email)).json().error).toMatchObject({ code: 'session.wait', retryAfterS: 1 })
    accounts.clock.advance(1_000)
    await browser.signIn(email, 'not the password')
    expect((await confirm(browser)).json().error).toMatchObject({ code: 'session.wait', retryAfterS: 2 })
    accounts.clock.advance(2_000)
    expect((await confirm(browser)).statusCode).toBe(204)
    expect((await confirm(browser)).statusCode).toBe(204)
  })

  test('of fifty guesses at once, looks at one', async () => {
    const { browser } = await newStalePerson()
    const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => confirm(browser, `guess number ${i}`)))
    const codes = answers.map((each) => each.json().error.code)
    expect(codes.filter((code) => code === 'session.wrong-credentials')).toHaveLength(1)
    expect(codes.filter((code) => code === 'session.wait')).toHaveLength(49)
  })

  test('needs an open session, neither locked nor ended', async () => {
    const { browser } = await newStalePerson()
    await browser.send('POST', '/api/lock')
    expect((await confirm(browser)).json().error.code).toBe('session.locked')
    await browser.send('DELETE', '/api/sessions/current')
    expect((await confirm(browser)).json().error.code).toBe('session.none')
  })
})
