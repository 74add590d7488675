import { expect, it } from 'vitest'
import { CASE_TEXT_MAX_LENGTH } from '#contract/support-limits.ts'
import { AppError } from '#server/platform/errors.ts'
import { readText } from './read-text.ts'

it.each([
  ['line breaks of every kind', 'one\r\ntwo\rthree\u2028four', 'one\ntwo\nthree\nfour'],
  ['a header as a line of text', 'Hi\r\nBcc: x@example.ng\r\n\r\n\r\n\r\nbody', 'Hi\nBcc: x@example.ng\n\nbody'],
  ['terminal commands as what is left of them', 'red \u001b[31mtext\u0007 \u009b0m', 'red [31mtext 0m'],
  ['direction marks as spaces', 'pay \u202Egnorw\u202C \u2066now\u2069', 'pay gnorw now'],
  ['zeros as spaces', 'a\0b', 'a b'],
  ['tabs and long spaces as one', '  a\t\tb \u00a0 c  \n   d ', 'a b c\nd'],
  ['letters and their marks in one form', 'S\u0323o\u0301', 'Ṣó'],
  ['half an emoji as a space', 'a \ud83d b', 'a b'],
])('keeps %s', (_, unchecked, kept) => {
  expect(readText(unchecked)).toBe(kept)
})

it.each([
  ['no text', ''],
  ['one character', ' x '],
  ['nothing that can be seen', '\u200B\u202E\n\n\t'],
  ['one character too many', 'ẹ'.repeat(CASE_TEXT_MAX_LENGTH + 1)],
])('refuses %s by its field', (_, unchecked) => {
  const message = 'Please write 2 to 2,000 characters. Nothing was sent.'
  expect(() => readText(unchecked)).toThrow(new AppError('case.text-invalid', { fields: { text: message } }))
})

it.each([2, CASE_TEXT_MAX_LENGTH])('takes %d characters, an emoji counted as one', (length) => {
  expect(readText('😀'.repeat(length))).toBe('😀'.repeat(length))
})
