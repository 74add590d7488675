import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { BPC_PRICE_KOBO, DAILY_LIMIT_MAX_KOBO } from '#contract/constants.ts'
import { FIRST_LIMITS } from '#contract/daily-limits.ts'
import { formatNaira } from '#contract/money.ts'
import type { PriceList } from '#contract/prices.ts'
import { limitWith } from '#server/payments/limits/daily-limit.ts'
import { startWithBuyer } from '#tests/support/buyer.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import type { TestJara } from '#tests/support/jara.ts'
import { fundingOf, ledgerSum } from '#tests/support/money-in.ts'
import type { Person } from '#tests/support/person.ts'
import { airtime, boughtBy, buyByTransfer, codesOf, giveBack, payInto, phoneOf } from '#tests/support/purchases.ts'

const SECOND_MS = 1_000
const LIMIT_KOBO = 50_000_000n

it('the daily limit rises with each code held and never beyond its end', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000 }), (codes) => {
      const limit = limitWith(FIRST_LIMITS, codes)
      const rises =
        codes < 9 ? limitWith(FIRST_LIMITS, codes + 1) === limit + LIMIT_KOBO : limit === DAILY_LIMIT_MAX_KOBO
      return rises && limit >= LIMIT_KOBO && limit <= DAILY_LIMIT_MAX_KOBO
    }),
  )
})

describe.each(featureDatabases)('money out in one day on %s', (kind) => {
  let jara: TestJara
  let ada: Person
  let starter: string

  beforeEach(async () => {
    ;({ jara, ada } = await startWithBuyer(kind))
    await addMoney(600_000_000n)
    starter = (await codesOf(ada)).find((code) => code.kind === 'starter')?.code ?? ''
  })
  afterEach(() => jara.close())

  async function addMoney(amountKobo: bigint): Promise<void> {
    const { account } = await fundingOf(ada)
    await jara.sandbox.payIn({ accountNumber: account?.accountNumber ?? '', amountKobo: amountKobo.toString() })
    await jara.pass(2 * SECOND_MS)
  }
  async function hold(codes: number): Promise<void> {
    for (let n = 0; n < codes; n++) {
      await payInto(jara, await buyByTransfer(jara, ada))
      await jara.pass(2 * SECOND_MS)
    }
  }
  const send = (amountKobo: bigint) => ada.withdraw(amountKobo, { bpcCode: starter })
  const refusal = async (body: unknown) => {
    const answer = await ada.call('POST', '/api/quotes', body)
    return [answer.status, answer.body.error?.code]
  }
  const wallet = async () => {
    const { spentTodayKobo, dailyLimitKobo: limit, heldKobo } = await ada.wallet()
    return { spent: BigInt(spentTodayKobo), limit: BigInt(limit), heldKobo }
  }
  const LIMIT = [409, 'limit.daily']

  it.each([
    [0, 50_000_000n],
    [1, 100_000_000n],
    [9, 500_000_000n],
    [12, 500_000_000n],
  ])('with %i codes held ends at exactly %i kobo', async (codes, limit) => {
    await hold(codes)
    expect(await wallet()).toMatchObject({ spent: 0n, limit })
    await send(limit - 20_000n)
    expect(await refusal({ ...airtime({ amountKobo: '20001', bpcCode: starter }), network: 'mtn' })).toEqual([
      201,
      undefined,
    ])
    const body = { kind: 'withdrawal', bankCode: '044', accountNumber: '0123456784', bpcCode: starter }
    expect(await refusal({ ...body, amountKobo: '20001' })).toEqual(LIMIT)
    await send(20_000n)
    expect(await wallet()).toMatchObject({ spent: limit, limit })
    expect(await refusal({ ...body, amountKobo: '10000' })).toEqual(LIMIT)
    expect(await refusal(airtime({ amountKobo: '5000' }))).toEqual(LIMIT)
    expect(await refusal({ kind: 'bpc', fullName: 'Ada Obi', email: ada.email, payWith: 'wallet' })).toEqual(LIMIT)
    // A purchase by bank transfer takes nothing from the wallet.
    expect(await refusal({ kind: 'bpc', fullName: 'Ada Obi', email: ada.email, payWith: 'transfer' })).toEqual([
      201,
      undefined,
    ])
  })

  it('counts airtime with its price, not with its face value', async () => {
    await send(LIMIT_KOBO - 99_000n)
    const order = await ada.buy(airtime({ bpcCode: starter }))
    expect(order.totalKobo).toBe('99000')
    expect(await wallet()).toMatchObject({ spent: LIMIT_KOBO })
    await jara.pass(5 * SECOND_MS)
  })

  it('refuses airtime whose price is one kobo too much', async () => {
    await send(LIMIT_KOBO - 98_999n)
    expect(await refusal(airtime({ bpcCode: starter }))).toEqual(LIMIT)
  })

  it('counts a BPC from the wallet, which then raises the limit', async () => {
    await send(LIMIT_KOBO - BPC_PRICE_KOBO)
    await ada.buyBpc('wallet')
    expect(await wallet()).toMatchObject({ spent: LIMIT_KOBO, limit: 2n * LIMIT_KOBO })
    await send(LIMIT_KOBO)
    expect(await refusal(airtime({ amountKobo: '5000' }))).toEqual(LIMIT)
  })

  it('refuses a BPC from the wallet that is one kobo too much, although it would raise the limit', async () => {
    await send(LIMIT_KOBO - BPC_PRICE_KOBO + 1n)
    expect(await refusal({ kind: 'bpc', fullName: 'Ada Obi', email: ada.email, payWith: 'wallet' })).toEqual(LIMIT)
  })

  it('a code given back lowers the limit at once, also for what was quoted before', async () => {
    await hold(1)
    const quote = await ada.quote(LIMIT_KOBO + 10_000n, { bpcCode: starter })
    const [code] = await boughtBy(ada)
    expect((await giveBack(ada, code?.id ?? null)).status).toBe(200)
    const answer = await ada.approve(quote)
    expect([answer.status, answer.body.error.code]).toEqual(LIMIT)
    expect(await wallet()).toMatchObject({ spent: 0n, limit: LIMIT_KOBO, heldKobo: '0' })
    await send(LIMIT_KOBO)
  })

  it('takes one of fifty that each ask for all that is left, of whatever kind', async () => {
    await send(LIMIT_KOBO - 990_000n)
    const quotes = []
    for (let n = 0; n < 25; n++) {
      quotes.push(await ada.quote(990_000n, { bpcCode: starter }))
      quotes.push(await ada.quoteOf(airtime({ phone: phoneOf(n), amountKobo: '1000000', bpcCode: starter })))
    }
    const answers = await Promise.all(quotes.map((quote) => ada.approve(quote)))
    expect(answers.filter((each) => each.status === 201)).toHaveLength(1)
    const codes = answers.filter((each) => each.status !== 201).map((each) => each.body.error.code)
    expect(new Set(codes)).toEqual(new Set(['limit.daily']))
    expect(await wallet()).toMatchObject({ spent: LIMIT_KOBO })
    await jara.pass(5 * SECOND_MS)
  })

  it('resets at midnight in Lagos, not a millisecond before', async () => {
    jara.clock.set(new Date('2026-11-21T22:59:59.999Z'))
    await ada.unlock()
    await send(LIMIT_KOBO)
    expect(await refusal(airtime({ amountKobo: '5000' }))).toEqual(LIMIT)
    const before = await ada.quote(10_000n).catch((error: unknown) => String(error))
    expect(before).toContain('limit.daily')
    expect((await ada.wallet()).resetsAt).toBe('2026-11-21T23:00:00.000Z')
    jara.clock.advance(1)
    expect(await wallet()).toMatchObject({ spent: 0n, limit: LIMIT_KOBO })
    await send(LIMIT_KOBO)
    expect(await refusal(airtime({ amountKobo: '5000' }))).toEqual(LIMIT)
    await jara.pass(5 * SECOND_MS)
  })

  it('what came back does not count, on whichever day it comes back', async () => {
    await jara.sandbox.fault({ operation: 'transfer', fault: 'decline' })
    await send(LIMIT_KOBO)
    await jara.pass(2 * SECOND_MS)
    expect(await wallet()).toMatchObject({ spent: 0n })
    await send(LIMIT_KOBO)
  })

  it('lets a user who has bought nothing take out all their money, day by day, with the starter code or none', async () => {
    const total = BigInt((await ada.wallet()).availableKobo)
    let left = total
    for (let day = 0; left > 0n; day++) {
      const codes = await codesOf(ada)
      expect(codes.map((code) => code.kind)).toEqual(['starter'])
      // ₦50 fee and ₦50 duty.
      const amount = left > LIMIT_KOBO + 10_000n ? LIMIT_KOBO : left - 10_000n
      await ada.withdraw(amount, day % 2 === 0 ? { bpcCode: starter } : {})
      left -= amount + 10_000n
      await jara.pass(2 * SECOND_MS)
      jara.clock.advance(24 * 60 * 60_000)
      const { email, password, device } = ada
      await ada.call('POST', '/api/sessions', { email, password, device: { publicKey: device.publicKey } })
    }
    expect(await ada.wallet()).toMatchObject({ availableKobo: '0', heldKobo: '0', level: 'basic' })
  })

  it('costs exactly what was shown and signed, whatever the price list', async () => {
    const basisPoints = fc.integer({ min: 0, max: 9_999 })
    const lists = fc.sample(
      fc.record({ discount: basisPoints, commission: basisPoints, amount: fc.integer({ min: 5_000, max: 90_000 }) }),
      {
        numRuns: 40,
        seed: 20_261_121,
      },
    )
    const { prices } = jara.deps.config as { prices: PriceList }
    let spent = 0n
    for (const [n, { discount, commission, amount }] of lists.entries()) {
      const own: PriceList = {
        ...prices,
        discounts: { ...prices.discounts, airtime: { standard: discount, bpc: 0 } },
        commissions: { ...prices.commissions, airtime: { '*': commission } },
      }
      Object.assign(jara.deps.config, { prices: own })
      const quote = await ada.quoteOf(airtime({ phone: phoneOf(n), amountKobo: String(amount) }))
      const total = BigInt(quote.totalKobo)
      const before = await ada.wallet()
      expect((await ada.approve(quote)).status).toBe(201)
      const after = await ada.wallet()
      spent += total
      expect(quote.terms.split('\n')).toEqual(
        expect.arrayContaining([
          `Discount: ${formatNaira(BigInt(quote.discountKobo))}`,
          `You pay: ${formatNaira(total)}`,
          `Balance after: ${formatNaira(BigInt(after.availableKobo))}`,
        ]),
      )
      expect(BigInt(before.availableKobo) - BigInt(after.availableKobo)).toBe(total)
      expect(BigInt(after.heldKobo)).toBe(total)
      expect(BigInt(after.spentTodayKobo)).toBe(spent)
      await jara.settle()
      expect((await ada.wallet()).heldKobo).toBe('0')
    }
    const paid = await Promise.all(
      ['provider:vtpass:float', 'expense:vtpass', 'revenue:commission'].map((each) => ledgerSum(jara.database, each)),
    )
    expect(paid.reduce((sum, each) => sum + each, 0n)).toBe(spent)
  })
})
