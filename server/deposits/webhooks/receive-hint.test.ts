import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { HINTS_KEPT_MS } from '#contract/constants.ts'
import { signatureOf } from '#sandbox/paystack/webhooks.ts'
import { startWithBuyer } from '#tests/support/buyer.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import type { TestJara } from '#tests/support/jara.ts'
import { chargeBody, fundingOf, ledgerSum, postWebhook } from '#tests/support/money-in.ts'
import type { Person } from '#tests/support/person.ts'
import { productForEach } from '#tests/support/product-for-each.ts'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

describe.each(featureDatabases)('a webhook on %s', (kind) => {
  let jara: TestJara
  let ada: Person

  const hasChangedNothing = productForEach(async () => {
    ;({ jara, ada } = await startWithBuyer(kind))
    return jara
  })

  const available = () => ledgerSum(jara.database, `user:${ada.id}:available`)
  const storedEvents = () =>
    jara.database.query<{ reference: string; times: number }>('select reference, times from webhook_events')
  const dueWork = () =>
    jara.database.query("select subject_id from jobs where kind in ('payment', 'order') and due_at <= $1", [
      jara.clock.now(),
    ])

  /** A payment without a webhook. */
  async function silentPayment(amountKobo = '250000') {
    await jara.sandbox.fault({ operation: 'webhook', fault: 'lost' })
    const { account } = await fundingOf(ada)
    await jara.sandbox.payIn({ accountNumber: account?.accountNumber ?? '', amountKobo })
    const payment = [...jara.world.state.payments.values()].at(-1)
    if (payment === undefined) throw new Error('no payment was made')
    return payment
  }

  it('credits once when a hundred of the same arrive together', async () => {
    const body = chargeBody(await silentPayment())
    const answers = await Promise.all(Array.from({ length: 100 }, () => postWebhook(jara, body)))
    expect(new Set(answers.map((each) => each.status))).toEqual(new Set([200]))
    await jara.settle()
    expect(await available()).toBe(20_250_000n)
    expect(await storedEvents()).toMatchObject([{ times: 100 }])
    const deposits = await jara.database.query("select 1 from transactions where kind = 'deposit'")
    expect(deposits).toHaveLength(1)
  })

  it('credits once when a hundred arrive while workers are at it', async () => {
    const body = chargeBody(await silentPayment())
    await Promise.all(
      Array.from({ length: 100 }, async (_, index) => {
        await postWebhook(jara, body)
        if (index % 5 === 0) await jara.worker.runDue()
      }),
    )
    await jara.settle()
    expect(await available()).toBe(20_250_000n)
  })

  it('credits nothing more when it is repeated after 1 hour, 13 hours, 8 days and 400 days', async () => {
    const body = chargeBody(await silentPayment())
    await postWebhook(jara, body)
    await jara.settle()
    for (const [times, afterMs] of [HOUR_MS, 13 * HOUR_MS, 8 * DAY_MS, 400 * DAY_MS].entries()) {
      expect(await storedEvents()).toMatchObject([{ times: times + 1 }])
      jara.clock.advance(afterMs)
      expect((await postWebhook(jara, body)).status).toBe(200)
      await jara.settle()
      expect(await available()).toBe(20_250_000n)
      expect(await dueWork()).toEqual([])
    }
  })

  it('credits nothing more when it is repeated after it was forgotten that it came', async () => {
    const body = chargeBody(await silentPayment())
    await postWebhook(jara, body)
    await jara.settle()
    jara.clock.advance(HINTS_KEPT_MS + HOUR_MS)
    await jara.settle()
    expect(await storedEvents()).toEqual([])
    expect((await postWebhook(jara, body)).status).toBe(200)
    expect(await storedEvents()).toMatchObject([{ times: 1 }])
    await jara.settle()
    expect(await available()).toBe(20_250_000n)
    expect(await dueWork()).toEqual([])
    expect(await jara.database.query('select 1 from deposits')).toHaveLength(1)
  })

  it('credits nothing more when the same payment comes as other events', async () => {
    const payment = await silentPayment()
    await postWebhook(jara, chargeBody(payment))
    await jara.settle()
    await postWebhook(jara, chargeBody({ ...payment, id: payment.id + 1 }))
    const refund = { event: 'refund.processed', data: { transaction_reference: payment.reference, id: 9 } }
    await postWebhook(jara, JSON.stringify(refund))
    await jara.settle()
    expect(await available()).toBe(20_250_000n)
    expect(await storedEvents()).toHaveLength(3)
    expect(await dueWork()).toEqual([])
  })

  it('credits what the verification says when a validly signed body names another amount or customer', async () => {
    const payment = await silentPayment('250000')
    const bola = await jara.person('Bola Ahmed')
    const lie = { ...JSON.parse(chargeBody(payment)).data, amount: 99_000_000, customer: { email: bola.email } }
    await postWebhook(jara, JSON.stringify({ event: 'charge.success', data: lie }))
    await jara.settle()
    expect(await available()).toBe(20_250_000n)
    expect((await bola.wallet()).availableKobo).toBe('20000000')
  })

  it('moves no money about a payment that never was', async () => {
    const body = chargeBody({ id: 1, reference: 'never-happened-0001', amountKobo: 5_000_000n })
    expect((await postWebhook(jara, body)).status).toBe(200)
    await jara.pass(60_000)
    expect(await available()).toBe(20_000_000n)
    jara.clock.advance(4 * DAY_MS)
    await jara.settle()
    expect(await dueWork()).toEqual([])
  })

  it('settles nothing by claiming that a transfer is paid', async () => {
    await jara.sandbox.fault({ operation: 'transfer', fault: 'pending' })
    const order = await ada.withdraw(150_000n)
    await jara.settle()
    const data = { id: 7, reference: order.reference, amount: 150_000, status: 'success', transfer_code: 'TRF_x' }
    await postWebhook(jara, JSON.stringify({ event: 'transfer.success', data }))
    await postWebhook(jara, JSON.stringify({ event: 'transfer.failed', data: { ...data, status: 'failed' } }))
    await jara.settle()
    expect((await ada.order(order.id)).state).toBe('pending')
    expect((await ada.wallet()).heldKobo).toBe('151000')
  })

  const genuine = (body: string) => signatureOf(jara.world.secretKey, body)

  it.each<[string, (body: string) => string | null]>([
    ['no signature', () => null],
    ['an empty signature', () => ''],
    ['a signature of another key', (body) => signatureOf('sk_test_somebody_else', body)],
    ['a truncated signature', (body) => genuine(body).slice(0, -2)],
    ['a longer signature', (body) => `${genuine(body)}00`],
    ['an upper-case signature', (body) => genuine(body).toUpperCase()],
    ['a signature of other bytes', () => genuine('{}')],
    ['a signature of the body serialized again', (body) => genuine(JSON.stringify(JSON.parse(body), null, 1))],
    ['a signature by SHA-256', (body) => createHmac('sha256', jara.world.secretKey).update(body).digest('hex')],
    ['a signature in base64', (body) => Buffer.from(genuine(body), 'hex').toString('base64')],
    ['two signatures', (body) => `${genuine(body)}, ${genuine(body)}`],
  ])('is refused with 401 and leaves nothing behind with %s', async (_name, sign) => {
    const body = chargeBody(await silentPayment())
    const answer = await postWebhook(jara, body, sign(body))
    expect(answer.status).toBe(401)
    expect(await answer.json()).toMatchObject({ error: { code: 'webhook.unsigned', id: expect.any(String) } })
    expect(await storedEvents()).toEqual([])
    expect(await dueWork()).toEqual([])
    expect(await available()).toBe(20_000_000n)
    // The next test's poll must not find this payment.
    jara.world.state.payments.clear()
    hasChangedNothing()
  })

  const rejection = (change: object, customer = 'CUS_x') =>
    JSON.stringify({
      event: 'bank.transfer.rejected',
      data: {
        bank_transfer: { amount: '650000', message: 'x', message_type: 'y', transaction_id: '7', ...change },
        customer: { customer_code: customer },
      },
    })

  it.each([
    ['not JSON', 'not json'],
    ['no object', '[]'],
    ['nothing', ' '],
    ['another event', '{"event":"subscription.create","data":{"reference":"x"}}'],
    ['no reference', '{"event":"charge.success","data":{"id":1}}'],
    ['an odd reference', '{"event":"charge.success","data":{"reference":"a\\u0000b"}}'],
    ['a number for a reference', '{"event":"charge.success","data":{"reference":5}}'],
    ['odd ids', '{"event":"charge.success","data":{"reference":"abc","id":"\\u0000"}}'],
    ['a rejection without an amount', rejection({ amount: '0' })],
    ['a rejection with an odd id', rejection({ transaction_id: 'a\u0000b' })],
    ['a rejection of an odd customer', rejection({}, 'CUS_\u0000')],
    ['a rejection of somebody unknown', rejection({}, 'CUS_nobody')],
    ['deep JSON', `{"event":"charge.success","data":${'['.repeat(20_000)}${']'.repeat(20_000)}}`],
  ])('is answered and moves nothing when it is signed and says %s', async (_name, body) => {
    const answer = await postWebhook(jara, body)
    expect(answer.status).toBe(200)
    await jara.settle()
    expect(await available()).toBe(20_000_000n)
    if ((await storedEvents()).length === 0) hasChangedNothing()
  })

  it('about a rejection of a user of ours is kept once, whatever it says, and moves nothing', async () => {
    const [row] = await jara.database.query<{ code: string }>('select customer_code as code from funding_accounts')
    for (const amount of ['650000', '650000', '999999999999999']) {
      expect((await postWebhook(jara, rejection({ amount }, row?.code))).status).toBe(200)
    }
    expect(await jara.database.query('select user_id, amount_kobo::text from bpc_rejections')).toEqual([
      { user_id: ada.id, amount_kobo: '650000' },
    ])
    await jara.settle()
    expect(await available()).toBe(20_000_000n)
  })

  it('is refused when it is too large, and by any other method', async () => {
    const body = `{"event":"charge.success","data":{"reference":"${'x'.repeat(300 * 1024)}"}}`
    expect((await postWebhook(jara, body)).status).toBe(413)
    expect((await fetch(`${jara.url}/webhooks/paystack`)).status).toBe(404)
    expect(await storedEvents()).toEqual([])
  })

  it('is taken with any content type: only the signed bytes count', async () => {
    const body = chargeBody(await silentPayment())
    const answer = await fetch(`${jara.url}/webhooks/paystack`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain', 'x-paystack-signature': genuine(body) },
      body,
    })
    expect(answer.status).toBe(200)
    await jara.settle()
    expect(await available()).toBe(20_250_000n)
  })
})
