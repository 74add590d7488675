import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { BPC_PRICE_KOBO } from '#contract/constants.ts'
import type { OrderOf, Quote } from '#contract/orders.ts'
import { type Approved, allAnswered, approvalOf, approvalsOf, copiesOf, tally } from '#tests/support/approvals.ts'
import { startWithBuyer } from '#tests/support/buyer.ts'
import { databaseKinds } from '#tests/support/databases.ts'
import { PATIENT_TIMEOUT_MS, type TestJara } from '#tests/support/jara.ts'
import { setFrozen } from '#tests/support/passkeys.ts'
import type { Person } from '#tests/support/person.ts'
import { airtime } from '#tests/support/purchases.ts'

/** How often each race runs. Each ends as it began, so that the next starts from the same state. */
const ROUNDS = Number(process.env.JARA_ROUNDS ?? 1)
const PARALLEL = 200
const WHOLE_BALANCE = 19_990_000n

// Races are invisible on the embedded database: it runs one transaction at a time.
describe.runIf(databaseKinds.includes('postgres'))('200 requests at the same instant', { timeout: 1_800_000 }, () => {
  let jara: TestJara
  let ada: Person

  beforeEach(async () => {
    ;({ jara, ada } = await startWithBuyer('postgres', { providerTimeoutMs: PATIENT_TIMEOUT_MS }))
  })
  afterEach(() => jara.close())

  const send = async (quotes: readonly Quote[]) =>
    await allAnswered<Approved['body']>(jara.url, await approvalsOf(ada, quotes))
  const winners = (answers: readonly Approved[]) => answers.filter(({ status }) => status === 201)
  const orderCount = async () => (await jara.database.query('select 1 from orders')).length
  async function cancelAll(answers: readonly Approved[]): Promise<void> {
    for (const { body } of winners(answers)) {
      expect((await ada.call('POST', `/api/orders/${body.order.id}/cancel`)).status).toBe(200)
    }
  }
  async function rounds(race: (round: number) => Promise<void>): Promise<void> {
    for (let round = 1; round <= ROUNDS; round++) await race(round)
  }

  it('with quotes of their own, each of the whole balance: one is accepted', async () => {
    const quote = await ada.quote(WHOLE_BALANCE)
    await rounds(async (round) => {
      const answers = await send(await copiesOf(jara, quote, PARALLEL))
      expect({ round, ...tally(answers) }).toEqual({ round, 201: 1, 'funds.insufficient': PARALLEL - 1 })
      expect(await ada.wallet()).toMatchObject({ availableKobo: '0', heldKobo: '20000000' })
      await cancelAll(answers)
    })
    expect(await orderCount()).toBe(ROUNDS)
  })

  it('with one quote: one order, returned to everybody', async () => {
    const quote = await ada.quote(150_000n)
    await rounds(async (round) => {
      const [copy = quote] = await copiesOf(jara, quote, 1)
      const answers = await send(Array.from({ length: PARALLEL }, () => copy))
      expect({ round, ...tally(answers) }).toEqual({ round, 200: PARALLEL - 1, 201: 1 })
      expect(new Set(answers.map(({ body }) => body.order.id)).size).toBe(1)
      expect((await ada.wallet()).heldKobo).toBe('151000')
      await cancelAll(answers)
    })
    expect(await orderCount()).toBe(ROUNDS)
  })

  it('with one quote and another amount or recipient in what is signed: nothing is booked', async () => {
    const quote = await ada.quote(150_000n)
    const others = [
      quote.terms.replace('₦1,500.00', '₦1,501.00'),
      quote.terms.replace('0123456784', '0123456785'),
      quote.terms.replace('Access Bank', 'Zenith Bank'),
    ]
    expect(others).not.toContain(quote.terms)
    await rounds(async (round) => {
      const [copy = quote] = await copiesOf(jara, quote, 1)
      const forged = await Promise.all(
        Array.from({ length: PARALLEL }, (_, index) =>
          approvalOf(ada, copy, { terms: others[index % others.length] ?? '' }),
        ),
      )
      const answers = await allAnswered<Approved['body']>(jara.url, forged)
      expect({ round, ...tally(answers) }).toEqual({ round, 'approval.invalid': PARALLEL })
      expect(await ada.wallet()).toMatchObject({ availableKobo: '20000000', heldKobo: '0' })
    })
    expect(await orderCount()).toBe(0)
    // A stranger's tries do not affect the owner's PIN.
    expect((await ada.approve(quote)).status).toBe(201)
  })

  it('with quotes of their own, each of all that is left of the daily limit: one is accepted', async () => {
    const { account } = (await ada.call<{ account: { accountNumber: string } }>('GET', '/api/funding-account')).body
    await jara.sandbox.payIn({ accountNumber: account.accountNumber, amountKobo: '90000000000' })
    await jara.settle()
    await ada.withdraw(10_000_000n)
    const quote = await ada.quote(40_000_000n)
    await rounds(async (round) => {
      const answers = await send(await copiesOf(jara, quote, PARALLEL))
      expect({ round, ...tally(answers) }).toEqual({ round, 201: 1, 'limit.daily': PARALLEL - 1 })
      expect((await ada.wallet()).spentTodayKobo).toBe('50000000')
      await cancelAll(answers)
    })
  })

  it('for a BPC with money for one: one code, and nothing is taken from the others', async () => {
    await ada.withdraw(20_000_000n - BPC_PRICE_KOBO - 10_000n)
    expect((await ada.wallet()).availableKobo).toBe(String(BPC_PRICE_KOBO))
    const quote = await ada.quoteOf({ kind: 'bpc', fullName: 'Ada Obi', email: ada.email, payWith: 'wallet' })
    await rounds(async (round) => {
      const answers = await send(await copiesOf(jara, quote, PARALLEL))
      expect({ round, ...tally(answers) }).toEqual({ round, 201: 1, 'funds.insufficient': PARALLEL - 1 })
      const codes = await jara.database.query("select 1 from bpc_codes where kind = 'bought' and status = 'active'")
      expect(codes).toHaveLength(1)
      expect((await ada.wallet()).availableKobo).toBe('0')
      const order = winners(answers)[0]?.body.order as OrderOf<'bpc'>
      expect((await ada.call('POST', `/api/bpc/${order.boughtBpcId}/return`)).status).toBe(200)
    })
  })

  it('that send, buy, change the PIN and freeze: the balance is right, and after the freeze nothing is accepted', async () => {
    await rounds(async () => {
      const bola = await jara.person('Bola Ahmed')
      const before = await orderCount()
      const quotes = [
        ...(await copiesOf(jara, await bola.quote(100_000n), 100)),
        ...(await copiesOf(jara, await bola.quoteOf(airtime({ amountKobo: '10000' })), 98)),
      ]
      const approvals = await approvalsOf(bola, quotes)
      const change = {
        method: 'PUT',
        path: '/api/pin',
        headers: { cookie: bola.cookie() },
        body: JSON.stringify({ pinProof: await bola.device.pinProof('8305') }),
      }
      const freezing = setFrozen(bola, true).then(async ({ status }) => ({ status, orders: await orderCount() }))
      const all = [...approvals.slice(0, 120), change, ...approvals.slice(120)]
      const answers = await allAnswered<Approved['body']>(jara.url, all)
      const frozen = await freezing
      const { 201: accepted = 0, 204: changed, ...refused } = tally(answers)
      expect(changed).toBe(1)
      expect(Object.keys(refused).filter((code) => !/^(pin\.(wrong|wait)|money-out\.frozen)$/.test(code))).toEqual([])
      // Three tries with the old PIN are compared after the change, never a fourth.
      expect(refused['pin.wrong'] ?? 0).toBeLessThanOrEqual(3)
      expect(await orderCount()).toBe(before + accepted)
      // The freeze may arrive with a changed PIN; if it succeeded, nothing was accepted afterwards.
      if (frozen.status === 204) expect(frozen.orders).toBe(before + accepted)

      const held = winners(answers).reduce((sum, { body }) => sum + BigInt(body.order.totalKobo), 0n)
      const balances = { availableKobo: String(20_000_000n - held), heldKobo: String(held) }
      expect(await bola.wallet()).toMatchObject(balances)
    })
  })
})
