import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Order, Quote } from '#contract/orders.ts'
import { startWithBuyer } from '#tests/support/buyer.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { PATIENT_TIMEOUT_MS, startJara, type TestJara } from '#tests/support/jara.ts'
import type { Answered, Person, Refusal } from '#tests/support/person.ts'

type Approved = Answered<{ order: Order } & Refusal>

/** Counts the replies: `201`, `200`, or the code of a refusal. */
function tally(answers: readonly Approved[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { status, body } of answers) {
    const name = status < 300 ? String(status) : body.error.code
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

describe.each(featureDatabases)('many approvals at once on %s', (kind) => {
  let jara: TestJara
  let ada: Person

  beforeEach(async () => {
    ;({ jara, ada } = await startWithBuyer(kind, { providerTimeoutMs: PATIENT_TIMEOUT_MS }))
  })
  afterEach(async () => {
    await jara.close()
  })

  const quotes = (count: number, amountKobo: bigint) =>
    Promise.all(Array.from({ length: count }, () => ada.quote(amountKobo)))
  const approveAll = (all: readonly Quote[]) => Promise.all(all.map((quote) => ada.approve(quote)))
  const paid = async () => (await jara.sandbox.truth()).transfers

  it('accept one of a hundred quotes of the whole balance', async () => {
    const answers = await approveAll(await quotes(100, 19_990_000n))
    expect(tally(answers)).toEqual({ 201: 1, 'funds.insufficient': 99 })
    expect(await ada.wallet()).toMatchObject({ availableKobo: '0', heldKobo: '20000000' })
    await jara.pass(2_000)
    expect(await paid()).toMatchObject([{ amountKobo: '19990000', status: 'paid' }])
  })

  it('make one order of one quote approved a hundred times', async () => {
    const quote = await ada.quote(150_000n)
    const answers = await approveAll(Array.from({ length: 100 }, () => quote))
    expect(tally(answers)).toEqual({ 200: 99, 201: 1 })
    expect(new Set(answers.map((each) => each.body.order.id)).size).toBe(1)
    expect(await ada.wallet()).toMatchObject({ availableKobo: '19849000', heldKobo: '151000' })
    await jara.pass(2_000)
    expect(await paid()).toHaveLength(1)
  })

  it('make one order of one quote while workers already send it', async () => {
    const quote = await ada.quote(150_000n)
    const answers = await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        if (index % 6 === 0) await jara.worker.runDue()
        return await ada.approve(quote)
      }),
    )
    await jara.pass(2_000)
    expect(new Set(answers.map((each) => each.body.order.id)).size).toBe(1)
    expect(await paid()).toHaveLength(1)
    expect((await ada.wallet()).availableKobo).toBe('19849000')
  })

  it('accept as many small ones as the balance pays for, and not one more', async () => {
    const answers = await approveAll(await quotes(30, 1_000_000n))
    expect(tally(answers)).toEqual({ 201: 19, 'funds.insufficient': 11 })
    expect((await ada.wallet()).availableKobo).toBe(String(20_000_000n - 19n * 1_007_500n))
    await jara.pass(3_000)
    expect((await paid()).filter((each) => each.status === 'paid')).toHaveLength(19)
  })

  it('let right PINs through side by side, and count each wrong one', async () => {
    const right = await quotes(40, 10_000n)
    expect(tally(await approveAll(right))).toEqual({ 201: 40 })
    const wrong = await quotes(40, 10_000n)
    const answers = await Promise.all(wrong.map((quote) => ada.approve(quote, '9999')))
    expect(tally(answers)).toEqual({ 'pin.wrong': 3, 'pin.wait': 37 })
    expect((await ada.wallet()).heldKobo).toBe(String(40n * 11_000n))
    await jara.pass(3_000)
  })

  it('never accept an approval after the account was frozen', async () => {
    const all = await quotes(30, 10_000n)
    const freeze = async () => {
      await jara.database.query('update users set money_out_frozen_until = $2 where id = $1', [
        ada.id,
        new Date(jara.clock.now().getTime() + 60_000),
      ])
      return (await jara.database.query('select 1 from orders')).length
    }
    const [frozenAt, ...answers] = await Promise.all([freeze(), ...all.map((quote) => ada.approve(quote))])
    expect(Object.keys(tally(answers)).every((name) => name === '201' || name === 'pin.frozen')).toBe(true)
    expect((await ada.approve(await ada.quote(10_000n))).body.error.code).toBe('pin.frozen')
    expect(frozenAt).toBeLessThanOrEqual(30)
    await jara.pass(2_000)
  })

  it('keep two people apart', async () => {
    const bola = await jara.person('Bola Ahmed')
    const [hers, his] = [await quotes(20, 19_990_000n), await Promise.all([1, 2, 3].map(() => bola.quote(5_000_000n)))]
    const [mine, others] = await Promise.all([approveAll(hers), Promise.all(his.map((quote) => bola.approve(quote)))])
    expect(tally(mine)).toEqual({ 201: 1, 'funds.insufficient': 19 })
    expect(tally(others)).toEqual({ 201: 3 })
    await jara.pass(2_000)
  })
})

describe.each(featureDatabases)('the daily limit around midnight in Lagos on %s', (kind) => {
  let jara: TestJara
  let ada: Person

  beforeEach(async () => {
    jara = await startJara(kind, { providerTimeoutMs: PATIENT_TIMEOUT_MS })
    ada = await jara.person()
    const { account } = (await ada.call<{ account: { accountNumber: string } }>('GET', '/api/funding-account')).body
    await jara.sandbox.payIn({ accountNumber: account.accountNumber, amountKobo: '900000000' })
    await jara.settle()
  })
  afterEach(async () => {
    await jara.close()
  })

  it('counts 23:59:59 for the day that ends and 00:00:01 for the one that begins', async () => {
    jara.clock.set(new Date('2026-11-21T22:59:59.000Z'))
    await ada.unlock()
    await ada.withdraw(50_000_000n)
    const refused = await ada.call('POST', '/api/quotes', {
      kind: 'withdrawal',
      bankCode: '044',
      accountNumber: '0123456784',
      amountKobo: '10000',
    })
    expect(refused.status).toBe(409)
    expect(refused.body.error).toMatchObject({
      code: 'limit.daily',
      message:
        'This goes over your daily limit of ₦500,000. You can still send ₦0 today; the limit resets at midnight, Lagos time.',
      fields: { amountKobo: 'At most ₦0 today' },
    })
    expect(await ada.wallet()).toMatchObject({ spentTodayKobo: '50000000', resetsAt: '2026-11-21T23:00:00.000Z' })
    jara.clock.set(new Date('2026-11-21T23:00:01.000Z'))
    expect(await ada.wallet()).toMatchObject({ spentTodayKobo: '0', resetsAt: '2026-11-22T23:00:00.000Z' })
    await ada.withdraw(50_000_000n)
    expect((await ada.wallet()).spentTodayKobo).toBe('50000000')
    await jara.pass(5_000)
  })

  it('counts an order for the day it is approved on, whenever it was quoted', async () => {
    jara.clock.set(new Date('2026-11-21T22:59:59.000Z'))
    await ada.unlock()
    const late = await ada.quote(50_000_000n)
    const first = await ada.quote(50_000_000n)
    expect((await ada.approve(first)).status).toBe(201)
    expect((await ada.approve(late)).body.error.code).toBe('limit.daily')
    jara.clock.set(new Date('2026-11-21T23:00:00.000Z'))
    expect((await ada.approve(late)).status).toBe(201)
    expect((await ada.wallet()).spentTodayKobo).toBe('50000000')
    await jara.pass(5_000)
  })

  it('gives the limit of the day back when money comes back', async () => {
    await ada.unlock()
    await jara.sandbox.fault({ operation: 'transfer', fault: 'decline' })
    await ada.withdraw(50_000_000n)
    expect((await ada.wallet()).spentTodayKobo).toBe('50000000')
    await jara.pass(3_000)
    expect((await ada.wallet()).spentTodayKobo).toBe('0')
    await ada.withdraw(50_000_000n)
    await jara.pass(3_000)
  })
})
