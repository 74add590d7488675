import { describe, expect, test } from 'vitest'
import { CODE_WRONG_MAX } from '#contract/constants.ts'
import {
  type Accounts,
  type Browser,
  newBrowser,
  newPerson,
  PASSWORD,
  startAccountsBefore,
} from '#tests/support/accounts.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { addPasskey } from '#tests/support/passkeys.ts'
import { addApp, beginSignIn, finishSignIn } from '#tests/support/second-step.ts'

const ORIGIN = 'http://localhost:3000'
const WRONG_STEP = 'Jara: a wrong code or passkey at a sign-in'
const GUESSED = 'Jara: right password after wrong ones'

describe.each(featureDatabases)('the owner is told on %s', (kind) => {
  let accounts: Accounts
  startAccountsBefore(kind, (started) => {
    accounts = started
  })
  const countOf = async (email: string, subject: string) =>
    (await accounts.emailsTo(email)).filter((each) => each.subject === subject).length
  const eventsOf = async (browser: Browser) =>
    (await browser.send('GET', '/api/account-events')).json().events.map((each: { kind: string }) => each.kind)
  const enter = (browser: Browser, email: string, password = PASSWORD) =>
    browser.send('POST', '/api/sessions', { email, password, device: { publicKey: browser.device.publicKey } })

  async function guess(browser: Browser, email: string, times: number): Promise<void> {
    for (let i = 0; i < times; i++) {
      expect((await enter(browser, email, `guess number ${i}`)).statusCode).toBe(401)
      accounts.clock.advance(2 ** i * 1_000)
    }
  }

  test('of a right password with a wrong code, once for each sign-in, with the browser and the link that freezes', async () => {
    const { browser, email, session } = await newPerson(accounts)
    await addApp(accounts, browser)
    const stranger = await newBrowser(accounts)
    stranger.userAgent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0'
    for (const [index, wrong] of [CODE_WRONG_MAX, 2].entries()) {
      const { token } = await beginSignIn(stranger, email)
      for (let i = 0; i < wrong; i++) {
        accounts.clock.advance(60_000)
        const answer = await finishSignIn(stranger, token, { by: 'authenticator', code: 'wrong' })
        expect(answer.json().error.code).toBe('session.code-wrong')
      }
      expect(await countOf(email, WRONG_STEP)).toBe(index + 1)
    }
    const sent = (await accounts.emailsTo(email)).findLast((each) => each.subject === WRONG_STEP)
    expect(sent?.text).toContain('They did not get in.')
    expect(sent?.text).toContain('with Firefox on Windows')
    expect(sent?.text).toContain(`/freeze#${session.userId}.`)
    await browser.unlock('2580')
    expect((await eventsOf(browser)).slice(0, 2)).toEqual(['second-step-wrong', 'second-step-wrong'])
  })

  test('of a right password with a wrong passkey, once for each sign-in, which five of them end', async () => {
    const { browser, email } = await newPerson(accounts)
    await addPasskey(browser, { origin: ORIGIN })
    const elsewhere = await newPerson(accounts)
    const forged = await addPasskey(elsewhere.browser, { origin: ORIGIN })
    const stranger = await newBrowser(accounts)
    const { token, passkey } = await beginSignIn(stranger, email)
    const tries = Array.from({ length: CODE_WRONG_MAX + 3 }, () =>
      finishSignIn(stranger, token, { by: 'passkey', passkey: forged.get(passkey?.challenge ?? '') }),
    )
    const codes = (await Promise.all(tries)).map((each) => each.json().error.code)
    expect(codes.filter((code) => code === 'passkey.refused')).toHaveLength(CODE_WRONG_MAX)
    expect(codes.filter((code) => code === 'session.second-step-ended')).toHaveLength(3)
    expect(await countOf(email, WRONG_STEP)).toBe(1)
    expect(await countOf(elsewhere.email, WRONG_STEP)).toBe(0)
  })

  test('of nothing where the first code was right, and of nothing by a wrong password', async () => {
    const { browser, email } = await newPerson(accounts)
    const app = await addApp(accounts, browser)
    const other = await newBrowser(accounts)
    await guess(other, email, 4)
    accounts.clock.advance(30_000)
    const { token } = await beginSignIn(other, email)
    expect((await finishSignIn(other, token, { by: 'authenticator', code: app.code() })).statusCode).toBe(200)
    expect([await countOf(email, WRONG_STEP), await countOf(email, GUESSED)]).toEqual([0, 0])
  })

  test('of a right password after five wrong ones in a row, on the own device and on another, once', async () => {
    const { browser, email, session } = await newPerson(accounts)
    await guess(browser, email, 5)
    expect(await countOf(email, GUESSED)).toBe(0)
    expect((await enter(browser, email)).statusCode).toBe(200)
    expect((await enter(browser, email)).statusCode).toBe(200)
    expect(await countOf(email, GUESSED)).toBe(1)
    expect((await eventsOf(browser)).filter((each: string) => each === 'password-after-wrong')).toHaveLength(1)

    const stranger = await newBrowser(accounts)
    await guess(stranger, email, 5)
    expect((await enter(stranger, email)).statusCode).toBe(202)
    expect(await countOf(email, GUESSED)).toBe(2)
    const sent = (await accounts.emailsTo(email)).findLast((each) => each.subject === GUESSED)
    expect(sent?.text).toContain('with Chrome on Android')
    expect(sent?.text).toContain(`/freeze#${session.userId}.`)
  })

  test('of a password that was confirmed after five wrong ones in a row, also where more is asked for', async () => {
    const { browser, email } = await newPerson(accounts)
    await addApp(accounts, browser)
    await guess(browser, email, 5)
    const answer = await browser.send('POST', '/api/sessions/current/password', { password: PASSWORD })
    expect(answer.json().error.code).toBe('session.proof-needed')
    expect(await countOf(email, GUESSED)).toBe(1)
  })

  test('of guesses no oftener than sign-ins may wait, however many right passwords follow', async () => {
    const { browser, email } = await newPerson(accounts)
    await addPasskey(browser, { origin: ORIGIN })
    const stranger = await newBrowser(accounts)
    const said = []
    for (let i = 0; i < 7; i++) {
      await guess(stranger, email, 5)
      said.push((await enter(stranger, email)).statusCode)
    }
    expect(said).toEqual([202, 202, 202, 202, 202, 429, 429])
    expect(await countOf(email, GUESSED)).toBe(5)
  })
})
