import { expect, test } from 'vitest'
import { appliedDiscount } from './applied-discount.ts'

test('says the discount that applies, and no other', () => {
  const prices = { standard: 100, bpc: 250 }
  expect(appliedDiscount(prices, { holdsBpc: false })).toBe('Standard price, 1% off')
  expect(appliedDiscount(prices, { holdsBpc: true })).toBe('2.5% off with your BPC')
  expect(appliedDiscount({ standard: 0, bpc: 250 }, { holdsBpc: false })).toBe('Standard price')
  expect(appliedDiscount({ standard: 0, bpc: 0 }, { holdsBpc: true })).toBe('Standard price')
})
