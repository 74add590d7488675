import { expect, test } from 'vitest'
import { daysOf, monthBefore } from './months.ts'

test.each([
  ['2026-11-21', 0, '2026-11-01', '2026-11-30'],
  ['2026-11-21', 1, '2026-10-01', '2026-10-31'],
  ['2026-01-31', 1, '2025-12-01', '2025-12-31'],
  ['2028-03-31', 1, '2028-02-01', '2028-02-29'],
])('the month of %s, %d before, is %s to %s', (today, count, from, to) => {
  expect(monthBefore(today, count)).toEqual({ from, to })
})

test.each([
  ['2026-10', { from: '2026-10-01', to: '2026-10-31' }],
  ['2026-11', { from: '2026-11-01', to: '2026-11-21' }],
  ['2026-12', null],
  ['2026-13', null],
  ['2026-1', null],
  ['0000-01', null],
  ['2026-10-01', null],
  ['', null],
  [null, null],
])('the days of %j on 21 November 2026 are %j', (month, days) => {
  expect(daysOf(month, '2026-11-21')).toEqual(days)
})
