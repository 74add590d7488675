import { expect, it } from 'vitest'
import { shareOf } from './report-words.ts'

it.each([
  [0, 7, '0.0%'],
  [7, 7, '100.0%'],
  [1, 2, '50.0%'],
  [2, 3, '66.7%'],
  [1, 100_000, '0.1%'],
  [99_999, 100_000, '99.9%'],
])('%d of %d are %s', (part, whole, share) => expect(shareOf(part, whole)).toBe(share))

it('is not known for a total of zero', () => expect(shareOf(0, 0)).toBeNull())
