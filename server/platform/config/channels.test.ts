import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const ALL = {
  SUPPORT_EMAIL: 'help@jara.ng',
  SUPPORT_TELEGRAM_URL: 'https://t.me/jara_help',
  SUPPORT_WHATSAPP_URL: 'https://wa.me/2348031234567',
  SUPPORT_LIVE_CHAT_URL: 'https://chat.jara.ng/',
  SUPPORT_ALWAYS: 'true',
  COMMUNITY_CHAT_URL: 'https://community.jara.ng/room',
  COMMUNITY_TELEGRAM_URL: 'https://telegram.me/jara_news',
  COMMUNITY_WHATSAPP_URL: 'https://chat.whatsapp.com/AbCdEf123',
  OPERATOR_NAME: 'Jara Payments Ltd',
  OPERATOR_LICENCE: 'CBN/PSP/2026/001',
}

describe('the channels of an installation', () => {
  it('are what the settings say', () => {
    const { channels, operator } = readConfig(ALL)
    expect(channels).toEqual({
      support: {
        email: ALL.SUPPORT_EMAIL,
        telegram: ALL.SUPPORT_TELEGRAM_URL,
        whatsapp: ALL.SUPPORT_WHATSAPP_URL,
        liveChat: ALL.SUPPORT_LIVE_CHAT_URL,
        always: true,
      },
      community: {
        chat: ALL.COMMUNITY_CHAT_URL,
        telegram: ALL.COMMUNITY_TELEGRAM_URL,
        whatsapp: ALL.COMMUNITY_WHATSAPP_URL,
      },
    })
    expect(operator).toEqual({ name: 'Jara Payments Ltd', licence: 'CBN/PSP/2026/001' })
  })

  it('are none, never invented ones, when nothing is set or everything is left empty', () => {
    const empty = Object.fromEntries(Object.keys(ALL).map((variable) => [variable, '']))
    for (const env of [{}, empty]) {
      const { channels, operator, linksToCheck } = readConfig(env)
      const { always, ...ways } = channels.support
      expect([...Object.values(ways), ...Object.values(channels.community), operator]).toEqual(Array(8).fill(null))
      expect(always).toBe(false)
      expect(linksToCheck).toEqual([])
    }
  })

  it('are checked at the start: every address that is set, and no other', () => {
    expect(readConfig(ALL).linksToCheck.map(({ variable }) => variable)).toEqual(
      Object.keys(ALL).filter((variable) => variable.endsWith('_URL')),
    )
    const one = readConfig({ COMMUNITY_CHAT_URL: ALL.COMMUNITY_CHAT_URL, PUBLIC_URL: 'http://localhost:3000' })
    expect(one.linksToCheck).toEqual([{ variable: 'COMMUNITY_CHAT_URL', url: ALL.COMMUNITY_CHAT_URL }])
  })

  it('are not checked when that is switched off', () => {
    expect(readConfig({ ...ALL, LINK_CHECK: 'off' }).linksToCheck).toEqual([])
  })

  it.each<[variable: string, wrong: string, says: RegExp]>([
    ['SUPPORT_EMAIL', 'help', /an email address is needed/],
    ['SUPPORT_EMAIL', 'help@jara', /an email address is needed/],
    ['SUPPORT_EMAIL', 'help@jara.ng?bcc=thief@example.ng', /an email address is needed/],
    ['SUPPORT_EMAIL', 'help@jara.ng\r\nbcc: thief@example.ng', /an email address is needed/],
    ['SUPPORT_EMAIL', 'mailto:help@jara.ng', /an email address is needed/],
    ['SUPPORT_TELEGRAM_URL', 'http://t.me/jara', /an address at Telegram/],
    ['SUPPORT_TELEGRAM_URL', 't.me/jara', /an address at Telegram/],
    ['SUPPORT_TELEGRAM_URL', '@jara', /an address at Telegram/],
    ['SUPPORT_TELEGRAM_URL', 'https://t.me/', /an address at Telegram/],
    ['SUPPORT_TELEGRAM_URL', 'https://t.me.example.ng/jara', /an address at Telegram/],
    ['SUPPORT_TELEGRAM_URL', 'https://t.me@example.ng/jara', /an address at Telegram/],
    ['COMMUNITY_TELEGRAM_URL', 'https://wa.me/2348031234567', /an address at Telegram/],
    ['SUPPORT_WHATSAPP_URL', 'https://t.me/jara', /an address at WhatsApp/],
    ['SUPPORT_WHATSAPP_URL', '+2348031234567', /an address at WhatsApp/],
    ['COMMUNITY_WHATSAPP_URL', 'https://whatsapp.example.ng/join', /an address at WhatsApp/],
    ['COMMUNITY_WHATSAPP_URL', 'https://wa.me', /an address at WhatsApp/],
    ['SUPPORT_LIVE_CHAT_URL', 'http://chat.jara.ng', /an https address is needed/],
    ['SUPPORT_LIVE_CHAT_URL', 'javascript:alert(1)', /an https address is needed/],
    ['SUPPORT_LIVE_CHAT_URL', 'https://chat.jara.ng/\njavascript:x', /an https address is needed/],
    ['COMMUNITY_CHAT_URL', 'https://user:pass@community.jara.ng', /an https address is needed/],
    ['COMMUNITY_CHAT_URL', `https://community.jara.ng/${'x'.repeat(500)}`, /500/],
    ['SUPPORT_ALWAYS', 'yes', /true/],
    ['LINK_CHECK', 'no', /off/],
    ['OPERATOR_NAME', 'Jara\nLtd', /one line of text is needed/],
    ['OPERATOR_LICENCE', 'x', /2/],
  ])('%s=%j stops the start, and the variable is named', (variable, wrong, says) => {
    const start = () => readConfig({ ...ALL, [variable]: wrong })
    expect(start).toThrow(ConfigError)
    expect(start).toThrow(new RegExp(`^${variable}: .*${says.source}`))
  })

  it.each([
    'https://whatsapp.com/channel/0029Va',
    'https://www.whatsapp.com/channel/0029Va',
    'https://wa.me/message/ABC?src=qr',
  ])('%s is an address at WhatsApp', (url) => {
    expect(readConfig({ COMMUNITY_WHATSAPP_URL: url }).channels.community.whatsapp).toBe(url)
  })

  it('do not promise somebody day and night whom nobody can reach', () => {
    const start = () => readConfig({ SUPPORT_ALWAYS: 'true', COMMUNITY_CHAT_URL: ALL.COMMUNITY_CHAT_URL })
    expect(start).toThrow(/^SUPPORT_ALWAYS: /)
    expect(readConfig({ SUPPORT_ALWAYS: 'true', SUPPORT_EMAIL: ALL.SUPPORT_EMAIL }).channels.support.always).toBe(true)
  })

  it('show no licence without the name of whose it is', () => {
    expect(() => readConfig({ OPERATOR_LICENCE: ALL.OPERATOR_LICENCE })).toThrow(/^OPERATOR_LICENCE: /)
  })
})
