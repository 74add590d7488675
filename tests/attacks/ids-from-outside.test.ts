import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OrderPinsAnswer } from '#contract/kinds/education.ts'
import { exactText } from '#server/platform/text/exact-text.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { EMPTY_TEXTS, HOSTILE_TEXTS, UNCLEAN } from '#tests/support/hostile-text.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { chargeBody, fundingOf, ledgerSum, postWebhook } from '#tests/support/money-in.ts'
import { sampled, TURN } from '#tests/support/nightly.ts'
import type { Person } from '#tests/support/person.ts'
import { airtime, alarmsOf, BILL_FORMS, buyByTransfer, payInto, phoneOf } from '#tests/support/purchases.ts'

/** Odd values in fields that decide: ids, references, codes, account numbers and words for states. */

const TEXTS = [...HOSTILE_TEXTS.map(({ text }) => text), ...EMPTY_TEXTS, '']
/** Each field with a share of the texts, different each day; a list's fields together cover most of them. */
const withTexts = (...fields: readonly string[]) =>
  fields.map((field, turn) => [field, sampled(TEXTS, 6, turn + TURN)] as const)
const MINUTE_MS = 60_000
const GRANT_KOBO = 20_000_000n

describe.each(featureDatabases)('what decides, said oddly, on %s', (kind) => {
  let jara: TestJara
  let ada: Person

  // One product for all tests, and a person for each: each test settles its oddities at its end.
  beforeAll(async () => {
    jara = await startJara(kind)
  })
  beforeEach(async () => {
    ada = await jara.person('Ada Obi')
    jara.clock.advance(1_000)
  })
  afterEach(() => jara.sandbox.reset())
  afterAll(() => jara.close())

  const available = () => ledgerSum(jara.database, `user:${ada.id}:available`)
  const held = () => ledgerSum(jara.database, `user:${ada.id}:held`)

  /** Nothing odd is in any stored id, reference or key, and nothing was stored instead. */
  async function expectCleanIds(): Promise<void> {
    const ids = await jara.database.query<{ id: string | null }>(
      `select provider_transaction_id as id from deposits union all select reference from deposits
       union all select account_number from deposits union all select subject_id from jobs
       union all select event_key from webhook_events union all select reference from webhook_events
       union all select subject_id from alarms union all select detail from alarms
       union all select customer_code from funding_accounts union all select provider_account_id from funding_accounts
       union all select account_number from funding_accounts union all select provider_transaction_id from bpc_rejections
       union all select reference from orders union all select provider_word from orders union all select token from orders`,
    )
    expect(ids.filter(({ id }) => id !== null && (UNCLEAN.test(id) || id.includes('\ufffd')))).toEqual([])
  }

  it.each(
    withTexts(
      'id',
      'reference',
      'currency',
      'domain',
      'channel',
      'customer_code',
      'receiver_bank_account_number',
      'status',
      'paid_at',
      'amount',
      'fees',
    ),
  )(
    'a payment with an odd %s waits or is set aside with an alarm, and is never credited twice or lost',
    async (field, texts) => {
      const { account } = await fundingOf(ada)
      const setAsideBefore = await ledgerSum(jara.database, 'suspense:in')
      for (const text of texts) {
        const before = (await alarmsOf(jara)).length
        await jara.sandbox.fault({ operation: 'payment-verify', fault: 'odd-text', field, text })
        await jara.sandbox.payIn({ accountNumber: account?.accountNumber ?? '', amountKobo: '1000' })
        const creditedBefore = await available()
        await jara.settle()
        const isCredited = (await available()) > creditedBefore
        // An unknown word for a state, and another payment's reference, cause another verification.
        const isAskedAgain = field === 'status' || (field === 'reference' && exactText(text) !== null)
        expect([text, isCredited || isAskedAgain || (await alarmsOf(jara)).length > before]).toEqual([text, true])
      }
      await jara.pass(10 * MINUTE_MS)
      const setAside = (await ledgerSum(jara.database, 'suspense:in')) - setAsideBefore
      expect((await available()) - GRANT_KOBO + setAside).toBe(BigInt(texts.length) * 1_000n)
      await expectCleanIds()
    },
  )

  it.each(
    withTexts(
      'reference',
      'currency',
      'account_number',
      'bank_code',
      'status',
      'amount',
      'fee_charged',
      'gateway_response',
    ),
  )('a transfer whose proof has an odd %s is settled once, by a proof that can be read', async (field, texts) => {
    for (const text of texts) {
      await jara.sandbox.fault({ operation: 'transfer-verify', fault: 'odd-text', field, text })
      await ada.withdraw(10_000n)
    }
    await jara.pass(4 * MINUTE_MS)
    const states = await jara.database.query<{ state: string }>('select distinct state from orders')
    expect(states).toEqual([{ state: 'settled' }])
    expect(await held()).toBe(0n)
    await expectCleanIds()
  })

  it.each(
    withTexts(
      'requestId',
      'code',
      'status',
      'unique_element',
      'amount',
      'total_amount',
      'token',
      'purchased_code',
      'product_name',
    ),
  )('a purchase whose proof has an odd %s is settled once, and keeps no money for ever', async (field, texts) => {
    for (const [index, text] of texts.entries()) {
      await jara.sandbox.fault({ provider: 'vtpass', operation: 'requery', fault: 'odd-text', field, text })
      await ada.buy(airtime({ phone: phoneOf(index), amountKobo: '10000' }))
    }
    await jara.pass(4 * MINUTE_MS)
    const states = await jara.database.query<{ state: string }>('select distinct state from orders')
    expect(states).toEqual([{ state: 'settled' }])
    expect(await held()).toBe(0n)
    await expectCleanIds()
  })

  it.each(withTexts('cards', 'purchased_code', 'Pin', 'Serial', 'quantity'))(
    'exam PINs whose proof has odd %s are settled once, and nothing odd is shown as a PIN',
    async (field, texts) => {
      const orders: string[] = []
      for (const [index, text] of texts.entries()) {
        await jara.sandbox.fault({ provider: 'vtpass', operation: 'requery', fault: 'odd-text', field, text })
        orders.push((await ada.buy({ ...BILL_FORMS.education(index), quantity: 1 })).id)
      }
      await jara.pass(15 * MINUTE_MS)
      await ada.unlock()
      const states = await jara.database.query<{ state: string }>('select distinct state from orders')
      expect(states).toEqual([{ state: 'settled' }])
      expect(await held()).toBe(0n)
      const sold = [...jara.world.state.deliveries.values()].flatMap(({ pins = [] }) => pins)
      for (const id of orders) {
        const { pins } = (await ada.call<OrderPinsAnswer>('GET', `/api/orders/${id}/pins`)).body
        expect(sold).toEqual(expect.arrayContaining(pins.map(({ pin }) => expect.objectContaining({ pin }))))
        for (const { serial } of pins) expect(serial ?? 'none').toMatch(/^[A-Za-z0-9/-]{3,40}$/)
      }
      await expectCleanIds()
    },
  )

  it.each([
    ['customer', 'customer_code'],
    ['dedicated-account', 'id'],
    ['dedicated-account', 'account_number'],
    ['dedicated-account', 'customer_code'],
    ['dedicated-account', 'bank'],
  ])('an account number is issued in the end although %s says an odd %s', async (operation, field) => {
    for (const text of ['12\u000034', '12\ud80034', 'x'.repeat(5_000), '']) {
      await jara.sandbox.fault({ operation, fault: 'odd-text', field, text, count: 2 })
      const bola = await jara.person('Bola Ahmed')
      await jara.pass(MINUTE_MS)
      expect((await fundingOf(bola)).account?.accountNumber).toMatch(/^\d{10}$/)
      await jara.sandbox.reset()
    }
    await expectCleanIds()
  })

  it('an account number that is not issued for long alerts operators, once', async () => {
    await jara.sandbox.fault({
      operation: 'customer',
      fault: 'odd-text',
      field: 'customer_code',
      text: '\u0000',
      count: 1_000,
    })
    await jara.person('Bola Ahmed')
    await jara.pass(10 * MINUTE_MS)
    expect(await alarmsOf(jara)).not.toContain('account-not-issued')
    await jara.pass(20 * MINUTE_MS)
    expect((await alarmsOf(jara)).filter((each) => each === 'account-not-issued')).toHaveLength(1)
  })

  it.each([
    ['code', sampled(TEXTS, 2, TURN)],
    ['slug', sampled(TEXTS, 2, TURN + 1)],
  ] as const)('a bank list with an odd %s is read, or the one before it stays', async (field, texts) => {
    const before = (await ada.call<{ banks: unknown[] }>('GET', '/api/banks')).body.banks
    for (const text of texts) {
      await jara.sandbox.fault({ operation: 'banks', fault: 'odd-text', field, text })
      jara.clock.advance(61_000)
      await ada.unlock()
      const answer = await ada.call<{ banks: { code: string }[] }>('GET', '/api/banks')
      expect(answer.status).toBe(200)
      expect(answer.body.banks.every(({ code }) => /^[\x21-\x7e]+$/.test(code))).toBe(true)
    }
    jara.clock.advance(61_000)
    await ada.unlock()
    expect((await ada.call<{ banks: unknown[] }>('GET', '/api/banks')).body.banks).toEqual(before)
  })

  it('a purchase by bank transfer is paid although its payment names its account oddly', async () => {
    const order = await buyByTransfer(jara, ada)
    await jara.sandbox.fault({
      operation: 'payment-verify',
      fault: 'odd-text',
      field: 'receiver_bank_account_number',
      text: '\ud800',
    })
    await payInto(jara, order)
    await jara.settle()
    expect((await ada.order(order.id)).state).toBe('settled')
  })

  it('a webhook is acknowledged and leaves nothing odd behind, whatever its event, reference and ids say', async () => {
    const payment = { id: 7, reference: 'T1', amountKobo: 1_000n }
    for (const text of TEXTS) {
      for (const field of ['reference', 'id', 'transfer_code', 'refund_reference', 'transaction_reference', 'event']) {
        const told = JSON.parse(chargeBody(payment)) as { event: string; data: Record<string, unknown> }
        const body = field === 'event' ? { ...told, event: text } : { ...told, data: { ...told.data, [field]: text } }
        expect((await postWebhook(jara, JSON.stringify(body))).status).toBe(200)
      }
      const rejected = {
        bank_transfer: { amount: '650000', transaction_id: text },
        customer: { customer_code: text },
      }
      expect(
        (await postWebhook(jara, JSON.stringify({ event: 'bank.transfer.rejected', data: rejected }))).status,
      ).toBe(200)
    }
    await jara.settle()
    await expectCleanIds()
    // The same event counts as one, and two that differ only invisibly count as two.
    const keys = await jara.database.query<{ times: number }>(
      "select times from webhook_events where event_key like '%sha256%'",
    )
    expect(keys.length).toBeGreaterThan(20)
    expect(new Set(keys.map(({ times }) => times))).toEqual(new Set([1]))
  })

  it('a callback is acknowledged and leaves nothing odd behind, whatever it says', async () => {
    const order = await ada.buy(airtime())
    for (const text of TEXTS) {
      for (const told of [
        { code: text, requestId: order.reference, content: { transactions: { status: 'delivered' } } },
        { code: '000', requestId: text, content: { transactions: { status: 'delivered' } } },
        { code: '000', requestId: order.reference, content: { transactions: { status: text } } },
      ]) {
        const url = `${jara.url}/webhooks/vtpass/${jara.deps.config.vtpass.callbackSecret}`
        const body = JSON.stringify({ type: 'transaction-update', data: told })
        expect(
          (await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })).status,
        ).toBe(200)
      }
    }
    await jara.settle()
    await expectCleanIds()
  })
})
