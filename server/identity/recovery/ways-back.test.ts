import { describe, expect, test } from 'vitest'
import { RESET_LINK_LIFETIME_MS, SECOND_STEP_LIFETIME_MS, SESSION_FRESH_MS } from '#contract/constants.ts'
import {
  type Accounts,
  type Browser,
  codeIn,
  newBrowser,
  newPerson,
  PASSWORD,
  startAccountsBefore,
} from '#tests/support/accounts.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { inject } from '#tests/support/inject.ts'
import { addApp } from '#tests/support/second-step.ts'

const NEW_PASSWORD = 'short zebras wake early'

describe.each(featureDatabases)('ways back into an account on %s', (kind) => {
  let accounts: Accounts
  startAccountsBefore(kind, (started) => {
    accounts = started
  })
  const codeOf = async (answer: ReturnType<Browser['send']>) => (await answer).json().error?.code
  const makeStale = async ({ browser, pin }: { browser: Browser; pin: string }) => {
    accounts.clock.advance(SESSION_FRESH_MS + 1)
    await browser.unlock(pin)
  }
  const subjectsTo = async (email: string) => (await accounts.emailsTo(email)).map((each) => each.subject)

  describe('changing the password', () => {
    const change = (browser: Browser, newPassword: string, currentPassword = PASSWORD) =>
      browser.send('PUT', '/api/password', { currentPassword, newPassword })

    test('needs a full sign-in; then only the new one opens the account, and its owner is notified', async () => {
      const person = await newPerson(accounts)
      const { browser, email } = person
      await makeStale(person)
      expect(await codeOf(change(browser, NEW_PASSWORD))).toBe('session.not-fresh')
      await browser.send('POST', '/api/sessions/current/password', { password: PASSWORD })
      const before = browser.cookie
      expect((await change(browser, NEW_PASSWORD)).statusCode).toBe(204)
      expect(browser.cookie).not.toBe(before)
      expect((await browser.send('GET', '/api/me')).statusCode).toBe(200)
      expect(await codeOf(browser.signIn(email))).toBe('session.wrong-credentials')
      accounts.clock.advance(1_000)
      expect((await browser.signIn(email, NEW_PASSWORD)).statusCode).toBe(200)
      expect(await subjectsTo(email)).toContain('Jara: your password was changed')
    })

    test('needs the current one with it: a wrong one is said at its field, and changes nothing', async () => {
      const { browser, email } = await newPerson(accounts)
      const { cookie } = browser
      const answer = await change(browser, NEW_PASSWORD, 'not the password')
      expect(answer.statusCode).toBe(401)
      expect(answer.json().error).toMatchObject({
        code: 'session.wrong-credentials',
        message: 'This is not your current password. Nothing was changed.',
        fields: { currentPassword: 'This is not your current password. Nothing was changed.' },
      })
      expect(browser.cookie).toBe(cookie)
      expect(await codeOf(browser.send('PUT', '/api/password', { newPassword: NEW_PASSWORD }))).toBe('request.invalid')
      accounts.clock.advance(1_000)
      expect((await browser.signIn(email)).statusCode).toBe(200)
      expect(await subjectsTo(email)).not.toContain('Jara: your password was changed')
    })

    test('counts its tries with those of signing in on this device, and waits with them', async () => {
      const { browser, email } = await newPerson(accounts)
      expect(await codeOf(change(browser, NEW_PASSWORD, 'not the password'))).toBe('session.wrong-credentials')
      expect(await codeOf(change(browser, NEW_PASSWORD))).toBe('session.wait')
      expect(await codeOf(browser.signIn(email))).toBe('session.wait')
      accounts.clock.advance(1_000)
      await browser.signIn(email, 'not the password')
      const waiting = (await change(browser, NEW_PASSWORD)).json().error
      expect(waiting).toMatchObject({ code: 'session.wait', retryAfterS: 2 })
      expect(await codeOf(change(browser, 'abc', 'not the password'))).toBe('account.password-weak')
      accounts.clock.advance(2_000)
      expect((await change(browser, NEW_PASSWORD)).statusCode).toBe(204)
    })

    test('of fifty guesses at the current one at once, looks at one', async () => {
      const { browser } = await newPerson(accounts)
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, i) => codeOf(change(browser, NEW_PASSWORD, `guess number ${i}`))),
      )
      expect(answers.filter((code) => code === 'session.wrong-credentials')).toHaveLength(1)
      expect(answers.filter((code) => code === 'session.wait')).toHaveLength(49)
    })

    test.each([
      ['the one it is', PASSWORD, 'account.password-same'],
      ['a short one', 'abc', 'account.password-weak'],
      ['a common one', 'password123', 'account.password-weak'],
    ])('refuses %s', async (_, newPassword, code) => {
      const { browser } = await newPerson(accounts)
      expect(await codeOf(change(browser, newPassword))).toBe(code)
    })
  })

  describe('a link for a new password', () => {
    const ask = async (email: string) =>
      await (await newBrowser(accounts)).send('POST', '/api/password-resets', { email })
    const tokenFor = async (email: string) => {
      const tokens = (await accounts.emailsTo(email)).flatMap(
        ({ text }) => text.match(/\/reset-password#([A-Za-z0-9_-]{43})/)?.[1] ?? [],
      )
      return tokens.at(-1) ?? 'no email'
    }
    const reset = async (token: string, newPassword = NEW_PASSWORD) =>
      await (await newBrowser(accounts)).send('PUT', '/api/password-resets', { token, newPassword })

    test('sets it once, ends device and sessions, and asks for the second step everywhere', async () => {
      const { browser, email } = await newPerson(accounts)
      expect((await ask(email)).statusCode).toBe(202)
      const token = await tokenFor(email)
      const answers = await Promise.all([reset(token), reset(token), reset(token)])
      expect(answers.map((each) => each.statusCode).sort()).toEqual([204, 410, 410])
      expect(await codeOf(reset(token, 'another one entirely'))).toBe('account.link-ended')
      expect((await browser.send('GET', '/api/me')).statusCode).toBe(401)
      const body = { email, password: NEW_PASSWORD, device: { publicKey: browser.device.publicKey } }
      expect((await browser.send('POST', '/api/sessions', body)).statusCode).toBe(202)
      expect(await subjectsTo(email)).toContain('Jara: your password was reset')
    })

    test('is no way around an authenticator app', async () => {
      const { browser, email } = await newPerson(accounts)
      await addApp(accounts, browser)
      await ask(email)
      expect((await reset(await tokenFor(email))).statusCode).toBe(204)
      const body = { email, password: NEW_PASSWORD, device: { publicKey: browser.device.publicKey } }
      const { secondStep } = (await browser.send('POST', '/api/sessions', body)).json()
      expect(secondStep.methods).toEqual(['authenticator', 'recovery-code'])
    })

    test('is the newest one only, for ten minutes', async () => {
      const { email } = await newPerson(accounts)
      await ask(email)
      const first = await tokenFor(email)
      accounts.clock.advance(1_000)
      await ask(email)
      const second = await tokenFor(email)
      expect(second).not.toBe(first)
      expect(await codeOf(reset(first))).toBe('account.link-ended')
      accounts.clock.advance(RESET_LINK_LIFETIME_MS)
      expect(await codeOf(reset(second))).toBe('account.link-ended')
    })

    test('ends with a change of the password or the email', async () => {
      const { browser, email } = await newPerson(accounts)
      await ask(email)
      const token = await tokenFor(email)
      await browser.send('PUT', '/api/password', { currentPassword: PASSWORD, newPassword: 'other words for today' })
      expect(await codeOf(reset(token))).toBe('account.link-ended')
    })

    test('gets the same response after the same wait, for an email without an account; no email is sent then', async () => {
      const { email } = await newPerson(accounts)
      const story = async (of: string) => {
        const answers = []
        for (const pauseMs of [0, 0, 1_000, 1_000]) {
          accounts.clock.advance(pauseMs)
          const { statusCode, json, headers } = await ask(of)
          const { id: _, ...error } = json().error ?? {}
          answers.push([statusCode, error, Object.keys(headers).sort()])
        }
        return answers
      }
      const known = await story(email)
      expect(await story('nobody@example.com')).toEqual(known)
      expect(await accounts.emailsTo('nobody@example.com')).toEqual([])
      expect(known.map(([status]) => status)).toEqual([202, 429, 202, 429])
    })

    test('leads to this installation whatever host a request names', async () => {
      const { email } = await newPerson(accounts)
      const ask = async (headers: Record<string, string>) =>
        (await inject(accounts, { method: 'POST', url: '/api/password-resets', headers, payload: { email } }))
          .statusCode
      const links = async () =>
        (await accounts.emailsTo(email)).flatMap(({ text }) => text.match(/\S+\/reset-password\S*/g) ?? [])
      const others = { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' }
      expect(await ask({ host: 'evil.example' })).toBe(421)
      expect(await links()).toEqual([])
      expect(await ask(others)).toBe(202)
      expect(await links()).toEqual([expect.stringMatching(/^http:\/\/localhost:3000\/reset-password#/)])
      const emails = (await accounts.emailsTo(email)).map(({ text }) => text).join()
      expect(emails).not.toContain('evil')
    })
  })

  describe('changing the email', () => {
    let number = 0
    const ask = (browser: Browser, email: string) => browser.send('POST', '/api/me/email', { email })
    const change = (browser: Browser, email: string, code: string) =>
      browser.send('PUT', '/api/me/email', { email, code })
    const newEmail = () => `moved${kind}${++number}@example.com`

    test('needs a full sign-in and the code from the new mailbox; both addresses are notified', async () => {
      const person = await newPerson(accounts)
      const { browser, email } = person
      const next = newEmail()
      await makeStale(person)
      expect(await codeOf(ask(browser, next))).toBe('session.not-fresh')
      await browser.send('POST', '/api/sessions/current/password', { password: PASSWORD })
      expect((await ask(browser, next)).statusCode).toBe(202)
      const code = codeIn(await accounts.emailsTo(next))
      const changed = await change(browser, next, code)
      expect(changed.json().user.email).toBe(next)
      expect(await codeOf(change(browser, next, code))).toBe('account.code-wrong')
      expect(await subjectsTo(email)).toContain('Jara: your email was changed')
      expect(await subjectsTo(next)).toContain('Jara: your email was changed')
      expect((await browser.signIn(next)).statusCode).toBe(200)
    })

    test('takes no code for another email, of another account, or after five wrong ones', async () => {
      const [ada, obi] = [await newPerson(accounts), await newPerson(accounts)]
      const [next, other] = [newEmail(), newEmail()]
      await ask(ada.browser, next)
      const code = codeIn(await accounts.emailsTo(next))
      expect(await codeOf(change(ada.browser, other, code))).toBe('account.code-wrong')
      expect(await codeOf(change(obi.browser, next, code))).toBe('account.code-wrong')
      const wrong = code === '000000' ? '000001' : '000000'
      await Promise.all(Array.from({ length: 20 }, () => change(ada.browser, next, wrong)))
      expect(await codeOf(change(ada.browser, next, code))).toBe('account.code-wrong')
    })

    test('tells nobody but its reader that an email has an account', async () => {
      const [ada, obi] = [await newPerson(accounts), await newPerson(accounts)]
      expect((await ask(ada.browser, obi.email)).statusCode).toBe(202)
      expect(await subjectsTo(obi.email)).toContain('Jara: you already have an account')
      expect(await codeOf(change(ada.browser, obi.email, '123456'))).toBe('account.code-wrong')
    })

    test('ends its code after ten minutes', async () => {
      const person = await newPerson(accounts)
      const next = newEmail()
      await ask(person.browser, next)
      const code = codeIn(await accounts.emailsTo(next))
      accounts.clock.advance(SECOND_STEP_LIFETIME_MS)
      await person.browser.signIn(person.email)
      expect(await codeOf(change(person.browser, next, code))).toBe('account.code-wrong')
    })
  })

  describe('the link that freezes', () => {
    const follow = async (token: string) =>
      await (await newBrowser(accounts)).send('POST', '/api/freeze-links', { token })
    const linkTo = async (email: string) =>
      (await accounts.emailsTo(email)).flatMap(({ text }) => text.match(/\/freeze#(\S+)/)?.[1] ?? []).at(-1) ?? ''

    test('freezes money out without a sign-in, also twice, and does nothing else', async () => {
      const { browser, email } = await newPerson(accounts)
      const token = await linkTo(email)
      expect((await follow(token)).statusCode).toBe(204)
      expect((await follow(token)).statusCode).toBe(204)
      expect((await browser.send('GET', '/api/me')).json()).toMatchObject({ frozen: true, locked: false })
      const frozen = (await subjectsTo(email)).filter((each) => each === 'Jara: your account is frozen')
      expect(frozen).toHaveLength(1)
    })

    test('is of one account, and cannot be made up', async () => {
      const [ada, obi] = [await newPerson(accounts), await newPerson(accounts)]
      const [, mark] = (await linkTo(ada.email)).split('.')
      const forged = [
        `${obi.session.userId}.${mark}`,
        `${obi.session.userId}.`,
        obi.session.userId,
        '',
        '.',
        `usr_.${mark}`,
      ]
      for (const token of forged) expect(await codeOf(follow(token))).toBe('account.link-ended')
      expect((await obi.browser.send('GET', '/api/me')).json()).toMatchObject({ frozen: false })
    })
  })

  test('what happened is listed for its owner, newest first, and for nobody else', async () => {
    const { browser, email } = await newPerson(accounts)
    accounts.clock.advance(1_000)
    await browser.send('PUT', '/api/password', { currentPassword: PASSWORD, newPassword: NEW_PASSWORD })
    const { events } = (await browser.send('GET', '/api/account-events')).json()
    const kinds = events.map((each: { kind: string }) => each.kind)
    expect(kinds[0]).toBe('password-changed')
    expect(kinds.slice(1).sort()).toEqual(['account-opened', 'pin-set'])
    expect(events[0]).toMatchObject({ browser: 'Chrome on Android' })
    expect((await (await newBrowser(accounts)).send('GET', '/api/account-events')).statusCode).toBe(401)
    expect(await subjectsTo(email)).toEqual(['Jara: your PIN was set', 'Jara: your password was changed'])
  })
})

describe.each(featureDatabases)('where emails are proved, on %s', (kind) => {
  let accounts: Accounts
  startAccountsBefore(
    kind,
    (started) => {
      accounts = started
    },
    { EMAIL_PROOF: 'on' },
  )
  const ask = async (email: string) => await (await newBrowser(accounts)).send('POST', '/api/email-proofs', { email })
  const register = async (email: string, emailCode?: string) => {
    const browser = await newBrowser(accounts)
    const device = { publicKey: browser.device.publicKey }
    const answer = await browser.send('POST', '/api/accounts', {
      fullName: 'Ada Obi',
      email,
      password: PASSWORD,
      device,
      emailCode,
    })
    return { status: answer.statusCode, code: answer.json().error?.code }
  }

  test('an account is opened with the code of its mailbox, once', async () => {
    const email = 'proved@example.com'
    expect(await register(email)).toEqual({ status: 400, code: 'account.code-wrong' })
    expect((await ask(email)).statusCode).toBe(202)
    const code = codeIn(await accounts.emailsTo(email))
    expect(await register(email, code)).toEqual({ status: 201, code: undefined })
    expect(await register(email, code)).toEqual({ status: 400, code: 'account.code-wrong' })
  })

  test('nobody learns whether an email has an account: same responses, same waits, and only its reader finds out', async () => {
    const known = 'known@example.com'
    await ask(known)
    await register(known, codeIn(await accounts.emailsTo(known)))
    accounts.clock.advance(24 * 60 * 60_000 + 1)
    const story = async (email: string) => {
      const answers: unknown[] = []
      for (const pauseMs of [0, 0, 1_000]) {
        accounts.clock.advance(pauseMs)
        const { statusCode, json } = await ask(email)
        answers.push([statusCode, json().error?.code], await register(email, '123456'), await register(email))
      }
      return answers
    }
    expect(await story(known)).toEqual(await story('unknown@example.com'))
    expect((await accounts.emailsTo(known)).at(-1)?.subject).toBe('Jara: you already have an account')
    expect((await accounts.emailsTo('unknown@example.com')).at(-1)?.subject).toBe('Jara: confirm your email')
  })
})
