import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { QuoteBody } from '#contract/orders.ts'
import { startWithBuyer } from '#tests/support/buyer.ts'
import type { TestJara } from '#tests/support/jara.ts'
import { type Person, RECIPIENT } from '#tests/support/person.ts'
import { airtime, boughtBy, buyByTransfer, giveBack, phoneOf, purchasesOf } from '#tests/support/purchases.ts'

/** The figures that customers are told, as literal numbers: changing one requires a change here. */

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

describe('a figure that customers read', () => {
  let jara: TestJara
  let ada: Person

  beforeEach(async () => {
    ;({ jara, ada } = await startWithBuyer('pglite'))
  })
  afterEach(() => jara.close())

  const codeFor = async (body: unknown) => {
    const answer = await ada.call('POST', '/api/quotes', body)
    return answer.status === 201 ? 'taken' : answer.body.error.code
  }
  const [, , electricity, tv] = purchasesOf(9)

  it('a quote holds to the last millisecond of five minutes', async () => {
    const [inTime, late] = [await ada.quote(100_000n), await ada.quote(110_000n)]
    jara.clock.advance(5 * MINUTE_MS - 1)
    await ada.unlock()
    expect((await ada.approve(inTime)).status).toBe(201)
    jara.clock.advance(1)
    expect((await ada.approve(late)).body.error.code).toBe('quote.expired')
  })

  it('the same for the same number is asked about for two minutes, and not a millisecond longer', async () => {
    await ada.buy(airtime())
    jara.clock.advance(2 * MINUTE_MS - 1)
    expect((await ada.quoteOf(airtime())).similar).not.toBeNull()
    jara.clock.advance(1)
    expect((await ada.quoteOf(airtime())).similar).toBeNull()
  })

  it('airtime is sold from ₦50 to ₦50,000', async () => {
    const asked = ['4999', '5000', '5000000', '5000001'].map((amountKobo) => codeFor(airtime({ amountKobo })))
    expect(await Promise.all(asked)).toEqual(['airtime.too-small', 'taken', 'taken', 'airtime.too-large'])
  })

  it('electricity is sold from ₦500 to ₦200,000', async () => {
    const { account } = (await ada.call<{ account: { accountNumber: string } }>('GET', '/api/funding-account')).body
    await jara.sandbox.payIn({ accountNumber: account.accountNumber, amountKobo: '10000000' })
    await jara.pass(2_000)
    const asked = ['49999', '50000', '20000000', '20000001'].map((amountKobo) =>
      codeFor({ ...electricity, amountKobo }),
    )
    expect(await Promise.all(asked)).toEqual(['amount.too-small', 'taken', 'taken', 'amount.too-large'])
  })

  it('a transfer is made from ₦100 to ₦5,000,000', async () => {
    const asked = ['9999', '10000', '500000000', '500000001'].map((amountKobo) =>
      codeFor({ kind: 'withdrawal', ...RECIPIENT, amountKobo }),
    )
    expect(await Promise.all(asked)).toEqual(['amount.too-small', 'taken', 'funds.insufficient', 'amount.too-large'])
  })

  it.each([
    ['meter', electricity, 'meterNumber', 11, 13],
    ['smartcard', tv, 'smartcardNumber', 10, 12],
  ] as const)('the number of a %s has so many digits', async (_name, body, field, least, most) => {
    const code = async (digits: number) => await codeFor({ ...body, [field]: '45'.padEnd(digits, '0') } as QuoteBody)
    for (const digits of [least - 1, most + 1]) expect(await code(digits), `${digits}`).toBe('customer-number.invalid')
    for (const digits of [least, most]) expect(await code(digits), `${digits}`).not.toBe('customer-number.invalid')
  })

  it('the account number of a BPC purchase takes money for an hour', async () => {
    const order = await buyByTransfer(jara, ada)
    const issuedAt = jara.clock.now().getTime()
    const lifetimeMs = Date.parse(order.payTo?.expiresAt ?? '') - issuedAt
    expect(lifetimeMs).toBeGreaterThan(59 * MINUTE_MS)
    expect(lifetimeMs).toBeLessThanOrEqual(60 * MINUTE_MS)
  })

  it('three BPC purchases may wait for a bank transfer, and no fourth', async () => {
    for (let open = 0; open < 3; open++) await ada.buyBpc('transfer')
    const { id } = await ada.quoteOf({
      kind: 'bpc',
      fullName: 'Ada Obi',
      email: 'ada@example.ng',
      payWith: 'transfer',
    })
    const refused = await ada.call('POST', '/api/orders', { quoteId: id })
    expect(refused.body.error).toMatchObject({
      code: 'bpc.too-many-open',
      message: expect.stringMatching(
        /^You already have 3 BPC purchases waiting .* Nothing was taken from your wallet\.$/,
      ),
    })
  })

  it('a BPC is ₦6,200 for the code and ₦300 for processing, ₦6,500 in all', async () => {
    const { terms, totalKobo } = await ada.quoteOf({
      kind: 'bpc',
      fullName: 'Ada Obi',
      email: 'ada@example.ng',
      payWith: 'wallet',
    })
    for (const amount of ['₦6,200.00', '₦300.00', '₦6,500.00']) expect(terms).toContain(`: ${amount}`)
    expect(totalKobo).toBe('650000')
  })

  it('an unused BPC goes back to the end of its seventh day, and not later', async () => {
    const first = await ada.buyBpc('wallet')
    const second = await ada.buyBpc('wallet')
    const [code] = await boughtBy(ada)
    expect(code?.returnableUntil).toBe(new Date(jara.clock.now().getTime() + 7 * DAY_MS).toISOString())
    const signInAgain = () => {
      const { email, password, device } = ada
      return ada.call('POST', '/api/sessions', { email, password, device: { publicKey: device.publicKey } })
    }
    jara.clock.advance(7 * DAY_MS)
    await signInAgain()
    expect((await giveBack(ada, first.boughtBpcId)).status).toBe(200)
    jara.clock.advance(1)
    expect((await giveBack(ada, second.boughtBpcId)).body.error.code).toBe('bpc.not-returnable')
  })

  it('the wallet shows the latest five payments', async () => {
    for (let n = 1; n <= 6; n++) {
      jara.clock.advance(1_000)
      await ada.buy(airtime({ phone: phoneOf(n), amountKobo: String(10_000 * n) }))
    }
    const { recent } = await ada.wallet()
    expect(recent.map((each) => each.amountKobo)).toEqual(['-60000', '-50000', '-40000', '-30000', '-20000'])
  })

  it('a payment over the daily limit says what is left and when it resets, and an approval that no money has left', async () => {
    const { account } = (await ada.call<{ account: { accountNumber: string } }>('GET', '/api/funding-account')).body
    await jara.sandbox.payIn({ accountNumber: account.accountNumber, amountKobo: '60000000' })
    await jara.pass(2_000)
    const over = await ada.quote(5_000_001n)
    await ada.withdraw(45_000_000n)
    const answer = await ada.call('POST', '/api/quotes', { kind: 'withdrawal', ...RECIPIENT, amountKobo: '5000001' })
    expect(answer.body.error).toMatchObject({
      code: 'limit.daily',
      message:
        'This goes over your daily limit of ₦500,000. You can still send ₦50,000 today; the limit resets at midnight, Lagos time.',
    })
    jara.clock.advance(2_000)
    expect((await ada.approve(over)).body.error).toMatchObject({
      code: 'limit.daily',
      message: expect.stringMatching(/resets at midnight, Lagos time\. No money has left\.$/),
    })
    expect((await ada.wallet()).resetsAt).toBe('2026-11-21T23:00:00.000Z')
  })

  it('a request of 16 kB is read, and not a byte more', async () => {
    const fits = JSON.stringify({ kind: 'withdrawal', ...RECIPIENT, amountKobo: '150000' }).padEnd(16 * 1024)
    const send = async (body: string) =>
      (
        await fetch(`${jara.url}/api/quotes`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', cookie: ada.cookie() },
          body,
        })
      ).status
    expect([await send(fits), await send(`${fits} `)]).toEqual([201, 413])
  })
})
