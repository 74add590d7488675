import { expect, test } from 'vitest'
import { DEFAULT_PRICES } from '#contract/constants.ts'
import { parsePriceList, priceListJson } from '#server/platform/config/prices.ts'
import { pricesFromTexts, textsOfPrices } from './price-texts.ts'

const LIST = priceListJson(DEFAULT_PRICES)

test('a list survives the form unchanged, to the kobo and the hundredth of a percent', () => {
  expect(parsePriceList(pricesFromTexts(textsOfPrices(LIST)))).toEqual(DEFAULT_PRICES)
})

test.each([
  ['2.5', 250],
  ['0.05', 5],
  ['12', 1_200],
  ['0', 0],
])('%s percent is %i hundredths', (share, points) => {
  const texts = textsOfPrices(LIST).map((each) => (each.path.join() === 'discounts,tv,bpc' ? { ...each, share } : each))
  expect(parsePriceList(pricesFromTexts(texts)).discounts.tv.bpc).toBe(points)
})

test.each(['', '1,5', '1.555', 'abc', '-1', '100', '1e1'])('%j is not a share, and the server refuses it', (share) => {
  const texts = textsOfPrices(LIST).map((each) => (each.path.join() === 'discounts,tv,bpc' ? { ...each, share } : each))
  expect(() => parsePriceList(pricesFromTexts(texts))).toThrow('discounts.tv.bpc')
})
