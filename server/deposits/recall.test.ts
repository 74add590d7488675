import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { UserId } from '#contract/ids.ts'
import { kobo } from '#contract/money.ts'
import type { TransactionDetail, TransactionsAnswer } from '#contract/transactions.ts'
import { account } from '#server/ledger/accounts.ts'
import { repayDebt } from '#server/ledger/debt.ts'
import { postTransfer } from '#server/ledger/post.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import type { IncomingPayment } from '#server/providers/payments/payment-provider.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { fundingOf, issueForeignAccount, ledgerSum, postWebhook } from '#tests/support/money-in.ts'
import type { Person } from '#tests/support/person.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** Opening balance of a new wallet, kobo. */
const GRANT = 20_000_000n

describe.each(featureDatabases)('a deposit that the bank takes back on %s', (kind) => {
  let jara: TestJara
  let ada: Person
  let accountNumber: string
  let floatBefore: bigint

  beforeEach(async () => {
    jara = await startJara(kind)
    ada = await jara.person('Ada Obi')
    accountNumber = (await fundingOf(ada)).account?.accountNumber ?? ''
    jara.clock.advance(1_000)
    floatBefore = jara.world.state.balanceKobo
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    await jara.close()
  })

  const alarms = async () =>
    (await jara.database.query<{ kind: string }>('select kind from alarms order by kind')).map((each) => each.kind)
  const sum = (name: 'available' | 'held' | 'debt') => ledgerSum(jara.database, `user:${ada.id}:${name}`)
  const money = async () => [await sum('available'), await sum('held'), await sum('debt')]
  const loseWebhooks = () => jara.sandbox.fault({ operation: 'webhook', fault: 'lost', count: 1_000 })
  const states = async () =>
    (await jara.database.query<{ state: string }>('select state from deposits order by id')).map((each) => each.state)

  /** Somebody pays in; returns the provider's reference. */
  async function payIn(amountKobo: bigint, to = accountNumber): Promise<string> {
    jara.clock.advance(1_000)
    await jara.sandbox.payIn({ accountNumber: to, amountKobo: amountKobo.toString(), senderName: 'CHIDI EZE' })
    await jara.settle()
    return [...jara.world.state.payments.values()].at(-1)?.reference ?? ''
  }

  async function takeBack(reference: string): Promise<void> {
    jara.clock.advance(1_000)
    await jara.sandbox.decidePayment(reference, 'reversed')
    await jara.settle()
  }

  async function history(): Promise<string[]> {
    const { body } = await ada.call<TransactionsAnswer>('GET', '/api/transactions')
    return body.transactions.map((each) => `${each.title} ${each.amountKobo} ${each.status}`)
  }

  /** Sends all but this much out of the wallet, and waits until it is proved. */
  async function spendAllBut(leftKobo: bigint): Promise<void> {
    const spendKobo = (await sum('available')) - leftKobo
    const costs = await ada.quote(spendKobo - 100_000n)
    await ada.withdraw(spendKobo - BigInt(costs.totalKobo) + BigInt(costs.amountKobo))
    await jara.pass(2_000)
    expect(await sum('available')).toBe(leftKobo)
  }

  /** Adds money beside a debt, as was possible before every credit repaid debt first. */
  async function grantBeside(amountKobo: bigint): Promise<void> {
    const userId = ada.id as UserId
    await jara.database.transaction((tx) =>
      postTransfer(tx, {
        id: jara.deps.newId('trf'),
        userId,
        kind: 'grant',
        key: 'another grant',
        subjectId: null,
        movements: [{ from: account.sandboxEquity, to: account.available(userId), amountKobo: kobo(amountKobo) }],
        at: jara.clock.now(),
      }),
    )
  }

  it('leaves the wallet whole when it is still there: no debt, and the history says both', async () => {
    const reference = await payIn(250_000n)
    await takeBack(reference)
    expect(await money()).toEqual([GRANT, 0n, 0n])
    expect(await states()).toEqual(['recalled'])
    expect((await history()).slice(0, 2)).toEqual(['Deposit taken back -250000 completed', 'Deposit 250000 reversed'])
    expect((await ada.wallet()).debt).toBeNull()
    expect((await fundingOf(ada)).deposits).toMatchObject([{ status: 'taken-back' }])
    expect(await alarms()).toEqual(['deposit-recalled'])
    expect(await ledgerSum(jara.database, 'provider:paystack:float')).toBe(floatBefore - jara.world.state.balanceKobo)
  })

  it('takes what is there and leaves the rest as a debt when it was spent, and no balance is below zero', async () => {
    const reference = await payIn(250_000n)
    await spendAllBut(100_000n)
    await takeBack(reference)
    expect(await money()).toEqual([0n, 0n, -150_000n])
    const { debt, availableKobo } = await ada.wallet()
    expect(availableKobo).toBe('0')
    expect(debt).toMatch(
      /^You owe ₦1,500\.00 because a transfer you received was taken back by the bank on .+2026.*\. Money that comes in repays it first; until then no money can leave\.$/,
    )
  })

  it('stops money out until it is repaid: quote and approval are refused with the reason', async () => {
    const reference = await payIn(250_000n)
    const agreed = await ada.quote(100_000n)
    await spendAllBut(200_000n)
    await takeBack(reference)
    const approved = await ada.approve(agreed)
    expect([approved.status, approved.body.error.code]).toEqual([409, 'debt.owed'])
    expect(approved.body.error.message).toMatch(
      /^You owe ₦500\.00 because .+ No money has left\. Money that comes in repays it/,
    )
    const quoted = await ada.call('POST', '/api/quotes', {
      kind: 'airtime',
      network: 'mtn',
      phone: '08031234567',
      amountKobo: '10000',
    })
    expect([quoted.status, quoted.body.error.code]).toEqual([409, 'debt.owed'])
    expect(await money()).toEqual([0n, 0n, -50_000n])
  })

  it('is repaid first by what comes in next, and the rest can be spent at once', async () => {
    const reference = await payIn(250_000n)
    await spendAllBut(50_000n)
    await takeBack(reference)
    await payIn(150_000n)
    expect(await money()).toEqual([0n, 0n, -50_000n])
    await payIn(1_000_000n)
    expect(await money()).toEqual([950_000n, 0n, 0n])
    const { body } = await ada.call<TransactionsAnswer>('GET', '/api/transactions')
    const line = body.transactions[0]
    const detail = await ada.call<TransactionDetail>('GET', `/api/transactions/${line?.id}`)
    expect(detail.body.explanation).toBe(
      'This money arrived by bank transfer and is in your wallet. ₦500 of it repaid what you owed.',
    )
    expect((await ada.wallet()).debt).toBeNull()
    await ada.withdraw(100_000n)
    await jara.pass(2_000)
    expect(await sum('held')).toBe(0n)
  })

  it('is repaid by money that comes back from a payment, once', async () => {
    const reference = await payIn(250_000n)
    await jara.sandbox.fault({ operation: 'transfer', fault: 'pending' })
    const order = await ada.withdraw(20_000_000n)
    await jara.settle()
    await takeBack(reference)
    const [available, held, debt] = await money()
    expect([available, (held ?? 0n) > 0n, (debt ?? 0n) < 0n]).toEqual([0n, true, true])
    await jara.sandbox.decide(order.reference, 'failed')
    await jara.pass(MINUTE_MS)
    expect(await money()).toEqual([GRANT, 0n, 0n])
    expect((await ada.order(order.id)).explanation).toMatch(
      /is back in your wallet\. ₦.+ of it repaid what you owed\.$/,
    )
  })

  it('is repaid by what is left over of a purchase that was paid too much', async () => {
    const reference = await payIn(250_000n)
    await spendAllBut(50_000n)
    const order = await ada.buyBpc('transfer')
    await jara.settle()
    const { payTo } = (await ada.order(order.id)) as typeof order
    await takeBack(reference)
    expect(await money()).toEqual([0n, 0n, -200_000n])
    await payIn(BigInt(order.totalKobo) + 300_000n, payTo?.accountNumber ?? '')
    expect(await money()).toEqual([100_000n, 0n, 0n])
  })

  it('is repaid before any terms by money that was there beside it, once, however many ask', async () => {
    const reference = await payIn(250_000n)
    await spendAllBut(50_000n)
    await takeBack(reference)
    await grantBeside(500_000n)
    await Promise.all(Array.from({ length: 20 }, () => ada.quote(100_000n)))
    expect(await money()).toEqual([300_000n, 0n, 0n])
    expect((await ada.wallet()).debt).toBeNull()
  })

  if (kind === 'postgres')
    it('is repaid once by two at the same instant: the second waits and finds nothing to repay', async () => {
      const reference = await payIn(250_000n)
      await spendAllBut(50_000n)
      await takeBack(reference)
      await grantBeside(500_000n)
      const repay = (tx: Transaction) => repayDebt(tx, jara.deps, { userId: ada.id as UserId, subjectId: null })
      const posted = Promise.withResolvers<void>()
      const waited = Promise.withResolvers<void>()
      const first = jara.database.transaction(async (tx) => {
        await repay(tx)
        posted.resolve()
        await waited.promise
      })
      await posted.promise
      const second = jara.database.transaction(repay)
      const waiting = () =>
        jara.database.query(
          "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        )
      await expect.poll(waiting).toHaveLength(1).finally(waited.resolve)
      await Promise.all([first, second])
      expect(await money()).toEqual([300_000n, 0n, 0n])
    })

  it('is taken back once, however often and from wherever it is heard', async () => {
    const reference = await payIn(250_000n)
    await jara.sandbox.fault({ operation: 'webhook', fault: 'duplicate', count: 10 })
    await takeBack(reference)
    const body = JSON.stringify({ event: 'refund.processed', data: { transaction_reference: reference, id: 9 } })
    await Promise.all(Array.from({ length: 20 }, () => postWebhook(jara, body)))
    await jara.settle()
    await jara.pass(HOUR_MS)
    expect(await money()).toEqual([GRANT, 0n, 0n])
    await ada.unlock()
    expect((await history()).filter((line) => line.startsWith('Deposit taken back'))).toHaveLength(1)
  })

  it('is found at the next look when nobody tells, up to a month later', async () => {
    await loseWebhooks()
    const reference = await payIn(250_000n)
    await jara.pass(6_000)
    expect(await sum('available')).toBe(GRANT + 250_000n)
    jara.clock.advance(8 * DAY_MS)
    await jara.settle()
    await takeBack(reference)
    expect(await sum('available')).toBe(GRANT + 250_000n)
    await jara.sandbox.fault({ operation: 'payment-verify', fault: 'down', count: 2 })
    jara.clock.advance(22 * DAY_MS)
    await jara.settle()
    await jara.pass(HOUR_MS)
    expect(await money()).toEqual([GRANT, 0n, 0n])
  })

  it('is not believed of a webhook: only the verification takes anything back', async () => {
    const reference = await payIn(250_000n)
    const data = { id: 5, status: 'resolved', resolution: 'merchant-accepted', transaction: { reference } }
    expect((await postWebhook(jara, JSON.stringify({ event: 'charge.dispute.resolve', data }))).status).toBe(200)
    await jara.settle()
    expect(await money()).toEqual([GRANT + 250_000n, 0n, 0n])
    expect(await states()).toEqual(['credited'])
  })

  it.each<[string, Partial<IncomingPayment>]>([
    ['another amount', { status: 'reversed', amountKobo: 1_000n }],
    ['a failure after the success', { status: 'failed' }],
  ])('changes nothing and calls a person when the verification says %s', async (_name, change) => {
    const reference = await payIn(250_000n)
    const verify = jara.payments.verifyPayment
    vi.spyOn(jara.payments, 'verifyPayment').mockImplementation(async (asked) => {
      const answer = await verify(asked)
      return answer.outcome === 'succeeded' ? { ...answer, value: { ...answer.value, ...change } } : answer
    })
    await takeBack(reference)
    expect(await sum('available')).toBe(GRANT + 250_000n)
    expect(await alarms()).toEqual(['deposit-unexpected-evidence'])
    vi.restoreAllMocks()
    await jara.sandbox.decidePayment(reference, 'success')
  })

  it('that the bank gives again after all changes nothing and calls a person', async () => {
    const reference = await payIn(250_000n)
    await takeBack(reference)
    await jara.sandbox.decidePayment(reference, 'success')
    await jara.pass(2 * HOUR_MS)
    expect(await money()).toEqual([GRANT, 0n, 0n])
    expect(await alarms()).toEqual(['deposit-recalled', 'deposit-unexpected-evidence', 'reconciliation-exception'])
  })

  it('leaves suspense when nobody had been credited', async () => {
    const reference = await payIn(700_000n, await issueForeignAccount(jara))
    expect(await ledgerSum(jara.database, 'suspense:in')).toBe(700_000n)
    await takeBack(reference)
    expect(await ledgerSum(jara.database, 'suspense:in')).toBe(0n)
    expect(await states()).toEqual(['sent_back'])
    expect(await money()).toEqual([GRANT, 0n, 0n])
    expect(await alarms()).toEqual(['deposit-quarantined', 'deposit-recalled'])
  })

  it('and had paid for a BPC leaves the code and a debt, which the return of the code repays', async () => {
    await spendAllBut(0n)
    const order = await ada.buyBpc('transfer')
    await jara.settle()
    const { payTo } = (await ada.order(order.id)) as typeof order
    const reference = await payIn(BigInt(order.totalKobo), payTo?.accountNumber ?? '')
    const { boughtBpcId, state } = (await ada.order(order.id)) as typeof order
    expect(state).toBe('settled')
    await takeBack(reference)
    expect(await money()).toEqual([0n, 0n, -BigInt(order.totalKobo)])
    expect((await ada.order(order.id)).state).toBe('settled')
    expect((await ada.call('POST', `/api/bpc/${boughtBpcId}/return`)).status).toBeLessThan(300)
    expect(await money()).toEqual([0n, 0n, 0n])
  })

  it.each([1, 2, 3])(
    'leaves available at zero or more and every kobo accounted for beside withdrawals, round %d',
    async () => {
      const reference = await payIn(1_000_000n)
      await loseWebhooks()
      await jara.sandbox.decidePayment(reference, 'reversed')
      const quotes = await Promise.all([5_000_000n, 6_000_000n, 7_000_000n].map((amount) => ada.quote(amount)))
      await postWebhook(
        jara,
        JSON.stringify({ event: 'charge.dispute.resolve', data: { id: 7, transaction: { reference } } }),
      )
      await Promise.all([jara.settle(), ...quotes.map((quote) => ada.approve(quote))])
      await jara.pass(MINUTE_MS)
      const [available = 0n, held, debt = 0n] = await money()
      const [spent] = await jara.database.query<{ kobo: bigint }>(
        "select coalesce(sum(total_kobo), 0)::bigint as kobo from orders where state = 'settled'",
      )
      expect(await states()).toEqual(['recalled'])
      expect(available === 0n || debt === 0n).toBe(true)
      expect([available + debt + (spent?.kobo ?? 0n), held]).toEqual([GRANT, 0n])
    },
  )
})
