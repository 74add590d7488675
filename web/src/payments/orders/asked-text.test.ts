import { expect, test } from 'vitest'
import { askedText } from './asked-text.ts'

const askedAt = '2026-11-21T13:03:59Z'

test.each([
  ['pending', 'Asked at 14:03. The bank still says: pending.'],
  ['not-found', 'Asked at 14:03. The bank has no record of it yet. The money stays set aside for it.'],
  ['no-answer', 'Asked at 14:03. The bank did not answer. We ask again by ourselves.'],
  [null, 'At 14:03 there was no final answer. It appears here by itself.'],
] as const)('says when the bank was asked, and of %s what it said', (said, sentence) => {
  expect(askedText('withdrawal', { askedAt, said })).toBe(sentence)
})

test('a purchase is asked of its provider', () => {
  expect(askedText('airtime', { askedAt, said: 'pending' })).toBe('Asked at 14:03. The provider still says: pending.')
})
