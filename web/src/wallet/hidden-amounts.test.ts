import { expect, test } from 'vitest'
import { withoutAmounts } from './hidden-amounts.ts'

test.each([
  ['₦1,500.00', '₦ ••••••'],
  ['-₦5,010.00', '-₦ ••••••'],
  ['with ₦10 fee and ₦50 stamp duty', 'with ₦ •••••• fee and ₦ •••••• stamp duty'],
  ['You sent ₦20,000 to Danjuma Danladi.', 'You sent ₦ •••••• to Danjuma Danladi.'],
  ['1GB, 30 days, 0803 123 4567', '1GB, 30 days, 0803 123 4567'],
])('%s becomes %s', (text, shown) => {
  expect(withoutAmounts(text)).toBe(shown)
})
