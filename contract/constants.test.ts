import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { STAMP_DUTY_KOBO, stampDutyKobo, transferFeeKobo, WITHDRAWAL_MAX_KOBO } from './constants.ts'
import { naira } from './money.ts'

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
    expect(transferFeeKobo(amountKobo, false)).toBe(naira(feeNaira))
  })

  it('is nothing while a bought BPC is held, whatever the amount', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: WITHDRAWAL_MAX_KOBO }), (amount) => transferFeeKobo(amount, true) === 0n),
    )
  })

  it('never falls as the amount rises', () => {
    const amounts = fc.bigInt({ min: 1n, max: WITHDRAWAL_MAX_KOBO })
    fc.assert(
      fc.property(amounts, amounts, (one, other) => {
        const [less, more] = one < other ? [one, other] : [other, one]
        return transferFeeKobo(less, false) <= transferFeeKobo(more, false)
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
