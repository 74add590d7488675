import { describe, expect, it } from 'vitest'
import { LIVE_SETTINGS } from '#tests/support/live-settings.ts'
import { readConfig } from './config.ts'
import { SANDBOX_TERMII } from './sms.ts'

const OWN = {
  TERMII_URL: 'https://v3.api.termii.com/',
  TERMII_API_KEY: 'a-key-of-their-own',
  TERMII_SENDER_ID: 'Wallet',
}
const live = (settings: Readonly<Record<string, string>>) =>
  readConfig({ ...LIVE_SETTINGS, JARA_ROLE: 'worker', ...settings })

describe('text messages', () => {
  it('go to the sandbox world, at the price of the rule', () => {
    expect(readConfig({ SANDBOX_PORT: '3901' }).sms).toEqual({
      provider: 'termii',
      baseUrl: 'http://localhost:3901/termii',
      ...SANDBOX_TERMII,
      priceKobo: 600n,
    })
  })

  it('are not offered in live mode without an account, and with one go there', () => {
    expect(live({}).sms).toBeNull()
    expect(live({ ...OWN, SMS_PRICE_KOBO: '400' }).sms).toEqual({
      provider: 'termii',
      baseUrl: 'https://v3.api.termii.com',
      apiKey: OWN.TERMII_API_KEY,
      senderId: 'Wallet',
      priceKobo: 400n,
    })
  })

  it.each(Object.keys(OWN))('are refused with all but %s', (name) => {
    expect(() => live({ ...OWN, [name]: '' })).toThrow(`set ${name} too`)
  })

  it.each([
    { TERMII_API_KEY: SANDBOX_TERMII.apiKey },
    { TERMII_URL: 'http://v3.api.termii.com' },
    { TERMII_URL: 'https://localhost/termii' },
    { TERMII_URL: 'https://key@v3.api.termii.com' },
    { TERMII_URL: 'https://v3.api.termii.com?api_key=1' },
    { SMS_PRICE_KOBO: '0' },
    { SMS_PRICE_KOBO: '10001' },
    { TERMII_SENDER_ID: 'Two words' },
  ])('are refused with %j', (wrong) => {
    expect(() => live({ ...OWN, ...wrong })).toThrow(Object.keys(wrong)[0])
  })
})
