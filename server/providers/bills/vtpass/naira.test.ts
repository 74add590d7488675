import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AMOUNT_MAX_KOBO, kobo } from '#contract/money.ts'
import { koboOf, nairaOf, signedKoboOf } from './naira.ts'

test.each<[unknown, bigint]>([
  ['100', 10_000n],
  ['100.00', 10_000n],
  ['100.5', 10_050n],
  ['0100.05', 10_005n],
  [100, 10_000n],
  [96.5, 9_650n],
  [0, 0n],
  ['0.00', 0n],
  [0.1, 10n],
  [0.29, 29n],
  [1.005, 101n],
  [0.7000000000000001, 70n],
  ['0.7000000000000001', 70n],
  [99.99999999999999, 10_000n],
  [1081.82, 108_182n],
  ['10000000000.00', AMOUNT_MAX_KOBO],
])('%j naira are %i kobo', (value, expected) => {
  expect(koboOf(value)).toBe(expected)
})

test.each([
  '10000000000.01',
  10_000_000_000.01,
  '99999999999999',
  Number.NaN,
  Number.POSITIVE_INFINITY,
  JSON.parse('1e400'),
  1e21,
  1e-7,
  '1e3',
  '1,000.00',
  '₦100',
  ' 100',
  '100 ',
  '100.',
  '.5',
  '+5',
  '-5',
  -5,
  '-0.01',
  '',
  '0x10',
  '٣',
  `1.${'0'.repeat(50)}`,
  null,
  undefined,
  true,
  [100],
  { amount: 100 },
])('%j is no amount', (value) => {
  expect(koboOf(value)).toBeNull()
})

test('a balance may be below zero, and is rounded the same way', () => {
  expect(signedKoboOf('-12.50')).toBe(-1_250n)
  expect(signedKoboOf(-0.5)).toBe(-50n)
  expect(signedKoboOf(-0.125)).toBe(-13n)
  expect(signedKoboOf('-10000000000.01')).toBeNull()
})

const anyAmount = fc.bigInt({ min: 1n, max: AMOUNT_MAX_KOBO })

test('every amount goes out as JSON with at most two decimals and comes back the same', () => {
  fc.assert(
    fc.property(anyAmount, (amount) => {
      const written = JSON.stringify(nairaOf(kobo(amount)))
      expect(written).toMatch(/^\d+(\.\d\d?)?$/)
      expect(koboOf(JSON.parse(written))).toBe(amount)
      expect(koboOf(written)).toBe(amount)
    }),
  )
})

test('what a float sum leaves over never changes an amount', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000_00 }), fc.constantFrom(-1, 0, 1), (amount, direction) => {
      const noisy = (amount / 100) * (1 + direction * Number.EPSILON)
      expect(koboOf(noisy)).toBe(BigInt(amount))
    }),
  )
})

test.each([0n, -1n, AMOUNT_MAX_KOBO + 1n])('%i kobo are never sent', (amount) => {
  expect(() => nairaOf(kobo(amount))).toThrow('assertion failed')
})
