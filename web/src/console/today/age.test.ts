import { expect, it } from 'vitest'
import { ageInWords, lengthInWords } from './age.ts'

it.each([
  [0, 'less than 1 s'],
  [999, 'less than 1 s'],
  [1_000, '1 s'],
  [59_999, '59 s'],
  [60_000, '1 min'],
  [7.9 * 60_000, '7 min'],
  [3_600_000, '1 h'],
  [3 * 3_600_000 + 5 * 60_000, '3 h 5 min'],
  [49 * 3_600_000, '2 d 1 h'],
  [48 * 3_600_000 + 60_000, '2 d'],
])('%d ms are %s', (ms, words) => expect(lengthInWords(ms)).toBe(words))

it('is never negative, whatever two clocks say', () => {
  expect(ageInWords('2026-11-21T12:00:01.000Z', '2026-11-21T12:00:00.000Z')).toBe('less than 1 s')
})
