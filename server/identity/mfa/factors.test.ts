import { describe, expect, test } from 'vitest'
import { SESSION_FRESH_MS } from '#contract/constants.ts'
import type { AuthenticatorOffer } from '#contract/factors.ts'
import {
  type Accounts,
  type Browser,
  newBrowser,
  newPerson,
  PASSWORD,
  type Person,
  startAccountsBefore,
} from '#tests/support/accounts.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { inject } from '#tests/support/inject.ts'
import { addPasskey } from '#tests/support/passkeys.ts'
import { addApp, appWith, beginSignIn, finishSignIn } from '#tests/support/second-step.ts'

const ORIGIN = 'http://localhost:3000'

describe.each(featureDatabases)('what proves a person besides the password on %s', (kind) => {
  let accounts: Accounts
  startAccountsBefore(kind, (started) => {
    accounts = started
  })
  const codeOf = async (answer: ReturnType<Browser['send']>) => (await answer).json().error?.code
  const factorsOf = async ({ browser }: Person) => (await browser.send('GET', '/api/factors')).json()
  const makeStale = async ({ browser, pin }: Person) => {
    accounts.clock.advance(SESSION_FRESH_MS + 1)
    await browser.unlock(pin)
  }

  test('is nothing at first; an app counts from its first right code on', async () => {
    const person = await newPerson(accounts)
    const none = { passkeys: 0, authenticator: null, recoveryCodes: 0 }
    expect(await factorsOf(person)).toEqual(none)
    const offer = (await person.browser.send('POST', '/api/authenticator')).json<AuthenticatorOffer>()
    expect(offer.secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(offer.uri).toBe(
      `otpauth://totp/Jara%3A${encodeURIComponent(person.email)}?secret=${offer.secret}&issuer=Jara`,
    )
    expect(await factorsOf(person)).toEqual(none)
    expect(await codeOf(person.browser.send('PUT', '/api/authenticator', { code: '000000' }))).toBe(
      'session.code-wrong',
    )
    const code = appWith(accounts, offer.secret).code()
    const confirmed = await person.browser.send('PUT', '/api/authenticator', { code })
    expect(confirmed.json().recoveryCodes).toHaveLength(10)
    expect(await factorsOf(person)).toEqual({
      passkeys: 0,
      authenticator: { addedAt: accounts.clock.now().toISOString() },
      recoveryCodes: 10,
    })
  })

  test('opens nothing while it is only offered, and a second offer replaces the first', async () => {
    const { browser, email } = await newPerson(accounts)
    const first = (await browser.send('POST', '/api/authenticator')).json<AuthenticatorOffer>()
    const second = (await browser.send('POST', '/api/authenticator')).json<AuthenticatorOffer>()
    const other = await newBrowser(accounts)
    const step = await beginSignIn(other, email)
    expect(step.methods).toEqual(['email'])
    const proof = { by: 'authenticator', code: appWith(accounts, second.secret).code() }
    expect((await finishSignIn(other, step.token, proof)).json().error.code).toBe('session.code-wrong')
    const old = appWith(accounts, first.secret).code()
    expect(await codeOf(browser.send('PUT', '/api/authenticator', { code: old }))).toBe('session.code-wrong')
  })

  test('is one app: another one needs the first removed', async () => {
    const { browser } = await newPerson(accounts)
    await addApp(accounts, browser)
    expect(await codeOf(browser.send('POST', '/api/authenticator'))).toBe('authenticator.known')
    expect(await codeOf(browser.send('PUT', '/api/authenticator', { code: '000000' }))).toBe('authenticator.none')
    expect((await browser.send('DELETE', '/api/authenticator')).statusCode).toBe(204)
    expect(await codeOf(browser.send('DELETE', '/api/authenticator'))).toBe('authenticator.none')
    expect((await browser.send('POST', '/api/authenticator')).statusCode).toBe(200)
  })

  test('changes only after a fresh full sign-in', async () => {
    const person = await newPerson(accounts)
    await person.browser.send('POST', '/api/authenticator')
    await makeStale(person)
    const changes = [
      person.browser.send('POST', '/api/authenticator'),
      person.browser.send('PUT', '/api/authenticator', { code: '000000' }),
      person.browser.send('DELETE', '/api/authenticator'),
      person.browser.send('POST', '/api/recovery-codes'),
    ]
    for (const change of changes) expect(await codeOf(change)).toBe('session.not-fresh')
  })

  test('is asked for with the password, and the password alone makes nothing fresh then', async () => {
    const person = await newPerson(accounts)
    const app = await addApp(accounts, person.browser)
    await makeStale(person)
    const confirm = (proof?: object) =>
      person.browser.send('POST', '/api/sessions/current/password', { password: PASSWORD, proof })
    expect(await codeOf(confirm())).toBe('session.proof-needed')
    expect(await codeOf(confirm({ by: 'authenticator', code: '000000' }))).toBe('session.code-wrong')
    expect(await codeOf(confirm({ by: 'authenticator', code: app.code() }))).toBe('session.code-wait')
    accounts.clock.advance(1_000)
    expect((await person.browser.send('GET', '/api/me')).json().fresh).toBe(false)
    expect((await confirm({ by: 'authenticator', code: app.code() })).statusCode).toBe(204)
    expect((await person.browser.send('GET', '/api/me')).json().fresh).toBe(true)
  })

  test('makes no recovery codes with a passkey by itself; new ones end those before', async () => {
    const person = await newPerson(accounts)
    await addPasskey(person.browser, { origin: ORIGIN })
    expect(await factorsOf(person)).toMatchObject({ passkeys: 1, recoveryCodes: 0 })
    const made = (await person.browser.send('POST', '/api/recovery-codes')).json().recoveryCodes
    expect(new Set(made).size).toBe(10)
    const again = (await person.browser.send('POST', '/api/recovery-codes')).json().recoveryCodes
    expect(made.filter((code: string) => again.includes(code))).toEqual([])
    const other = await newBrowser(accounts)
    const step = await beginSignIn(other, person.email)
    const used = await finishSignIn(other, step.token, { by: 'recovery-code', code: made[0] })
    expect(used.json().error.code).toBe('session.code-wrong')
  })

  test('notifies its owner of every change', async () => {
    const { browser, email } = await newPerson(accounts)
    await addApp(accounts, browser)
    await browser.send('POST', '/api/recovery-codes')
    await browser.send('DELETE', '/api/authenticator')
    const { passkey } = await addPasskey(browser, { origin: ORIGIN })
    await browser.send('DELETE', `/api/passkeys/${passkey.id}`)
    const subjects = (await accounts.emailsTo(email)).map((each) => each.subject)
    expect(subjects).toEqual(
      expect.arrayContaining([
        'Jara: an authenticator app was added',
        'Jara: new recovery codes',
        'Jara: the authenticator app was removed',
        'Jara: a passkey was added',
        'Jara: a passkey was removed',
      ]),
    )
  })

  test('keeps the old token of a session ten seconds for what is under way, and no longer', async () => {
    const { browser } = await newPerson(accounts)
    const old = { ...browser }
    await browser.send('POST', '/api/sessions/current/password', { password: PASSWORD })
    const ask = (cookie: string | null) =>
      inject(accounts, { method: 'GET', url: '/api/me', headers: { cookie: cookie ?? '' } })
    expect((await ask(old.cookie)).statusCode).toBe(200)
    accounts.clock.advance(10_000)
    expect((await ask(old.cookie)).statusCode).toBe(401)
    expect((await ask(browser.cookie)).statusCode).toBe(200)
  })
})
