import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { TEST_ALERTS_A_DAY_MAX } from '#contract/alert-limits.ts'
import type { AlertSettingsAnswer } from '#contract/alert-settings.ts'
import { ALERT_DEFAULTS, type AlertCategory, type AlertsAnswer } from '#contract/alerts.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { naira } from '#contract/money.ts'
import { DAY_MS } from '#contract/time.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import type { Person } from '#tests/support/person.ts'

const AT_ONCE = 10

describe.each(featureDatabases)('how a person hears of things on %s', (kind) => {
  let jara: TestJara
  let ada: Person
  beforeAll(async () => {
    jara = await startJara(kind)
  })
  afterAll(() => jara.close())
  beforeEach(async () => {
    ada = await jara.person('Ada Obi')
    jara.clock.advance(1_000)
  })

  const settings = async () => (await ada.call<AlertSettingsAnswer>('GET', '/api/alerts/settings')).body
  const lineOf = async (category: AlertCategory) =>
    (await settings()).categories.find((each) => each.category === category)
  const change = (category: string, channel: string, isOn: boolean) =>
    ada.call<AlertSettingsAnswer & ErrorBody>('PUT', '/api/alerts/settings', { category, channel, isOn })
  const prefer = (preferences: unknown) => ada.call<AlertSettingsAnswer>('PUT', '/api/alerts/preferences', preferences)
  const rowsOf = (table: string) => jara.database.query(`select * from ${table} where user_id = $1`, [ada.id])
  const moneyEmails = () => jara.emails(ada.email).filter(({ subject }) => subject.includes('You sent'))
  async function sendOut() {
    await ada.withdraw(naira(1_500))
    await jara.pass(10_000)
  }

  describe('is a switch of a category in a channel, which', () => {
    test('is as the defaults say for somebody who has changed nothing', async () => {
      const { categories, preferences } = await settings()
      for (const { category, email, push, sms } of categories)
        expect(ALERT_DEFAULTS[category]).toMatchObject({ email, push, sms })
      expect(categories.map(({ category }) => category)).not.toContain('test')
      expect(preferences).toEqual({ showsAmounts: false, quiet: null })
    })

    test('turns emails off: the next event sends none, and is in the inbox', async () => {
      expect((await change('money', 'email', false)).status).toBe(200)
      expect(await lineOf('money')).toMatchObject({ email: 'off', push: 'on' })
      await sendOut()
      expect(moneyEmails()).toEqual([])
      const { alerts } = (await ada.call<AlertsAnswer>('GET', '/api/alerts')).body
      expect(alerts[0]?.title).toContain('You sent')
    })

    test('is stored only where it differs from the default, once, however often it is set', async () => {
      await Promise.all(Array.from({ length: AT_ONCE }, () => change('statement', 'email', true)))
      expect(await rowsOf('alert_settings')).toMatchObject([{ category: 'statement', channel: 'email', is_on: true }])
      await Promise.all(Array.from({ length: AT_ONCE }, () => change('statement', 'email', false)))
      expect(await rowsOf('alert_settings')).toEqual([])
      expect(await lineOf('statement')).toMatchObject({ email: 'off' })
    })

    test.each([
      ['security', 'email', 'alert.always-on'],
      ['late', 'sms', 'alert.never-sent'],
      ['notice', 'email', 'alert.never-sent'],
      ['test', 'email', 'alert.always-on'],
    ])('cannot be changed for %s by %s: %s', async (category, channel, code) => {
      for (const isOn of [true, false]) {
        const { status, body } = await change(category, channel, isOn)
        expect([status, body.error.code]).toEqual([409, code])
      }
      expect(await rowsOf('alert_settings')).toEqual([])
    })

    test.each([
      { category: 'money', channel: 'app', isOn: false },
      { category: 'weather', channel: 'email', isOn: false },
      { category: 'money', channel: 'email' },
    ])('is refused as %j', async (body) => {
      expect((await ada.call('PUT', '/api/alerts/settings', body)).status).toBe(400)
    })

    test('changes nothing for anybody else', async () => {
      const bola = await jara.person('Bola Ade')
      await change('money', 'email', false)
      const { categories } = (await bola.call<AlertSettingsAnswer>('GET', '/api/alerts/settings')).body
      expect(categories.find(({ category }) => category === 'money')?.email).toBe('on')
    })
  })

  describe('is what a locked phone shows and when, which', () => {
    const QUIET = { fromMinute: 22 * 60, untilMinute: 6 * 60 }

    test('is kept, changed, and forgotten with the defaults', async () => {
      expect((await prefer({ showsAmounts: true, quiet: QUIET })).body.preferences).toEqual({
        showsAmounts: true,
        quiet: QUIET,
      })
      await prefer({ showsAmounts: false, quiet: QUIET })
      expect((await settings()).preferences).toEqual({ showsAmounts: false, quiet: QUIET })
      await prefer({ showsAmounts: false, quiet: null })
      expect(await rowsOf('alert_preferences')).toEqual([])
    })

    test('says what is wrong in words of its own', async () => {
      const { body } = await prefer({ showsAmounts: false, quiet: { fromMinute: 60, untilMinute: 60 } })
      expect((body as unknown as ErrorBody).error.fields).toEqual({ quiet: 'Quiet hours must end at another time' })
    })

    test.each([
      { showsAmounts: false, quiet: { fromMinute: 60, untilMinute: 60 } },
      { showsAmounts: false, quiet: { fromMinute: -1, untilMinute: 60 } },
      { showsAmounts: false, quiet: { fromMinute: 60, untilMinute: 1_440 } },
      { showsAmounts: false, quiet: { fromMinute: 60 } },
      { quiet: null },
    ])('is refused as %j', async (body) => {
      expect((await prefer(body)).status).toBe(400)
      expect(await rowsOf('alert_preferences')).toEqual([])
    })
  })

  describe('is tried with a test, which', () => {
    const testOf = (channel: string) => ada.call<ErrorBody>('POST', '/api/alerts/test', { channel })
    const testEmails = () => jara.emails(ada.email).filter(({ subject }) => subject.includes('Test alert'))
    const inbox = async () =>
      (await ada.call<AlertsAnswer>('GET', '/api/alerts')).body.alerts.filter(({ category }) => category === 'test')

    test('reaches its owner in that channel alone, says that it is a test, and is in the inbox once', async () => {
      await change('money', 'email', false)
      expect((await testOf('email')).status).toBe(202)
      await jara.settle()
      expect(testEmails()).toHaveLength(1)
      expect(testEmails()[0]?.text).toContain('This is a test of your email alerts')
      expect(testEmails()[0]?.listUnsubscribe).toBeUndefined()
      expect(await inbox()).toMatchObject([{ title: 'Test alert', path: '/security/alerts' }])
      const rows = await jara.database.query(
        "select email_state as email, push_state as push, sms_state as sms from alerts where user_id = $1 and kind = 'test'",
        [ada.id],
      )
      expect(rows).toEqual([{ email: 'sent', push: 'off', sms: 'off' }])
    })

    test('is sent so often within 24 hours and no more, also when many are asked for at once', async () => {
      const answers = await Promise.all(Array.from({ length: TEST_ALERTS_A_DAY_MAX + 3 }, () => testOf('email')))
      expect(answers.filter(({ status }) => status === 202)).toHaveLength(TEST_ALERTS_A_DAY_MAX)
      expect(answers.find(({ status }) => status !== 202)).toMatchObject({
        status: 429,
        body: { error: { code: 'alert.too-many-tests' } },
      })
      await jara.settle()
      expect(testEmails()).toHaveLength(TEST_ALERTS_A_DAY_MAX)
    })

    test('can be sent again the next day', async () => {
      for (let sent = 0; sent < TEST_ALERTS_A_DAY_MAX; sent++) await testOf('email')
      expect((await testOf('email')).status).toBe(429)
      jara.clock.advance(DAY_MS)
      await ada.unlock()
      expect((await testOf('email')).status).toBe(202)
    })
  })

  describe('is turned off by a link in an email, which', () => {
    async function linkOf() {
      await sendOut()
      const [email] = moneyEmails()
      const [, url = ''] = /^<(.+)>$/.exec(email?.listUnsubscribe ?? '') ?? []
      return { email, url: url.replace(/^https?:\/\/[^/]+/, jara.url) }
    }
    const oneClick = (url: string) =>
      fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      })

    test('a mailbox can post to: one tap, without a session, and nothing else is turned off', async () => {
      const { email, url } = await linkOf()
      expect(email?.listUnsubscribePost).toBe('List-Unsubscribe=One-Click')
      expect(email?.text).toMatch(/\/alerts\/off#usr_\S+/)
      for (let times = 0; times < 2; times++) {
        const answer = await oneClick(url)
        expect([answer.status, await answer.json()]).toEqual([200, { category: 'money' }])
      }
      expect(await rowsOf('alert_settings')).toMatchObject([{ category: 'money', channel: 'email', is_on: false }])
      await sendOut()
      expect(moneyEmails()).toHaveLength(1)
    })

    test('a mailbox may also post as multipart', async () => {
      const { url } = await linkOf()
      const form = new FormData()
      form.set('List-Unsubscribe', 'One-Click')
      expect((await fetch(url, { method: 'POST', body: form })).status).toBe(200)
      expect(await lineOf('money')).toMatchObject({ email: 'off' })
    })

    test('changes nothing when it is opened: it leads to a page of the app', async () => {
      const { url } = await linkOf()
      const answer = await fetch(url, { redirect: 'manual' })
      expect([answer.status, answer.headers.get('location')]).toEqual([
        303,
        `/alerts/off#${new URL(url).searchParams.get('token')}`,
      ])
      expect(await lineOf('money')).toMatchObject({ email: 'on' })
      const odd = await fetch(`${jara.url}/api/alerts/unsubscribe?token=%0d%0ax:%20%F0%9F%92%A5%00`, {
        redirect: 'manual',
      })
      expect([odd.status, odd.headers.get('location')]).toEqual([303, '/alerts/off#%0D%0Ax%3A%20%F0%9F%92%A5%00'])
    })

    test('is refused when it is not whole, of another person or of another category, and changes nothing', async () => {
      const { url } = await linkOf()
      const bola = await jara.person('Bola Ade')
      const token = new URL(url).searchParams.get('token') ?? ''
      const wrong = [
        '',
        'x',
        token.slice(0, -3),
        `${token}.x`,
        token.replace(ada.id, bola.id),
        token.replace('.money.', '.late.'),
        token.replace('.money.', '.security.'),
      ]
      for (const each of wrong) {
        const answer = await oneClick(`${jara.url}/api/alerts/unsubscribe?token=${encodeURIComponent(each)}`)
        const { error } = (await answer.json()) as ErrorBody
        expect([answer.status, error.code], each).toEqual([404, 'alert.link-wrong'])
      }
      expect(
        await jara.database.query('select 1 from alert_settings where user_id = any($1)', [[ada.id, bola.id]]),
      ).toEqual([])
    })

    test('no email about security carries', async () => {
      await sendOut()
      const others = jara.emails(ada.email).filter(({ subject }) => !subject.includes('You sent'))
      expect(others.length).toBeGreaterThan(0)
      for (const { listUnsubscribe, text } of others.filter(({ subject }) => /PIN|sign/i.test(subject))) {
        expect(listUnsubscribe).toBeUndefined()
        expect(text).not.toContain('/alerts/off')
      }
    })
  })
})
