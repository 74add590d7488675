import { describe, expect } from 'vitest'
import { deliveredIn, faultBills, moneyOf, UNTOUCHED, withBuyer } from '#tests/support/buyer.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { airtime, BILL_FORMS, phoneOf, purchasesOf } from '#tests/support/purchases.ts'

const SECOND_MS = 1_000

describe.each(featureDatabases)('a purchase on %s', (kind) => {
  const it = withBuyer(kind)

  it('of nothing that is not postpaid or prepaid, and of a meter nobody has, moves no money', async ({ ada }) => {
    const electricity = BILL_FORMS.electricity(3)
    for (const change of [
      { meterType: 'free' },
      { meterNumber: '99123456789' },
      { biller: 'dstv' },
      { meterNumber: '1' },
    ]) {
      const answer = await ada.call('POST', '/api/quotes', { ...electricity, ...change })
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.status).toBeLessThan(500)
    }
    expect(await moneyOf(ada)).toEqual(UNTOUCHED)
  })

  it('of a bundle or plan that the network or biller does not sell names the field, and moves no money', async ({
    ada,
  }) => {
    const [data, tv] = [BILL_FORMS.data(6), BILL_FORMS.tv(6)]
    for (const [body, code, field] of [
      [{ ...data, bundleId: 'mtn-1gb-30days' }, 'bundle.invalid', 'bundleId'],
      [{ ...data, bundleId: 'no-such-bundle' }, 'bundle.invalid', 'bundleId'],
      [{ ...data, network: 'glo' }, 'bundle.invalid', 'bundleId'],
      [{ ...tv, planId: 'dstv-padi' }, 'plan.invalid', 'planId'],
    ] as const) {
      const answer = await ada.call('POST', '/api/quotes', body)
      expect([answer.status, answer.body.error.code, Object.keys(answer.body.error.fields ?? {})]).toEqual([
        400,
        code,
        [field],
      ])
    }
    expect(await moneyOf(ada)).toEqual(UNTOUCHED)
  })

  it('is refused before anything is held while the bills provider does not answer, and the bank is not', async ({
    jara,
    ada,
  }) => {
    await faultBills(jara, '*', 'down', { count: 100_000 })
    for (let look = 0; look < 6; look++) await jara.bills.balance()
    expect(jara.bills.available()).toBe(false)
    for (const body of [airtime(), ...purchasesOf(4)]) {
      const answer = await ada.call('POST', '/api/quotes', body)
      expect([answer.status, answer.body.error.code]).toEqual([503, 'provider.unavailable'])
    }
    expect(await moneyOf(ada)).toEqual(UNTOUCHED)
    expect((await ada.withdraw(150_000n)).state).toBe('held')
    expect((await ada.buyBpc('wallet')).state).toBe('settled')
  })

  it('quoted before the provider went silent is refused at approval, and nothing is held', async ({ jara, ada }) => {
    const quote = await ada.quoteOf(airtime())
    await faultBills(jara, '*', 'down', { count: 100_000 })
    for (let look = 0; look < 6; look++) await jara.bills.balance()
    const answer = await ada.approve(quote)
    expect([answer.status, answer.body.error.code]).toEqual([503, 'provider.unavailable'])
    expect(await moneyOf(ada)).toEqual(UNTOUCHED)
  })

  it('approved a hundred times at once is one order and one delivery', async ({ jara, ada }) => {
    const quote = await ada.quoteOf(airtime())
    const answers = await Promise.all(Array.from({ length: 100 }, () => ada.approve(quote)))
    expect(answers.filter((each) => each.status === 201)).toHaveLength(1)
    expect(new Set(answers.map((each) => each.body.order.id)).size).toBe(1)
    await jara.settle()
    expect(await deliveredIn(jara)).toHaveLength(1)
  })

  it('takes no more than there is: of twenty at once that each take all the money one is accepted', async ({
    jara,
    ada,
  }) => {
    await ada.withdraw(19_000_000n)
    const rest = BigInt((await ada.wallet()).availableKobo)
    const amountKobo = String(rest - 100_000n)
    const quotes = []
    for (let n = 0; n < 20; n++) quotes.push(await ada.quoteOf(airtime({ phone: phoneOf(n), amountKobo })))
    const answers = await Promise.all(quotes.map((each) => ada.approve(each)))
    expect(answers.filter((each) => each.status === 201)).toHaveLength(1)
    expect(new Set(answers.filter((each) => each.status !== 201).map((each) => each.body.error.code))).toEqual(
      new Set(['funds.insufficient']),
    )
    await jara.pass(5 * SECOND_MS)
  })

  it('runs under the prices of the oldest code held, and a returned code brings an approval nothing', async ({
    ada,
  }) => {
    const standard = await ada.quoteOf(airtime())
    expect(standard).toMatchObject({ priceList: 'standard', discountKobo: '1000' })
    const code = await ada.buyBpc('wallet')
    const better = await ada.quoteOf(airtime())
    expect(better).toMatchObject({ priceList: 'bpc', discountKobo: '2500' })
    expect((await ada.call('POST', `/api/bpc/${code.boughtBpcId}/return`)).status).toBe(200)
    const answer = await ada.approve(better)
    expect([answer.status, answer.body.error.code]).toEqual([410, 'quote.expired'])
    expect(await moneyOf(ada)).toEqual(UNTOUCHED)
    expect((await ada.approve(standard)).status).toBe(201)
  })
})
