import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FundingAccountAnswer } from '#contract/funding.ts'
import { books, orderNow, startWithBuyer } from '#tests/support/buyer.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import type { TestJara } from '#tests/support/jara.ts'
import { fundingOf, ledgerSum } from '#tests/support/money-in.ts'
import { joinAs, type Person } from '#tests/support/person.ts'
import { boughtBy, buyByTransfer, payInto } from '#tests/support/purchases.ts'
import { OTHER_PAYMENTS, type SecondWorld, startSecondWorld } from '#tests/support/second-provider.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const FLOATS = ['provider:paystack:float', `provider:${OTHER_PAYMENTS}:float`] as const
const EXPENSES = ['expense:paystack', `expense:${OTHER_PAYMENTS}`] as const

describe.each(featureDatabases)('money that comes in, and the provider it came in at on %s', (kind) => {
  let jara: TestJara
  let ada: Person
  let other: SecondWorld

  beforeEach(async () => {
    ;({ jara, ada } = await startWithBuyer(kind))
    other = await startSecondWorld(jara)
    await jara.sandbox.fault({ operation: 'webhook', fault: 'lost', count: 1_000 })
  })
  afterEach(async () => {
    await other.close()
    await jara.close()
  })

  const available = (person: Person) => ledgerSum(jara.database, `user:${person.id}:available`)
  const elsewhere = () => other.restart({ payments: [other.payments] })
  const both = () => other.restart({ payments: [other.payments, jara.payments] })
  const alarms = () =>
    jara.database.query("select subject_id as subject from alarms where kind = 'provider-not-configured'")

  async function payIn(amountKobo = '250000'): Promise<string> {
    const { account } = await fundingOf(ada)
    await jara.sandbox.payIn({ accountNumber: account?.accountNumber ?? '', amountKobo })
    return [...jara.world.state.payments.keys()].at(-1) ?? ''
  }

  it('a payment that a hint spoke of waits for its own provider, and is credited there', async () => {
    await payIn()
    await jara.worker.runNow('poll-payments', 'all')
    const away = await elsewhere()
    await away.pass(4 * DAY_MS, DAY_MS / 8)
    expect(await available(ada)).toBe(20_000_000n)
    expect((await alarms()).length).toBe(5)
    await (await both()).pass(5 * MINUTE_MS)
    expect(await available(ada)).toBe(20_250_000n)
    const [own, others] = await books(jara, ...FLOATS)
    expect([own, others]).toEqual([-250_000n - ((await books(jara, EXPENSES[0]))[0] ?? 0n), 0n])
  })

  it('two payments with one transaction number at two providers are both credited, each from its own float', async () => {
    const away = await both()
    const app = await away.listen()
    const bola = await joinAs(app, 'Bola Ade')
    await away.pass(MINUTE_MS)
    const { account } = await fundingOf(bola)
    const reference = await payIn('250000')
    await other.sandbox.payIn({ accountNumber: account?.accountNumber ?? '', amountKobo: '90000' })
    const [theirs] = other.world.state.payments.values()
    const own = jara.world.state.payments.get(reference)
    if (theirs === undefined || own === undefined) throw new Error('nothing was paid')
    // Both providers use the same ids: each numbers its own payments.
    other.world.state.payments.clear()
    other.world.state.payments.set(reference, { ...theirs, id: own.id, reference })
    await away.pass(2 * MINUTE_MS)
    expect([await available(ada), await available(bola)]).toEqual([20_250_000n, 20_090_000n])
    const rows = await jara.database.query('select provider, reference from deposits order by provider')
    expect(rows).toEqual([
      { provider: OTHER_PAYMENTS, reference },
      { provider: 'paystack', reference },
    ])
    const [atOwn = 0n, atOther = 0n, charged = 0n, chargedThere = 0n] = await books(jara, ...FLOATS, ...EXPENSES)
    expect([atOwn + charged, atOther + chargedThere]).toEqual([-250_000n, -90_000n])
  })

  it('what the bank takes back leaves through the float it came in at, whichever is preferred by then', async () => {
    const reference = await payIn()
    await jara.worker.runNow('poll-payments', 'all')
    await jara.worker.runDue()
    expect(await available(ada)).toBe(20_250_000n)
    await jara.sandbox.decidePayment(reference, 'reversed')
    await (await both()).pass(61 * MINUTE_MS)
    expect(await available(ada)).toBe(20_000_000n)
    const [own = 0n, others, charged = 0n] = await books(jara, ...FLOATS, ...EXPENSES)
    expect([own + charged, others]).toEqual([0n, 0n])
  })

  it('an account number is asked for where it was first, and not shown while nobody there is asked', async () => {
    await jara.sandbox.fault({ operation: 'dedicated-account', fault: 'timeout', count: 3 })
    const bola = await joinAs(jara.url, 'Bola Ade')
    await jara.worker.runDue()
    const away = await elsewhere()
    await away.pass(30 * MINUTE_MS)
    expect(await jara.database.query("select provider, status from funding_accounts where status = 'issuing'")).toEqual(
      [{ provider: 'paystack', status: 'issuing' }],
    )
    expect(other.world.state.accounts.size).toBe(0)
    for (const person of [ada, bola]) {
      await person.unlock()
      const { body } = await away.get<FundingAccountAnswer>(person, '/api/funding-account')
      expect(body).toMatchObject({ status: 'paused', account: null })
    }
    const back = await both()
    await back.pass(30 * MINUTE_MS)
    await bola.unlock()
    const { body } = await back.get<FundingAccountAnswer>(bola, '/api/funding-account')
    expect(body.status).toBe('ready')
    expect(jara.world.state.accounts.get(body.account?.accountNumber ?? '')).toBeDefined()
  })

  it('a BPC paid in time is not ended because another provider knows nothing of it', async () => {
    const order = await buyByTransfer(jara, ada)
    await payInto(jara, order)
    const away = await elsewhere()
    await away.pass(90 * MINUTE_MS)
    expect((await orderNow(ada, order)).state).toBe('awaiting_payment')
    expect(other.world.state.accounts.size).toBe(0)
    await (await both()).pass(5 * MINUTE_MS)
    expect((await orderNow(ada, order)).state).toBe('settled')
    expect(await boughtBy(ada)).toHaveLength(1)
  })

  it('a BPC that has no account number yet gets none from another provider', async () => {
    await jara.sandbox.fault({ operation: 'charge', fault: 'timeout' })
    const order = await ada.buyBpc('transfer')
    await jara.worker.runDue()
    await (await elsewhere()).pass(10 * MINUTE_MS)
    const charges = await jara.database.query('select provider from bpc_charges')
    expect(charges).toEqual([{ provider: 'paystack' }])
    expect((await orderNow(ada, order)).state).toBe('awaiting_payment')
    await (await both()).pass(2 * MINUTE_MS)
    const { payTo } = await orderNow(ada, order)
    expect(jara.world.state.accounts.get(payTo?.accountNumber ?? '')).toBeDefined()
  })
})
