import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { CODE_WRONG_MAX, MAIL_CODE_PAUSE_MS, SECOND_STEP_LIFETIME_MS } from '#contract/constants.ts'
import { type Accounts, codeIn, newBrowser, newPerson, startAccountsBefore } from '#tests/support/accounts.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { addPasskey, signInWith } from '#tests/support/passkeys.ts'
import { addApp, beginSignIn, finishSignIn } from '#tests/support/second-step.ts'

const ORIGIN = 'http://localhost:3000'
const WAIT_LONG_MS = 15 * 60_000

describe.each(featureDatabases)('the second step of a sign-in on %s', (kind) => {
  let accounts: Accounts
  startAccountsBefore(kind, (started) => {
    accounts = started
  })
  const codeFor = async (email: string) => codeIn(await accounts.emailsTo(email))
  const another = () => newBrowser(accounts)
  const refusalOf = async (answer: ReturnType<typeof finishSignIn>) => (await answer).json().error?.code

  test('is not asked for on the account’s own device, and on any other the password alone opens nothing', async () => {
    const { browser, email } = await newPerson(accounts)
    expect((await browser.signIn(email)).statusCode).toBe(200)
    const stranger = await another()
    const step = await beginSignIn(stranger, email)
    expect(step).toMatchObject({ methods: ['email'], passkey: null })
    expect(step.sentTo).toMatch(/^p•••@e•••\.com$/)
    expect(stranger.cookie).toBeNull()
    expect((await stranger.send('GET', '/api/me')).statusCode).toBe(401)
    expect((await browser.send('GET', '/api/me')).statusCode).toBe(200)
  })

  test('is done with the emailed code, once; then the old device is out and its owner is notified', async () => {
    const { browser, email, session } = await newPerson(accounts)
    const other = await another()
    const { token } = await beginSignIn(other, email)
    const code = await codeFor(email)
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => finishSignIn(other, token, { by: 'email', code })),
    )
    expect(answers.filter((each) => each.statusCode === 200)).toHaveLength(1)
    expect((await browser.send('GET', '/api/me')).statusCode).toBe(401)
    expect(await refusalOf(finishSignIn(other, token, { by: 'email', code }))).toBe('session.second-step-ended')
    const sent = (await accounts.emailsTo(email)).at(-1)
    expect(sent?.subject).toBe('Jara: a new device signed in')
    expect(sent?.text).toContain('with Chrome on Android')
    expect(sent?.text).toContain(`/freeze#${session.userId}.`)
  })

  test('takes a typed code with spaces, and no code of another sign-in', async () => {
    const { email } = await newPerson(accounts)
    const [one, two] = [await another(), await another()]
    const first = await beginSignIn(one, email)
    const codeOfFirst = await codeFor(email)
    accounts.clock.advance(MAIL_CODE_PAUSE_MS)
    const second = await beginSignIn(two, email)
    expect(await refusalOf(finishSignIn(two, second.token, { by: 'email', code: codeOfFirst }))).toBe(
      'session.code-wrong',
    )
    const spaced = `${codeOfFirst.slice(0, 3)} ${codeOfFirst.slice(3)}`
    accounts.clock.advance(1_000)
    expect((await finishSignIn(one, first.token, { by: 'email', code: spaced })).statusCode).toBe(200)
  })

  test('ends after five wrong codes, however they come, and the wait between them grows', async () => {
    const { email } = await newPerson(accounts)
    const other = await another()
    const { token } = await beginSignIn(other, email)
    const right = await codeFor(email)
    const wrong = right === '000000' ? '000001' : '000000'
    const burst = await Promise.all(
      Array.from({ length: 50 }, () => finishSignIn(other, token, { by: 'email', code: wrong })),
    )
    const codes = burst.map((each) => each.json().error.code)
    expect(codes.filter((each) => each === 'session.code-wrong')).toHaveLength(1)
    expect(new Set(codes)).toEqual(new Set(['session.code-wrong', 'session.code-wait']))
    const waits = []
    for (let wrongSoFar = 1; wrongSoFar < CODE_WRONG_MAX; wrongSoFar++) {
      const waiting = (await finishSignIn(other, token, { by: 'email', code: right })).json().error
      waits.push(waiting.retryAfterS)
      accounts.clock.advance(waiting.retryAfterS * 1_000)
      expect(await refusalOf(finishSignIn(other, token, { by: 'email', code: wrong }))).toBe('session.code-wrong')
    }
    expect(waits).toEqual([1, 2, 4, 8])
    accounts.clock.advance(60_000)
    expect(await refusalOf(finishSignIn(other, token, { by: 'email', code: right }))).toBe('session.second-step-ended')
  })

  test('waits for the account, not for the sign-in: another one brings no faster tries', async () => {
    const { email } = await newPerson(accounts)
    const other = await another()
    const first = await beginSignIn(other, email)
    await finishSignIn(other, first.token, { by: 'email', code: 'wrong' })
    const second = await beginSignIn(await another(), email)
    expect(await refusalOf(finishSignIn(other, second.token, { by: 'email', code: 'wrong' }))).toBe('session.code-wait')
  })

  test('ends after ten minutes, and when the password changes meanwhile', async () => {
    const { email } = await newPerson(accounts)
    const [one, two] = [await another(), await another()]
    const late = await beginSignIn(one, email)
    const code = await codeFor(email)
    accounts.clock.advance(SECOND_STEP_LIFETIME_MS)
    expect(await refusalOf(finishSignIn(one, late.token, { by: 'email', code }))).toBe('session.second-step-ended')

    const overtaken = await beginSignIn(two, email)
    const fresh = await codeFor(email)
    await accounts.deps.database.query("update users set password_hash = '$argon2id$other' where email = $1", [email])
    expect(await refusalOf(finishSignIn(two, overtaken.token, { by: 'email', code: fresh }))).toBe(
      'session.second-step-ended',
    )
  })

  test('emails another code a minute later at the earliest, and the previous one stops working', async () => {
    const { email } = await newPerson(accounts)
    const other = await another()
    const { token } = await beginSignIn(other, email)
    const before = await codeFor(email)
    const ask = () => other.send('POST', '/api/sessions/second-step/mail', { token })
    expect((await ask()).json().error).toMatchObject({ code: 'session.mail-wait', retryAfterS: 60 })
    accounts.clock.advance(MAIL_CODE_PAUSE_MS)
    const asked = await Promise.all([ask(), ask(), ask()])
    expect(asked.map((each) => each.statusCode).sort()).toEqual([204, 429, 429])
    const after = await codeFor(email)
    expect(after).not.toBe(before)
    expect(await refusalOf(finishSignIn(other, token, { by: 'email', code: before }))).toBe('session.code-wrong')
    accounts.clock.advance(1_000)
    expect((await finishSignIn(other, token, { by: 'email', code: after })).statusCode).toBe(200)
  })

  test('keeps five sign-ins of one account open at most, so that nobody fills a mailbox', async () => {
    const { email } = await newPerson(accounts)
    for (let i = 0; i < 5; i++) await beginSignIn(await another(), email)
    const sixth = await (await another()).signIn(email)
    expect(sixth.statusCode).toBe(429)
    expect(sixth.json().error.retryAfterS).toBe(SECOND_STEP_LIFETIME_MS / 1_000)
  })

  describe('of an account with something stronger', () => {
    test('asks for the app’s code instead of mailing one; each code is good once', async () => {
      const { browser, email } = await newPerson(accounts)
      const app = await addApp(accounts, browser)
      const [one, two] = [await another(), await another()]
      const step = await beginSignIn(one, email)
      expect(step).toMatchObject({ methods: ['authenticator', 'recovery-code'], sentTo: null, passkey: null })
      expect((await accounts.emailsTo(email)).map((each) => each.subject)).not.toContain('Jara: your sign-in code')

      const used = app.code()
      expect(await refusalOf(finishSignIn(one, step.token, { by: 'authenticator', code: used }))).toBe(
        'session.code-wrong',
      )
      accounts.clock.advance(30_000)
      const code = app.code()
      expect((await finishSignIn(one, step.token, { by: 'authenticator', code })).statusCode).toBe(200)
      const again = await beginSignIn(two, email)
      expect(await refusalOf(finishSignIn(two, again.token, { by: 'authenticator', code }))).toBe('session.code-wrong')
    })

    test('emails no other code either, and takes none', async () => {
      const { browser, email } = await newPerson(accounts)
      const other = await another()
      const before = await beginSignIn(other, email)
      const mailed = await codeFor(email)
      await addApp(accounts, browser)
      expect(await refusalOf(finishSignIn(other, before.token, { by: 'email', code: mailed }))).toBe(
        'session.code-wrong',
      )
      accounts.clock.advance(MAIL_CODE_PAUSE_MS)
      const asked = await other.send('POST', '/api/sessions/second-step/mail', { token: before.token })
      expect(asked.json().error.code).toBe('session.second-step-ended')
    })

    test('takes a recovery code, typed in any way, once', async () => {
      const { browser, email } = await newPerson(accounts)
      const { recoveryCodes } = await addApp(accounts, browser)
      const [code = ''] = recoveryCodes ?? []
      expect(recoveryCodes).toHaveLength(10)
      expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){6}[0-9A-HJKMNP-TV-Z]{2}$/)
      const [one, two] = [await another(), await another()]
      const first = await beginSignIn(one, email)
      const typed = code.toLowerCase().replace(/-/g, ' ').replace(/0/g, 'o').replace(/1/g, 'l')
      expect((await finishSignIn(one, first.token, { by: 'recovery-code', code: typed })).statusCode).toBe(200)
      const second = await beginSignIn(two, email)
      expect(await refusalOf(finishSignIn(two, second.token, { by: 'recovery-code', code }))).toBe('session.code-wrong')
      expect((await one.send('GET', '/api/factors')).json()).toMatchObject({ recoveryCodes: 9 })
      const subjects = (await accounts.emailsTo(email)).map((each) => each.subject)
      expect(subjects).toEqual(
        expect.arrayContaining(['Jara: a recovery code was used', 'Jara: a new device signed in']),
      )
    })

    test('takes a recovery code of 24 letters that was made before, once', async () => {
      const { browser, email, session } = await newPerson(accounts)
      await addApp(accounts, browser)
      const code = 'ABCD-EFGH-JKMN-PQRS-TVWX-0123'
      const { database, keys } = accounts.deps
      const hash = createHmac('sha256', keys.oncePepper).update(`recovery-code\n${session.userId}\n${code}`).digest()
      await database.query('insert into recovery_codes (user_id, code_hash, created_at) values ($1, $2, $3)', [
        session.userId,
        hash,
        accounts.clock.now(),
      ])
      const enter = async () => {
        const other = await another()
        const { token } = await beginSignIn(other, email)
        return await finishSignIn(other, token, { by: 'recovery-code', code })
      }
      expect((await enter()).statusCode).toBe(200)
      expect(await refusalOf(enter())).toBe('session.code-wrong')
    })

    test('takes one of its passkeys over this sign-in, and none over another one', async () => {
      const { browser, email } = await newPerson(accounts)
      const passkey = await addPasskey(browser, { origin: ORIGIN })
      const [one, two] = [await another(), await another()]
      const [first, second] = [await beginSignIn(one, email), await beginSignIn(two, email)]
      expect(first.methods).toEqual(['passkey'])
      const signed = { by: 'passkey', passkey: passkey.get(first.passkey?.challenge ?? '') }
      expect(await refusalOf(finishSignIn(two, second.token, signed))).toBe('passkey.refused')
      expect((await finishSignIn(one, first.token, signed)).statusCode).toBe(200)
      expect((await signInWith(two, email, passkey)).statusCode).toBe(200)
    })

    test('never ends by a token that is none', async () => {
      const other = await another()
      for (const token of ['', 'x', 'A'.repeat(43), '\u0000']) {
        expect(await refusalOf(finishSignIn(other, token, { by: 'email', code: '000000' }))).toBe(
          'session.second-step-ended',
        )
      }
    })
  })

  test('keeps no code and no token in the database, and tells none to the log', async () => {
    const { email } = await newPerson(accounts)
    const { token } = await beginSignIn(await another(), email)
    const code = await codeFor(email)
    const kept = await accounts.deps.database.query(
      'select s::text as text from sign_ins s union all select m::text from emails m',
    )
    const text = JSON.stringify(kept)
    expect(text).not.toContain(token)
    expect(text).not.toContain(code)
    const logged = accounts.logLines.join('\n')
    expect(logged).not.toContain(token)
    expect(logged).not.toMatch(new RegExp(`\\b${code}\\b`))
    accounts.clock.advance(WAIT_LONG_MS)
  })
})
