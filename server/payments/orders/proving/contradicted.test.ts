import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AlertsAnswer } from '#contract/alerts.ts'
import type { OrderAnswer } from '#contract/console/orders.ts'
import type { Order, QuoteBody } from '#contract/orders.ts'
import type { PublicReceipt } from '#contract/receipts.ts'
import type { TransactionDetail } from '#contract/transactions.ts'
import { reconcile } from '#server/controls/reconciliation/reconcile.ts'
import { findLasting } from '#server/installation/alarms/lasting-alarms.ts'
import { expectBooksToBalance } from '#tests/support/books.ts'
import { faultBills, historyOf, orderNow } from '#tests/support/buyer.ts'
import { type ConsolePerson, TOUCHED } from '#tests/support/console.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { inReview } from '#tests/support/endings.ts'
import { type Request, writeWith } from '#tests/support/forged-requests.ts'
import type { TestJara } from '#tests/support/jara.ts'
import { ledgerSum } from '#tests/support/money-in.ts'
import { type Person, RECIPIENT } from '#tests/support/person.ts'
import { confirmPath, lookAtRequest, messageOf, proposeAt, signShown, startWithTwo } from '#tests/support/proposals.ts'
import { airtime, phoneOf } from '#tests/support/purchases.ts'

const ENDS = '/api/admin/review-ends'
const EVIDENCE = 'The bank confirmed in writing that nothing arrived.'
const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const GRANT = 20_000_000n
const FORM: QuoteBody = { kind: 'withdrawal', ...RECIPIENT, amountKobo: '1000000' }

/** What its provider says in place of what it had proved. */
const SAYINGS = ['failed', 'not-found', 'mismatch'] as const
type Saying = (typeof SAYINGS)[number]

describe.each(featureDatabases)(
  'an order whose provider contradicts its own proof, on %s',
  { timeout: 120_000 },
  (kind) => {
    let jara: TestJara
    let ada: ConsolePerson
    let bayo: ConsolePerson
    let people = 0
    beforeAll(async () => {
      ;({ jara, ada, bayo } = await startWithTwo(kind, { asks: 'finance', confirms: 'risk' }))
    })
    afterAll(async () => {
      await expectBooksToBalance(jara.database)
      await jara.close()
    })

    const join = async () => {
      const person = await jara.person(`Bola Customer ${'abcdefghijklmnopqrstuvwxyz'[people++]}`)
      jara.clock.advance(SECOND_MS)
      return person
    }
    const moneyOf = async ({ id }: Person) =>
      await Promise.all(['available', 'held', 'debt'].map((name) => ledgerSum(jara.database, `user:${id}:${name}`)))
    const alarms = async (id: string) =>
      (
        await jara.database.query<{ kind: string }>('select kind from alarms where subject_id = $1 order by kind', [id])
      ).map((each) => each.kind)
    const look = async (id: string) =>
      (await ada.browser.send('GET', `/api/admin/orders/${id}`, undefined, TOUCHED)).json<OrderAnswer>()
    const action = async (id: string, name: string) => (await look(id)).actions.find((each) => each.name.includes(name))
    const texts = (sentences: readonly { text: string }[]) => sentences.map(({ text }) => text)
    const ask = async ({ id }: Order) => {
      jara.clock.advance(SECOND_MS)
      await jara.worker.runNow('order', id)
      await jara.settle()
    }
    const contradictedCount = async ({ id }: Order) =>
      (await jara.database.query('select 1 from orders where id = $1 and contradicted_at is not null', [id])).length

    async function decide(order: Order, status: 'paid' | 'failed' | 'reversed'): Promise<void> {
      const [row] = await jara.database.query<{ reference: string }>('select reference from orders where id = $1', [
        order.id,
      ])
      const reference = row?.reference ?? ''
      if (order.kind === 'withdrawal') await jara.sandbox.decide(reference, status === 'paid' ? 'success' : status)
      else await jara.sandbox.decideDelivery(reference, status === 'paid' ? 'delivered' : status)
      await ask(order)
    }

    async function says(order: Order, saying: Saying): Promise<void> {
      if (saying === 'failed') return await decide(order, 'failed')
      const fault = saying === 'mismatch' ? 'wrong-amount' : 'not-found-then-success'
      if (order.kind === 'withdrawal') await jara.sandbox.fault({ operation: 'transfer-verify', fault })
      else await faultBills(jara, 'requery', fault)
      await ask(order)
    }

    async function settled(person: Person, form: QuoteBody = FORM): Promise<Order> {
      const order = await person.buy(form)
      await jara.pass(2 * SECOND_MS)
      expect((await orderNow(person, order)).state).toBe('settled')
      return order
    }

    async function late(person: Person, form: QuoteBody = FORM): Promise<Order> {
      if (form.kind === 'withdrawal') await jara.sandbox.fault({ operation: 'transfer', fault: 'decline' })
      else await faultBills(jara, 'pay', 'accept-then-fail')
      const order = await person.buy(form)
      await jara.pass(5 * SECOND_MS)
      await decide(order, 'paid')
      expect((await orderNow(person, order)).state).toBe('late_success')
      return order
    }

    const openDifferences = async ({ reference }: Pick<Order, 'reference'>) => {
      await reconcile(jara.deps, { from: new Date('2026-11-20'), to: 'now' }, null)
      const open = await jara.database.query<{ kind: string }>(
        'select kind from reconciliation_exceptions where reference = $1 and closed_at is null',
        [reference],
      )
      return open.map((each) => each.kind)
    }
    const propose = async ({ id }: Order, outcome = 'not-paid') =>
      await proposeAt(ada, ENDS, { order: id, outcome, evidence: EVIDENCE })
    async function confirm(request: string): Promise<string> {
      const shown = await lookAtRequest(bayo, request)
      jara.clock.advance(SECOND_MS)
      const answer = await bayo.browser.send('POST', confirmPath(request), signShown(shown, bayo))
      expect([answer.statusCode, answer.body]).toEqual([204, ''])
      return shown.terms
    }
    const refused = async ({ id }: Order, outcome = 'not-paid') =>
      messageOf(await ada.browser.send('POST', `${ENDS}/options`, { order: id, outcome, evidence: EVIDENCE }))

    it.each(SAYINGS)('with "%s" moves nothing, calls operators, and is over when it agrees again', async (saying) => {
      const bola = await join()
      const order = await settled(bola)
      expect(await refused(order)).toMatch(/^It is not in manual review: it is settled, and its provider does not/)
      const before = await moneyOf(bola)
      await says(order, saying)
      expect(await contradictedCount(order)).toBe(1)
      expect([await moneyOf(bola), (await orderNow(bola, order)).state]).toEqual([before, 'settled'])
      expect(await alarms(order.id)).toEqual([saying === 'mismatch' ? 'order-mismatch' : 'order-unexpected-evidence'])
      expect([...(await findLasting(jara.database, 'order-mismatch', [order.id]))]).toEqual([order.id])
      const shown = await look(order.id)
      expect(texts(shown.known)).toContain('Paystack contradicts what it had proved. Nothing was moved by that.')
      expect(texts(shown.notKnown)).toEqual(['Which answer of Paystack is true.'])
      expect(texts(shown.next)).toContain('If Paystack proves that it came back, the money is returned automatically.')
      expect(await action(order.id, 'Propose to end it as not paid')).toMatchObject({ allowed: true })
      const request = await propose(order)
      expect((await action(order.id, 'Propose to end it as not paid'))?.why).toBe('It waits for a second operator.')
      const body = signShown(await lookAtRequest(bayo, request), bayo)
      await decide(order, 'paid')
      expect(await contradictedCount(order)).toBe(0)
      expect([...(await findLasting(jara.database, 'order-mismatch', [order.id]))]).toEqual([])
      expect(messageOf(await bayo.browser.send('POST', confirmPath(request), body))).toMatch(
        /^It is not in manual review: it is settled/,
      )
      expect(await moneyOf(bola)).toEqual(before)
      expect(await action(order.id, 'Propose to end it')).toBeUndefined()
    })

    it('gives everything back once two operators agree that it was not paid', async () => {
      const bola = await join()
      const order = await settled(bola)
      await says(order, 'failed')
      expect(await refused(order, 'paid')).toMatch(/^It is not in manual review: it is settled\.$/)
      const terms = await confirm(await propose(order))
      expect(terms).toContain(
        `End order ${order.id}, which Paystack contradicts, as not paid: withdrawal of ₦10,075.00`,
      )
      expect(terms).toContain('Float at Paystack → Wallet, available: ₦10,000.00')
      expect(terms).toContain('Our fees → Wallet, available: ₦25.00')
      expect(terms).toContain(`Reason: ${EVIDENCE}`)
      const ended = await orderNow(bola, order)
      expect(ended).toMatchObject({ state: 'returned', status: 'reversed', endedByTeam: true, failure: null })
      expect(ended.explanation).toBe(
        'This had been reported as paid out. Then two people on our team confirmed that it was not. ₦10,075 is back in your wallet.',
      )
      expect(await moneyOf(bola)).toEqual([GRANT, 0n, 0n])
      expect((await historyOf(bola)).slice(0, 2)).toEqual([
        'Refund 1007500 -0 completed',
        'Bank Transfer -1000000 -0 reversed',
      ])
      const page = (await bola.call<TransactionDetail>('GET', `/api/transactions/${ended.transactionId}`)).body
      expect(page.timeline.at(-1)?.title).toBe(
        'Not completed after all, as our team confirmed, money back in your wallet',
      )
      const [alert] = (await bola.call<AlertsAnswer>('GET', '/api/alerts?category=money')).body.alerts
      expect(alert?.body).toMatch(
        /^Two people on our team have confirmed that your bank transfer .+ was not completed\./,
      )
      const { known, meaning } = await look(order.id)
      expect(meaning).toMatch(/^Its provider had proved it, and then contradicted that\./)
      expect(texts(known)).toContain(`Ada Obi asked for it, and Bayo Ade confirmed it: ${EVIDENCE}`)
      await ask(order)
      expect(await moneyOf(bola)).toEqual([GRANT, 0n, 0n])
      expect(await openDifferences(order)).toEqual([])
    })

    it('repays the debt of a late success first once two operators agree, as a proved reversal would', async () => {
      const bola = await join()
      const order = await late(bola)
      await bola.withdraw(18_990_000n)
      await jara.pass(2 * SECOND_MS)
      await says(order, 'failed')
      expect(await contradictedCount(order)).toBe(1)
      expect(texts((await look(order.id)).notKnown)).toEqual(['Which answer of Paystack is true.'])
      await confirm(await propose(order))
      expect(await moneyOf(bola)).toEqual([1_000_000n, 0n, 0n])
      expect((await orderNow(bola, order)).explanation).toMatch(
        / confirmed that it was not\. ₦10,000 is back in your wallet\.$/,
      )
      const owing = await join()
      await jara.sandbox.fault({ operation: 'transfer', fault: 'decline' })
      const owed = await owing.buy(FORM)
      await jara.pass(2 * SECOND_MS)
      await owing.withdraw(19_990_000n)
      await jara.pass(2 * SECOND_MS)
      await decide(owed, 'paid')
      expect(await moneyOf(owing)).toEqual([0n, 0n, -1_000_000n])
      await says(owed, 'not-found')
      const terms = await confirm(await propose(owed))
      expect(terms).toContain('₦10,000.00 of it repays the customer’s debt.')
      expect(await moneyOf(owing)).toEqual([0n, 0n, 0n])
      expect((await orderNow(owing, owed)).explanation).toMatch(/₦10,000 of it repaid what you owed\.$/)
    })

    it('is undone after operators had ended its review too: both endings stay on record, and none is called proof', async () => {
      const bola = await join()
      const order = await inReview(jara, bola)
      await confirm(await propose(order, 'paid'))
      await says(order, 'not-found')
      const open = await look(order.id)
      expect(texts(open.known)).toContain(
        'Paystack contradicts what two operators had confirmed. Nothing was moved by that.',
      )
      expect(texts(open.notKnown)).toEqual(['Whether the operators or Paystack are right.'])
      expect((await action(order.id, 'Propose to end it as not paid'))?.why).toBe(
        'Paystack contradicts what two operators had confirmed. It takes evidence that nothing arrived and nothing can. Another operator has to confirm it.',
      )
      await confirm(await propose(order))
      const ended = await orderNow(bola, order)
      expect(ended).toMatchObject({ state: 'returned', endedByTeam: true })
      expect(ended.explanation).toBe(
        'This had been reported as paid out. Then two people on our team confirmed that it was not. ₦1,510 is back in your wallet.',
      )
      const { code } = (await bola.call<{ code: string }>('POST', `/api/transactions/${ended.transactionId}/receipt`))
        .body
      expect((await bola.call<PublicReceipt>('GET', `/api/receipts/${code}`)).body.sentence).toBe(
        'This had been reported as paid out. Then two people on our team confirmed that it was not. The money went back.',
      )
      expect(await moneyOf(bola)).toEqual([GRANT, 0n, 0n])
      const { known, meaning } = await look(order.id)
      expect(texts(known).filter((text) => text.includes(EVIDENCE))).toHaveLength(2)
      expect([meaning, ...texts(known)].filter((text) => text.includes('proved that it was paid'))).toEqual([])
      expect(texts(known)).toContain(
        'Two operators ended it as not paid. Two operators had ended it as paid, and Paystack contradicted that.',
      )
      expect(meaning).toMatch(/^Two operators had ended it as paid, and its provider contradicted that\./)
    })

    it('that operators had ended as not paid comes back after it was paid all the same, and says all of that', async () => {
      const bola = await join()
      const order = await inReview(jara, bola)
      await confirm(await propose(order))
      await decide(order, 'paid')
      expect(await moneyOf(bola)).toEqual([GRANT - 150_000n, 0n, 0n])
      await decide(order, 'reversed')
      const ended = await orderNow(bola, order)
      expect(ended).toMatchObject({ state: 'returned', endedByTeam: true })
      expect(ended.explanation).toBe(
        'Two people on our team had confirmed that this was not paid out. Then it was paid out after all, and it came back. ₦1,500 is back in your wallet.',
      )
      const { meaning } = await look(order.id)
      expect(meaning).toBe('Was released, paid after all, and came back. The money is available again.')
      expect(await moneyOf(bola)).toEqual([GRANT, 0n, 0n])
    })

    it('of a purchase gives the price back', async () => {
      const bola = await join()
      const order = await settled(bola, airtime({ phone: phoneOf(1) }))
      await says(order, 'failed')
      await confirm(await propose(order))
      expect(await orderNow(bola, order)).toMatchObject({ state: 'returned' })
      expect(await moneyOf(bola)).toEqual([GRANT, 0n, 0n])
    })

    it('of a purchase that its provider has lost is no difference once it is given back', async () => {
      const bola = await join()
      const { id } = await settled(bola, airtime({ phone: phoneOf(2) }))
      const order = await bola.order(id)
      jara.world.state.deliveries.delete(order.reference)
      await ask(order)
      expect(await openDifferences(order)).toEqual(['missing-purchase'])
      await confirm(await propose(order))
      expect(await openDifferences(order)).toEqual([])
      expect(await moneyOf(bola)).toEqual([GRANT, 0n, 0n])
    })

    it('is not undone in the database, but with the exact request of two operators, while it is contradicted', async () => {
      const bola = await join()
      const order = await settled(bola)
      const { id, totalKobo } = order
      const at = jara.clock.now()
      const right: Request = {
        act: 'end-review',
        subject: id,
        content: { outcome: 'not-paid', totalKobo, contradicted: 'settled' },
        confirmedBy: 'another',
      }
      const write = async (request: Request, set: { state?: string; at?: Date } = {}) =>
        await writeWith(jara.database, { ...request, id: jara.deps.newId('orq'), at }, [
          `update orders set undone_by_request = (select max(r.id) from operator_requests r), state = $2, updated_at = $3,
             contradicted_at = null where id = $1`,
          [id, set.state ?? 'returned', set.at ?? at],
        ])
      await expect(write(right)).rejects.toThrow(/^an order is undone by people as two operators agreed/)
      await says(order, 'failed')
      await write(right)
      const wrong: readonly Request[] = [
        { ...right, confirmedBy: 'nobody' },
        { ...right, act: 'refund-bpc' },
        { ...right, subject: 'ord_another' },
        { ...right, content: { ...right.content, outcome: 'paid' } },
        { ...right, content: { ...right.content, totalKobo: '1' } },
        { ...right, content: { ...right.content, contradicted: 'late_success' } },
        { ...right, content: { outcome: 'not-paid', totalKobo } },
      ]
      for (const request of wrong) await expect(write(request)).rejects.toThrow(/as two operators agreed/)
      await expect(write(right, { at: new Date(at.getTime() + 1) })).rejects.toThrow(/as two operators agreed/)
      await expect(write(right, { state: 'settled' })).rejects.toThrow()
      await expect(write({ ...right, confirmedBy: 'the same' })).rejects.toThrow(/operator_requests_two_people/)
      expect((await orderNow(bola, order)).state).toBe('settled')
    })

    it('returns by itself when the provider proves that it came back', async () => {
      const bola = await join()
      const order = await settled(bola)
      await says(order, 'failed')
      await decide(order, 'reversed')
      expect(await orderNow(bola, order)).toMatchObject({ state: 'returned', endedByTeam: false })
      expect(await contradictedCount(order)).toBe(0)
      expect(await moneyOf(bola)).toEqual([GRANT, 0n, 0n])
    })

    it('that was given back is a difference that two operators close: its customer is not short', async () => {
      const bola = await join()
      await jara.sandbox.fault({ operation: 'transfer', fault: 'decline' })
      const order = await bola.buy(FORM)
      await jara.pass(2 * SECOND_MS)
      const transfer = jara.world.state.transfers.get(order.reference)
      if (transfer === undefined) throw new Error('not sent')
      const other = { ...transfer, amountKobo: 900_000n, status: 'success' as const }
      jara.world.state.transfers.set(order.reference, other)
      await ask(order)
      expect([(await orderNow(bola, order)).state, await moneyOf(bola)]).toEqual(['released', [GRANT, 0n, 0n]])
      expect(await alarms(order.id)).toEqual(['order-mismatch'])
      expect(await contradictedCount(order)).toBe(0)
      jara.clock.advance(MINUTE_MS)
      expect(await openDifferences(order)).toEqual(['transfer-differs'])
      expect(await action(order.id, 'Propose to close difference')).toMatchObject({ allowed: true })
    })
  },
)
