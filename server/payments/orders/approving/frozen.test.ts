import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Order, Quote, QuoteBody } from '#contract/orders.ts'
import type { Authenticator } from '#tests/support/authenticator.ts'
import { startWithBuyer } from '#tests/support/buyer.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import type { TestJara } from '#tests/support/jara.ts'
import { airtimeList, approveList, checkList } from '#tests/support/lists.ts'
import { byPasskey, giveAuthenticator, setFrozen } from '#tests/support/passkeys.ts'
import { type Answered, PASSWORD, type Person, RECIPIENT, type Refusal } from '#tests/support/person.ts'
import { boughtBy, buyByTransfer, giveBack, payInto, purchasesOf } from '#tests/support/purchases.ts'

type Approved = Answered<{ order: Order } & Refusal>

describe.each(featureDatabases)('while its owner has frozen money out of an account on %s', (kind) => {
  let jara: TestJara
  let ada: Person

  beforeEach(async () => {
    ;({ jara, ada } = await startWithBuyer(kind))
  })
  afterEach(() => jara.close())

  const approveWith = (authenticator: Authenticator, { id, challenge, terms }: Quote): Promise<Approved> =>
    ada.call('POST', '/api/orders', { quoteId: id, approval: byPasskey(ada, authenticator, { challenge, terms }) })
  const orderCount = async () => (await jara.database.query('select 1 from orders')).length
  async function unfreeze(): Promise<void> {
    await ada.call('POST', '/api/sessions/current/password', { password: PASSWORD })
    expect((await setFrozen(ada, false)).status).toBe(204)
  }

  it('no order that takes money out is approved, by PIN or by passkey, and nothing is reserved', async () => {
    const authenticator = await giveAuthenticator(jara, ada)
    const bodies: QuoteBody[] = [
      { kind: 'withdrawal', ...RECIPIENT, amountKobo: '150000' },
      ...purchasesOf(1),
      { kind: 'bpc', fullName: 'Ada Obi', email: ada.email, payWith: 'wallet' },
    ]
    const before = await ada.quoteOf(bodies[0] as QuoteBody)
    expect((await setFrozen(ada, true)).status).toBe(204)
    const quotes = [before]
    for (const body of bodies) quotes.push(await ada.quoteOf(body))
    for (const quote of quotes) {
      for (const answer of [await ada.approve(quote), await approveWith(authenticator, quote)]) {
        expect([quote.kind, answer.status, answer.body.error.code]).toEqual([quote.kind, 403, 'money-out.frozen'])
        expect(answer.body.error.message).toMatch(/No money has left.*Unfreeze it under Security/)
      }
    }
    const list = await checkList(ada, airtimeList(3))
    expect((await approveList(ada, list)).body.error.code).toBe('money-out.frozen')
    expect(await orderCount()).toBe(0)
    expect(await ada.wallet()).toMatchObject({ availableKobo: '20000000', heldKobo: '0' })
  })

  it('a wrong PIN is not counted against its owner', async () => {
    const quote = await ada.quote(150_000n)
    await setFrozen(ada, true)
    expect((await ada.approve(quote, '9999')).body.error.code).toBe('money-out.frozen')
    const [row] = await jara.database.query('select wrong_in_row from pins where user_id = $1', [ada.id])
    expect(row).toEqual({ wrong_in_row: 0 })
  })

  it('what was approved before still completes, and its result can still be requested', async () => {
    const quote = await ada.quote(150_000n)
    const { order } = (await ada.approve(quote)).body
    await setFrozen(ada, true)
    expect((await ada.approve(quote)).body.order.id).toBe(order.id)
    await jara.pass(3_000)
    expect((await ada.order(order.id)).status).toBe('completed')
    expect((await jara.sandbox.truth()).transfers).toMatchObject([{ amountKobo: '150000', status: 'paid' }])
  })

  it('an order that waits to be sent can be taken back', async () => {
    const { id } = await ada.withdraw(150_000n)
    await setFrozen(ada, true)
    expect((await ada.call('POST', `/api/orders/${id}/cancel`)).status).toBe(200)
    expect(await ada.wallet()).toMatchObject({ availableKobo: '20000000', heldKobo: '0' })
  })

  it('money comes in, a BPC paid by bank transfer is delivered, and one goes back for its price', async () => {
    const { boughtBpcId } = await ada.buyBpc('wallet')
    await setFrozen(ada, true)
    const { account } = (await ada.call<{ account: { accountNumber: string } }>('GET', '/api/funding-account')).body
    await jara.sandbox.payIn({ accountNumber: account.accountNumber, amountKobo: '500000' })
    await jara.settle()
    expect((await ada.wallet()).availableKobo).toBe('19850000')

    const order = await buyByTransfer(jara, ada)
    await payInto(jara, order)
    await jara.pass(3_000)
    expect(await boughtBy(ada)).toHaveLength(2)
    expect((await giveBack(ada, boughtBpcId)).status).toBe(200)
    expect((await ada.wallet()).availableKobo).toBe('20500000')
    expect((await ada.call('GET', '/api/transactions')).status).toBe(200)
  })

  it('of fifty approvals sent beside the freeze each comes before it or is refused, and none comes after', async () => {
    const quotes = await Promise.all(Array.from({ length: 50 }, () => ada.quote(10_000n)))
    const [early, late] = [quotes.slice(0, 25), quotes.slice(25)]
    const first = early.map((quote) => ada.approve(quote))
    const freezing = setFrozen(ada, true).then(async (answer) => ({ answer, orders: await orderCount() }))
    const rest = late.map((quote) => ada.approve(quote))
    const answers = await Promise.all([...first, ...rest])
    const { answer } = await freezing
    expect(answer.status).toBe(204)
    const accepted = answers.filter(({ status }) => status === 201).length
    const refused = answers.filter(({ status }) => status !== 201)
    expect(refused.every(({ body }) => body.error.code === 'money-out.frozen')).toBe(true)
    expect(await orderCount()).toBe(accepted)
    expect((await ada.wallet()).heldKobo).toBe(String(BigInt(accepted) * 11_000n))

    const again = await Promise.all(refused.length === 0 ? [] : quotes.map((quote) => ada.approve(quote)))
    expect(again.filter(({ status }) => status === 201)).toEqual([])
    expect(await orderCount()).toBe(accepted)
    await jara.pass(3_000)
  })

  it('fifty approvals after the freeze was answered are all refused', async () => {
    const quotes = await Promise.all(Array.from({ length: 50 }, () => ada.quote(10_000n)))
    await setFrozen(ada, true)
    const answers = await Promise.all(quotes.map((quote) => ada.approve(quote)))
    expect(answers.map(({ body }) => body.error.code)).toEqual(Array(50).fill('money-out.frozen'))
    expect(await orderCount()).toBe(0)
  })

  it('unfreezing lets the same terms through', async () => {
    const quote = await ada.quote(150_000n)
    await setFrozen(ada, true)
    expect((await ada.approve(quote)).body.error.code).toBe('money-out.frozen')
    await unfreeze()
    expect((await ada.approve(quote)).status).toBe(201)
    await jara.pass(3_000)
  })
})
