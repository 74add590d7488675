import { describe, expect, test } from 'vitest'
import type { Me } from '#contract/accounts.ts'
import { NAME_CHANGE_WAIT_MS } from '#contract/constants.ts'
import { type Accounts, type Browser, newBrowser, newPerson, startAccountsBefore } from '#tests/support/accounts.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import type { Refusal } from '#tests/support/person.ts'

describe.each(featureDatabases)('a full name on %s', (kind) => {
  let accounts: Accounts
  startAccountsBefore(kind, (started) => {
    accounts = started
  })

  const rename = async (browser: Browser, fullName: unknown) => await browser.send('PATCH', '/api/me', { fullName })
  const nameOf = async (browser: Browser) => (await browser.send('GET', '/api/me')).json<Me>().user.fullName
  const errorOf = (answer: { json: () => unknown }) => (answer.json() as Refusal).error
  const unlocked = async ({ browser, pin }: { browser: Browser; pin: string }) => await browser.unlock(pin)

  test('is changed, kept in one form, and told with the day of the next change', async () => {
    const { browser } = await newPerson(accounts)
    const answer = await rename(browser, '  Ṣóyẹmí   Ụzọchukwu ')
    expect(answer.statusCode, answer.body).toBe(200)
    const changeableAt = new Date(accounts.clock.now().getTime() + NAME_CHANGE_WAIT_MS).toISOString()
    expect(answer.json<Me>()).toMatchObject({
      user: { fullName: 'Ṣóyẹmí Ụzọchukwu'.normalize('NFC') },
      nameChangeableAt: changeableAt,
    })
    expect((await browser.send('GET', '/api/me')).json()).toEqual(answer.json())
  })

  test('is changed once in 30 days, to the millisecond, and the refusal says from when on', async () => {
    const person = await newPerson(accounts)
    const { browser, email } = person
    await rename(browser, 'Adaeze Obi')
    const wait = await rename(browser, 'Adaeze Eze')
    expect(wait.statusCode).toBe(409)
    expect(errorOf(wait)).toMatchObject({
      code: 'account.name-wait',
      message: expect.stringMatching(
        /^You can change your name once in 30 days\. Nothing was changed\. You can change it again on \d/,
      ),
      fields: { fullName: errorOf(wait).message },
      retryAfterS: NAME_CHANGE_WAIT_MS / 1_000,
    })
    accounts.clock.advance(NAME_CHANGE_WAIT_MS - 1)
    await browser.signIn(email)
    expect(errorOf(await rename(browser, 'Adaeze Eze')).code).toBe('account.name-wait')
    accounts.clock.advance(1)
    expect((await browser.send('GET', '/api/me')).json<Me>().nameChangeableAt).toBeNull()
    expect((await rename(browser, 'Adaeze Eze')).statusCode).toBe(200)
    expect(await nameOf(browser)).toBe('Adaeze Eze')
  })

  test('that is the same as before is no change', async () => {
    const { browser } = await newPerson(accounts)
    const name = await nameOf(browser)
    for (let i = 0; i < 2; i++) {
      const answer = await rename(browser, ` ${name} `)
      expect(answer.json<Me>()).toMatchObject({ user: { fullName: name }, nameChangeableAt: null })
    }
    expect((await rename(browser, 'Adaeze Obi')).statusCode).toBe(200)
    expect((await rename(browser, 'Adaeze Obi')).statusCode).toBe(200)
  })

  test('asked to be changed twenty ways at once is changed once', async () => {
    const { browser } = await newPerson(accounts)
    const names = Array.from('abcdefghijklmnopqrst', (letter) => `Adaeze ${letter.toUpperCase()}bi`)
    const answers = await Promise.all(names.map(async (name) => await rename(browser, name)))
    const changed = answers.filter(({ statusCode }) => statusCode === 200)
    expect(changed).toHaveLength(1)
    expect(await nameOf(browser)).toBe(changed[0]?.json<Me>().user.fullName)
  })

  test.each([
    ['500 letters', 'a'.repeat(500)],
    ['15,000 letters', 'a'.repeat(15_000)],
    ['a direction mark', 'Ada \u202eibO'],
    ['a control character', 'Ada\u0007Obi'],
    ['a line break', 'Ada\nObi'],
    ['a NUL', 'Ada\u0000Obi'],
    ['markup', 'Ada <img src=x onerror=alert(1)>'],
    ['nothing', '   '],
  ])('of %s is refused by its field, and costs no change', async (_, name) => {
    const { browser } = await newPerson(accounts)
    const before = await nameOf(browser)
    const answer = await rename(browser, name)
    expect(answer.statusCode).toBe(400)
    const message = 'Please enter your full name, in letters.'
    expect(errorOf(answer)).toMatchObject({ code: 'account.name-invalid', message, fields: { fullName: message } })
    expect(await nameOf(browser)).toBe(before)
    expect((await rename(browser, 'Adaeze Obi')).statusCode).toBe(200)
  })

  test.each([
    ['no name', {}],
    ['a number', { fullName: 7 }],
    ['a list', { fullName: ['Ada Obi'] }],
    ['an email beside it', { fullName: 'Ada Obi', email: 'eve@example.com' }],
    ['a level beside it', { fullName: 'Ada Obi', level: 'plus' }],
  ])('sent as %s is refused', async (_, body) => {
    const { browser } = await newPerson(accounts)
    const answer = await browser.send('PATCH', '/api/me', body)
    expect([answer.statusCode, errorOf(answer).code]).toEqual([400, 'request.invalid'])
  })

  test('is not changed while locked, without a session, or by somebody else', async () => {
    const [ada, bola] = [await newPerson(accounts), await newPerson(accounts)]
    const before = await nameOf(ada.browser)
    await rename(bola.browser, 'Bola Ahmed')
    await ada.browser.send('POST', '/api/lock')
    expect(errorOf(await rename(ada.browser, 'Eve Obi')).code).toBe('session.locked')
    expect(errorOf(await rename(await newBrowser(accounts), 'Eve Obi')).code).toBe('session.none')
    await unlocked(ada)
    expect(await nameOf(ada.browser)).toBe(before)
  })
})
