import { expect, it } from 'vitest'
import { readConfig } from './config.ts'

const URL = 'https://alerts.example.ng/jara'
const SECRET = 'of alarms'.repeat(4)

it('alarms go out where the settings say, and nowhere without them', () => {
  expect(readConfig({}).alarms).toEqual({ emails: [], webhook: null })
  const set = { ALARM_EMAILS: 'ada@example.ng, bayo@example.ng', ALARM_WEBHOOK_URL: URL, ALARM_WEBHOOK_SECRET: SECRET }
  expect(readConfig(set).alarms).toEqual({
    emails: ['ada@example.ng', 'bayo@example.ng'],
    webhook: { url: URL, secret: SECRET },
  })
})

it.each<[settings: Record<string, string>, says: RegExp]>([
  [{ ALARM_EMAILS: 'ada' }, /^ALARM_EMAILS: email addresses/],
  [{ ALARM_EMAILS: ',' }, /^ALARM_EMAILS: email addresses/],
  [{ ALARM_EMAILS: 'ada@example.ng\r\nbcc: x@example.ng' }, /^ALARM_EMAILS: email addresses/],
  [{ ALARM_EMAILS: Array(11).fill('ada@example.ng').join(',') }, /^ALARM_EMAILS: email addresses/],
  [{ ALARM_WEBHOOK_URL: URL }, /^ALARM_WEBHOOK_URL: webhooks are signed/],
  [{ ALARM_WEBHOOK_SECRET: SECRET }, /^ALARM_WEBHOOK_SECRET: it signs what goes to/],
  [{ ALARM_WEBHOOK_URL: URL, ALARM_WEBHOOK_SECRET: 'x'.repeat(31) }, /^ALARM_WEBHOOK_SECRET: 32 characters/],
  [
    { ALARM_WEBHOOK_URL: 'ftp://alerts.example.ng', ALARM_WEBHOOK_SECRET: SECRET },
    /^ALARM_WEBHOOK_URL: an http or https/,
  ],
  [{ ALARM_WEBHOOK_URL: 'https://ada:word@alerts.example.ng', ALARM_WEBHOOK_SECRET: SECRET }, /^ALARM_WEBHOOK_URL: an/],
])('%j stops the start, and the variable is named', (settings, says) => {
  expect(() => readConfig(settings)).toThrow(says)
})
