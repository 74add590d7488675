import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEFAULT_PRICES, stampDutyKobo } from './constants.ts'
import { type BillKind, billKind } from './kinds/kinds.ts'
import { AMOUNT_MAX_KOBO, kobo } from './money.ts'
import { commissionOf, type PriceList, type PriceListName, priceOf, transferFeeKobo } from './prices.ts'

const PRODUCTS = billKind.options
const LISTS: readonly PriceListName[] = ['standard', 'bpc']
const SERVICES = ['mtn', 'glo', 'ikeja-electric', 'gotv', '*', 'constructor', '__proto__', 'toString']

const amount = fc.oneof(
  fc.bigInt({ min: 1n, max: AMOUNT_MAX_KOBO }),
  fc.bigInt({ min: 1n, max: 10_000n }),
  fc.constantFrom(1n, AMOUNT_MAX_KOBO - 1n, AMOUNT_MAX_KOBO),
)
const basisPoints = fc.oneof(fc.integer({ min: 0, max: 10_000 }), fc.constantFrom(0, 1, 9_999, 10_000))
const byList = fc.record({ standard: basisPoints, bpc: basisPoints })
const services = fc.dictionary(fc.constantFrom('mtn', 'glo', 'ikeja-electric', 'gotv', '*'), basisPoints)
const bands = fc
  .uniqueArray(fc.bigInt({ min: 1n, max: AMOUNT_MAX_KOBO }), { minLength: 1, maxLength: 5 })
  .chain((ends) =>
    fc.tuple(
      ...ends
        .toSorted((one, other) => (one < other ? -1 : 1))
        .map((upToKobo) =>
          fc
            .bigInt({ min: 0n, max: 1_000_000n })
            .map((feeKobo) => ({ upToKobo: kobo(upToKobo), feeKobo: kobo(feeKobo) })),
        ),
    ),
  )
const ofEach = <Value>(value: fc.Arbitrary<Value>) =>
  fc.record(Object.fromEntries(PRODUCTS.map((kind) => [kind, value])) as Record<BillKind, fc.Arbitrary<Value>>)
const priceList: fc.Arbitrary<PriceList> = fc.record({
  discounts: ofEach(byList),
  commissions: ofEach(services),
  transferFees: fc.record({ standard: bands, bpc: bands }),
})
const asked = fc.record({
  product: fc.constantFrom(...PRODUCTS),
  service: fc.constantFrom(...SERVICES),
  amountKobo: amount,
  list: fc.constantFrom(...LISTS),
})

/** A share worked out another way: the largest whole number of kobo that is not more than it. */
const isShareRoundedDown = (part: bigint, whole: bigint, points: number) =>
  part * 10_000n <= whole * BigInt(points) && (part + 1n) * 10_000n > whole * BigInt(points)

describe('the price of a purchase, whatever the price list', () => {
  const everyPrice = (claim: (price: ReturnType<typeof priceOf>, of: { amountKobo: bigint }) => boolean) =>
    fc.assert(
      fc.property(priceList, asked, (prices, of) => claim(priceOf(prices, of), of)),
      { numRuns: 5_000 },
    )

  it('is face value less discount, to the kobo, and neither is below zero', () => {
    everyPrice(
      ({ discountKobo, priceKobo }, { amountKobo }) =>
        discountKobo + priceKobo === amountKobo && discountKobo >= 0n && priceKobo >= 0n,
    )
  })

  it('is never below what the provider takes', () => {
    everyPrice(({ priceKobo, costKobo }) => priceKobo >= costKobo && costKobo >= 0n)
  })

  it('gives no more discount than the commission, and no less than either rounded down', () => {
    fc.assert(
      fc.property(priceList, asked, (prices, of) => {
        const { discountKobo, costKobo } = priceOf(prices, of)
        const commission = commissionOf(prices, of.product, of.service)
        const wished = prices.discounts[of.product][of.list]
        expect(isShareRoundedDown(of.amountKobo - costKobo, of.amountKobo, commission)).toBe(true)
        expect(isShareRoundedDown(discountKobo, of.amountKobo, Math.min(commission, wished))).toBe(true)
      }),
      { numRuns: 5_000 },
    )
  })

  it('rises with the face value or stays, and never falls', () => {
    fc.assert(
      fc.property(priceList, asked, (prices, of) => {
        fc.pre(of.amountKobo < AMOUNT_MAX_KOBO)
        const more = priceOf(prices, { ...of, amountKobo: of.amountKobo + 1n })
        return more.priceKobo >= priceOf(prices, of).priceKobo
      }),
      { numRuns: 5_000 },
    )
  })

  it('is whole kobo and adds up for every amount of 1 to 10,000 kobo, in each list and of each product', () => {
    for (let amountKobo = 1n; amountKobo <= 10_000n; amountKobo++) {
      for (const product of PRODUCTS) {
        for (const list of LISTS) {
          const price = priceOf(DEFAULT_PRICES, { product, service: 'mtn', amountKobo, list })
          const { discountKobo, priceKobo, costKobo } = price
          const adds = discountKobo >= 0n && priceKobo + discountKobo === amountKobo && priceKobo >= costKobo
          if (!adds) throw new Error(`${product} ${list} ${amountKobo}: ${discountKobo} ${priceKobo} ${costKobo}`)
        }
      }
      const fees = LISTS.map((list) => transferFeeKobo(DEFAULT_PRICES, amountKobo, list))
      const debits = fees.map((feeKobo) => amountKobo + feeKobo + stampDutyKobo(kobo(amountKobo)))
      expect(debits.every((debit) => debit >= amountKobo)).toBe(true)
    }
  })

  it('takes the commission of the service, else of all others, else none: never that of a name of the language', () => {
    const prices = { ...DEFAULT_PRICES, commissions: { ...DEFAULT_PRICES.commissions, tv: { gotv: 200 } } }
    expect(commissionOf(prices, 'tv', 'gotv')).toBe(200)
    expect(commissionOf(prices, 'tv', 'dstv')).toBe(0)
    expect(commissionOf(prices, 'electricity', 'ikeja-electric')).toBe(150)
    for (const service of ['constructor', '__proto__', 'toString']) expect(commissionOf(prices, 'tv', service)).toBe(0)
  })
})

describe('the default price list', () => {
  it.each([
    ['airtime', 'mtn', 10_000n, 9_900n, 9_750n],
    ['airtime', 'glo', 5_050n, 5_000n, 4_924n],
    ['data', 'airtel', 50_000n, 49_250n, 48_500n],
    ['data', 'mtn', 50_000n, 49_250n, 48_500n],
    ['electricity', 'eko-electric', 100_001n, 99_501n, 99_001n],
    ['tv', 'gotv', 190_000n, 189_050n, 188_100n],
    ['airtime', 'nobody', 10_000n, 10_000n, 10_000n],
  ] as const)(
    'sells %s of %s with %i kobo for %i, and for %i with a BPC',
    (product, service, amountKobo, standard, bpc) => {
      const price = (list: PriceListName) => priceOf(DEFAULT_PRICES, { product, service, amountKobo, list }).priceKobo
      expect([price('standard'), price('bpc')]).toEqual([standard, bpc])
    },
  )

  it('never charges a BPC holder more', () => {
    fc.assert(
      fc.property(asked, (of) => {
        const price = (list: PriceListName) => priceOf(DEFAULT_PRICES, { ...of, list }).priceKobo
        return price('bpc') <= price('standard')
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('the fee of a transfer, whatever the bands', () => {
  it('is that of the first band that is not exceeded, and of the last beyond all of them', () => {
    fc.assert(
      fc.property(priceList, amount, fc.constantFrom(...LISTS), (prices, amountKobo, list) => {
        const found = prices.transferFees[list]
        const band = found.filter((each) => each.upToKobo >= amountKobo)[0] ?? found[found.length - 1]
        return transferFeeKobo(prices, amountKobo, list) === band?.feeKobo
      }),
      { numRuns: 5_000 },
    )
  })
})
