import { expect, test } from 'vitest'
import { askedText } from './asked-text.ts'

const askedAt = '2026-11-21T13:03:59Z'

test.each([
  ['pending', 'Checked at 14:03: still pending.'],
  ['not-found', 'Checked at 14:03: the bank has no record of it yet. Your money stays set aside for it.'],
  ['no-answer', 'Checked at 14:03: the bank did not answer. We check again automatically.'],
  [null, 'Checked at 14:03: no final answer yet. It appears here automatically.'],
] as const)('says when the bank was asked, and of %s what it said', (said, sentence) => {
  expect(askedText('withdrawal', { askedAt, said })).toBe(sentence)
})

test('of a purchase it names the company', () => {
  expect(askedText('airtime', { askedAt, said: 'no-answer' })).toContain('the company did not answer')
})
