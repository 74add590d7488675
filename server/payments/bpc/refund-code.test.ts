import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OrderAnswer } from '#contract/console/orders.ts'
import { readRequest } from '#server/identity/operators/requests.ts'
import { expectBooksToBalance } from '#tests/support/books.ts'
import { historyOf, orderNow } from '#tests/support/buyer.ts'
import { atConsole, type ConsolePerson, recorded, TOUCHED } from '#tests/support/console.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { oldCode } from '#tests/support/endings.ts'
import type { TestJara } from '#tests/support/jara.ts'
import { ledgerSum } from '#tests/support/money-in.ts'
import type { Person } from '#tests/support/person.ts'
import { confirmPath, lookAtRequest, messageOf, proposeAt, signShown, startWithTwo } from '#tests/support/proposals.ts'
import { airtime, boughtBy, codesOf, giveBack } from '#tests/support/purchases.ts'
import { refundCode } from './refund-code.ts'

const REASON = 'They bought it twice by mistake.'
const REFUNDS = '/api/admin/bpc-refunds'

describe.each(featureDatabases)('the refund of a BPC by operators, on %s', (kind) => {
  let jara: TestJara
  let bola: Person
  let ada: ConsolePerson
  let bayo: ConsolePerson

  beforeEach(async () => {
    ;({ jara, customer: bola, ada, bayo } = await startWithTwo(kind, { asks: 'support', confirms: 'finance' }))
  })
  afterEach(async () => {
    await expectBooksToBalance(jara.database)
    await jara.close()
  })

  const propose = async (order: string) => await proposeAt(ada, REFUNDS, { order, reason: REASON })
  const refusedTo = async (order: string, reason = REASON) =>
    messageOf(await ada.browser.send('POST', `${REFUNDS}/options`, { order, reason }))
  const signed = async (id: string, by = bayo) => signShown(await lookAtRequest(by, id), by)
  const send = async (id: string, body: object, by = bayo) => await by.browser.send('POST', confirmPath(id), body)
  const action = async (id: string) =>
    (await ada.browser.send('GET', `/api/admin/orders/${id}`, undefined, TOUCHED))
      .json<OrderAnswer>()
      .actions.find(({ name }) => name === 'Propose to refund the BPC')

  it('returns its full price once two operators agree, and ends the code as its owner would', async () => {
    const order = await oldCode(jara, bola)
    expect((await giveBack(bola, (await boughtBy(bola))[0]?.id ?? '')).status).toBe(409)
    expect(await action(order.id)).toMatchObject({ allowed: true, opens: { form: 'refund-bpc', order: order.id } })
    const request = await propose(order.id)
    jara.clock.advance(1_000)
    const shown = await lookAtRequest(bayo, request)
    expect(shown.postings).toEqual([
      { account: 'Wallet of the customer, available', beforeKobo: '19350000', afterKobo: '20000000' },
    ])
    expect(shown.terms).toContain('Our income from BPC → Wallet, available: ₦6,500.00')
    expect(shown.terms).toContain(`Reason: ${REASON}`)
    const body = signShown(shown, bayo)
    expect((await send(request, body)).statusCode).toBe(204)
    expect((await send(request, body)).statusCode).toBe(409)

    const ended = await orderNow(bola, order)
    expect(ended).toMatchObject({ state: 'returned', status: 'reversed', endedByTeam: true })
    expect([ended.failure, ended.explanation]).toEqual([
      'Two people on our team refunded this code.',
      '₦6,500 is back in your wallet.',
    ])
    expect(await bola.wallet()).toMatchObject({ level: 'basic', dailyLimitKobo: '50000000', availableKobo: '20000000' })
    expect((await boughtBy(bola)).map(({ status }) => status)).toEqual(['returned'])
    expect((await historyOf(bola))[0]).toBe('Refund 650000 -0 completed')
    expect(await ledgerSum(jara.database, 'revenue:bpc')).toBe(0n)
    expect((await recorded(jara)).filter(({ subject }) => subject === order.id)).toMatchObject([
      { act: 'look-at-order' },
      { act: 'request-refund-bpc', by: 'Ada Obi' },
      { act: 'refund-bpc', by: 'Bayo Ade' },
    ])
    expect(await refusedTo(order.id)).toBe('The code is returned already.')
  })

  it('is refused while its owner can return it, for other orders, and without a whole reason', async () => {
    const order = await bola.buyBpc('wallet')
    expect(await refusedTo(order.id)).toMatch(/^The customer can return it in their app until .+, if it is unused\.$/)
    expect(await action(order.id)).toMatchObject({ allowed: false, why: expect.stringContaining('in their app') })
    expect(await refusedTo((await bola.withdraw(50_000n)).id)).toBe('This order bought no BPC.')
    expect(await refusedTo(order.id, 'Too short')).toBe('Why has between 10 and 300 characters.')
  })

  it('is refused for a code that was used, also when it was used after the checker looked', async () => {
    const order = await oldCode(jara, bola)
    const request = await propose(order.id)
    const body = await signed(request)
    const [code] = (await codesOf(bola)).filter((each) => each.kind === 'bought')
    await bola.buy(airtime({ bpcCode: code?.code }))
    expect(messageOf(await send(request, body))).toMatch(/^The customer has used it: /)
    expect(await orderNow(bola, order)).toMatchObject({ state: 'settled', endedByTeam: false })
    expect(await refusedTo(order.id)).toMatch(/^The customer has used it: /)
  })

  it('is refused by the use case itself when the amounts are not those shown', async () => {
    const order = await oldCode(jara, bola)
    const request = await readRequest(jara.deps, await propose(order.id), ['refund-bpc'])
    const none = { availableKobo: 0n, heldKobo: 0n, debtKobo: 0n } as never
    const shown = { before: none, after: none, elsewhere: [] }
    await expect(refundCode(jara.deps, { request, by: bayo.operator, shown })).rejects.toThrow(
      'the amounts have changed',
    )
    expect(await orderNow(bola, order)).toMatchObject({ state: 'settled' })
  })

  it('is not confirmed by support, nor by who asked for it', async () => {
    const order = await oldCode(jara, bola)
    const request = await propose(order.id)
    const mary = await atConsole(jara, 'Mary Eke', { role: 'support', confirmedBy: bayo.operator })
    for (const by of [mary, ada])
      expect((await by.browser.decide(by.authenticator, confirmPath(request))).statusCode).toBeGreaterThanOrEqual(400)
    expect(await orderNow(bola, order)).toMatchObject({ state: 'settled' })
  })
})
