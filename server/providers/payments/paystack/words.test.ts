import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PAYMENT_WORDS, paymentStatus, recordedWord, TRANSFER_WORDS, transferStanding } from './words.ts'

test.each([
  ['success', 'paid'],
  ['failed', 'failed'],
  ['rejected', 'failed'],
  ['abandoned', 'failed'],
  ['blocked', 'failed'],
  ['reversed', 'reversed'],
  ['pending', 'pending'],
  ['received', 'pending'],
  ['otp', 'pending'],
])('a transfer that is %s stands at %s', (word, status) => {
  expect(transferStanding(word)).toBe(status)
})

test.each(['Success', 'SUCCESS', ' success', 'successful', 'declined', '', '__proto__', 'constructor', 'toString'])(
  'a transfer word that is not documented (%j) stays pending',
  (word) => {
    expect(transferStanding(word)).toBe('pending')
    expect(paymentStatus(word)).toBe('pending')
  },
)

test('no word outside the tables is conclusive', () => {
  fc.assert(
    fc.property(
      fc.string().filter((word) => !TRANSFER_WORDS.has(word)),
      (word) => transferStanding(word) === 'pending',
    ),
  )
  fc.assert(
    fc.property(
      fc.string().filter((word) => !PAYMENT_WORDS.has(word)),
      (word) => paymentStatus(word) === 'pending',
    ),
  )
})

test.each([
  ['success', 'success'],
  ['failed', 'failed'],
  ['reversed', 'reversed'],
  ['abandoned', 'pending'],
  ['ongoing', 'pending'],
  ['pending', 'pending'],
  ['processing', 'pending'],
  ['queued', 'pending'],
])('a payment that is %s counts as %s', (word, status) => {
  expect(paymentStatus(word)).toBe(status)
})

test.each([...TRANSFER_WORDS.keys(), 'On Hold', 'needs_review'])('the word %s is kept as it came', (word) => {
  expect(recordedWord(word)).toBe(word)
})

test.each(['', 'failed 0123456784', 'ada@example.ng', 'failed\nsuccess', '\u202Edeliaf', 'x'.repeat(41)])(
  'a text that is no word (%j) is not kept',
  (text) => {
    expect(recordedWord(text)).toBe('unreadable-status')
  },
)
