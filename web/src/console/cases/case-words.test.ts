import { expect, test } from 'vitest'
import type { CaseClock } from '#contract/console/cases.ts'
import { clockInWords, durationInWords } from './case-words.ts'

const HOUR_MS = 60 * 60_000
const AT = '2026-11-21T13:05:00.000Z'
const clock = (over: Partial<CaseClock>): CaseClock => ({
  waitsFor: 'us',
  answerBy: null,
  isOverdue: false,
  pausedAt: null,
  leftMs: null,
  ...over,
})

test.each([
  [59_999, 'less than a minute'],
  [60_000, '1 minute'],
  [HOUR_MS, '1 hour'],
  [47 * HOUR_MS, '47 hours'],
  [50 * HOUR_MS, '2 days'],
])('says %i ms as %s', (ms, words) => {
  expect(durationInWords(ms)).toBe(words)
})

test.each<[Partial<CaseClock>, RegExp]>([
  [{ answerBy: AT }, /^Answer by 21 Nov 2026, 14:05:00\.$/],
  [{ answerBy: AT, isOverdue: true }, /^Overdue: the answer was due by 21 Nov 2026, 14:05:00\.$/],
  [
    { waitsFor: 'customer', pausedAt: AT, leftMs: 19 * HOUR_MS },
    /^Waiting for the customer since .*\. The clock is paused with 19 hours left\.$/,
  ],
  [{ waitsFor: 'customer', pausedAt: AT, leftMs: -2 * HOUR_MS }, /The clock is paused, overdue by 2 hours\.$/],
  [{ waitsFor: 'nobody' }, /^Nothing is due\.$/],
])('says what is due and what is overdue', (over, words) => {
  expect(clockInWords(clock(over))).toMatch(words)
})
