import fc from 'fast-check'
import { expect, it } from 'vitest'
import { longMonth, shortDate, shortDay, shortMonth, weekdayAndDay } from './day-words.ts'

const days = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10))

it.each([
  ['shortDate', shortDate, { day: 'numeric', month: 'short', year: 'numeric' }],
  ['shortDay', shortDay, { day: 'numeric', month: 'short' }],
  ['weekdayAndDay', weekdayAndDay, { weekday: 'short', day: 'numeric', month: 'long' }],
  ['shortMonth', (day: string) => shortMonth(day.slice(0, 7)), { month: 'short' }],
  ['longMonth', (day: string) => longMonth(day.slice(0, 7)), { month: 'long', year: 'numeric' }],
] as const)('%s writes each day as Nigerian English does', (_, write, parts) => {
  const format = new Intl.DateTimeFormat('en-NG', { timeZone: 'UTC', ...parts })
  fc.assert(fc.property(days, (day) => write(day) === format.format(new Date(day))))
})

it('refuses what is no day', () => {
  for (const text of ['', '2026-13-01', 'today']) expect(() => shortDate(text), text).toThrow(RangeError)
})
