import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { BPC_ACCOUNT_LIFETIME_MS, BPC_OPEN_PURCHASES_MAX, BPC_PRICE_KOBO } from '#contract/constants.ts'
import type { OrderOf } from '#contract/orders.ts'
import type { TransactionsAnswer } from '#contract/transactions.ts'
import { signatureOf } from '#sandbox/paystack/webhooks.ts'
import { startWithBuyer } from '#tests/support/buyer.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import type { TestJara } from '#tests/support/jara.ts'
import { chargeBody, ledgerSum, postWebhook } from '#tests/support/money-in.ts'
import { sampled } from '#tests/support/nightly.ts'
import type { Person } from '#tests/support/person.ts'
import { alarmsOf, boughtBy, buyByTransfer, payInto } from '#tests/support/purchases.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const GRANT_KOBO = 20_000_000n

describe.each(featureDatabases)('a BPC paid by bank transfer on %s', (kind) => {
  let jara: TestJara
  let ada: Person

  beforeEach(async () => {
    ;({ jara, ada } = await startWithBuyer(kind))
  })
  afterEach(async () => {
    await expectEveryKoboInPlace()
    await jara.close()
  })

  /** All the money that really came in is either the price of a held code or in the wallet. */
  async function expectEveryKoboInPlace(): Promise<void> {
    const paid = [...jara.world.state.payments.values()].filter((each) => each.status === 'success')
    const received = paid.reduce((sum, each) => sum + each.amountKobo, 0n)
    const fees = paid.reduce((sum, each) => sum + each.feeKobo, 0n)
    const [revenue, available, expense, aside] = await books(
      'revenue:bpc',
      `user:${ada.id}:available`,
      'expense:paystack',
      'suspense:in',
    )
    expect({ received, fees, aside }).toEqual({
      received: (revenue ?? 0n) + (available ?? 0n) - GRANT_KOBO,
      fees: -(expense ?? 0n),
      aside: 0n,
    })
    const [held] = await jara.database.query<{ count: bigint }>(
      "select count(*) as count from bpc_codes where kind = 'bought' and status = 'active'",
    )
    expect(revenue).toBe(BigInt(held?.count ?? 0) * BPC_PRICE_KOBO)
  }

  const books = (...accounts: string[]) => Promise.all(accounts.map((each) => ledgerSum(jara.database, each)))
  const fault = (operation: string, name: string, count = 1) => jara.sandbox.fault({ operation, fault: name, count })

  async function now(order: { id: string }): Promise<OrderOf<'bpc'>> {
    await ada.unlock()
    return (await ada.order(order.id)) as OrderOf<'bpc'>
  }
  async function expectDelivered(order: { id: string }, walletKobo: bigint): Promise<void> {
    const { state, status, boughtBpcId } = await now(order)
    expect({ state, status }).toEqual({ state: 'settled', status: 'completed' })
    const codes = await boughtBy(ada)
    expect(codes.map((code) => ({ id: code.id, status: code.status, orderId: code.orderId }))).toEqual([
      { id: boughtBpcId, status: 'active', orderId: order.id },
    ])
    expect(await ada.wallet()).toMatchObject({ availableKobo: String(GRANT_KOBO + walletKobo), heldKobo: '0' })
  }
  async function expectNothingDelivered(walletKobo = 0n): Promise<void> {
    await ada.unlock()
    expect(await boughtBy(ada)).toEqual([])
    expect(await ada.wallet()).toMatchObject({
      availableKobo: String(GRANT_KOBO + walletKobo),
      heldKobo: '0',
      level: 'basic',
    })
  }
  const strays = async (order: { id: string }) =>
    (await now(order)).strayPayments.map(({ went, why, amountKobo }) => `${why} ${amountKobo} ${went}`)

  it('needs no approval, reserves nothing, and shows where to pay as soon as the provider has issued a number', async () => {
    const order = await ada.buyBpc('transfer')
    expect(order).toMatchObject({ state: 'awaiting_payment', status: 'pending', payTo: null, boughtBpcId: null })
    await jara.settle()
    const issued = await now(order)
    expect(issued.payTo).toMatchObject({ amountKobo: '650000', accountNumber: expect.stringMatching(/^\d{10}$/) })
    const wallet = await ada.wallet()
    expect(wallet).toMatchObject({ availableKobo: '20000000', heldKobo: '0', spentTodayKobo: '0' })
    expect(wallet.openBpcPurchase).toEqual({ orderId: order.id, expiresAt: issued.payTo?.expiresAt })
    await expectNothingDelivered()
  })

  it('is delivered for exactly its price, raises level and limit, and takes nothing from the wallet', async () => {
    const order = await buyByTransfer(jara, ada)
    jara.clock.advance(SECOND_MS)
    await fault('transfer', 'decline')
    await ada.withdraw(10_000n)
    await jara.pass(2 * SECOND_MS)
    await payInto(jara, order)
    await jara.pass(2 * SECOND_MS)
    await expectDelivered(order, 0n)
    expect(await ada.wallet()).toMatchObject({
      level: 'plus',
      dailyLimitKobo: '100000000',
      spentTodayKobo: '0',
      openBpcPurchase: null,
    })
    expect(await strays(order)).toEqual([])
    const { body } = await ada.call<TransactionsAnswer>('GET', '/api/transactions')
    expect(body.transactions.find((each) => each.kind === 'bpc')?.id).toBe((await now(order)).transactionId)
    expect(body.transactions.map((each) => `${each.title} ${each.amountKobo} ${each.status}`)).toEqual([
      'BPC Code -650000 completed',
      'Deposit 650000 completed',
      'Refund 11000 completed',
      'Bank Transfer -10000 failed',
      'Sandbox grant 20000000 completed',
    ])
  })

  it('for less goes to the wallet and leaves it open, and then exactly its price delivers it', async () => {
    const order = await buyByTransfer(jara, ada)
    await payInto(jara, order, BPC_PRICE_KOBO - 1n)
    await jara.pass(2 * SECOND_MS)
    expect((await now(order)).state).toBe('awaiting_payment')
    await expectNothingDelivered(BPC_PRICE_KOBO - 1n)
    await payInto(jara, order)
    await jara.pass(2 * SECOND_MS)
    await expectDelivered(order, BPC_PRICE_KOBO - 1n)
    expect(await strays(order)).toEqual(['less 649999 wallet'])
  })

  it('for more is delivered, and exactly the rest is in the wallet', async () => {
    const order = await buyByTransfer(jara, ada)
    await payInto(jara, order, BPC_PRICE_KOBO + 1n)
    await jara.pass(2 * SECOND_MS)
    await expectDelivered(order, 1n)
    expect(await strays(order)).toEqual(['more 1 wallet'])
  })

  it('paid three times is delivered once, and the others are in the wallet', async () => {
    const order = await buyByTransfer(jara, ada)
    for (let n = 0; n < 3; n++) await payInto(jara, order)
    await jara.pass(2 * SECOND_MS)
    await expectDelivered(order, 2n * BPC_PRICE_KOBO)
    expect(await strays(order)).toEqual(['second 650000 wallet', 'second 650000 wallet'])
  })

  it('ends when its number accepts no more money, and a late payment is in the wallet', async () => {
    const order = await buyByTransfer(jara, ada)
    await jara.pass(BPC_ACCOUNT_LIFETIME_MS + 3 * MINUTE_MS)
    expect(await now(order)).toMatchObject({ state: 'expired', status: 'failed' })
    await expectNothingDelivered()
    await payInto(jara, order)
    await jara.pass(10 * SECOND_MS)
    expect(await now(order)).toMatchObject({ state: 'expired' })
    expect(await strays(order)).toEqual(['late 650000 wallet'])
    await expectNothingDelivered(BPC_PRICE_KOBO)
    expect((await ada.wallet()).openBpcPurchase).toBeNull()
  })

  it('paid in the last second and heard of hours later is delivered: the instant of payment counts', async () => {
    await fault('webhook', 'lost', 100)
    const order = await buyByTransfer(jara, ada)
    jara.clock.set(new Date(Date.parse(order.payTo?.expiresAt ?? '') - 1))
    await payInto(jara, order)
    jara.clock.advance(5 * HOUR_MS)
    await jara.settle()
    await jara.settle()
    await expectDelivered(order, 0n)
  })

  it('paid in time, expired in the books while the provider was silent, and then heard of, is delivered', async () => {
    await fault('webhook', 'lost', 100)
    const order = await buyByTransfer(jara, ada)
    await fault('payments', 'down', 100_000)
    await jara.pass(BPC_ACCOUNT_LIFETIME_MS - MINUTE_MS)
    await payInto(jara, order, BPC_PRICE_KOBO - 1n)
    await payInto(jara, order)
    await jara.pass(10 * MINUTE_MS)
    // The poll finds the second payment; we ask about the first under our own reference.
    expect((await now(order)).state).toBe('expired')
    jara.world.state.faults = []
    await jara.pass(10 * MINUTE_MS)
    await expectDelivered(order, BPC_PRICE_KOBO - 1n)
  })

  it('is not said to be over while a payment in time is known to the provider and not yet to us', async () => {
    await fault('webhook', 'lost', 100)
    const order = await buyByTransfer(jara, ada)
    await payInto(jara, order)
    jara.clock.advance(5 * HOUR_MS)
    expect(await jara.worker.runNow('order', order.id)).toBe(true)
    expect((await now(order)).state).toBe('awaiting_payment')
    await jara.settle()
    await expectDelivered(order, 0n)
  })

  it('is found by asking when nobody watches and every webhook is lost', async () => {
    await fault('webhook', 'lost', 1_000)
    const order = await buyByTransfer(jara, ada)
    await payInto(jara, order)
    await jara.pass(6 * SECOND_MS)
    await expectDelivered(order, 0n)
  })

  it('is found at once by "I have made this transfer", which believes the provider and nobody else', async () => {
    await fault('webhook', 'lost', 1_000)
    const order = await buyByTransfer(jara, ada)
    const check = () => ada.call<{ order: OrderOf<'bpc'> }>('POST', `/api/orders/${order.id}/check`)
    expect((await check()).body.order.state).toBe('awaiting_payment')
    await payInto(jara, order)
    expect((await check()).body.order.state).toBe('settled')
    await expectDelivered(order, 0n)
  })

  it.each(sampled(['duplicate', 'late', 'out-of-order', 'forged', 'lying'], 2, 1))(
    'is right with "%s" webhooks',
    async (name) => {
      await fault('webhook', name, 100)
      const order = await buyByTransfer(jara, ada)
      await payInto(jara, order)
      await jara.pass(MINUTE_MS)
      await expectDelivered(order, 0n)
    },
  )

  it('is delivered by no webhook alone, whoever signed it', async () => {
    const order = await buyByTransfer(jara, ada)
    const reference = `${order.reference}-1`
    const body = chargeBody({ id: 1, reference, amountKobo: BPC_PRICE_KOBO })
    expect((await postWebhook(jara, body, signatureOf('sk_test_somebody_else', body))).status).toBe(401)
    expect((await postWebhook(jara, body)).status).toBe(200)
    await jara.pass(30 * SECOND_MS)
    expect((await now(order)).state).toBe('awaiting_payment')
    await expectNothingDelivered()
    await payInto(jara, order)
    await jara.pass(6 * SECOND_MS)
    await expectDelivered(order, 0n)
  })

  it('is one code for a hundred copies of its webhook, while workers are at it', async () => {
    await fault('webhook', 'lost', 1)
    const order = await buyByTransfer(jara, ada)
    await payInto(jara, order)
    const payment = [...jara.world.state.payments.values()].at(-1)
    if (payment === undefined) throw new Error('no payment was made')
    await Promise.all(
      Array.from({ length: 100 }, async (_, index) => {
        await postWebhook(jara, chargeBody(payment))
        if (index % 5 === 0) await jara.worker.runDue()
      }),
    )
    await jara.settle()
    await expectDelivered(order, 0n)
    expect(await jara.database.query("select 1 from ledger_transfers where kind = 'pay-in'")).toHaveLength(1)
  })

  it.each(sampled(['accept-then-timeout', 'accept-then-500', 'reset', 'cut-json'], 2))(
    'asked for with "%s" is asked for again, and money into the number nobody was shown still pays for it',
    async (name) => {
      await fault('charge', name)
      const order = await ada.buyBpc('transfer')
      await jara.pass(3 * SECOND_MS)
      const shown = await now(order)
      const issued = [...jara.world.state.accounts.values()].filter((each) => each.paymentReference !== null)
      expect(issued.map((each) => each.paymentReference)).toEqual([`${order.reference}-1`, `${order.reference}-2`])
      const hidden = issued.find((each) => each.accountNumber !== shown.payTo?.accountNumber)
      expect(hidden).toBeDefined()
      await jara.sandbox.payIn({ accountNumber: hidden?.accountNumber ?? '', amountKobo: BPC_PRICE_KOBO.toString() })
      await jara.pass(6 * SECOND_MS)
      await expectDelivered(order, 0n)
      await payInto(jara, shown)
      await jara.pass(6 * SECOND_MS)
      await expectDelivered(order, BPC_PRICE_KOBO)
      expect(await strays(order)).toEqual(['second 650000 wallet'])
    },
  )

  it.each([
    ['decline', 1],
    ['timeout', 100],
    ['down', 100],
  ])('whose number cannot be issued ("%s") ends, says so, and moves nothing', async (name, count) => {
    await fault('charge', name, count)
    const order = await ada.buyBpc('transfer')
    await jara.pass(15 * SECOND_MS)
    expect(await now(order)).toMatchObject({
      state: 'expired',
      payTo: null,
      failure: 'We could not get an account number. No money has moved.',
    })
    await expectNothingDelivered()
  })

  it('waits for three at most, so that nobody takes all of the account numbers', async () => {
    for (let open = 0; open < BPC_OPEN_PURCHASES_MAX; open++) await ada.buyBpc('transfer')
    const quote = await ada.quoteOf({ kind: 'bpc', fullName: 'Ada Obi', email: 'ada@example.ng', payWith: 'transfer' })
    const refused = await ada.call('POST', '/api/orders', { quoteId: quote.id })
    expect([refused.status, refused.body.error.code]).toEqual([409, 'bpc.too-many-open'])
    await jara.pass(BPC_ACCOUNT_LIFETIME_MS + 5 * 60 * SECOND_MS)
    await ada.unlock()
    await ada.buyBpc('transfer')
  })

  it('tells what the provider sent back, and stays open for the right amount', async () => {
    const order = await buyByTransfer(jara, ada)
    await fault('inbound', 'send-back')
    await payInto(jara, order, BPC_PRICE_KOBO - 100n)
    await jara.pass(2 * SECOND_MS)
    expect(await strays(order)).toEqual(['less 649900 sent-back'])
    await expectNothingDelivered()
    await payInto(jara, order)
    await jara.pass(2 * SECOND_MS)
    await expectDelivered(order, 0n)
    expect(await strays(order)).toEqual(['less 649900 sent-back'])
  })

  it('a second payment that the provider sends back without a word changes nothing', async () => {
    const order = await buyByTransfer(jara, ada)
    await payInto(jara, order)
    await jara.pass(2 * SECOND_MS)
    await fault('inbound', 'send-back')
    await payInto(jara, order)
    await jara.pass(10 * SECOND_MS)
    await expectDelivered(order, 0n)
  })

  it('bought twice and paid into the one and the other gives each its own code', async () => {
    const [first, second] = [await buyByTransfer(jara, ada), await buyByTransfer(jara, ada)]
    await payInto(jara, second)
    await jara.pass(2 * SECOND_MS)
    expect([(await now(first)).state, (await now(second)).state]).toEqual(['awaiting_payment', 'settled'])
    await payInto(jara, first)
    await jara.pass(2 * SECOND_MS)
    const codes = await boughtBy(ada)
    expect(new Set(codes.map((code) => code.orderId))).toEqual(new Set([first.id, second.id]))
    expect((await ada.wallet()).dailyLimitKobo).toBe('150000000')
  })

  it('cannot be cancelled: there is nothing of the wallet in it', async () => {
    const order = await buyByTransfer(jara, ada)
    const answer = await ada.call('POST', `/api/orders/${order.id}/cancel`)
    expect([answer.status, answer.body.error.code]).toEqual([409, 'order.not-cancellable'])
    expect((await now(order)).state).toBe('awaiting_payment')
    expect(await alarmsOf(jara)).toEqual([])
  })

  it('of somebody else is not there', async () => {
    const obi = await jara.person('Obi Ada')
    const order = await buyByTransfer(jara, ada)
    for (const path of ['', '/check', '/cancel']) {
      const answer = await obi.call(path === '' ? 'GET' : 'POST', `/api/orders/${order.id}${path}`)
      expect([answer.status, answer.body.error.code]).toEqual([404, 'order.not-found'])
    }
  })
})
