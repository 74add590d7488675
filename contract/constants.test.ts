import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEFAULT_PRICES, STAMP_DUTY_KOBO, stampDutyKobo, WITHDRAWAL_MAX_KOBO } from './constants.ts'
import { naira } from './money.ts'
import { type PriceListName, transferFeeKobo } from './prices.ts'

const fee = (amountKobo: bigint, list: PriceListName) => transferFeeKobo(DEFAULT_PRICES, amountKobo, list)

const oneKobo = 1n

describe('the transfer fee', () => {
  it.each([
    ['the smallest amount', oneKobo, 10],
    ['the end of the first band', naira(5_000), 10],
    ['one kobo above it', naira(5_000) + oneKobo, 25],
    ['the end of the second band', naira(50_000), 25],
    ['one kobo above that', naira(50_000) + oneKobo, 50],
    ['the largest amount', WITHDRAWAL_MAX_KOBO, 50],
  ])('of %s', (_, amountKobo, feeNaira) => {
    expect(fee(amountKobo, 'standard')).toBe(naira(feeNaira))
  })

  it('is nothing under a bought BPC, whatever the amount', () => {
    fc.assert(fc.property(fc.bigInt({ min: 1n, max: WITHDRAWAL_MAX_KOBO }), (amount) => fee(amount, 'bpc') === 0n))
  })

  it('never falls as the amount rises', () => {
    const amounts = fc.bigInt({ min: 1n, max: WITHDRAWAL_MAX_KOBO })
    fc.assert(
      fc.property(amounts, amounts, (one, other) => {
        const [less, more] = one < other ? [one, other] : [other, one]
        return fee(less, 'standard') <= fee(more, 'standard')
      }),
    )
  })
})

describe('the stamp duty', () => {
  it('starts at exactly ten thousand naira', () => {
    expect(stampDutyKobo(naira(10_000) - oneKobo)).toBe(0n)
    expect(stampDutyKobo(naira(10_000))).toBe(STAMP_DUTY_KOBO)
  })

  it('is the same fifty naira however large the amount', () => {
    expect(stampDutyKobo(WITHDRAWAL_MAX_KOBO)).toBe(naira(50))
  })
})
