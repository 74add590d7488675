import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AlertsAnswer } from '#contract/alerts.ts'
import type { DepositAnswer } from '#contract/console/orders.ts'
import type { UserId } from '#contract/ids.ts'
import type { TransactionDetail, TransactionsAnswer } from '#contract/transactions.ts'
import { readStatement } from '#server/activity/statements/read-statement.ts'
import { reconcile } from '#server/controls/reconciliation/reconcile.ts'
import { expectBooksToBalance } from '#tests/support/books.ts'
import { type ConsolePerson, TOUCHED } from '#tests/support/console.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { type Request, writeWith } from '#tests/support/forged-requests.ts'
import type { TestJara } from '#tests/support/jara.ts'
import { fundingOf, issueForeignAccount, ledgerSum } from '#tests/support/money-in.ts'
import type { Person } from '#tests/support/person.ts'
import { confirmPath, lookAtRequest, messageOf, proposeAt, signShown, startWithTwo } from '#tests/support/proposals.ts'
import { buyByTransfer, payInto } from '#tests/support/purchases.ts'

const CREDITS = '/api/admin/credits'
const PROOF = 'The bank confirmed in writing that it gave it again.'
const GRANT = 20_000_000n
const SECOND_MS = 1_000
const DAY_MS = 24 * 60 * 60 * SECOND_MS

describe.each(featureDatabases)(
  'a deposit that the bank takes back and gives again, on %s',
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
    const float = async () => await ledgerSum(jara.database, 'provider:paystack:float')
    const held = () => jara.world.state.balanceKobo

    type Paid = { readonly id: string; readonly reference: string }
    async function newest(): Promise<Paid> {
      const [found] = await jara.database.query<Paid>('select id, reference from deposits order by id desc limit 1')
      if (found === undefined) throw new Error('no deposit')
      return found
    }
    async function payIn(accountNumber: string, amountKobo: string): Promise<Paid> {
      jara.clock.advance(SECOND_MS)
      await jara.sandbox.payIn({ accountNumber, amountKobo, senderName: 'CHIDI EZE' })
      jara.clock.advance(SECOND_MS)
      await jara.settle()
      return await newest()
    }
    const payTo = async (person: Person, amountKobo = '2000000') =>
      await payIn((await fundingOf(person)).account?.accountNumber ?? '', amountKobo)

    async function says({ reference }: Paid, status: 'success' | 'reversed' | 'failed'): Promise<void> {
      jara.clock.advance(SECOND_MS)
      await jara.sandbox.decidePayment(reference, status)
      jara.clock.advance(SECOND_MS)
      await jara.settle()
      await jara.worker.runNow('payment', `paystack ${reference}`)
      await jara.settle()
    }
    const stateOf = async ({ id }: Paid) =>
      (await jara.database.query<{ state: string }>('select state from deposits where id = $1', [id]))[0]?.state
    const look = async ({ id }: Paid) =>
      (await ada.browser.send('GET', `/api/admin/deposits/${id}`, undefined, TOUCHED)).json<DepositAnswer>()
    const texts = (sentences: readonly { text: string }[]) => sentences.map(({ text }) => text)
    const actionNamed = async (paid: Paid, name: string) =>
      (await look(paid)).actions.find((each) => each.name === name)
    const refused = async ({ id }: Paid, customer: string) =>
      messageOf(await ada.browser.send('POST', `${CREDITS}/options`, { deposit: id, customer, proof: PROOF }))
    const propose = async ({ id }: Paid, customer: string) =>
      await proposeAt(ada, CREDITS, { deposit: id, customer, proof: PROOF })
    async function confirm(request: string): Promise<string> {
      const shown = await lookAtRequest(bayo, request)
      const answer = await bayo.browser.send('POST', confirmPath(request), signShown(shown, bayo))
      expect([answer.statusCode, answer.body]).toEqual([204, ''])
      return shown.terms
    }
    const alarms = async ({ id }: Paid) =>
      (
        await jara.database.query<{ kind: string }>('select kind from alarms where subject_id = $1 order by kind', [id])
      ).map((each) => each.kind)
    const openDifferences = async ({ reference }: Paid) => {
      await reconcile(jara.deps, { from: new Date('2026-11-20'), to: 'now' }, null)
      return (
        await jara.database.query<{ kind: string }>(
          'select kind from reconciliation_exceptions where reference = $1 and closed_at is null',
          [reference],
        )
      ).map((each) => each.kind)
    }

    it('is credited once more, once, when two operators agree, and every screen says so', async () => {
      const bola = await join()
      const before = (await float()) + held()
      const paid = await payTo(bola)
      await says(paid, 'reversed')
      expect(await refused(paid, bola.id)).toMatch(/^The bank has taken it back: there is nothing to credit/)
      await says(paid, 'success')
      expect([await stateOf(paid), await moneyOf(bola)]).toEqual(['recalled', [GRANT, 0n, 0n]])
      expect(await alarms(paid)).toEqual(['deposit-recalled', 'deposit-unexpected-evidence'])
      const shown = await look(paid)
      expect(texts(shown.known)).toContain('Paystack says that it is there again. Nobody was credited by that.')
      expect(shown.actions.find(({ name }) => name === 'Propose to credit it once more')).toMatchObject({
        allowed: true,
      })
      expect(await openDifferences(paid)).toEqual(['deposit-state-differs'])
      const terms = await confirm(await propose(paid, bola.id))
      expect(terms).toContain('The bank had taken it back and gave it again.')
      expect(terms).toContain(
        'If the bank takes it back once more, the loss is ours: it is not taken from the wallet again.',
      )
      expect([await stateOf(paid), await moneyOf(bola)]).toEqual(['restored', [GRANT + 2_000_000n, 0n, 0n]])
      expect((await float()) + held()).toBe(before)
      const { body } = await bola.call<TransactionsAnswer>('GET', '/api/transactions')
      expect(body.transactions.slice(0, 3).map((each) => `${each.title} ${each.amountKobo} ${each.status}`)).toEqual([
        'Deposit 2000000 completed',
        'Deposit taken back -2000000 completed',
        'Deposit 2000000 reversed',
      ])
      const page = async (n: number) =>
        (await bola.call<TransactionDetail>('GET', `/api/transactions/${body.transactions[n]?.id}`)).body.explanation
      expect(await page(0)).toMatch(/^This money arrived by bank transfer and is in your wallet\.$/)
      expect(await page(2)).toMatch(/the bank took it back\.$/)
      const [alert] = (await bola.call<AlertsAnswer>('GET', '/api/alerts?category=money')).body.alerts
      expect(alert?.body).toMatch(/^The bank gave a bank transfer from CHIDI EZE again, and it is in your wallet\./)
      expect(alert?.body).toMatch(/An earlier alert said that the bank took it back\.$/)
      expect((await fundingOf(bola)).deposits[0]).toMatchObject({ status: 'credited' })
      const { lines, closingKobo } = await readStatement(jara.deps, bola.id as UserId, {
        from: '2026-11-21',
        to: '2026-11-21',
      })
      expect(lines.slice(1).map(({ title, totalKobo, status }) => `${title} ${totalKobo} ${status}`)).toEqual([
        'Deposit 2000000 reversed',
        'Deposit taken back -2000000 completed',
        'Deposit 2000000 completed',
      ])
      expect(closingKobo).toBe(GRANT + 2_000_000n)
      await says(paid, 'success')
      expect(await moneyOf(bola)).toEqual([GRANT + 2_000_000n, 0n, 0n])
      expect(await openDifferences(paid)).toEqual([])
      expect(await refused(paid, bola.id)).toMatch(/it is no longer set aside: it is restored/i)
    })

    it('repays the debt that its recall had left first, and the rest is in the wallet', async () => {
      const bola = await join()
      const paid = await payTo(bola)
      await bola.withdraw(21_990_000n)
      await jara.pass(5 * SECOND_MS)
      await says(paid, 'reversed')
      await bola.unlock()
      expect(await moneyOf(bola)).toEqual([0n, 0n, -2_000_000n])
      await payTo(bola, '500000')
      await says(paid, 'success')
      const terms = await confirm(await propose(paid, bola.id))
      expect(terms).toContain('₦15,000.00 of it repays the customer’s debt.')
      expect(await moneyOf(bola)).toEqual([500_000n, 0n, 0n])
      await bola.unlock()
      expect((await bola.wallet()).debt).toBeNull()
      const [line] = (await bola.call<TransactionsAnswer>('GET', '/api/transactions')).body.transactions
      const { explanation } = (await bola.call<TransactionDetail>('GET', `/api/transactions/${line?.id}`)).body
      expect(explanation).toMatch(/₦15,000 of it repaid what you owed\.$/)
    })

    it('is nothing to credit any more once the bank takes it back again before operators agree', async () => {
      const bola = await join()
      const paid = await payTo(bola)
      await says(paid, 'reversed')
      await says(paid, 'success')
      const request = await propose(paid, bola.id)
      const body = signShown(await lookAtRequest(bayo, request), bayo)
      await says(paid, 'reversed')
      expect(messageOf(await bayo.browser.send('POST', confirmPath(request), body))).toMatch(
        /there is nothing to credit/,
      )
      expect([await stateOf(paid), await moneyOf(bola)]).toEqual(['recalled', [GRANT, 0n, 0n]])
      expect(await actionNamed(paid, 'Propose to credit it once more')).toBeUndefined()
    })

    it('is credited to nobody but the customer it had been credited to', async () => {
      const bola = await join()
      const other = await join()
      const paid = await payTo(bola)
      await says(paid, 'reversed')
      await says(paid, 'success')
      expect(await refused(paid, other.id)).toMatch(/^It was credited to another customer: usr_/)
      expect(await refused(paid, 'usr_x')).toMatch(/^Who owns it\?/)
    })

    it('of nobody we know is credited to its owner once two operators agree, though it was sent back before', async () => {
      const bola = await join()
      const paid = await payIn(await issueForeignAccount(jara), '300000')
      await says(paid, 'reversed')
      expect(await stateOf(paid)).toBe('sent_back')
      await says(paid, 'success')
      await confirm(await propose(paid, bola.id))
      expect([await stateOf(paid), await moneyOf(bola)]).toEqual(['restored', [GRANT + 300_000n, 0n, 0n]])
      expect(await ledgerSum(jara.database, 'suspense:in')).toBe(0n)
      const [alert] = (await bola.call<AlertsAnswer>('GET', '/api/alerts?category=money')).body.alerts
      expect(alert?.body).toMatch(/came into your wallet\.$/)
    })

    it('that paid for a BPC repays the price that was owed for it', async () => {
      const bola = await join()
      const order = await buyByTransfer(jara, bola)
      await payInto(jara, order)
      jara.clock.advance(SECOND_MS)
      await jara.settle()
      const paid = await newest()
      await bola.withdraw(19_990_000n)
      await jara.pass(5 * SECOND_MS)
      await says(paid, 'reversed')
      const [, , owed] = await moneyOf(bola)
      expect(owed).toBeLessThan(0n)
      await says(paid, 'success')
      await confirm(await propose(paid, bola.id))
      const rest = 650_000n + (owed ?? 0n)
      expect([await stateOf(paid), await moneyOf(bola)]).toEqual(['restored', [rest, 0n, 0n]])
    })

    it('is our loss when the bank takes it back once more: operators are called, and close the difference', async () => {
      const bola = await join()
      const paid = await payTo(bola)
      await says(paid, 'reversed')
      await says(paid, 'success')
      await confirm(await propose(paid, bola.id))
      await says(paid, 'reversed')
      expect([await stateOf(paid), await moneyOf(bola)]).toEqual(['restored', [GRANT + 2_000_000n, 0n, 0n]])
      expect(await openDifferences(paid)).toEqual(['missing-deposit'])
      expect(
        (await look(paid)).actions.some(({ name, allowed }) => name.startsWith('Propose to close') && allowed),
      ).toBe(true)
    })

    it('leaves suspense when a payment that was set aside proves to have failed, and nobody can be credited', async () => {
      const bola = await join()
      const paid = await payIn(await issueForeignAccount(jara), '300000')
      const request = await propose(paid, bola.id)
      const body = signShown(await lookAtRequest(bayo, request), bayo)
      await says(paid, 'failed')
      expect([await stateOf(paid), await ledgerSum(jara.database, 'suspense:in')]).toEqual(['sent_back', 0n])
      expect(await alarms(paid)).toEqual(['deposit-quarantined', 'deposit-recalled'])
      expect(messageOf(await bayo.browser.send('POST', confirmPath(request), body))).toMatch(
        /there is nothing to credit/,
      )
    })

    it('is not credited once more in the database, but with the exact request of two operators, while it is given again', async () => {
      const bola = await join()
      const paid = await payTo(bola)
      await says(paid, 'reversed')
      const right: Request = {
        act: 'credit-deposit',
        subject: paid.id,
        content: { customer: bola.id, amountKobo: '2000000', contradicted: 'recalled' },
        confirmedBy: 'another',
      }
      const write = async (request: Request) =>
        await writeWith(jara.database, { ...request, id: jara.deps.newId('orq'), at: jara.clock.now() }, [
          `update deposits set restored_by_request = (select max(r.id) from operator_requests r), state = 'restored',
             given_again_at = null where id = $1`,
          [paid.id],
        ])
      await expect(write(right)).rejects.toThrow(/^a deposit is credited once more as two operators agreed/)
      await says(paid, 'success')
      await write(right)
      const wrong: readonly Request[] = [
        { ...right, confirmedBy: 'nobody' },
        { ...right, act: 'end-review' },
        { ...right, subject: 'dep_another' },
        { ...right, content: { ...right.content, customer: 'usr_another' } },
        { ...right, content: { ...right.content, amountKobo: '1' } },
        { ...right, content: { ...right.content, contradicted: 'sent_back' } },
        { ...right, content: { customer: bola.id, amountKobo: '2000000' } },
      ]
      for (const request of wrong) await expect(write(request)).rejects.toThrow(/as two operators agreed/)
      await expect(write({ ...right, confirmedBy: 'the same' })).rejects.toThrow(/operator_requests_two_people/)
      expect(await stateOf(paid)).toBe('recalled')
    })

    it('is asked about once a day until that is over, however long ago it came', async () => {
      const paid = await payTo(await join())
      await says(paid, 'reversed')
      jara.clock.advance(40 * DAY_MS)
      const due = async () =>
        (
          await jara.database.query<{ at: Date }>('select due_at as at from jobs where subject_id = $1', [
            `paystack ${paid.reference}`,
          ])
        ).map(({ at }) => at.getTime() - jara.clock.now().getTime())
      await says(paid, 'success')
      expect(await due()).toEqual([DAY_MS])
      await says(paid, 'reversed')
      expect(await due()).toEqual([])
    })

    it('stays credited when its provider calls it failed after all: the difference is ours, until it is proved taken back', async () => {
      const bola = await join()
      const paid = await payTo(bola)
      await says(paid, 'failed')
      expect([await stateOf(paid), await moneyOf(bola)]).toEqual(['credited', [GRANT + 2_000_000n, 0n, 0n]])
      expect(await alarms(paid)).toEqual(['deposit-unexpected-evidence'])
      expect(await openDifferences(paid)).toEqual(['missing-deposit'])
      await says(paid, 'reversed')
      expect([await stateOf(paid), await moneyOf(bola)]).toEqual(['recalled', [GRANT, 0n, 0n]])
    })
  },
)
