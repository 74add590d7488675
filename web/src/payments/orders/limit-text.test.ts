import { describe, expect, test } from 'vitest'
import { DEFAULT_PRICES, stampDutyKobo } from '#contract/constants.ts'
import { transferFeeKobo } from '#contract/prices.ts'
import { type LimitsOf, limitText, mostWithFees } from './limit-text.ts'

const bandsOf = (list: 'standard' | 'bpc') =>
  DEFAULT_PRICES.transferFees[list].map(({ upToKobo, feeKobo }) => ({
    upToKobo: upToKobo.toString(),
    feeKobo: feeKobo.toString(),
  }))
const WALLET = {
  availableKobo: '20000000',
  spentTodayKobo: '0',
  dailyLimitKobo: '50000000',
  ownLimit: null,
  newLimit: null,
}
const AIRTIME = { wallet: WALLET, minKobo: 5_000n, maxKobo: 5_000_000n, costs: 'discount' } satisfies LimitsOf
const TRANSFER = {
  wallet: WALLET,
  minKobo: 10_000n,
  maxKobo: 500_000_000n,
  costs: { fees: bandsOf('standard') },
} satisfies LimitsOf

const withWallet = (of: LimitsOf, wallet: Partial<typeof WALLET> | { newLimit: { leftKobo: string; until: string } }) =>
  limitText({ ...of, wallet: { ...WALLET, ...wallet } })

describe('the hint under an amount', () => {
  test('is the limit of one payment while nothing is lower', () => {
    expect(limitText(AIRTIME)).toBe('₦50 to ₦50,000 per payment')
    expect(withWallet(AIRTIME, { availableKobo: '5000000' })).toBe('₦50 to ₦50,000 per payment')
  })

  test('is the balance when that is lower, of what is paid', () => {
    expect(withWallet(AIRTIME, { availableKobo: '4999999' })).toBe('Up to ₦49,999.99 after discount: your balance')
    expect(limitText({ ...AIRTIME, wallet: { ...WALLET, availableKobo: '320000' }, costs: 'none' })).toBe(
      'Up to ₦3,200: your balance',
    )
  })

  test('of a transfer leaves room for its fee and duty', () => {
    expect(limitText(TRANSFER)).toBe('Up to ₦199,900: your balance after fees')
    expect(limitText({ ...TRANSFER, costs: { fees: bandsOf('bpc') } })).toBe('Up to ₦199,950: your balance after fees')
    expect(limitText({ ...TRANSFER, costs: { fees: null } })).toBe('Up to ₦200,000 with fees: your balance')
    expect(
      limitText({ ...TRANSFER, wallet: { ...WALLET, availableKobo: '320000' }, costs: { fees: bandsOf('bpc') } }),
    ).toBe('Up to ₦3,200: your balance')
  })

  test('is what is left of the day when that is lower, and changes with it', () => {
    expect(withWallet(TRANSFER, { spentTodayKobo: '48800000' })).toBe('Up to ₦12,000: the rest of today’s limit')
    expect(withWallet(TRANSFER, { spentTodayKobo: '48800050' })).toBe('Up to ₦11,999.50: the rest of today’s limit')
    expect(withWallet(AIRTIME, { spentTodayKobo: '48800000' })).toBe(
      'Up to ₦12,000 after discount: the rest of today’s limit',
    )
  })

  test('names the limit that was set for this customer alone', () => {
    const ownLimit = 'Your limit is ₦120 a day. We set it on 26 November 2026. Contact support.'
    expect(limitText({ ...TRANSFER, wallet: { ...WALLET, dailyLimitKobo: '12000', ownLimit } })).toBe(
      `Up to ₦120: the rest of today’s limit. ${ownLimit}`,
    )
    expect(limitText({ ...TRANSFER, wallet: { ...WALLET, dailyLimitKobo: '5000', ownLimit } })).toBe(
      `₦50 of today’s limit is left. ${ownLimit} The least is ₦100.`,
    )
  })

  test('is the limit of what is new, until when, when that is lower', () => {
    const newLimit = { leftKobo: '1850000', until: '2026-11-26T13:05:00.000Z' }
    expect(withWallet(TRANSFER, { newLimit })).toMatch(
      /^Up to ₦18,500 until .*14:05.*: your account, device, PIN or password is new$/,
    )
  })

  test('says what is left where it is too little for any payment', () => {
    expect(withWallet(AIRTIME, { availableKobo: '3000' })).toBe('Your balance is ₦30. The least is ₦50.')
    expect(withWallet(TRANSFER, { availableKobo: '10500' })).toBe(
      'Your balance is ₦105, and fees come off it. The least is ₦100.',
    )
    // A returned BPC may leave less than nothing.
    expect(withWallet(AIRTIME, { spentTodayKobo: '60000000' })).toBe('₦0 of today’s limit is left. The least is ₦50.')
  })

  test('names no balance and no day that is not known, or old', () => {
    expect(limitText({ ...TRANSFER, wallet: undefined })).toBe('₦100 to ₦5,000,000 per payment')
  })
})

describe('the most a balance can send', () => {
  const totalOf = (amount: bigint, list: 'standard' | 'bpc') =>
    amount + transferFeeKobo(DEFAULT_PRICES, amount, list) + stampDutyKobo(amount)

  test.each(['standard', 'bpc'] as const)(
    'is enough with the fees the server takes, and one kobo more is not: %s',
    (list) => {
      for (const near of [
        0n,
        1_000n,
        500_000n,
        501_000n,
        999_999n,
        1_002_500n,
        1_007_500n,
        5_000_000n,
        5_007_500n,
        20_000_000n,
      ])
        for (let step = -6_000n; step <= 6_000n; step += 499n) {
          const available = near + step < 0n ? 0n : near + step
          const most = mostWithFees(available, bandsOf(list))
          expect(most === 0n || totalOf(most, list) <= available).toBe(true)
          expect(totalOf(most + 1n, list)).toBeGreaterThan(available)
        }
    },
  )
})
