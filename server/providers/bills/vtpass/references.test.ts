import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isReference, newReference, referenceEndsAt } from './references.ts'

const twelve = new Uint8Array(12)

test.each([
  ['2026-11-21T09:00:59.999Z', '202611211000'],
  ['2026-12-31T22:59:59Z', '202612312359'],
  ['2026-12-31T23:00:00Z', '202701010000'],
  ['2028-02-28T23:30:00Z', '202802290030'],
  ['2026-07-01T00:05:00Z', '202607010105'],
])('at %s it begins with %s, the minute in Lagos', (at, minute) => {
  expect(newReference(new Date(at), twelve).slice(0, 12)).toBe(minute)
})

test('always has the same length, below 50, and only small letters and digits', () => {
  const at = new Date('2026-11-21T09:00:00Z')
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 12, maxLength: 64 }), (random) => {
      const reference = newReference(at, random)
      expect(reference).toMatch(/^\d{12}[0-9a-z]{19}$/)
      expect(isReference(reference)).toBe(true)
    }),
  )
  expect(newReference(at, twelve.fill(255))).toHaveLength(31)
})

test('every one of the 96 bits makes another reference', () => {
  const at = new Date('2026-11-21T09:00:00Z')
  const found = new Set([newReference(at, new Uint8Array(12))])
  for (let bit = 0; bit < 96; bit++) {
    const random = new Uint8Array(12)
    random[bit >> 3] = 1 << (bit & 7)
    found.add(newReference(at, random))
  }
  expect(found.size).toBe(97)
})

test('is not made from less than 96 bits', () => {
  expect(() => newReference(new Date(), new Uint8Array(11))).toThrow('too little randomness')
})

test.each([
  '20261121100',
  '2026112110a0',
  `202611211000${'a'.repeat(39)}`,
  '202611211000-a',
  '202611211000\n',
  '',
  5,
  null,
])('%j is no reference', (text) => {
  expect(isReference(text)).toBe(false)
})

test.each([
  ['202611210000aaaa', '2026-11-21T23:00:00.000Z'],
  ['202611212359aaaa', '2026-11-21T23:00:00.000Z'],
  ['202612312359aaaa', '2026-12-31T23:00:00.000Z'],
  ['202802290001aaaa', '2028-02-29T23:00:00.000Z'],
])('%s is taken until %s, the end of its day in Lagos', (reference, endsAt) => {
  expect(referenceEndsAt(reference)?.toISOString()).toBe(endsAt)
})

test('ends after the instant it is made for, within a day', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date('2026-01-01'), max: new Date('2036-01-01'), noInvalidDate: true }), (at) => {
      const leftMs = (referenceEndsAt(newReference(at, twelve))?.getTime() ?? 0) - at.getTime()
      expect(leftMs).toBeGreaterThan(0)
      expect(leftMs).toBeLessThanOrEqual(24 * 60 * 60_000)
    }),
  )
})

test.each(['ord_0123456789abcdef', '202613010000aaaa', '202602310000aaaa', '20261121', ''])(
  '%s has no end that anybody knows',
  (text) => {
    expect(referenceEndsAt(text)).toBeNull()
  },
)
