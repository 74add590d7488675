import fc from 'fast-check'
import { expect, it } from 'vitest'
import { exactOrUnreadable, exactText, inAscii, keyOf, UNREADABLE } from './exact-text.ts'

it.each(['1', '4099260516', 'CUS_1rkzaqsv4rrhqo6', 'ord_0-9.=', '035A', '!~', 'x'.repeat(200)])(
  'keeps %j exactly',
  (id) => {
    expect(exactText(id)).toBe(id)
    expect(exactOrUnreadable(id)).toBe(id)
  },
)

it.each([
  '12\u000034',
  '12\ud80034',
  '12\udc00',
  '12\ufffd34',
  '12\u200B34',
  ' 12',
  '12 34',
  'Ọ1',
  '1\n',
  'x'.repeat(201),
])('keeps nothing in place of %j, which is not the same as nothing said', (id) => {
  expect(exactText(id)).toBeNull()
  expect(exactOrUnreadable(id)).toBe(UNREADABLE)
})

it.each([null, undefined, ''])('takes %j for nothing said', (id) => {
  expect(exactOrUnreadable(id)).toBeNull()
})

it.each([5, true, {}, ['1']])('takes %j for something that cannot be read', (id) => {
  expect(exactOrUnreadable(id)).toBe(UNREADABLE)
})

it('makes one key of the same parts and another of any others, each of which can be stored', () => {
  const unit = fc.constantFrom('a', '|', '\u0000', '\ud800', '\udc00', '\ufffd', ' ')
  const part = fc.oneof(
    fc.array(unit, { maxLength: 3 }).map((units) => units.join('')),
    fc.constantFrom<unknown>(null, 5, '5', '', {}),
  )
  const parts = fc.array(part, { minLength: 2, maxLength: 3 })
  const plain = (values: readonly unknown[]) => JSON.stringify(values)
  fc.assert(
    fc.property(parts, parts, (one, other) => {
      expect(exactText(keyOf(one))).not.toBeNull()
      expect(keyOf(one) === keyOf(other)).toBe(plain(one) === plain(other))
    }),
    { numRuns: 5_000 },
  )
})

it('makes a key of something however deep or long it is', () => {
  const deep: unknown = JSON.parse('['.repeat(50_000) + ']'.repeat(50_000))
  expect(exactText(keyOf(['event', deep, 'x'.repeat(100_000)]))).toMatch(/^sha256:[0-9a-f]{64}$/)
  expect(inAscii(deep)).toBe('"something else"')
})

it.each([
  ['12\u000034', String.raw`"12\u000034"`],
  ['12\ud80034', String.raw`"12\ud80034"`],
  ['\u202E1\u2028', String.raw`"\u202e1\u2028"`],
  ['Ọ', String.raw`"\u1ecc"`],
  [5, '5'],
  [null, 'null'],
  [undefined, 'missing'],
  ['x'.repeat(500), `"${'x'.repeat(119)}...`],
])('writes %j for operators as what can be seen and typed', (value, written) => {
  expect(inAscii(value)).toBe(written)
})
