import { createElement } from 'react'
import { expect, test } from 'vitest'
import { ALERT_DEFAULTS, type AlertCategory, type AlertLine } from '#contract/alerts.ts'
import { markupOf, read, WALLET } from '#tests/support/screens.ts'
import DashboardPage from '#web/home/dashboard-page.tsx'
import { AlertRow } from './alert-row.tsx'
import { CATEGORIES, categoryOf } from './alert-words.ts'
import { minuteOf, timeOf } from './minutes.ts'

const LINE: AlertLine = {
  id: 'alr_1',
  category: 'money',
  title: '₦5,000.00 came in',
  body: 'A bank transfer from MUSA BELLO is in your wallet.',
  path: '/history/txn_1',
  at: '2026-11-21T11:00:00.000Z',
  isSeen: false,
}
const rowOf = (alert: AlertLine, isNew: boolean) => () => createElement(AlertRow, { alert, isNew })

test.each([
  [0, 'Alerts', null],
  [3, 'Alerts, 3 new', '3'],
  [99, 'Alerts, 99 new', '99'],
  [100, 'Alerts, 99+ new', '99+'],
])('the bell with %d says how many alerts are new, also to a screen reader', (unseenAlerts, name, shown) => {
  const markup = markupOf(DashboardPage, { wallet: { ...WALLET, unseenAlerts } })
  const [, label, content = ''] = /<a [^>]*aria-label="(Alerts[^"]*)"[^>]*>(.*?)<\/a>/.exec(markup) ?? []
  expect(label).toBe(name)
  expect(content.replace(/<[^>]+>/g, '')).toBe(shown ?? '')
})

test('an alert says what, when in Lagos, and where it leads; what is new has a word', () => {
  const said = read(rowOf(LINE, true))
  expect(said).toEqual(['₦5,000.00 came in', 'A bank transfer from MUSA BELLO is in your wallet.', '12:00', 'New'])
  expect(markupOf(rowOf(LINE, true), {})).toContain('href="/history/txn_1"')
  expect(read(rowOf(LINE, false))).not.toContain('New')
  expect(markupOf(rowOf({ ...LINE, path: null }, false), {})).not.toContain('<a ')
})

test('what cannot be switched says why, and nothing else does', () => {
  const switchable = Object.keys(ALERT_DEFAULTS).filter((each) => each !== 'test') as AlertCategory[]
  for (const category of switchable) {
    const { app: _, ...channels } = ALERT_DEFAULTS[category]
    const isFixed = Object.values(channels).some((each) => each === 'always' || each === 'never')
    expect([category, CATEGORIES[category].fixed !== null]).toEqual([category, isFixed])
  }
})

test('a category that is none is not looked for', () => {
  expect(categoryOf('money')).toBe('money')
  for (const none of [null, '', 'weather', 'toString', '__proto__']) expect(categoryOf(none)).toBeNull()
})

test('a time of day is a minute of it and back', () => {
  for (const time of ['00:00', '06:15', '23:59']) expect(timeOf(minuteOf(time) ?? -1)).toBe(time)
  for (const none of ['', '24:00', '6:15', '12:60']) expect(minuteOf(none)).toBeNull()
})
