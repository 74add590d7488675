import { describe, expect, it } from 'vitest'
import type { ListedPrices, SettingsAnswer } from '#contract/console/settings.ts'
import { DEFAULT_PRICES } from '#contract/constants.ts'
import type { Installation } from '#contract/installation.ts'
import type { PriceList } from '#contract/prices.ts'
import { DAY_MS, nextLagosMidnight } from '#contract/time.ts'
import { readRequest } from '#server/identity/operators/requests.ts'
import { sayLastWeek } from '#server/installation/settings/last-week.ts'
import { setPrices } from '#server/installation/settings/operate-prices.ts'
import { linesOf, priceChanges } from '#server/installation/settings/price-lines.ts'
import { type PriceListJson, priceListJson } from '#server/platform/config/prices.ts'
import { atConsole, type ConsolePerson } from '#tests/support/console.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import type { Person } from '#tests/support/person.ts'
import { productForEach } from '#tests/support/product-for-each.ts'
import { confirmPath, lookAtRequest, messageOf, proposeAt, signShown } from '#tests/support/proposals.ts'
import { airtime } from '#tests/support/purchases.ts'

const HOUR_MS = 60 * 60_000
const FIRST = priceListJson(DEFAULT_PRICES)
/** Airtime at 3% off, and transfers for ₦20. */
const CHEAPER: PriceListJson = {
  ...FIRST,
  discounts: { ...FIRST.discounts, airtime: { standard: 300, bpc: 300 } },
  transferFees: { ...FIRST.transferFees, standard: [{ upToKobo: '500000000', feeKobo: '2000' }] },
}
const body = (list: object, from = '') => ({ list: JSON.stringify(list), from })

describe.each(featureDatabases)('prices, on %s', (kind) => {
  let jara: TestJara
  let buyer: Person
  let ada: ConsolePerson
  let bayo: ConsolePerson

  const hasChangedNothing = productForEach(async () => {
    jara = await startJara(kind)
    buyer = await jara.person('Bola Buyer')
    ada = await atConsole(jara, 'Ada Obi')
    bayo = await atConsole(jara, 'Bayo Ade', { role: 'finance', confirmedBy: ada.operator })
    return jara
  })

  const propose = async (list: object, from = '') => await proposeAt(ada, '/api/admin/prices', body(list, from))
  const confirm = async (id: string, by = bayo) =>
    await by.browser.send('POST', confirmPath(id), signShown(await lookAtRequest(by, id), by))
  const set = async (list: object, from = '') => expect((await confirm(await propose(list, from))).statusCode).toBe(204)
  const shown = async () => ((await (await fetch(`${jara.url}/api/installation`)).json()) as Installation).prices
  const settings = async ({ browser }: ConsolePerson) =>
    (await browser.send('GET', '/api/admin/settings')).json<SettingsAnswer>()

  it('are those of the environment until two operators, who both read each change, set others', async () => {
    expect((await shown()).discounts.airtime).toEqual({ standard: 100, bpc: 250 })
    const id = await propose(CHEAPER)
    const lines = (await lookAtRequest(bayo, id)).terms.split('\n')
    for (const line of [
      'Discount on airtime, standard: 1% → 3%',
      'Discount on airtime, with a BPC: 2.5% → 3%',
      'Transfer fee up to ₦5,000, standard: ₦10 → no such step',
      'Transfer fee up to ₦5,000,000, standard: ₦50 → ₦20',
      'It begins when it is confirmed. Existing quotes keep their terms.',
      'No order affected by these prices was paid in the seven days before today.',
    ])
      expect(lines).toContain(line)
    expect(lines.filter((line) => line.startsWith('Discount'))).toHaveLength(2)
    const before = await buyer.quoteOf(airtime())
    expect((await confirm(id)).statusCode).toBe(204)
    expect((await shown()).discounts.airtime).toEqual({ standard: 300, bpc: 300 })
    expect((await buyer.quoteOf(airtime())).totalKobo).toBe('97000')
    expect((await buyer.quote(100_000n)).feeKobo).toBe('2000')
    const { prices } = await settings(ada)
    expect(prices.map(({ number, state }) => [number, state])).toEqual([
      [1, 'in force'],
      [0, 'past'],
    ])
    expect(before.totalKobo).toBe('99000')
  })

  it('leave existing quotes unchanged: those are approved, charged and settled by their own terms', async () => {
    const [bill, transfer] = [await buyer.quoteOf(airtime()), await buyer.quote(100_000n)]
    await set(CHEAPER)
    const { body: bought } = (await buyer.approve(bill)) as { body: { order: { id: string; totalKobo: string } } }
    const { body: sent } = (await buyer.approve(transfer)) as { body: { order: { id: string; feeKobo: string } } }
    expect([bought.order.totalKobo, sent.order.feeKobo]).toEqual(['99000', '1000'])
    await jara.pass(60_000)
    for (const { id } of [bought.order, sent.order]) expect((await buyer.order(id)).state).toBe('settled')
  })

  it('show to the kobo what the last seven whole days would have cost', async () => {
    for (const amountKobo of ['100000', '100050']) await buyer.buy(airtime({ amountKobo }))
    await buyer.withdraw(100_000n)
    await jara.pass(60_000)
    const today = (await lookAtRequest(bayo, await propose(CHEAPER))).terms
    expect(today).toContain('No order affected by these prices was paid in the seven days before today.')
    jara.clock.advance(nextLagosMidnight(jara.clock.now()).getTime() - jara.clock.now().getTime())
    for (const each of [ada, bayo]) await each.browser.signIn(each.authenticator)
    const { terms } = await lookAtRequest(bayo, await propose(CHEAPER))
    // 3% of 1,000.50 is 30.015; we keep the fraction of a kobo.
    for (const line of [
      'airtime, 2 orders: ₦1,940.49 instead of ₦1,980.50, ₦40.01 less',
      'bank transfers, one order: ₦1,020.00 instead of ₦1,010.00, ₦10.00 more',
      'in total, 3 orders: ₦2,960.49 instead of ₦2,990.50, ₦30.01 less',
    ])
      expect(terms.split('\n')).toContain(line)
    const later = (days: number) => new Date(jara.clock.now().getTime() + days * DAY_MS)
    expect(await sayLastWeek(jara.database, DEFAULT_PRICES, later(6))).toContain(
      'in total, 3 orders: ₦2,990.50 instead of ₦2,990.50, the same',
    )
    expect(await sayLastWeek(jara.database, DEFAULT_PRICES, later(7))).toHaveLength(1)
  })

  it('name networks as customers know them', () => {
    expect(linesOf(DEFAULT_PRICES)).toContainEqual({
      key: 'commission airtime mtn',
      what: 'Commission on airtime, MTN (mtn)',
      price: '3%',
    })
  })

  it('differ by kind and service, never by the words for them', () => {
    const listWith = (airtime: Record<string, number>): PriceList => ({
      ...DEFAULT_PRICES,
      commissions: { ...DEFAULT_PRICES.commissions, airtime },
    })
    const before = listWith({ mtn: 300, glo: 400 })
    expect(priceChanges(before, listWith({ mtn: 100, glo: 400, MTN: 300 }))).toEqual([
      'Commission on airtime, MTN (mtn): 3% → 1%',
      'Commission on airtime, MTN: as all others → 3%',
    ])
    expect(priceChanges(before, listWith({ glo: 400 }))).toEqual([
      'Commission on airtime, MTN (mtn): 3% → as all others',
    ])
    expect(() => priceChanges(before, listWith({ mtn: 1, glo: 400, 'MTN (mtn)': 300 }))).toThrow('read alike')
  })

  it('that begin later are charged from then on', async () => {
    const start = new Date(jara.clock.now().getTime() + 2 * HOUR_MS)
    start.setUTCSeconds(0, 0)
    await set(CHEAPER, new Date(start.getTime() + HOUR_MS).toISOString().slice(0, 16))
    expect((await settings(bayo)).prices[0]?.state).toBe('to come')
    expect((await shown()).discounts.airtime.standard).toBe(100)
    jara.clock.advance(start.getTime() - jara.clock.now().getTime())
    expect((await shown()).discounts.airtime.standard).toBe(300)
  })

  it('void a proposal if they changed meanwhile, and only one of two at once is set', async () => {
    const other: ListedPrices = { ...CHEAPER, transferFees: FIRST.transferFees }
    const ids = [await propose(CHEAPER), await propose(other)]
    const requests = await Promise.all(ids.map((id) => readRequest(jara.deps, id, ['set-prices'])))
    const set = requests.map((request) => setPrices(jara.deps, { request, by: bayo.operator }))
    const outcomes = await Promise.allSettled(set)
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const refused = outcomes.find((each) => each.status === 'rejected')?.reason as Error
    expect(refused.message).toBe('the prices have changed since this was requested: look at them, and ask again')
    const late = ids[outcomes.findIndex(({ status }) => status === 'rejected')] ?? ''
    const looked = await bayo.browser.send('POST', `${confirmPath(late)}/options`)
    expect(messageOf(looked)).toBe('The prices have changed since this was requested: look at them, and ask again.')
    expect((await settings(ada)).prices).toHaveLength(2)
  })

  it.each<[string, unknown, string]>([
    ['no JSON', '{', 'The price list is not JSON.'],
    ['a list without fees', { ...FIRST, transferFees: undefined }, 'TransferFees: '],
    [
      'a free product',
      { ...FIRST, discounts: { ...FIRST.discounts, tv: { standard: 10_000, bpc: 0 } } },
      'discounts.tv',
    ],
    [
      'a fee that is a fraction',
      { ...FIRST, transferFees: { ...FIRST.transferFees, bpc: [{ upToKobo: '1.5', feeKobo: '0' }] } },
      'whole kobo',
    ],
    [
      'a negative fee',
      { ...FIRST, transferFees: { ...FIRST.transferFees, bpc: [{ upToKobo: '5', feeKobo: '-1' }] } },
      'whole kobo',
    ],
    [
      'bands in disorder',
      {
        ...FIRST,
        transferFees: {
          ...FIRST.transferFees,
          bpc: [
            { upToKobo: '5', feeKobo: '0' },
            { upToKobo: '4', feeKobo: '0' },
          ],
        },
      },
      'from the lowest',
    ],
    [
      'a service with bidi marks',
      { ...FIRST, commissions: { ...FIRST.commissions, tv: { 'go\u202etv': 1 } } },
      'The name of a service has only letters',
    ],
    [
      'a made-up service that reads like a network',
      { ...FIRST, commissions: { ...FIRST.commissions, airtime: { ...FIRST.commissions.airtime, mtn: 1, MTN: 300 } } },
      'MTN is no service of airtime that we sell: known are mtn, airtel, glo, 9mobile',
    ],
    [
      'a company that no order went through',
      { ...FIRST, commissions: { ...FIRST.commissions, electricity: { '*': 150, 'ikeja-electrik': 9 } } },
      'ikeja-electrik is no service of electricity that we sell: no order of the last days names one',
    ],
    ['an unknown key', { ...FIRST, secret: 1 }, 'secret'],
    ['no change', FIRST, 'Nothing would change.'],
  ])('with %s are refused', async (_, list, sentence) => {
    const typed = typeof list === 'string' ? { list, from: '' } : body(list as object)
    const answer = await ada.browser.send('POST', '/api/admin/prices/options', typed)
    expect([answer.statusCode, messageOf(answer)?.toLowerCase()]).toEqual([
      409,
      expect.stringContaining(sentence.toLowerCase()),
    ])
    hasChangedNothing()
  })

  it('take a manager to propose, and another operator outside support to confirm', async () => {
    expect((await bayo.browser.send('POST', '/api/admin/prices/options', body(CHEAPER))).statusCode).toBe(403)
    const id = await propose(CHEAPER)
    expect(messageOf(await confirm(id, ada))).toMatch(/^This takes two different people/)
    const sani = await atConsole(jara, 'Sani Bello', { role: 'support', confirmedBy: ada.operator })
    expect((await sani.browser.send('POST', `${confirmPath(id)}/options`)).statusCode).toBe(409)
    expect((await shown()).discounts.airtime.standard).toBe(100)
  })
})
