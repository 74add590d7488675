import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FundingAccountAnswer } from '#contract/funding.ts'
import type { TransactionsAnswer } from '#contract/transactions.ts'
import type { IncomingPayment } from '#server/providers/payments/payment-provider.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { exactly } from '#tests/support/exactly.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { fundingOf, issueForeignAccount, ledgerSum } from '#tests/support/money-in.ts'
import { sampled } from '#tests/support/nightly.ts'
import type { Person } from '#tests/support/person.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const POLL_MS = 5_000

describe.each(featureDatabases)('adding money on %s', (kind) => {
  let jara: TestJara
  let ada: Person
  let accountNumber: string

  beforeEach(async () => {
    jara = await startJara(kind)
    ada = await jara.person('Ada Obi')
    accountNumber = await issued()
    jara.clock.advance(1_000)
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    await jara.close()
  })

  /** Her account number. On a slow machine the provider's answer may time out, so this waits for the retry. */
  async function issued(): Promise<string> {
    for (;;) {
      const { account } = await fundingOf(ada)
      if (account !== null) return account.accountNumber
      await jara.pass(MINUTE_MS)
    }
  }

  const payIn = (amountKobo = '250000') => jara.sandbox.payIn({ accountNumber, amountKobo, senderName: 'CHIDI EZE' })
  const loseWebhooks = () => jara.sandbox.fault({ operation: 'webhook', fault: 'lost', count: 1_000 })
  const alarms = () => jara.database.query<{ kind: string; detail: string }>('select kind, detail from alarms')
  const suspense = () => ledgerSum(jara.database, 'suspense:in')

  /** Changes every later verification. */
  function bendVerification(change: Partial<IncomingPayment>): void {
    const verify = jara.payments.verifyPayment
    vi.spyOn(jara.payments, 'verifyPayment').mockImplementation(async (reference) => {
      const answer = await verify(reference)
      return answer.outcome === 'succeeded' ? { ...answer, value: { ...answer.value, ...change } } : answer
    })
  }

  async function deposits(): Promise<string[]> {
    const { body } = await ada.call<TransactionsAnswer>('GET', '/api/transactions?kind=deposit')
    return body.transactions.map((each) => `${each.title} ${each.amountKobo} ${each.status} ${each.counterparty}`)
  }

  it('gives each user an account number of their own, issued by the provider in their name', async () => {
    const bola = await jara.person('Bola Ahmed')
    const [hers, his] = [await fundingOf(ada), await fundingOf(bola)]
    expect(hers).toMatchObject({ status: 'ready', account: { accountName: 'SANDBOX / ADA OBI' }, deposits: [] })
    expect(his.account?.accountName).toBe('SANDBOX / BOLA AHMED')
    expect(his.account?.accountNumber).toMatch(/^\d{10}$/)
    expect(his.account?.accountNumber).not.toBe(hers.account?.accountNumber)
    expect((await fundingOf(ada)).account).toEqual(hers.account)
  })

  it.each(sampled(['down', 'timeout', 'accept-then-500', 'accept-then-timeout', 'cut-json'], 2, 1))(
    'issues one account number in the end when the provider first answers "%s"',
    async (fault) => {
      await jara.sandbox.fault({ operation: 'customer', fault })
      await jara.sandbox.fault({ operation: 'dedicated-accounts', fault })
      await jara.sandbox.fault({ operation: 'dedicated-account', fault, count: 2 })
      const bola = await jara.person('Bola Ahmed')
      expect(await fundingOf(bola)).toEqual({
        status: 'issuing',
        refusedFor: null,
        phone: null,
        account: null,
        deposits: [],
      })
      await jara.pass(2 * MINUTE_MS)
      const { account, status } = await fundingOf(bola)
      expect(status).toBe('ready')
      expect(account?.accountName).toBe('SANDBOX / BOLA AHMED')
      expect([...jara.world.state.accounts.values()]).toHaveLength(2)
    },
  )

  it('credits a transfer once, by its webhook, with the sender and the full amount', async () => {
    await payIn()
    await jara.settle()
    expect((await ada.wallet()).availableKobo).toBe('20250000')
    expect(await deposits()).toEqual(['Deposit 250000 completed CHIDI EZE'])
    const { deposits: listed } = await fundingOf(ada)
    expect(listed).toMatchObject([{ amountKobo: '250000', senderName: 'CHIDI EZE', status: 'credited' }])
    const [line] = (await ada.call<TransactionsAnswer>('GET', '/api/transactions')).body.transactions
    expect(line).toMatchObject({ kind: 'deposit', id: listed[0]?.transactionId, feeKobo: '0' })
    await jara.pass(2 * MINUTE_MS)
    expect((await ada.wallet()).availableKobo).toBe('20250000')
  })

  it('moves float → available for the whole amount, and what the provider keeps is our expense', async () => {
    await payIn('1000000')
    await jara.settle()
    const [payment] = [...jara.world.state.payments.values()]
    const feeKobo = payment?.feeKobo ?? 0n
    expect(feeKobo).toBeGreaterThan(0n)
    const entries = await jara.database.query<{ account_id: string; amount: bigint }>(
      `select e.account_id, e.amount from ledger_entries e join ledger_transfers t on t.id = e.transfer_id
       where t.kind = 'deposit' order by e.leg`,
    )
    expect(entries).toEqual([
      { account_id: 'provider:paystack:float', amount: -1_000_000n },
      { account_id: `user:${ada.id}:available`, amount: 1_000_000n },
      { account_id: 'expense:paystack', amount: -feeKobo },
      { account_id: 'provider:paystack:float', amount: feeKobo },
    ])
  })

  it('credits a transfer whose webhook is lost at the next look, within the poll interval', async () => {
    await loseWebhooks()
    await payIn()
    await jara.settle()
    expect((await ada.wallet()).availableKobo).toBe('20000000')
    await jara.pass(POLL_MS)
    expect((await ada.wallet()).availableKobo).toBe('20250000')
  })

  it('credits a transfer once when webhook and poll find it at the same instant', async () => {
    jara.clock.advance(POLL_MS)
    await payIn()
    await jara.settle()
    await jara.pass(MINUTE_MS)
    expect(await deposits()).toHaveLength(1)
    expect((await ada.wallet()).availableKobo).toBe('20250000')
  })

  it.each(['duplicate', 'late', 'out-of-order', 'forged', 'lying'])(
    'credits once with "%s" webhooks',
    async (fault) => {
      await jara.sandbox.fault({ operation: 'webhook', fault, count: 100 })
      await payIn()
      await payIn('100000')
      await jara.pass(MINUTE_MS)
      expect((await ada.wallet()).availableKobo).toBe('20350000')
      expect(await deposits()).toHaveLength(2)
    },
  )

  it('credits a transfer two days after it came in, when nothing was heard and the first looks failed', async () => {
    await loseWebhooks()
    await jara.sandbox.fault({ operation: 'payments', fault: 'down', count: 3 })
    await payIn()
    jara.clock.advance(50 * HOUR_MS)
    for (let look = 0; look <= HOUR_MS / MINUTE_MS; look++) {
      jara.clock.advance(MINUTE_MS)
      await jara.worker.runNow('poll-payments', 'all')
    }
    await jara.settle()
    expect(await ledgerSum(jara.database, `user:${ada.id}:available`)).toBe(20_250_000n)
  })

  it.each(['pending', 'not-found-then-success'])(
    'credits nothing while the verification says "%s", and credits once it says success',
    async (fault) => {
      await jara.sandbox.fault({ operation: 'payment-verify', fault, count: 3 })
      await payIn()
      await jara.settle()
      expect((await ada.wallet()).availableKobo).toBe('20000000')
      expect(await deposits()).toEqual([])
      await jara.pass(MINUTE_MS)
      expect((await ada.wallet()).availableKobo).toBe('20250000')
      expect(await deposits()).toHaveLength(1)
    },
  )

  it.each(sampled(['down', 'timeout', 'accept-then-500', 'html-502', 'cut-json', 'reset', 'decline'], 2))(
    'credits once after a verification that ended in "%s"',
    async (fault) => {
      await jara.sandbox.fault({ operation: 'payment-verify', fault, count: 2 })
      await payIn()
      await jara.pass(MINUTE_MS)
      expect((await ada.wallet()).availableKobo).toBe('20250000')
    },
  )

  it.each(['failed', 'reversed'] as const)('credits nothing that the verification calls %s', async (status) => {
    bendVerification({ status })
    await payIn()
    await jara.pass(MINUTE_MS)
    expect((await ada.wallet()).availableKobo).toBe('20000000')
    expect(await deposits()).toEqual([])
  })

  it.each<[string, Partial<IncomingPayment>]>([
    ['another currency', { currency: exactly('USD') }],
    ['real money in a sandbox', { domain: exactly('live') }],
    ['a customer who is not the owner of the number', { customerCode: exactly('CUS_somebodyelse00') }],
    ['no account number', { receiverAccountNumber: null }],
  ])('sets %s aside with an alarm and credits nobody', async (_name, change) => {
    bendVerification(change)
    await payIn()
    await jara.pass(MINUTE_MS)
    expect((await ada.wallet()).availableKobo).toBe('20000000')
    expect(await suspense()).toBe(250_000n)
    expect(await deposits()).toEqual([])
    const raised = await alarms()
    expect(raised.map((each) => each.kind)).toEqual(['deposit-quarantined'])
    expect(raised[0]?.detail).toMatch(/₦2,500 set aside/)
  })

  it('shows the owner that a payment set aside is under review, and not that it arrived', async () => {
    bendVerification({ currency: exactly('USD') })
    await payIn()
    await jara.settle()
    expect((await fundingOf(ada)).deposits).toMatchObject([{ status: 'under-review', transactionId: null }])
  })

  it('sets a payment for an account number of nobody here aside, once, with an alarm', async () => {
    const foreign = await issueForeignAccount(jara)
    await jara.sandbox.payIn({ accountNumber: foreign, amountKobo: '700000' })
    await jara.pass(MINUTE_MS)
    expect(await suspense()).toBe(700_000n)
    expect((await alarms()).map((each) => each.kind)).toEqual(['deposit-quarantined'])
    expect((await ada.wallet()).availableKobo).toBe('20000000')
    expect((await fundingOf(ada)).deposits).toEqual([])
  })

  it.each([1_000_000_000_001n, 0n])(
    'credits nobody for %d kobo, which no entry can hold, and alarms',
    async (amountKobo) => {
      bendVerification({ amountKobo })
      await payIn()
      await jara.pass(MINUTE_MS)
      expect((await ada.wallet()).availableKobo).toBe('20000000')
      expect((await alarms()).map((each) => each.kind)).toEqual(['deposit-not-bookable'])
    },
  )

  it('lists the latest ten deposits, newest first, and keeps strangers out', async () => {
    for (let count = 1; count <= 12; count++) {
      await payIn(`${count}0000`)
      await jara.pass(1_000)
    }
    const { deposits: listed } = await fundingOf(ada)
    expect(listed.map((each) => each.amountKobo)).toEqual(Array.from({ length: 10 }, (_, index) => `${12 - index}0000`))
    const answer = await fetch(`${jara.url}/api/funding-account`)
    expect(answer.status).toBe(401)
    const bola = await jara.person('Bola Ahmed')
    expect((await bola.call<FundingAccountAnswer>('GET', '/api/funding-account')).body.deposits).toEqual([])
  })

  it('lets money that arrived be spent at once', async () => {
    await payIn('10000000')
    await jara.settle()
    await ada.withdraw(29_000_000n)
    await jara.pass(2_000)
    expect((await ada.wallet()).availableKobo).toBe('990000')
  })
})
