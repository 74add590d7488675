import { expect, test } from 'vitest'
import { parsePhone, readTypedPhone, suggestNetwork } from './phones.ts'
import { digitsOf, groupedDigits, plainCode, plainTyped, searchable } from './typed.ts'

test('reads the digits of every script as 0 to 9', () => {
  const zeros: number[] = []
  for (let at = 0; at <= 0x10_ff_ff; at++) {
    const isDigit = /^\p{Nd}$/u.test(String.fromCodePoint(at))
    if (isDigit && plainTyped(String.fromCodePoint(at)) === '0') zeros.push(at)
  }
  expect(zeros.length).toBeGreaterThan(60)
  for (const zero of zeros) {
    const digits = Array.from({ length: 10 }, (_, place) => String.fromCodePoint(zero + place)).join('')
    expect(plainTyped(digits)).toBe('0123456789')
  }
})

test('leaves letters, marks of letters and signs as they are', () => {
  expect(plainTyped(' Ṣo\u0323lá-Ọ́bí + (1) ')).toBe('Ṣo\u0323lá-Ọ́bí + (1)')
})

test('a field keeps every digit, and a number in groups takes nothing else', () => {
  expect(digitsOf('No. ٠٨٠٣ 123–4567')).toBe('08031234567')
  expect(groupedDigits(' 0123 456\u00a0789\u201042 ')).toBe('012345678942')
  for (const text of ['', '12 O4', '1.5', '+1', '½']) expect(groupedDigits(text)).toBeNull()
  expect(plainCode(' JR\u2014７k4m_2qxd\u2060 ')).toBe('JR7k4m2qxd')
})

test('ten digits are a phone number only where nothing else can be meant', () => {
  expect(readTypedPhone('803 123 4567')).toBe('08031234567')
  expect(parsePhone('803 123 4567')).toBeNull()
  for (const text of ['+8031234567', '1031234567', '80312345678', '8031234567.5', ''])
    expect(readTypedPhone(text)).toBeNull()
})

test.each(['0803', '803', '+234 803', '+234 (0) 803', '234803', '٠٨٠٣', '\u202a0803'])('%j is MTN', (typed) => {
  expect(suggestNetwork(typed)).toBe('mtn')
})

test('what is searched has no accents, dots or hooks, in whichever form it comes', () => {
  for (const text of ['Ṣọlá Ɗan', 'Ṣọlá Ɗan'.normalize('NFD'), 'sola dan']) expect(searchable(text)).toBe('sola dan')
})
