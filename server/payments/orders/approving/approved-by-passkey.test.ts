import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Order, Quote } from '#contract/orders.ts'
import type { Batch } from '#contract/selling.ts'
import type { Authenticator } from '#tests/support/authenticator.ts'
import { startWithBuyer } from '#tests/support/buyer.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import type { TestJara } from '#tests/support/jara.ts'
import { airtimeList, checkList } from '#tests/support/lists.ts'
import { byPasskey, byPin, giveAuthenticator } from '#tests/support/passkeys.ts'
import type { Answered, Person, Refusal } from '#tests/support/person.ts'
import { purchasesOf } from '#tests/support/purchases.ts'

describe.each(featureDatabases)('a passkey in place of the PIN on %s', (kind) => {
  let jara: TestJara
  let ada: Person
  let authenticator: Authenticator

  beforeEach(async () => {
    ;({ jara, ada } = await startWithBuyer(kind))
    authenticator = await giveAuthenticator(jara, ada)
  })
  afterEach(() => jara.close())

  type Approved = Answered<{ order: Order } & Refusal>
  const place = (quote: Quote, approval: unknown): Promise<Approved> =>
    ada.call('POST', '/api/orders', { quoteId: quote.id, approval })
  const approve = (quote: Quote) => place(quote, byPasskey(ada, authenticator, quote))
  const approvals = async () =>
    (await jara.database.query<{ approval: Record<string, unknown> }>('select approval from orders')).map(
      (row) => row.approval,
    )

  it('approves a transfer, which keeps the assertion as its evidence', async () => {
    const quote = await ada.quote(150_000n)
    const approval = byPasskey(ada, authenticator, quote)
    const { status, body } = await place(quote, approval)
    expect(status).toBe(201)
    const { clientDataJSON, authenticatorData, signature } = approval.passkey.response
    expect(await approvals()).toEqual([
      {
        deviceId: ada.deviceId,
        challenge: quote.challenge,
        passkey: {
          id: expect.stringMatching(/^pky_/),
          publicKey: expect.stringMatching(/^[\w-]{80,}$/),
          clientDataJSON,
          authenticatorData,
          signature,
        },
      },
    ])
    const steps = await jara.database.query("select evidence from order_steps where event = 'approved'")
    expect(steps).toEqual([{ evidence: 'approved with a passkey' }])
    await jara.pass(3_000)
    expect((await ada.order(body.order.id)).status).toBe('completed')
  })

  it('approves every kind that takes money out of the wallet', async () => {
    const quotes = []
    for (const body of purchasesOf(1)) quotes.push(await ada.quoteOf(body))
    quotes.push(await ada.quoteOf({ kind: 'bpc', fullName: 'Ada Obi', email: ada.email, payWith: 'wallet' }))
    for (const quote of quotes) {
      expect([quote.kind, (await approve(quote)).status]).toEqual([quote.kind, 201])
    }
    await jara.pass(3_000)
  })

  it('approves a list as a whole, and each of its orders says so', async () => {
    const batch = await checkList(ada, airtimeList(3))
    const path = `/api/batches/${batch.id}/approve`
    const approval = byPasskey(ada, authenticator, batch)
    const answer = await ada.call<{ batch: Batch }>('POST', path, { approval })
    expect(answer.status).toBe(201)
    expect((await ada.call('POST', path, { approval })).status).toBe(200)
    expect(await approvals()).toEqual(
      Array(3).fill(expect.objectContaining({ batchId: batch.id, passkey: expect.anything() })),
    )
    await jara.pass(5_000)
  })

  it('makes one order of one approval sent fifty times at once, by an authenticator that counts', async () => {
    const quote = await ada.quote(150_000n)
    const approval = byPasskey(ada, authenticator, quote)
    const answers = await Promise.all(Array.from({ length: 50 }, () => place(quote, approval)))
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(49).fill(200), 201])
    expect(new Set(answers.map(({ body }) => body.order.id)).size).toBe(1)
    await jara.pass(3_000)
  })

  it('approves these terms and no others', async () => {
    const [small, large] = [await ada.quote(10_000n), await ada.quote(10_000_000n)]
    const swapped = await place(large, byPasskey(ada, authenticator, small))
    expect([swapped.status, swapped.body.error.code]).toEqual([403, 'passkey.refused'])
    const edited = { challenge: large.challenge, terms: small.terms }
    expect((await place(large, byPasskey(ada, authenticator, edited))).body.error.code).toBe('passkey.refused')
    expect((await approvals()).length).toBe(0)
  })

  it('approves nothing of another person’s', async () => {
    const bola = await jara.person('Bola Ahmed')
    const his = await bola.quote(10_000n)
    const quoted = await ada.call('POST', '/api/orders', {
      quoteId: his.id,
      approval: byPasskey(ada, authenticator, his),
    })
    expect((quoted as Approved).body.error.code).toBe('quote.not-found')
    const borrowed = await bola.call('POST', '/api/orders', {
      quoteId: his.id,
      approval: byPasskey(bola, authenticator, his),
    })
    expect((borrowed as Approved).body.error.code).toBe('passkey.refused')
  })

  it('and the PIN at once are refused as neither, and so is half of each', async () => {
    const quote = await ada.quote(10_000n)
    const [pin, passkey] = [await byPin(ada, quote), byPasskey(ada, authenticator, quote)]
    const halves = [
      { ...pin, ...passkey },
      { deviceId: ada.deviceId, pinProof: pin.pinProof, passkey: passkey.passkey },
      { deviceId: ada.deviceId },
      { passkey: passkey.passkey },
      { ...passkey, passkey: { ...passkey.passkey, type: 'password' } },
      { ...passkey, passkey: { ...passkey.passkey, id: 'x'.repeat(5_000) } },
      { ...passkey, passkey: { ...passkey.passkey, response: {} } },
      { ...passkey, passkey: null },
    ]
    for (const approval of halves) {
      const { status, body } = await place(quote, approval)
      expect([status, body.error.code]).toEqual([400, 'request.invalid'])
      expect(Object.keys(body.error.fields ?? {})).toEqual([expect.stringMatching(/^approval/)])
    }
    expect((await place(quote, passkey)).status).toBe(201)
    await jara.pass(3_000)
  })
})
