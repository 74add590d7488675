import { expect, test } from 'vitest'
import { DEFAULT_PRICES } from '#contract/constants.ts'
import { shownPrices } from './shown-prices.ts'

test('shows the discounts of the price list', () => {
  expect(shownPrices(DEFAULT_PRICES).discounts).toEqual(DEFAULT_PRICES.discounts)
})

test('shows no more than the network with the least commission gets', () => {
  const commissions = { ...DEFAULT_PRICES.commissions, airtime: { mtn: 120, '*': 400 } }
  expect(shownPrices({ ...DEFAULT_PRICES, commissions }).discounts.airtime).toEqual({ standard: 100, bpc: 120 })
})

test('shows no discount for what has no commission, also when it is not listed', () => {
  const commissions = { ...DEFAULT_PRICES.commissions, data: { mtn: 300 }, tv: { dstv: 300 } }
  const { discounts } = shownPrices({ ...DEFAULT_PRICES, commissions })
  expect([discounts.data, discounts.tv]).toEqual([
    { standard: 0, bpc: 0 },
    { standard: 0, bpc: 0 },
  ])
})
