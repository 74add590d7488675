import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { BPC_PRICE_KOBO } from '#contract/constants.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { claimOne, putBack } from '#server/jobs/queue.ts'
import { expectBooksToBalance } from '#tests/support/books.ts'
import { startWithBuyer } from '#tests/support/buyer.ts'
import { databaseKinds } from '#tests/support/databases.ts'
import type { TestJara } from '#tests/support/jara.ts'
import type { Person } from '#tests/support/person.ts'
import { boughtBy, buyByTransfer, giveBack, payInto } from '#tests/support/purchases.ts'
import { creditPayment } from '../funding/credit-payment.ts'
import { returnCode } from './return-code.ts'

/** The power goes out before the n-th statement of a transaction; what ran before it is rolled back. */
class PowerCut extends Error {}

/** Statement 0 is the commit itself: everything ran, and nothing of it stays. */
function cutBefore(database: Database, statement: number): Database {
  const transaction: Database['transaction'] = (work) =>
    database.transaction(async (tx) => {
      let ran = 0
      const query: Transaction['query'] = async (text, params) => {
        if (++ran === statement) throw new PowerCut()
        return await tx.query(text, params)
      }
      const result = await work(Object.assign(Object.create(tx), { query }) as Transaction)
      if (statement === 0) throw new PowerCut()
      return result
    })
  return Object.assign(Object.create(database), { transaction }) as Database
}

const STATEMENTS_MAX = 60

describe.each(databaseKinds)('the power going out at any statement on %s', { timeout: 120_000 }, (kind) => {
  let jara: TestJara
  let ada: Person

  beforeEach(async () => {
    ;({ jara, ada } = await startWithBuyer(kind))
  })
  afterEach(() => jara.close())

  const count = async (text: string) => (await jara.database.query(text)).length
  const depsWith = (statement: number) => ({ ...jara.deps, database: cutBefore(jara.database, statement) })

  /** Cuts before the commit, then before each statement, until there are no more to cut before. */
  async function cutEverywhere(attempt: (statement: number) => Promise<unknown>, unchanged: () => Promise<void>) {
    for (let statement = 0; statement <= STATEMENTS_MAX; statement++) {
      const outcome = await attempt(statement).then(
        () => 'done',
        (error: unknown) => error,
      )
      if (outcome === 'done') return statement
      expect(outcome).toBeInstanceOf(PowerCut)
      await unchanged()
      await expectBooksToBalance(jara.database)
    }
    throw new Error('it never came to an end')
  }

  it.each([
    ['exactly its price', 0n],
    ['more', 12_345n],
  ])('while a purchase is paid with %s leaves all of it or nothing', async (_name, moreKobo) => {
    await jara.sandbox.fault({ operation: 'webhook', fault: 'lost', count: 10 })
    const order = await buyByTransfer(jara, ada)
    await payInto(jara, order, BPC_PRICE_KOBO + moreKobo)
    const reference = `${order.reference}-1`
    const statements = await cutEverywhere(
      async (statement) => {
        const claim = await claimOne(jara.database, jara.clock.now(), 'payment', reference)
        if (claim === null) throw new Error('the payment is no due work')
        try {
          await creditPayment(depsWith(statement), claim)
        } catch (error) {
          await putBack(jara.database, claim, { dueAt: jara.clock.now(), now: jara.clock.now() })
          throw error
        }
      },
      async () => {
        expect(await count('select 1 from deposits')).toBe(0)
        expect(await count("select 1 from bpc_codes where kind = 'bought'")).toBe(0)
        expect((await ada.order(order.id)).state).toBe('awaiting_payment')
        expect((await ada.wallet()).availableKobo).toBe('20000000')
      },
    )
    expect(statements).toBeGreaterThan(15)
    await jara.settle()
    expect(await ada.order(order.id)).toMatchObject({ state: 'settled' })
    expect(await boughtBy(ada)).toHaveLength(1)
    expect((await ada.wallet()).availableKobo).toBe(String(20_000_000n + moreKobo))
  })

  it('while a code is given back leaves all of it or nothing', async () => {
    const { id, boughtBpcId } = await ada.buyBpc('wallet')
    const of = { userId: ada.id, bpcId: boughtBpcId ?? '' } as Parameters<typeof returnCode>[1]
    const statements = await cutEverywhere(
      (statement) => returnCode(depsWith(statement), of),
      async () => {
        expect(await count("select 1 from bpc_codes where status = 'returned'")).toBe(0)
        expect((await ada.order(id)).state).toBe('settled')
        expect((await ada.wallet()).availableKobo).toBe('19350000')
      },
    )
    expect(statements).toBeGreaterThan(8)
    expect((await giveBack(ada, boughtBpcId)).body.order.state).toBe('returned')
    expect((await ada.wallet()).availableKobo).toBe('20000000')
  })
})
