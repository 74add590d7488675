import { describe, expect } from 'vitest'
import { CODES, STATUSES } from '#server/providers/bills/vtpass/outcomes.ts'
import { withBuyer } from '#tests/support/buyer.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import type { TestJara } from '#tests/support/jara.ts'
import { sampled, TURN } from '#tests/support/nightly.ts'
import type { Person } from '#tests/support/person.ts'
import { airtime, phoneOf } from '#tests/support/purchases.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

type Said = { readonly code: string; readonly status?: string }
const codes: readonly Said[] = [...CODES.keys(), '777'].map((code) => ({ code }))
const statuses: readonly Said[] = ['000', '001', '044', '016'].flatMap((code) =>
  [...STATUSES.keys(), 'successful'].map((status) => ({ code, status })),
)
/** Half of the answers for each outcome of a request; for a verification, one half today and the other tomorrow. */
const everything = [...codes, ...statuses]
const DID_NOTHING = sampled(everything, 2, 0)
const AFTER_DELIVERY = sampled(everything, 2, 1)
const ON_VERIFICATION = sampled(everything, 2, TURN)

describe.each(featureDatabases)('whatever the bills provider says on %s', (kind) => {
  const it = withBuyer(kind)

  /** One purchase of ₦50 for each answer, each to a different number. */
  async function buyUnderEach(
    jara: TestJara,
    ada: Person,
    answers: readonly Said[],
    of: { operation: string; done?: boolean },
  ): Promise<void> {
    for (const [n, said] of answers.entries()) {
      await jara.sandbox.fault({ provider: 'vtpass', fault: 'code', ...of, ...said })
      await ada.buy(airtime({ phone: phoneOf(n), amountKobo: '5000' }))
      await jara.settle()
    }
  }

  /** Long enough for the second and third request of an unseen order, and for a look back. */
  async function passHours(jara: TestJara, ada: Person): Promise<void> {
    await jara.pass(40 * MINUTE_MS)
    jara.clock.advance(HOUR_MS)
    await jara.settle()
    await ada.unlock()
  }

  async function states(jara: TestJara): Promise<Record<string, number>> {
    const rows = await jara.database.query<{ state: string; count: number }>(
      'select state, count(*)::int as count from orders group by state order by state',
    )
    return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
  }

  it('when it did nothing, a purchase ends delivered after asking again, or given back', async ({ jara, ada }) => {
    await buyUnderEach(jara, ada, DID_NOTHING, { operation: 'pay', done: false })
    await passHours(jara, ada)
    const found = await states(jara)
    // Only a refusal from the closed list gives money back; after anything else the same reference is sent again.
    const refusals = DID_NOTHING.filter(({ code, status }) => {
      const pay = status === undefined ? CODES.get(code)?.pay : undefined
      return (pay ?? '').startsWith('refused:') || (status === 'failed' && code !== '777')
    })
    expect(found).toEqual({ released: refusals.length, settled: DID_NOTHING.length - refusals.length })
    const { availableKobo, heldKobo } = await ada.wallet()
    expect({ availableKobo, heldKobo }).toEqual({
      availableKobo: String(20_000_000n - 4_950n * BigInt(found.settled ?? 0)),
      heldKobo: '0',
    })
  })

  it('when it delivered all the same, the purchase ends delivered', async ({ jara, ada }) => {
    await buyUnderEach(jara, ada, AFTER_DELIVERY, { operation: 'pay', done: true })
    await passHours(jara, ada)
    expect(await states(jara)).toEqual({ settled: AFTER_DELIVERY.length })
  })

  it('when it is asked again, the purchase ends as it really is, if need be after a look back', async ({
    jara,
    ada,
  }) => {
    await buyUnderEach(jara, ada, ON_VERIFICATION, { operation: 'requery' })
    // The provider denied it conclusively and delivered all the same: the money is taken again, with an alarm.
    const lied = (await states(jara)).released ?? 0
    await passHours(jara, ada)
    const found = await states(jara)
    expect(found).toEqual({ late_success: lied, settled: ON_VERIFICATION.length - lied })
    expect(lied).toBeGreaterThan(0)
    const alarms = await jara.database.query("select 1 from alarms where kind = 'order-late-success'")
    expect(alarms).toHaveLength(lied)
    expect((await ada.wallet()).availableKobo).toBe(String(20_000_000n - 4_950n * BigInt(ON_VERIFICATION.length)))
  })
})
