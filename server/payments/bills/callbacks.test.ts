import { describe, expect } from 'vitest'
import { withBuyer } from '#tests/support/buyer.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import type { TestJara } from '#tests/support/jara.ts'
import { sampled } from '#tests/support/nightly.ts'
import type { Person } from '#tests/support/person.ts'
import { airtime, phoneOf, postCallback } from '#tests/support/purchases.ts'

const MINUTE_MS = 60_000

/** Everything a callback may say about a purchase. Nobody signs it, so any of it may be a lie. */
const TELLINGS = [
  { code: '000', status: 'delivered' },
  { code: '016', status: 'failed' },
  { code: '040', status: 'reversed' },
  { code: '099', status: 'pending' },
] as const

/** Every sequence of every subset of these items, from none to all. */
function arrangements<Item>(items: readonly Item[]): Item[][] {
  return [[], ...items.flatMap((item, index) => arrangements(items.toSpliced(index, 1)).map((rest) => [item, ...rest]))]
}
const ALL_SEQUENCES = arrangements(TELLINGS)
/** A third of the sequences; tests with another turn get another third. */
const sequencesOf = (turn: number) => sampled(ALL_SEQUENCES, 3, turn)

describe.each(featureDatabases)('callbacks of the bills provider on %s', (kind) => {
  const it = withBuyer(kind)

  const count = async (jara: TestJara, table: string) =>
    (await jara.database.query<{ count: number }>(`select count(*)::int as count from ${table}`))[0]?.count

  /** Orders that the provider has accepted but not decided. */
  async function buyPending(jara: TestJara, ada: Person, howMany: number): Promise<string[]> {
    await jara.sandbox.fault({ provider: 'vtpass', operation: 'pay', fault: 'pending', count: howMany })
    await jara.sandbox.fault({ provider: 'vtpass', operation: 'webhook', fault: 'lost', count: 100_000 })
    for (let n = 0; n < howMany; n++) await ada.buy(airtime({ phone: phoneOf(n), amountKobo: '5000' }))
    await jara.settle()
    const rows = await jara.database.query<{ reference: string; state: string }>(
      'select reference, state from orders order by id',
    )
    expect(new Set(rows.map((each) => each.state))).toEqual(new Set(['pending']))
    return rows.map((each) => each.reference)
  }

  it('are every order of every choice of the truth and three lies', () => {
    expect(ALL_SEQUENCES).toHaveLength(65)
  })

  it.for(['delivered', 'failed'] as const)(
    'in any order, some lost, before and after the provider decides "%s", end in what it decided',
    async (truth, { jara, ada }) => {
      const sequences = sequencesOf(truth === 'delivered' ? 0 : 1)
      const references = await buyPending(jara, ada, sequences.length)
      for (const [n, reference] of references.entries()) {
        for (const telling of sequences[n] ?? []) await postCallback(jara, { reference, ...telling })
      }
      await jara.settle()
      // Whatever the callbacks said, nothing is decided before the provider decides it.
      expect(await jara.database.query("select 1 from orders where state <> 'pending'")).toEqual([])
      for (const reference of references) await jara.sandbox.decideDelivery(reference, truth)
      for (const [n, reference] of references.entries()) {
        for (const telling of (sequences[n] ?? []).toReversed()) {
          await postCallback(jara, { reference, ...telling })
          await postCallback(jara, { reference, ...telling })
        }
      }
      await jara.settle()
      // An order without a callback is soon verified all the same.
      await jara.pass(2 * MINUTE_MS)
      const states = await jara.database.query<{ state: string }>('select distinct state from orders')
      expect(states).toEqual([{ state: truth === 'delivered' ? 'settled' : 'released' }])
      const settled = truth === 'delivered' ? sequences.length : 0
      await ada.unlock()
      expect(await ada.wallet()).toMatchObject({
        availableKobo: String(20_000_000 - 4_950 * settled),
        heldKobo: '0',
      })
    },
  )

  it('in any order about what was delivered and then taken back return it once', async ({ jara, ada }) => {
    const sequences = sequencesOf(2)
    const references = await buyPending(jara, ada, sequences.length)
    for (const reference of references) await jara.sandbox.decideDelivery(reference, 'delivered')
    await jara.pass(2 * MINUTE_MS)
    for (const reference of references) await jara.sandbox.decideDelivery(reference, 'reversed')
    for (const [n, reference] of references.entries()) {
      for (const telling of sequences[n] ?? []) await postCallback(jara, { reference, ...telling })
    }
    await jara.settle()
    await jara.pass(12 * MINUTE_MS)
    expect(await jara.database.query('select distinct state from orders')).toEqual([{ state: 'returned' }])
    await ada.unlock()
    expect(await ada.wallet()).toMatchObject({ availableKobo: '20000000', heldKobo: '0' })
  })

  it.for(['lost', 'duplicate', 'late', 'out-of-order', 'forged', 'lying'])(
    'that the provider itself sends "%s" change nothing about the truth',
    async (fault, { jara, ada }) => {
      await jara.sandbox.fault({ provider: 'vtpass', operation: 'webhook', fault, count: 100 })
      await jara.sandbox.fault({ provider: 'vtpass', operation: 'pay', fault: 'accept-then-fail' })
      const failed = await ada.buy(airtime({ phone: phoneOf(1) }))
      await jara.settle()
      await jara.sandbox.fault({ provider: 'vtpass', operation: 'pay', fault: 'success-then-reversed' })
      const reversed = await ada.buy(airtime({ phone: phoneOf(2) }))
      await jara.settle()
      const kept = await ada.buy(airtime({ phone: phoneOf(3) }))
      await jara.pass(15 * MINUTE_MS)
      await ada.unlock()
      expect((await ada.order(failed.id)).state).toBe('released')
      expect((await ada.order(reversed.id)).state).toBe('returned')
      expect((await ada.order(kept.id)).state).toBe('settled')
      expect(await ada.wallet()).toMatchObject({ availableKobo: '19901000', heldKobo: '0' })
    },
  )

  it('a hundred at once ask once and settle once', async ({ jara, ada }) => {
    const [reference = ''] = await buyPending(jara, ada, 1)
    await jara.sandbox.decideDelivery(reference, 'delivered')
    const answers = await Promise.all(Array.from({ length: 100 }, () => postCallback(jara, { reference })))
    expect(new Set(answers.map((each) => each.status))).toEqual(new Set([200]))
    expect(await answers[0]?.json()).toEqual({ response: 'success' })
    await jara.settle()
    expect(await jara.database.query("select 1 from ledger_transfers where kind = 'settle'")).toHaveLength(1)
    expect(await jara.database.query('select times from webhook_events')).toEqual([{ times: 100 }])
  })

  it('with another secret, or about what is not ours, leave no trace', async ({ jara, ada }) => {
    const [reference = ''] = await buyPending(jara, ada, 1)
    const wrong = 'another-callback-secret-here'
    for (const secret of ['', 'x', wrong, `${jara.deps.config.vtpass.callbackSecret}x`]) {
      expect((await postCallback(jara, { reference }, secret)).status).toBe(404)
    }
    for (const strange of ['202611211200aaaaaaaaaaaaaaaaaaa', 'x', '', '../../../etc/passwd']) {
      expect((await postCallback(jara, { reference: strange })).status).toBe(200)
    }
    expect(await count(jara, 'webhook_events')).toBe(0)
    await jara.settle()
    expect(await jara.database.query('select state from orders')).toEqual([{ state: 'pending' }])
  })

  it("about an order of another provider's reference ask nobody", async ({ jara, ada }) => {
    const order = await ada.withdraw(150_000n)
    await postCallback(jara, { reference: order.reference })
    expect(await count(jara, 'webhook_events')).toBe(0)
    await jara.pass(2_000)
  })
})
