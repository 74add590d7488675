import { expect, test } from 'vitest'
import { discountText } from './discount-text.ts'

test('says the discount of both price lists, one when they are the same, none when there is none', () => {
  expect(discountText({ standard: 100, bpc: 250 })).toBe('1% off (2.5% with a BPC)')
  expect(discountText({ standard: 50, bpc: 50 })).toBe('0.5% off')
  expect(discountText({ standard: 0, bpc: 300 })).toBe('3% off with a BPC')
  expect(discountText({ standard: 0, bpc: 0 })).toBeNull()
})
