import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OrderAnswer } from '#contract/console/orders.ts'
import type { Order } from '#contract/orders.ts'
import type { TransactionDetail } from '#contract/transactions.ts'
import { readRequest } from '#server/identity/operators/requests.ts'
import { expectBooksToBalance } from '#tests/support/books.ts'
import { historyOf, moneyOf, orderNow } from '#tests/support/buyer.ts'
import { atConsole, type ConsolePerson, recorded, TOUCHED } from '#tests/support/console.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { billInReview, inReview } from '#tests/support/endings.ts'
import type { TestJara } from '#tests/support/jara.ts'
import { ledgerSum } from '#tests/support/money-in.ts'
import type { Person } from '#tests/support/person.ts'
import { confirmPath, lookAtRequest, messageOf, proposeAt, signShown, startWithTwo } from '#tests/support/proposals.ts'
import { airtime, BILL_FORMS } from '#tests/support/purchases.ts'
import { stopRestored } from '#tests/support/stops.ts'
import { endReview } from './end-review.ts'

const EVIDENCE = 'The bank confirmed the credit in writing.'
const ENDS = '/api/admin/review-ends'

describe.each(featureDatabases)('a manual review, on %s', (kind) => {
  let jara: TestJara
  let bola: Person
  let ada: ConsolePerson
  let bayo: ConsolePerson

  beforeEach(async () => {
    ;({ jara, customer: bola, ada, bayo } = await startWithTwo(kind, { asks: 'finance', confirms: 'risk' }))
  })
  afterEach(async () => {
    await expectBooksToBalance(jara.database)
    await jara.close()
  })

  const bodyOf = (order: string, outcome: string, evidence = EVIDENCE) => ({ order, outcome, evidence })
  const propose = async (order: string, outcome: string) => await proposeAt(ada, ENDS, bodyOf(order, outcome))
  const refusedTo = async (body: object, by = ada) => messageOf(await by.browser.send('POST', `${ENDS}/options`, body))
  const send = async (id: string, body: object, by = bayo) => await by.browser.send('POST', confirmPath(id), body)
  const confirm = async (id: string, by = bayo) => await send(id, signShown(await lookAtRequest(by, id), by), by)
  async function end(order: Order, outcome: 'paid' | 'not-paid') {
    const request = await propose(order.id, outcome)
    jara.clock.advance(1_000)
    const answer = await confirm(request)
    expect([answer.statusCode, answer.body]).toEqual([204, ''])
    return await orderNow(bola, order)
  }
  async function decide({ reference, id }: Order, status: 'failed' | 'reversed' | 'success'): Promise<void> {
    await jara.sandbox.decide(reference, status)
    await jara.worker.runNow('order', id)
  }
  const look = async (id: string) =>
    (await ada.browser.send('GET', `/api/admin/orders/${id}`, undefined, TOUCHED)).json<OrderAnswer>()
  const action = async (id: string, name: string) => (await look(id)).actions.find((each) => each.name.includes(name))
  const lineOf = async ({ transactionId }: Order) =>
    (await bola.call<TransactionDetail>('GET', `/api/transactions/${transactionId}`)).body

  it('is ended as paid once two operators agree: the checker signs the amounts, and nobody says it was proved', async () => {
    const order = await inReview(jara, bola)
    const request = await propose(order.id, 'paid')
    const shown = await lookAtRequest(bayo, request)
    expect(shown.postings).toEqual([{ account: 'Wallet of the customer, held', beforeKobo: '151000', afterKobo: '0' }])
    expect(shown.terms).toContain('Wallet, held → Float at Paystack: ₦1,500.00')
    expect(shown.terms).toContain('Wallet, held → Our fees: ₦10.00')
    expect(shown.terms).toContain(`Reason: ${EVIDENCE}`)
    expect(shown.terms).toContain(`withdrawal of ₦1,510.00 at Paystack, under ${order.reference}.`)
    expect(shown.terms).toContain(
      'If Paystack proves later that it failed or came back, its money returns to the wallet.',
    )
    expect(shown.terms).not.toContain('Bola')
    expect(await moneyOf(bola)).toMatchObject({ heldKobo: '151000' })

    expect((await confirm(request)).statusCode).toBe(204)
    const ended = await orderNow(bola, order)
    expect(ended).toMatchObject({ state: 'settled', status: 'completed', endedByTeam: true, failure: null })
    expect(ended.explanation).toBe(
      'Two people on our team confirmed that this was paid out. Nobody else had confirmed it by then.',
    )
    expect(await moneyOf(bola)).toMatchObject({ heldKobo: '0', availableKobo: '19849000' })
    const line = await lineOf(order)
    expect([line.transaction.status, line.explanation]).toEqual(['completed', ended.explanation])
    expect(line.timeline.at(-1)?.title).toBe('Completed, as our team confirmed')
    expect((await recorded(jara)).filter(({ subject }) => subject === order.id)).toEqual([
      { act: 'request-end-review', by: 'Ada Obi', subject: order.id },
      { act: 'end-review', by: 'Bayo Ade', subject: order.id },
    ])
    const { known: sentences, meaning } = await look(order.id)
    expect(meaning).toMatch(/^Ended as paid by two operators\./)
    const known = sentences.map(({ text }) => text)
    expect(known).toContain(`Ada Obi asked for it, and Bayo Ade confirmed it: ${EVIDENCE}`)
    expect(known.join(' ')).not.toContain('proved that')
  })

  it('that was ended as paid stays so when the provider proves it, and its money returns when that proves it came back', async () => {
    const order = await inReview(jara, bola)
    await end(order, 'paid')
    await decide(order, 'success')
    expect(await orderNow(bola, order)).toMatchObject({ state: 'settled', endedByTeam: true })
    await decide(order, 'reversed')
    expect(await orderNow(bola, order)).toMatchObject({ state: 'returned' })
    expect(await moneyOf(bola)).toMatchObject({ heldKobo: '0', availableKobo: '20000000' })
  })

  it('that was ended as paid returns its money once, and says why, when the provider proves that it failed', async () => {
    const order = await inReview(jara, bola)
    await end(order, 'paid')
    await decide(order, 'failed')
    const returned = await orderNow(bola, order)
    expect(returned).toMatchObject({ state: 'returned', status: 'reversed' })
    expect(returned.explanation).toBe(
      'Two people on our team had confirmed that this was paid out. Then it failed or came back after all, so ₦1,510 is back in your wallet.',
    )
    expect(await moneyOf(bola)).toMatchObject({ heldKobo: '0', availableKobo: '20000000' })
    await jara.settle()
    expect(await moneyOf(bola)).toMatchObject({ availableKobo: '20000000' })
  })

  it('is ended as not paid: the money is back, and taken again when the provider proves that it was paid', async () => {
    const order = await inReview(jara, bola)
    const ended = await end(order, 'not-paid')
    expect(ended).toMatchObject({ state: 'released', status: 'failed', endedByTeam: true })
    expect(ended.failure).toMatch(/^Two people on our team confirmed that this was not paid out\./)
    expect(await moneyOf(bola)).toMatchObject({ heldKobo: '0', availableKobo: '20000000' })
    expect((await historyOf(bola))[0]).toBe('Refund 151000 -0 completed')
    expect((await lineOf(order)).timeline.at(-1)?.title).toBe(
      'Failed, as our team confirmed, money back in your wallet',
    )
    await decide(order, 'success')
    const late = await orderNow(bola, order)
    expect(late).toMatchObject({ state: 'late_success', failure: null })
    expect(late.explanation).toBe(
      'Two people on our team had confirmed that this was not paid out. Then it was paid out after all, so ₦1,500 was taken again. You owe any part that was not in your wallet.',
    )
    expect(await moneyOf(bola)).toMatchObject({ availableKobo: '19850000' })
  })

  it('tells open pages, and takes the order over from a worker that has an older answer', async () => {
    const order = await inReview(jara, bola)
    const fence = async () =>
      (
        await jara.database.query<{ fence: bigint }>(
          "select fence from jobs where kind = 'order' and subject_id = $1",
          [order.id],
        )
      )[0]?.fence
    const heard: string[] = []
    const stop = jara.deps.events.subscribe(bola.id, ({ orderId }) => heard.push(orderId ?? ''))
    const before = await fence()
    await end(order, 'not-paid')
    stop()
    expect(heard).toContain(order.id)
    expect(await fence()).toBe((before ?? 0n) + 1n)
  })

  it('of a purchase is ended as paid with its expected cost', async () => {
    const order = await billInReview(jara, bola, airtime())
    expect(await end(order, 'paid')).toMatchObject({ state: 'settled', endedByTeam: true })
    expect(await ledgerSum(jara.database, 'provider:vtpass:float')).not.toBe(0n)
  })

  it.each([
    ['electricity', 'the token'],
    ['education', 'the PINs'],
  ] as const)('of %s is never ended as paid, because only proof brings %s', async (form, given) => {
    const order = await billInReview(jara, bola, BILL_FORMS[form](1))
    expect(await refusedTo(bodyOf(order.id, 'paid'))).toBe(
      `Only the provider’s proof brings ${given}, and it is worth nothing to the customer without.`,
    )
    expect(await action(order.id, 'as paid')).toMatchObject({ allowed: false, why: expect.stringContaining(given) })
    expect(await end(order, 'not-paid')).toMatchObject({ state: 'released' })
  })

  it('is void once the provider has proved it, and says so', async () => {
    const order = await inReview(jara, bola)
    const request = await propose(order.id, 'not-paid')
    const body = signShown(await lookAtRequest(bayo, request), bayo)
    expect((await action(order.id, 'as not paid'))?.why).toBe('It waits for a second operator.')
    await decide(order, 'success')
    expect(messageOf(await send(request, body))).toBe(
      'It is not in manual review: it is settled, and its provider does not contradict that.',
    )
    expect(await orderNow(bola, order)).toMatchObject({ state: 'settled', endedByTeam: false })
    expect((await action(order.id, 'End it as paid'))?.allowed).toBe(false)
  })

  it('is void once other money of the customer has moved since the checker looked', async () => {
    const order = await inReview(jara, bola)
    const request = await propose(order.id, 'not-paid')
    const body = signShown(await lookAtRequest(bayo, request), bayo)
    await bola.withdraw(50_000n)
    expect(messageOf(await send(request, body))).toBe('What it does has changed since you looked: look at it again.')
    const stored = await readRequest(jara.deps, request, ['end-review'])
    const none = { availableKobo: 0n, heldKobo: 0n, debtKobo: 0n } as never
    const shown = { before: none, after: none, elsewhere: [] }
    await expect(endReview(jara.deps, { request: stored, by: bayo.operator, shown })).rejects.toThrow(
      'the amounts have changed',
    )
    expect(await orderNow(bola, order)).toMatchObject({ state: 'manual_review' })
  })

  it('is refused while money is stopped after a restore, without whole evidence, and for other orders', async () => {
    const order = await inReview(jara, bola)
    expect(await refusedTo(bodyOf(order.id, 'paid', 'Too short'))).toBe(
      'What proves it has between 10 and 300 characters.',
    )
    expect(await refusedTo(bodyOf(order.id, 'paid', 'x'.repeat(301)))).toMatch(/between 10 and 300/)
    expect(await refusedTo(bodyOf('ord_x', 'paid'))).toMatch(/^Which order\?/)
    const held = await bola.withdraw(20_000n)
    expect(await refusedTo(bodyOf(held.id, 'paid'))).toMatch(/^It is not in manual review: it is/)
    await stopRestored(jara, jara.clock.now())
    expect(await refusedTo(bodyOf(order.id, 'paid'))).toMatch(/^Money is stopped: /)
  })

  it('is neither asked for by support nor confirmed by who asked for it', async () => {
    const order = await inReview(jara, bola)
    const mary = await atConsole(jara, 'Mary Eke', { role: 'support', confirmedBy: ada.operator })
    expect((await mary.browser.send('POST', `${ENDS}/options`, bodyOf(order.id, 'paid'))).statusCode).toBe(403)
    const request = await propose(order.id, 'paid')
    expect((await confirm(request, ada)).statusCode).toBeGreaterThanOrEqual(400)
    expect(await orderNow(bola, order)).toMatchObject({ state: 'manual_review' })
  })
})
