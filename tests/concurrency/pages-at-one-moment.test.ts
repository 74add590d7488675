import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { UserId } from '#contract/ids.ts'
import type { OrderState } from '#contract/orders.ts'
import type { SalesAnswer } from '#contract/selling.ts'
import { lagosDay } from '#contract/time.ts'
import type { Transaction, TransactionDetail, TransactionsAnswer } from '#contract/transactions.ts'
import { readStatement } from '#server/activity/statements/read-statement.ts'
import type { Statement } from '#server/activity/statements/statement.ts'
import { STATES } from '#server/payments/orders/machine.ts'
import { findOrder, type OrderRow } from '#server/payments/orders/order.ts'
import { rulesOf } from '#server/payments/orders/rules.ts'
import { databaseKinds } from '#tests/support/databases.ts'
import { PATIENT_TIMEOUT_MS, startJara, type TestJara } from '#tests/support/jara.ts'
import { approveList, checkList, phoneNumber } from '#tests/support/lists.ts'
import { fundingOf } from '#tests/support/money-in.ts'
import type { Person } from '#tests/support/person.ts'

const PEOPLE = 6
/** How many transfers the bank declines, and sales the network, for everyone together: half of them. */
const DECLINED = { transfers: 3, sales: 9 }
const SALES_EACH = 3
const ROUNDS = Number(process.env.JARA_ROUNDS ?? 1)

type Sums = SalesAnswer['totals']

/** A seller's sums match the sales beside them. All sales are from today, and on one page. */
function expectSalesToAddUp({ days, totals, pending, lastDay, sales, nextCursor }: SalesAnswer): void {
  const sumsOf = (status: Transaction['status']): Sums => {
    const own = sales.filter((sale) => sale.status === status)
    const cost = own.reduce((sum, { costKobo }) => sum + BigInt(costKobo), 0n)
    const sold = own.reduce((sum, { priceKobo }) => sum + BigInt(priceKobo), 0n)
    return { count: own.length, costKobo: `${cost}`, salesKobo: `${sold}`, marginKobo: `${sold - cost}` }
  }
  const [completed, waiting] = [sumsOf('completed'), sumsOf('pending')]
  expect({ totals, pending, lastDay, nextCursor }).toEqual({
    totals: completed,
    pending: waiting,
    lastDay: { totals: completed, pending: waiting },
    nextCursor: null,
  })
  expect(days.map(({ day: _, ...sums }) => sums)).toEqual(completed.count === 0 ? [] : [completed])
}

/** A failed payment has two lines in the history, never one: the payment and its refund. */
function expectRefundsToBeThere({ transactions }: TransactionsAnswer): void {
  const ordersOf = (isOne: (line: Transaction) => boolean) =>
    transactions
      .filter(isOne)
      .map(({ orderId }) => orderId)
      .sort()
  expect(ordersOf(({ kind }) => kind === 'refund')).toEqual(ordersOf(({ status }) => status === 'failed'))
}

/** A page's status, last step and explanation belong to one state of its order. */
function expectOneState({ transaction, timeline, explanation }: TransactionDetail, order: OrderRow): void {
  const agrees = (state: OrderState) => {
    const rules = rulesOf({ ...order, state })
    return (
      STATES[state].status === transaction.status &&
      rules.stepTitle({ state, event: 'send' }) === timeline.at(-1)?.title &&
      explanation.endsWith(rules.explanation)
    )
  }
  const states = (Object.keys(STATES) as OrderState[]).filter(agrees)
  expect(states, `${transaction.status}, ${timeline.at(-1)?.title}, ${explanation}`).not.toEqual([])
}

function expectStatementToAddUp({ openingKobo, closingKobo, lines }: Statement): void {
  expect(lines.reduce((sum, { totalKobo }) => sum + totalKobo, openingKobo)).toBe(closingKobo)
}

type Answers = {
  readonly newest: TransactionsAnswer[]
  readonly details: { readonly userId: UserId; readonly detail: TransactionDetail }[]
  readonly sales: SalesAnswer[]
  readonly statements: Statement[]
}

// Races are invisible on the embedded database: it runs one transaction at a time.
describe.runIf(databaseKinds.includes('postgres'))('the pages of a person', { timeout: 600_000 }, () => {
  let jara: TestJara
  beforeEach(async () => {
    jara = await startJara('postgres', { providerTimeoutMs: PATIENT_TIMEOUT_MS })
  })
  afterEach(() => jara.close())

  /** Prepares a transfer, a list of sales and a deposit, ready to approve. */
  async function prepare(person: Person, n: number): Promise<() => Promise<void>> {
    const { account } = await fundingOf(person)
    const quote = await person.quote(150_000n + BigInt(n * 100))
    const rows = Array.from({ length: SALES_EACH }, (_, row) => `${phoneNumber(n * SALES_EACH + row)},500,,520`)
    const list = await checkList(person, rows.join('\n'))
    return async () => {
      const paid = jara.sandbox.payIn({ accountNumber: account?.accountNumber ?? '', amountKobo: `70${n}01` })
      expect((await person.approve(quote)).status).toBe(201)
      expect((await approveList(person, list)).status).toBe(201)
      await paid
    }
  }

  async function read<Body>(person: Person, address: string): Promise<Body> {
    const { status, body } = await person.call<Body>('GET', address)
    expect(status).toBe(200)
    return body
  }

  const readNewest = async (person: Person, { newest }: Answers): Promise<TransactionsAnswer> => {
    const answer = await read<TransactionsAnswer>(person, '/api/transactions')
    newest.push(answer)
    return answer
  }

  async function readAll(person: Person, answers: Answers): Promise<void> {
    const today = lagosDay(jara.clock.now())
    const days = { from: today, to: today }
    const userId = person.id as UserId
    const { transactions } = await readNewest(person, answers)
    const ofOrders = transactions.filter(({ kind, orderId }) => orderId !== null && kind !== 'refund')
    const [details, sales, statement] = await Promise.all([
      Promise.all(ofOrders.map(({ id }) => read<TransactionDetail>(person, `/api/transactions/${id}`))),
      read<SalesAnswer>(person, `/api/sales?from=${days.from}&to=${days.to}&limit=50`),
      readStatement(jara.deps, userId, days),
    ])
    answers.details.push(...details.map((detail) => ({ userId, detail })))
    answers.sales.push(sales)
    answers.statements.push(statement)
  }

  async function expectAgreement({ newest, details, sales, statements }: Answers): Promise<void> {
    for (const answer of newest) expectRefundsToBeThere(answer)
    for (const answer of sales) expectSalesToAddUp(answer)
    for (const answer of statements) expectStatementToAddUp(answer)
    const orders = new Map<string, OrderRow | null>()
    for (const { userId, detail } of details) {
      const { orderId } = detail.transaction
      if (orderId === null) throw new Error('not the line of an order')
      const order = orders.get(orderId) ?? (await findOrder(jara.database, userId, orderId))
      orders.set(orderId, order)
      if (order === null) throw new Error('a line of an order that is not there')
      expectOneState(detail, order)
    }
  }

  it('are each of one moment, while orders and deposits come and end', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const people = await Promise.all(
        Array.from({ length: PEOPLE }, (_, n) => jara.person(`Ada Obi ${'I'.repeat(n + 1)}`)),
      )
      jara.clock.advance(1_000)
      const acts: (() => Promise<void>)[] = []
      for (const [n, person] of people.entries()) acts.push(await prepare(person, round * PEOPLE + n))
      await jara.sandbox.fault({ operation: 'transfer', fault: 'decline', count: DECLINED.transfers })
      await jara.sandbox.fault({ provider: 'vtpass', operation: 'pay', fault: 'decline', count: DECLINED.sales })
      let isApproved = false
      let isOver = false
      const answers: Answers = { newest: [], details: [], sales: [], statements: [] }
      const readers = people.flatMap((person) =>
        [readAll, readNewest, readNewest].map(async (readOnce) => {
          while (!isOver) await readOnce(person, answers)
        }),
      )
      const work = (async () => {
        while (!isApproved) await jara.settle()
      })()
      await Promise.all(acts.map((act) => act()))
      isApproved = true
      await work
      await jara.pass(10_000)
      isOver = true
      await Promise.all(readers)
      await expectAgreement(answers)
      const pending = answers.sales.map((each) => each.pending.count)
      const delivered = answers.sales.map((each) => each.totals.count)
      expect([Math.max(...pending) > 0, Math.max(...delivered) > 0]).toEqual([true, true])
      const statuses = new Set(answers.details.map(({ detail }) => detail.transaction.status))
      expect(statuses).toEqual(new Set(['pending', 'completed', 'failed']))
    }
  })
})
