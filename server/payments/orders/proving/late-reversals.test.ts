import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AlertsAnswer } from '#contract/alerts.ts'
import type { UserId } from '#contract/ids.ts'
import type { OrderKind } from '#contract/kinds/kinds.ts'
import { formatNairaShort, kobo } from '#contract/money.ts'
import type { Order, QuoteBody } from '#contract/orders.ts'
import type { PublicReceipt } from '#contract/receipts.ts'
import type { TransactionDetail, TransactionsAnswer } from '#contract/transactions.ts'
import { readStatement } from '#server/activity/statements/read-statement.ts'
import { expectBooksToBalance } from '#tests/support/books.ts'
import { faultBills } from '#tests/support/buyer.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { fundingOf, ledgerSum } from '#tests/support/money-in.ts'
import { type Person, RECIPIENT } from '#tests/support/person.ts'
import { BILL_FORMS } from '#tests/support/purchases.ts'

const SECOND_MS = 1_000
/** What a new wallet holds, kobo. */
const GRANT = 20_000_000n
const WITHDRAWN: QuoteBody = { kind: 'withdrawal', ...RECIPIENT, amountKobo: '1000000' }

type Bought = Exclude<OrderKind, 'bpc'>
/** Each kind that a provider carries out, as its form, and what two of its sentences say once it came back. */
const KINDS: readonly [kind: Bought, form: QuoteBody, sentence: RegExp][] = [
  [
    'withdrawal',
    WITHDRAWN,
    /^The bank paid this transfer after it had been reported as failed, and then sent it back\./,
  ],
  ...(['airtime', 'data', 'electricity', 'tv', 'education'] as const).map((kind, n): [Bought, QuoteBody, RegExp] => [
    kind,
    BILL_FORMS[kind](n + 1),
    /^This was delivered after it had been reported as failed, and then taken back\./,
  ]),
]

describe.each(featureDatabases)(
  'an order that failed, went through and came back on %s',
  { timeout: 120_000 },
  (kind) => {
    let jara: TestJara
    let people = 0
    beforeAll(async () => {
      jara = await startJara(kind)
    })
    afterAll(async () => {
      await expectBooksToBalance(jara.database)
      await jara.close()
    })

    const join = async () => {
      const person = await jara.person(`Ada Obi ${'abcdefghijklmnopqrstuvwxyz'[people++]}`)
      jara.clock.advance(SECOND_MS)
      return person
    }
    const moneyOf = async ({ id }: Person) =>
      await Promise.all(['available', 'held', 'debt'].map((name) => ledgerSum(jara.database, `user:${id}:${name}`)))
    const houseOf = async () =>
      await Promise.all(
        [
          'provider:paystack:float',
          'provider:vtpass:float',
          'expense:paystack',
          'revenue:fees',
          'payable:stamp-duty',
          'revenue:commission',
        ].map((name) => ledgerSum(jara.database, name)),
      )
    const history = async (person: Person) => {
      const { body } = await person.call<TransactionsAnswer>('GET', '/api/transactions')
      return body.transactions.map((each) => `${each.title} ${each.amountKobo} ${each.status}`)
    }
    const alerts = async (person: Person) =>
      (await person.call<AlertsAnswer>('GET', '/api/alerts?category=money')).body.alerts.map(
        ({ title, body }) => `${title} | ${body}`,
      )
    const alarms = async (id: string) =>
      (
        await jara.database.query<{ kind: string }>('select kind from alarms where subject_id = $1 order by kind', [id])
      ).map((each) => each.kind)

    /** Its provider says so, whatever it said before; the worker asks at once. */
    async function says(order: Order, status: 'paid' | 'reversed' | 'failed'): Promise<void> {
      const [row] = await jara.database.query<{ reference: string }>('select reference from orders where id = $1', [
        order.id,
      ])
      const reference = row?.reference ?? ''
      if (order.kind === 'withdrawal') await jara.sandbox.decide(reference, status === 'paid' ? 'success' : status)
      else await jara.sandbox.decideDelivery(reference, status === 'paid' ? 'delivered' : status)
      jara.clock.advance(SECOND_MS)
      await jara.worker.runNow('order', order.id)
      await jara.settle()
    }

    async function failed(person: Person, form: QuoteBody): Promise<Order> {
      if (form.kind === 'withdrawal') await jara.sandbox.fault({ operation: 'transfer', fault: 'decline' })
      else await faultBills(jara, 'pay', 'accept-then-fail')
      const order = await person.buy(form)
      await jara.pass(5 * SECOND_MS)
      await person.unlock()
      expect((await person.order(order.id)).state).toBe('released')
      return order
    }

    it.each(KINDS)(
      '%s: the money that was taken again is back in the wallet, and every screen says so',
      async (_, form, sentence) => {
        const ada = await join()
        const before = await houseOf()
        const order = await failed(ada, form)
        await says(order, 'paid')
        const takenKobo = form.kind === 'withdrawal' ? BigInt(order.amountKobo) : BigInt(order.totalKobo)
        expect(await moneyOf(ada)).toEqual([GRANT - takenKobo, 0n, 0n])
        await says(order, 'reversed')
        await ada.unlock()
        const now = await ada.order(order.id)
        expect(now).toMatchObject({ state: 'returned', status: 'reversed' })
        expect(now.explanation).toMatch(sentence)
        expect(now.explanation).toMatch(/ is back in your wallet\.$/)
        expect(await moneyOf(ada)).toEqual([GRANT, 0n, 0n])
        expect(await houseOf()).toEqual(before)
        expect((await ada.wallet()).spentTodayKobo).toBe('0')
        const lines = await history(ada)
        const [, , first] = [...lines].reverse()
        expect(lines.map((line) => line.split(' ').at(-1))).toEqual([
          'completed',
          'reversed',
          'completed',
          'failed',
          'completed',
        ])
        expect(first).toBeDefined()
        expect(lines[0]).toBe(`Refund ${takenKobo} completed`)
        const [refunded] = await alerts(ada)
        expect(refunded).toMatch(/ is back: /)
        expect(refunded).toMatch(/An earlier alert said that (?:it|they) went through after all\./)
        expect(await alarms(order.id)).toEqual(['order-late-success'])
        const { body } = await ada.call<TransactionsAnswer>('GET', '/api/transactions')
        for (const { id } of body.transactions.slice(0, 2)) {
          const page = (await ada.call<TransactionDetail>('GET', `/api/transactions/${id}`)).body
          expect(page.explanation).toMatch(sentence)
        }
        const late = body.transactions[1]?.id ?? ''
        const receipt = (await ada.call<{ code: string }>('POST', `/api/transactions/${late}/receipt`)).body
        const shown = (await ada.call<PublicReceipt>('GET', `/api/receipts/${receipt.code}`)).body
        expect(shown.sentence).toMatch(/^First reported as failed, then .+, and then (?:sent|taken) back\./)
      },
    )

    /** Sends away what is there, so that what is taken again is owed. */
    async function spendAll(person: Person): Promise<void> {
      await person.withdraw(19_990_000n)
      await jara.pass(5 * SECOND_MS)
      await person.unlock()
      expect(await moneyOf(person)).toEqual([0n, 0n, 0n])
    }

    it.each(KINDS)('%s: what had become a debt is repaid by it, and nothing is owed', async (_, form, sentence) => {
      const ada = await join()
      const order = await failed(ada, form)
      await spendAll(ada)
      await says(order, 'paid')
      await ada.unlock()
      const takenKobo = form.kind === 'withdrawal' ? BigInt(order.amountKobo) : BigInt(order.totalKobo)
      expect(await moneyOf(ada)).toEqual([0n, 0n, -takenKobo])
      expect((await ada.wallet()).debt).toMatch(/because a payment that was refunded to you was paid after all/)
      await says(order, 'reversed')
      await ada.unlock()
      expect(await moneyOf(ada)).toEqual([0n, 0n, 0n])
      expect((await ada.wallet()).debt).toBeNull()
      const { explanation } = await ada.order(order.id)
      expect(explanation).toMatch(sentence)
      expect(explanation).toMatch(new RegExp(`${naira(takenKobo)} of it repaid what you owed\\.$`))
      expect((await alerts(ada))[0]).toMatch(new RegExp(`${naira(takenKobo)}(?:\\.00)? of it repaid what you owed\\.$`))
      expect(await history(ada)).toHaveLength(6)
      expect((await history(ada))[0]).toBe(`Refund ${takenKobo} completed`)
    })

    it('repays only what is still owed, and the rest is in the wallet', async () => {
      const ada = await join()
      const order = await failed(ada, WITHDRAWN)
      await spendAll(ada)
      await says(order, 'paid')
      expect(await moneyOf(ada)).toEqual([0n, 0n, -1_000_000n])
      await payIn(ada, 400_000n)
      expect(await moneyOf(ada)).toEqual([0n, 0n, -600_000n])
      await says(order, 'reversed')
      expect(await moneyOf(ada)).toEqual([400_000n, 0n, 0n])
      await ada.unlock()
      expect((await ada.order(order.id)).explanation).toMatch(/₦10,000 is back in your wallet\. ₦6,000 of it repaid/)
    })

    it('repays an older debt too, and names what is still owed by its own reason', async () => {
      const ada = await join()
      const paidIn = await payIn(ada, 2_000_000n)
      await jara.sandbox.fault({ operation: 'transfer', fault: 'pending' })
      const order = await ada.withdraw(1_000_000n)
      await jara.settle()
      const other = await ada.withdraw(20_000_000n)
      await jara.pass(5 * SECOND_MS)
      await jara.sandbox.decidePayment(paidIn, 'reversed')
      jara.clock.advance(SECOND_MS)
      await jara.settle()
      const [available, held, debt] = await moneyOf(ada)
      expect([available, held]).toEqual([0n, BigInt(order.totalKobo)])
      const recalledKobo = 2_000_000n - (22_000_000n - BigInt(order.totalKobo) - BigInt(other.totalKobo))
      expect(debt).toBe(-recalledKobo)
      // Its release repays the older debt, and its return repays once more.
      await says(order, 'failed')
      expect(await moneyOf(ada)).toEqual([0n, 0n, BigInt(order.totalKobo) - recalledKobo])
      await says(order, 'paid')
      expect(await moneyOf(ada)).toEqual([0n, 0n, BigInt(order.totalKobo) - recalledKobo - 1_000_000n])
      await says(order, 'reversed')
      expect(await moneyOf(ada)).toEqual([0n, 0n, BigInt(order.totalKobo) - recalledKobo])
      await ada.unlock()
      expect((await ada.wallet()).debt).toMatch(/because a transfer you received was taken back by the bank/)
      expect((await ada.order(order.id)).explanation).toMatch(/₦10,000 is back in your wallet\. ₦10,000 of it repaid/)
    })

    it('returns the money once, however often and in whichever order that is said', async () => {
      const ada = await join()
      const order = await failed(ada, WITHDRAWN)
      await says(order, 'paid')
      await says(order, 'paid')
      expect(await moneyOf(ada)).toEqual([GRANT - 1_000_000n, 0n, 0n])
      for (const status of ['reversed', 'reversed', 'paid', 'failed', 'reversed'] as const) await says(order, status)
      expect(await moneyOf(ada)).toEqual([GRANT, 0n, 0n])
      const posted = await jara.database.query<{ kind: string }>(
        'select kind from ledger_transfers where subject_id = $1 order by posted_at, id',
        [order.id],
      )
      expect(posted.map(({ kind }) => kind)).toEqual(['hold', 'release', 'late-success', 'return'])
      expect(await alarms(order.id)).toEqual(['order-late-success'])
    })

    it('owes nothing for what was paid and taken back before anybody saw the payment', async () => {
      const ada = await join()
      const order = await failed(ada, WITHDRAWN)
      await says(order, 'reversed')
      expect(await moneyOf(ada)).toEqual([GRANT, 0n, 0n])
      await ada.unlock()
      expect(await ada.order(order.id)).toMatchObject({ state: 'released', status: 'failed' })
      expect(await alarms(order.id)).toEqual([])
    })

    it('is in the statement as each movement that it made, and the lines add up', async () => {
      const ada = await join()
      const order = await failed(ada, WITHDRAWN)
      await spendAll(ada)
      await says(order, 'paid')
      await says(order, 'reversed')
      const days = { from: '2026-11-21', to: '2026-11-21' }
      const { lines, closingKobo } = await readStatement(jara.deps, ada.id as UserId, days)
      expect(
        lines.slice(1).map(({ title, totalKobo, feeKobo, status }) => `${title} ${totalKobo} ${feeKobo} ${status}`),
      ).toEqual([
        'Bank Transfer -1007500 2500 failed',
        'Refund 1007500 0 completed',
        'Bank Transfer -20000000 5000 completed',
        'Bank Transfer -1000000 0 reversed',
        'Refund 1000000 0 completed',
      ])
      expect(closingKobo).toBe(0n)
    })

    it('is alerted to operators when its owner has left meanwhile', async () => {
      const ada = await join()
      const order = await failed(ada, WITHDRAWN)
      await says(order, 'paid')
      await jara.database.query('update users set closed_at = $2 where id = $1', [ada.id, jara.clock.now()])
      await says(order, 'reversed')
      expect(await alarms(order.id)).toEqual(['order-late-success', 'returned-to-closed-account'])
    })

    /** A bank transfer into the person's account number; returns the provider's reference. */
    async function payIn(person: Person, amountKobo: bigint): Promise<string> {
      const { account } = await fundingOf(person)
      jara.clock.advance(SECOND_MS)
      await jara.sandbox.payIn({ accountNumber: account?.accountNumber ?? '', amountKobo: amountKobo.toString() })
      jara.clock.advance(SECOND_MS)
      await jara.settle()
      await person.unlock()
      return [...jara.world.state.payments.values()].at(-1)?.reference ?? ''
    }
  },
)

const naira = (amountKobo: bigint) => formatNairaShort(kobo(amountKobo)).replaceAll('.', '\\.')
