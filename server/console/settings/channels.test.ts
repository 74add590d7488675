import { describe, expect, it } from 'vitest'
import type { SettingsAnswer } from '#contract/console/settings.ts'
import type { Installation } from '#contract/installation.ts'
import { readRequest } from '#server/identity/operators/requests.ts'
import { setChannels } from '#server/installation/settings/operate-channels.ts'
import { PAGES_FRESH_MS } from '#server/platform/http/current-site.ts'
import { atConsole, type ConsolePerson } from '#tests/support/console.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { productForEach } from '#tests/support/product-for-each.ts'
import { confirmPath, lookAtRequest, messageOf, proposeAt, signShown } from '#tests/support/proposals.ts'
import { CHANNELS } from '#tests/support/settings.ts'

const HOUR_MS = 60 * 60_000
const FIRST = { SUPPORT_EMAIL: 'first@jara.ng' }

describe.each(featureDatabases)('the channels, on %s', (kind) => {
  let jara: TestJara
  let ada: ConsolePerson
  let bayo: ConsolePerson

  const hasChangedNothing = productForEach(async () => {
    jara = await startJara(kind, { settings: FIRST })
    ada = await atConsole(jara, 'Ada Obi')
    bayo = await atConsole(jara, 'Bayo Ade', { role: 'support', confirmedBy: ada.operator })
    return jara
  })

  const propose = async (of: Partial<typeof CHANNELS> = {}) =>
    await proposeAt(ada, '/api/admin/channels', { ...CHANNELS, ...of })
  const confirm = async (id: string, by = bayo) =>
    await by.browser.send('POST', confirmPath(id), signShown(await lookAtRequest(by, id), by))
  const set = async (of: Partial<typeof CHANNELS> = {}) =>
    expect((await confirm(await propose(of))).statusCode).toBe(204)
  const installation = async () => (await (await fetch(`${jara.url}/api/installation`)).json()) as Installation
  const email = async () => (await installation()).channels.support.email
  const page = async (path: string) => await (await fetch(`${jara.url}${path}`)).text()
  const versions = async () =>
    (await ada.browser.send('GET', '/api/admin/settings'))
      .json<SettingsAnswer>()
      .channels.map(({ number, state, texts }) => [number, state, texts.supportEmail])
  /** A time some hours from now, in the form's format. */
  const inHours = (hours: number) =>
    new Date(jara.clock.now().getTime() + (hours + 1) * HOUR_MS).toISOString().slice(0, 16)

  it('are those of the environment until two operators, who both read each change, set others', async () => {
    expect(await email()).toBe('first@jara.ng')
    const id = await propose()
    const { terms } = await lookAtRequest(bayo, id)
    for (const line of [
      'Support by email: first@jara.ng → help@jara.ng',
      'Support on WhatsApp: none → https://wa.me/2348031234567',
      'Support day and night: no → yes',
      'Community on Telegram: none → https://t.me/jara_news',
      'Customers see it as soon as it is confirmed.',
    ])
      expect(terms.split('\n')).toContain(line)
    expect(terms).not.toContain('Live chat')
    expect(await email()).toBe('first@jara.ng')
    expect((await confirm(id)).statusCode).toBe(204)
    const { channels } = await installation()
    expect(channels.support).toEqual({
      email: 'help@jara.ng',
      // A sandbox shows an example for each channel that is not set.
      telegram: expect.stringMatching(/\/examples\/support-telegram$/),
      whatsapp: 'https://wa.me/2348031234567',
      liveChat: expect.stringMatching(/\/examples\/support-live-chat$/),
      always: true,
    })
    expect(await versions()).toEqual([
      [1, 'in force', 'help@jara.ng'],
      [0, 'past', 'first@jara.ng'],
    ])
  })

  it('are on rendered pages within PAGES_FRESH_MS, in each process independently', async () => {
    expect(await page('/faq')).toContain('first@jara.ng')
    await set()
    jara.clock.advance(PAGES_FRESH_MS)
    const faq = await page('/faq')
    expect(faq).toContain('help@jara.ng')
    expect(faq).not.toContain('first@jara.ng')
    expect(await page('/dashboard')).toContain('help@jara.ng')
  })

  it('stay unchanged on pages while the database does not respond', async () => {
    await set()
    await jara.database.query('alter table channel_versions rename to away')
    jara.clock.advance(PAGES_FRESH_MS)
    expect(await page('/faq')).toContain('first@jara.ng')
    await jara.database.query('alter table away rename to channel_versions')
    jara.clock.advance(PAGES_FRESH_MS)
    expect(await page('/faq')).toContain('help@jara.ng')
  })

  it('that begin later take effect then, unless a newer version begins before', async () => {
    await set({ from: inHours(2), supportEmail: 'planned@jara.ng' })
    expect(await email()).toBe('first@jara.ng')
    expect(await versions()).toEqual([
      [1, 'to come', 'planned@jara.ng'],
      [0, 'in force', 'first@jara.ng'],
    ])
    const id = await propose({ supportEmail: 'urgent@jara.ng' })
    expect((await lookAtRequest(bayo, id)).terms).toMatch(/The version planned for .+ never begins\./)
    expect((await lookAtRequest(bayo, id)).terms).toContain('first@jara.ng → urgent@jara.ng')
    expect((await confirm(id)).statusCode).toBe(204)
    expect((await versions())[1]).toEqual([1, 'never begins', 'planned@jara.ng'])
    await set({ from: inHours(1), supportEmail: 'later@jara.ng' })
    jara.clock.advance(HOUR_MS)
    expect(await email()).toBe('later@jara.ng')
    jara.clock.advance(HOUR_MS)
    expect(await email()).toBe('later@jara.ng')
  })

  it('void a proposal if they changed meanwhile, and only one of several at once is set', async () => {
    const ids = [await propose({ supportEmail: 'a@jara.ng' }), await propose({ supportEmail: 'b@jara.ng' })]
    const requests = await Promise.all(ids.map((id) => readRequest(jara.deps, id, ['set-channels'])))
    const confirmed = requests.map((request) => setChannels(jara.deps, { request, by: bayo.operator }))
    const outcomes = await Promise.allSettled(confirmed)
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const refused = outcomes.find((each) => each.status === 'rejected')?.reason as Error
    expect(refused.message).toBe('the channels have changed since this was requested: look at them, and ask again')
    const late = ids[outcomes.findIndex(({ status }) => status === 'rejected')] ?? ''
    const looked = await bayo.browser.send('POST', `${confirmPath(late)}/options`)
    expect(messageOf(looked)).toBe('The channels have changed since this was requested: look at them, and ask again.')
    expect(await versions()).toHaveLength(2)
  })

  it.each<[string, Partial<typeof CHANNELS>, string]>([
    [
      'an address elsewhere',
      { supportTelegram: 'https://evil.example/jara' },
      'Support on Telegram: an address at Telegram',
    ],
    ['a host before an @', { communityChat: 'https://jara.ng@evil.example/' }, 'Community chat: an https address'],
    ['plain http', { supportLiveChat: 'http://chat.jara.ng/' }, 'Support by live chat: an https address'],
    ['code', { communityChat: 'javascript:alert(1)' }, 'Community chat: an https address'],
    ['bidi marks', { communityChat: 'https://jara.ng/\u202egn' }, 'Community chat: an https address'],
    ['no email', { supportEmail: '<script>' }, 'Support by email: an email address is needed'],
    ['2,000 characters', { communityChat: `https://jara.ng/${'a'.repeat(1_980)}` }, 'Community chat: '],
    ['nobody to reach day and night', { supportEmail: '', supportWhatsapp: '' }, 'Support day and night: somebody'],
    [
      'no change',
      { supportEmail: 'first@jara.ng', supportWhatsapp: '', supportAlways: 'false', communityTelegram: '' },
      'Nothing would change.',
    ],
    ['a time that has passed', { from: '2020-01-01T00:00' }, '1 Jan 2020'],
  ])('with %s are refused', async (_, odd, sentence) => {
    const answer = await ada.browser.send('POST', '/api/admin/channels/options', { ...CHANNELS, ...odd })
    expect(answer.statusCode).toBe(409)
    expect(messageOf(answer)).toContain(sentence)
    expect(messageOf(answer)).not.toMatch(/[A-Z]+_[A-Z]+/)
    hasChangedNothing()
  })

  it('take a manager to propose, and another operator to confirm', async () => {
    expect((await bayo.browser.send('POST', '/api/admin/channels/options', CHANNELS)).statusCode).toBe(403)
    expect(messageOf(await confirm(await propose(), ada))).toMatch(/^This takes two different people/)
    expect(await email()).toBe('first@jara.ng')
  })
})
