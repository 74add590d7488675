import { expect, test } from 'vitest'
import { formatMoment, formatTime } from '#contract/time.ts'
import { formatAge, formatDay, formatPercent, groupAccountNumber, groupToken, initials } from './format.ts'

test('shows moments in Lagos, whatever the device thinks', () => {
  expect(formatMoment('2026-11-21T23:30:00.000Z')).toMatch(/22 Nov 2026.*0?0:30|22 Nov 2026.*12:30/)
  expect(formatTime('2026-11-21T13:05:00.000Z')).toMatch(/14:05|2:05/)
})

test('names today and yesterday by the Lagos calendar', () => {
  const now = new Date('2026-11-21T23:30:00.000Z')
  expect(formatDay('2026-11-21T23:10:00.000Z', now)).toBe('Today')
  expect(formatDay('2026-11-21T22:59:00.000Z', now)).toBe('Yesterday')
  expect(formatDay('2026-11-20T12:00:00.000Z', now)).toBe('Fri, 20 November')
})

test('groups account numbers without changing their digits', () => {
  expect(groupAccountNumber('9012345678')).toBe('9012 3456 78')
})

test('takes initials from the first and the last name, marks included', () => {
  expect(initials('Adaeze Nkechi Ụzọchukwu')).toBe('AỤ')
  expect(initials('Ṣóyẹmí')).toBe('Ṣ')
  expect(initials(' ')).toBe('')
})

test('groups a token in fours however it comes', () => {
  expect(groupToken('12345678901234567890')).toBe('1234 5678 9012 3456 7890')
  expect(groupToken('1234-5678 90')).toBe('1234 5678 90')
})

test('says hundredths of a percent as people read them', () => {
  expect([100, 250, 50].map(formatPercent)).toEqual(['1%', '2.5%', '0.5%'])
})

test.each([
  [-5_000, 'less than a minute ago'],
  [59_999, 'less than a minute ago'],
  [60_000, '1 minute ago'],
  [59 * 60_000, '59 minutes ago'],
  [60 * 60_000, '1 hour ago'],
  [23 * 60 * 60_000, '23 hours ago'],
])('says an age of %d ms as "%s"', (ageMs, text) => {
  expect(formatAge(ageMs)).toBe(text)
})
