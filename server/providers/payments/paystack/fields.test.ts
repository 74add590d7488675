import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accountNumberField, cleaned, feeField, instantOf, koboField, signedKoboField } from './fields.ts'

test('every whole amount reads exactly, as an integer and as text', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), (amount) => {
      expect(koboField.parse(amount)).toBe(BigInt(amount))
      if (String(amount).length <= 15) expect(koboField.parse(String(amount))).toBe(BigInt(amount))
    }),
  )
})

test.each([
  1500.5,
  -1,
  Number.MAX_SAFE_INTEGER + 1,
  JSON.parse('9007199254740993'),
  JSON.parse('1e400'),
  Number.NaN,
  '15.00',
  '1e3',
  '-5',
  ' 5',
  '',
  '0x10',
  '٣',
  '9'.repeat(16),
  null,
  true,
  [5],
  { kobo: 5 },
])('%j is not an amount', (value) => {
  expect(koboField.safeParse(value).success).toBe(false)
})

test('a fee that is not said is none, a fee that cannot be read is not guessed', () => {
  expect(feeField.parse(null)).toBe(0n)
  expect(feeField.parse(undefined)).toBe(0n)
  expect(feeField.parse('150')).toBe(150n)
  expect(feeField.safeParse(10.5).success).toBe(false)
})

test('a balance may be below zero', () => {
  expect(signedKoboField.parse(-250)).toBe(-250n)
  expect(signedKoboField.parse('-250')).toBe(-250n)
})

test('an account number keeps the zeros an integer has lost', () => {
  expect(accountNumberField.parse('0001234567')).toBe('0001234567')
  expect(accountNumberField.parse(1_234_567)).toBe('0001234567')
  expect(accountNumberField.parse({})).toBeNull()
})

test.each([
  ['2026-08-04T10:32:40.000Z', '2026-08-04T10:32:40.000Z'],
  ['2026-08-04T11:32:40+01:00', '2026-08-04T10:32:40.000Z'],
  ['2026-08-04 10:32:40', '2026-08-04T10:32:40.000Z'],
])('%s is an instant', (text, expected) => {
  expect(instantOf(text)?.toISOString()).toBe(expected)
})

test.each(['', '2026', 'yesterday', '2026-13-45T10:00:00Z', null, undefined])('%j is no instant', (text) => {
  expect(instantOf(text)).toBeNull()
})

test('texts for logs carry no account number, no key and no line break, and are short', () => {
  const text = cleaned(`Account 0123456789 or 012 345 6789\nof sk_live_abcdef ${'x'.repeat(500)}`)
  expect(text).toMatch(/^Account \[number\] or \[number\] of \[key\] x+$/)
  expect(text.length).toBeLessThanOrEqual(200)
})

test('texts for logs carry no email and nothing that turns or hides what stands beside it', () => {
  expect(cleaned('Tell ada.obi@example.ng \u202Edeliaf\u2066 \u200Bnow\u0000\u2028')).toMatch(
    /^Tell \[email\] +deliaf +now$/,
  )
})
