import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, test } from 'vitest'
import { RECOVERY_WAIT_MS, SESSION_FRESH_MS } from '#contract/constants.ts'
import { confirmRecovery, openRecovery, readUnconfirmed } from '#server/identity/recovery/operate-recoveries.ts'
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
import { operatorNamed } from '#tests/support/operators.ts'
import { addPasskey } from '#tests/support/passkeys.ts'
import { addApp, beginSignIn, finishSignIn } from '#tests/support/second-step.ts'

const ORIGIN = 'http://localhost:3000'
const NEW_PASSWORD = 'short zebras wake early'
const SET_UP = ['nothing', 'passkey', 'app'] as const
type SetUp = (typeof SET_UP)[number]
type Way =
  | 'own device'
  | 'other device'
  | 'open session'
  | 'unlock'
  | 'another password'
  | 'after a reset'
  | 'after a recovery'
  | 'new account'

/** The response of each way in to the right password or PIN, by what else the account has set up. */
const ANSWERS: Readonly<Record<Way, Readonly<Record<SetUp, string>>>> = {
  'own device': { nothing: 'fresh', passkey: 'passkey', app: 'authenticator or recovery-code' },
  'other device': { nothing: 'email', passkey: 'passkey', app: 'authenticator or recovery-code' },
  'open session': { nothing: 'fresh', passkey: 'session.proof-needed', app: 'session.proof-needed' },
  unlock: { nothing: 'not fresh', passkey: 'not fresh', app: 'not fresh' },
  'another password': { nothing: 'session.not-fresh', passkey: 'session.not-fresh', app: 'session.not-fresh' },
  'after a reset': { nothing: 'email', passkey: 'passkey', app: 'authenticator or recovery-code' },
  // The recovery has ended passkeys, app and codes.
  'after a recovery': { nothing: 'email', passkey: 'email', app: 'email' },
  'new account': { nothing: 'fresh', passkey: 'fresh', app: 'fresh' },
}
const ROWS = Object.entries(ANSWERS).flatMap(([way, by]) =>
  SET_UP.map((setUp) => [way as Way, setUp, by[setUp]] as const),
)

describe.each(featureDatabases)('a way into an account on %s', (kind) => {
  let accounts: Accounts
  startAccountsBefore(kind, (started) => {
    accounts = started
  })
  let number = 0

  const post = (browser: Browser, email: string, password = PASSWORD) =>
    browser.send('POST', '/api/sessions', { email, password, device: { publicKey: browser.device.publicKey } })
  const me = async (browser: Browser) => (await browser.send('GET', '/api/me')).json()

  /** A person with an unlocked session whose sign-in is no longer fresh. */
  async function newStalePerson(setUp: SetUp): Promise<Person> {
    const person = await newPerson(accounts)
    if (setUp === 'passkey') await addPasskey(person.browser, { origin: ORIGIN })
    if (setUp === 'app') await addApp(accounts, person.browser)
    accounts.clock.advance(SESSION_FRESH_MS + 1)
    await person.browser.unlock(person.pin)
    return person
  }

  async function linkTo(email: string): Promise<string> {
    const links = (await accounts.emailsTo(email)).flatMap(
      ({ text }) => text.match(/\/reset-password#(\S+)/)?.[1] ?? [],
    )
    return links.at(-1) ?? 'no link'
  }

  async function setAnew(browser: Browser, email: string): Promise<LightMyRequestResponse> {
    await browser.send('PUT', '/api/password-resets', { token: await linkTo(email), newPassword: NEW_PASSWORD })
    return await post(browser, email, NEW_PASSWORD)
  }

  async function recover({ browser, email }: Person): Promise<LightMyRequestResponse> {
    const newEmail = `recovered${kind}${++number}@example.com`
    const id = await openRecovery(accounts.deps, {
      uncheckedEmail: email,
      uncheckedNewEmail: newEmail,
      uncheckedReason: 'He showed his passport and named three payments',
      by: await operatorNamed(accounts.deps.database, 'Ngozi Eze'),
    })
    const { request } = await readUnconfirmed(accounts.deps, id)
    await confirmRecovery(accounts.deps, { request, by: await operatorNamed(accounts.deps.database, 'Bayo Ade') })
    for (const ms of [0, RECOVERY_WAIT_MS, 0]) {
      accounts.clock.advance(ms)
      await accounts.worker.runDue()
    }
    return await setAnew(browser, newEmail)
  }

  async function go(way: Way, person: Person): Promise<LightMyRequestResponse> {
    const { browser, email, pin } = person
    switch (way) {
      case 'own device':
        return await post(browser, email)
      case 'other device':
        return await post(await newBrowser(accounts), email)
      case 'open session':
        return await browser.send('POST', '/api/sessions/current/password', { password: PASSWORD })
      case 'unlock':
        return await browser.unlock(pin)
      case 'another password':
        return await browser.send('PUT', '/api/password', { currentPassword: PASSWORD, newPassword: NEW_PASSWORD })
      case 'after a reset':
        await browser.send('POST', '/api/password-resets', { email })
        return await setAnew(browser, email)
      case 'after a recovery':
        return await recover(person)
      case 'new account':
        return await browser.register({ email: `another${kind}${++number}@example.com` })
    }
  }

  test.each(ROWS)('%s, with %s set up: %s', async (way, setUp, expected) => {
    const person = await newStalePerson(setUp)
    const answer = await go(way, person)
    if (answer.statusCode === 202) expect(answer.json().secondStep.methods.join(' or ')).toBe(expected)
    else if (answer.statusCode >= 400) expect(answer.json().error.code).toBe(expected)
    else expect((await me(person.browser)).fresh ? 'fresh' : 'not fresh').toBe(expected)
    expect((await person.browser.setPin('1379')).statusCode === 204).toBe(expected === 'fresh')
  })

  test.each(['passkey', 'authenticator', 'recovery-code'] as const)(
    'by %s on the own device keeps device and PIN, and nothing is new',
    async (by) => {
      const { browser, email, pin, session } = await newPerson(accounts)
      const authenticator = await addPasskey(browser, { origin: ORIGIN })
      const app = await addApp(accounts, browser)
      const [recoveryCode = ''] = (await browser.send('POST', '/api/recovery-codes')).json().recoveryCodes
      const newSince = () => accounts.deps.database.query('select new_since from users where email = $1', [email])
      const before = await newSince()
      accounts.clock.advance(SESSION_FRESH_MS + 1)
      const step = await beginSignIn(browser, email)
      expect(step).toMatchObject({ ownDevice: true, sentTo: null })
      expect(await me(browser)).toMatchObject({ fresh: false, deviceId: session.deviceId })
      const proofs = {
        passkey: { by, passkey: authenticator.get(step.passkey?.challenge ?? '') },
        authenticator: { by, code: app.code() },
        'recovery-code': { by, code: recoveryCode },
      }
      const answer = await finishSignIn(browser, step.token, proofs[by])
      expect(answer.json()).toMatchObject({ deviceId: session.deviceId, pinSet: true })
      expect(await me(browser)).toMatchObject({ fresh: true, locked: false })
      expect((await browser.unlock(pin)).statusCode).toBe(204)
      expect(await newSince()).toEqual(before)
      expect((await accounts.emailsTo(email)).map(({ subject }) => subject)).not.toContain(
        'Jara: a new device signed in',
      )
    },
  )

  test('on the own device stays open however many sign-ins wait elsewhere, and has a bound of its own', async () => {
    const { browser, email } = await newStalePerson('passkey')
    for (let i = 0; i < 5; i++) await beginSignIn(await newBrowser(accounts), email)
    expect((await post(await newBrowser(accounts), email)).json().error.code).toBe('session.mail-wait')
    for (let i = 0; i < 5; i++) await beginSignIn(browser, email)
    expect((await post(browser, email)).json().error.code).toBe('session.mail-wait')
  })

  test('is not kept open by one password after the other: what was fresh ends when it would have ended', async () => {
    const { browser, pin } = await newPerson(accounts)
    const { cookie } = browser
    accounts.clock.advance(SESSION_FRESH_MS)
    await browser.unlock(pin)
    expect(
      (await browser.send('PUT', '/api/password', { currentPassword: PASSWORD, newPassword: NEW_PASSWORD })).statusCode,
    ).toBe(204)
    expect(browser.cookie).not.toBe(cookie)
    expect((await me(browser)).fresh).toBe(true)
    accounts.clock.advance(1)
    expect((await me(browser)).fresh).toBe(false)
  })
})
