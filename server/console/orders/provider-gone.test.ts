import { describe, expect } from 'vitest'
import type { UserId } from '#contract/ids.ts'
import { faultBills, orderNow, withBuyer } from '#tests/support/buyer.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { airtime } from '#tests/support/purchases.ts'
import { startSecondWorld } from '#tests/support/second-provider.ts'
import { nextOfOrder } from './next-of-order.ts'
import { readOrderFacts } from './order-facts.ts'

describe.each(featureDatabases)('an order whose provider is taken out of use, on %s', (kind) => {
  const it = withBuyer(kind)

  it('waits for that provider and nothing else', async ({ jara, ada, onTestFinished }) => {
    const other = await startSecondWorld(jara)
    onTestFinished(() => other.close())
    await faultBills(jara, 'pay', 'timeout')
    const order = await ada.buy(airtime())
    await jara.settle()
    expect((await orderNow(ada, order)).state).toBe('unknown')
    const nextOf = async (deps = jara.deps) => {
      const facts = await readOrderFacts(jara.database, deps, { userId: ada.id as UserId, orderId: order.id })
      return facts === null ? [] : nextOfOrder(facts).map(({ text }) => text)
    }

    const [asked = '', ...after] = await nextOf()
    expect(asked).toMatch(/VTpass is asked whether it was delivered\. Proof either way ends it\.$/)
    expect(after.join(' ')).toContain('goes out once more under a new reference')

    const { deps } = await other.restart({ payments: [other.payments], bills: [other.bills] })
    const [waits, ...then] = await nextOf(deps)
    expect(waits).toBe(
      'Nothing until VTpass is configured again: no other provider is asked, and its money stays where it is.',
    )
    expect(then.join(' ')).not.toContain('goes out')
  })
})
