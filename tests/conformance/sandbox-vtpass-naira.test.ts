import { expect, test } from 'vitest'
import { koboFromNaira, nairaDecimals, nairaNumber, nairaText } from '#sandbox/vtpass/naira.ts'

test.each([
  [100, 10_000n],
  ['100', 10_000n],
  ['100.5', 10_050n],
  [0.1 + 0.2, 30n],
  [1.005, 101n],
  [1.0049, 100n],
  ['0.995', 100n],
  [0.29, 29n],
  [1.1, 110n],
  [4.35, 435n],
  [8.2, 820n],
  [19.99, 1_999n],
  [1_081.82, 108_182n],
  ['000050.00', 5_000n],
  [999_999_999.99, 99_999_999_999n],
  [0, 0n],
  [-0, 0n],
])('%j naira are %i kobo', (amount, kobo) => {
  expect(koboFromNaira(amount)).toBe(kobo)
})

test.each([
  -1,
  '-1',
  '+1',
  '1,000',
  '1e3',
  1e21,
  1e-7,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  '',
  ' ',
  '.5',
  '5.',
  '₦5',
  '0x10',
  '１００',
  '1 000',
  true,
  null,
  undefined,
  [],
  {},
  10_000n,
])('%s is no amount', (amount) => {
  expect(koboFromNaira(amount)).toBeNull()
})

test.each([
  [0n, '0.00', '0', 0],
  [5n, '0.05', '0.05', 0.05],
  [10n, '0.10', '0.10', 0.1],
  [5_000n, '50.00', '50', 50],
  [100_000_000_001n, '1000000000.01', '1000000000.01', 1_000_000_000.01],
])('%i kobo are %s naira', (kobo, decimals, text, number) => {
  expect([nairaDecimals(kobo), nairaText(kobo), nairaNumber(kobo)]).toEqual([decimals, text, number])
})

test('every kobo up to ₦2,000 survives the way to a JSON number and back', () => {
  for (let kobo = 0n; kobo <= 200_000n; kobo++) {
    if (koboFromNaira(JSON.parse(JSON.stringify(nairaNumber(kobo)))) !== kobo) throw new Error(String(kobo))
  }
})
