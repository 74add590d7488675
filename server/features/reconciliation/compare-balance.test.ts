import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { kobo } from '#contract/money.ts'
import { faultBills, orderNow, startWithBuyer } from '#tests/support/buyer.ts'
import { comparing } from '#tests/support/comparing.ts'
import { databaseKinds } from '#tests/support/databases.ts'
import type { TestJara } from '#tests/support/jara.ts'
import type { Person } from '#tests/support/person.ts'
import { airtime } from '#tests/support/purchases.ts'

describe.each(databaseKinds)('what the providers hold, against our books on %s', (kind) => {
  let jara: TestJara
  let ada: Person
  const { aDay, close, compare, newestPayment, lyingAbout, onlyOpen, open, payIn } = comparing(() => ({ jara, ada }))

  beforeEach(async () => {
    ;({ jara, ada } = await startWithBuyer(kind))
  })
  afterEach(() => jara.close())

  it('what a verification does not answer is a gap, and no balance is explained by it', async () => {
    await aDay()
    await jara.sandbox.fault({ operation: 'webhook', fault: 'lost' })
    await payIn()
    await jara.sandbox.fault({ operation: 'payment-verify', fault: 'html-502', count: 10 })
    const report = await compare()
    expect(report.gaps).toEqual([expect.stringContaining(`${newestPayment()} without an answer`)])
    expect((await open()).filter((each) => each.startsWith('balance-differs'))).toEqual([])
  })

  it('the first comparison takes nothing for our own while nobody knows whether a purchase was taken', async () => {
    const { bills } = jara.deps
    const opening = jara.world.state.vtpassWalletKobo
    await faultBills(jara, 'pay', 'pending')
    const order = await ada.buy(airtime())
    await jara.settle()
    const { reference, state } = await orderNow(ada, order)
    expect(state).toBe('pending')
    const own = () => jara.database.query(`select own_kobo as own from provider_own_money where provider = 'vtpass'`)

    const verifyPurchase: typeof bills.verifyPurchase = async () => ({ outcome: 'unknown', cause: 'no answer in time' })
    const { gaps } = await compare({ bills: { ...bills, verifyPurchase } })
    expect(gaps).toEqual([expect.stringContaining(`${reference} without an answer`)])
    expect(await own()).toEqual([])

    const knowsNone: typeof bills.verifyPurchase = async (of) => {
      const answer = await bills.verifyPurchase(of)
      if (answer.outcome !== 'succeeded') return answer
      return { ...answer, value: { ...answer.value, standing: 'not-found', amountKobo: null, costKobo: null } }
    }
    expect(await compare({ bills: { ...bills, verifyPurchase: knowsNone } })).toMatchObject({ gaps: [], exceptions: 0 })
    expect(await own()).toEqual([])

    await jara.sandbox.decideDelivery(reference, 'delivered')
    await jara.pass(60_000)
    await compare()
    expect(await own()).toEqual([{ own: opening }])
  })

  it('the first comparison takes nothing for our own while a line differs, and the next one does', async () => {
    await payIn()
    await jara.pass(5_000)
    const own = () => jara.database.query<{ own: bigint }>('select own_kobo as own from provider_own_money order by 1')
    await compare(lyingAbout.payments((lines) => lines.map((line) => ({ ...line, amountKobo: kobo(1n) }))))
    expect(await own()).toHaveLength(1)
    await compare()
    expect(await own()).toEqual([{ own: 100_000_000_000n }, { own: 100_000_000_000n }])
  })

  it('what is bought, delivered and taken back while they are read is named, and is no money of our own', async () => {
    const { payments } = jara.deps
    let reference = ''
    const listTransfers: typeof payments.listTransfers = async (of) => {
      const answer = await payments.listTransfers(of)
      if (reference !== '') return answer
      const order = await ada.buy(airtime())
      await jara.pass(3_000)
      ;({ reference } = await orderNow(ada, order))
      await faultBills(jara, 'webhook', 'lost')
      await jara.sandbox.decideDelivery(reference, 'reversed')
      return answer
    }
    await compare({ payments: { ...payments, listTransfers } })
    expect(await open()).toEqual([expect.stringContaining(`state-differs ${reference}`)])
    const own = await jara.database.query('select provider from provider_own_money')
    expect(own).toEqual([{ provider: 'paystack' }])
  })

  it('an end before now leaves the balances alone: they are of now', async () => {
    await aDay()
    jara.world.state.balanceKobo -= 1n
    expect(await compare({}, jara.clock.now())).toMatchObject({ exceptions: 0, gaps: [] })
    expect(await open()).toEqual([])
    await compare()
    expect((await onlyOpen()).kind).toBe('balance-differs')
  })

  it('one kobo that a provider does not hold is found, and explained by two people', async () => {
    await aDay()
    const { state } = jara.world
    for (const provider of ['paystack', 'vtpass'] as const) {
      if (provider === 'paystack') state.balanceKobo -= 1n
      else state.vtpassWalletKobo -= 1n
      await compare()
      const found = await onlyOpen()
      expect([found.provider, found.kind, found.differenceKobo]).toEqual([provider, 'balance-differs', -1n])
      await close(found)
      expect(await compare()).toMatchObject({ exceptions: 0 })
      expect(await open()).toEqual([])
    }
  })

  it('half a list is said, and explains no balance', async () => {
    await aDay()
    await jara.sandbox.fault({ operation: 'transfers', fault: 'html-502', count: 3 })
    const report = await compare()
    expect(report.gaps).toEqual([expect.stringContaining('the list of transfers')])
    expect(await open()).toEqual([])
  })
})
