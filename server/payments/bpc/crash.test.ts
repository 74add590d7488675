import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { BPC_PRICE_KOBO } from '#contract/constants.ts'
import { creditPayment } from '#server/deposits/credit-payment.ts'
import { claimOne, reschedule } from '#server/platform/jobs/queue.ts'
import { expectBooksToBalance } from '#tests/support/books.ts'
import { startWithBuyer } from '#tests/support/buyer.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import type { TestJara } from '#tests/support/jara.ts'
import { Died, lifeUntil, mortalDatabase } from '#tests/support/mortal.ts'
import type { Person } from '#tests/support/person.ts'
import { boughtBy, buyByTransfer, giveBack, payInto } from '#tests/support/purchases.ts'
import { returnCode } from './return-code.ts'

const STATEMENTS_MAX = 60

describe.each(featureDatabases)('the power going out at any statement on %s', (kind) => {
  let jara: TestJara
  let ada: Person

  beforeEach(async () => {
    ;({ jara, ada } = await startWithBuyer(kind))
  })
  afterEach(() => jara.close())

  const count = async (text: string) => (await jara.database.query(text)).length
  const depsDyingAt = (point: number) => ({
    ...jara.deps,
    database: mortalDatabase(jara.database, lifeUntil(point)),
  })

  /** Cuts the connection before each statement in turn, and last before the commit, until nothing is left to cut. */
  async function cutEverywhere(attempt: (point: number) => Promise<unknown>, allOrNothing: () => Promise<void>) {
    for (let point = 1; point <= STATEMENTS_MAX; point++) {
      const outcome = await attempt(point).then(
        () => 'done',
        (error: unknown) => error,
      )
      if (outcome === 'done') return point
      expect(outcome).toBeInstanceOf(Died)
      await allOrNothing()
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
      async (point) => {
        const claim = await claimOne(jara.database, jara.clock.now(), 'payment', `paystack ${reference}`)
        if (claim === null) throw new Error('the payment is no due work')
        try {
          await creditPayment(depsDyingAt(point), claim)
        } catch (error) {
          await reschedule(jara.database, claim, { dueAt: jara.clock.now(), now: jara.clock.now() })
          throw error
        }
      },
      async () => {
        const isPaid = (await count('select 1 from deposits')) === 1
        expect(await count("select 1 from bpc_codes where kind = 'bought'")).toBe(isPaid ? 1 : 0)
        expect((await ada.order(order.id)).state).toBe(isPaid ? 'settled' : 'awaiting_payment')
        expect((await ada.wallet()).availableKobo).toBe(String(20_000_000n + (isPaid ? moreKobo : 0n)))
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
      (point) => returnCode(depsDyingAt(point), of),
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
