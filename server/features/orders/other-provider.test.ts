import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startWithBuyer } from '#tests/support/buyer.ts'
import { databaseKinds } from '#tests/support/databases.ts'
import type { TestJara } from '#tests/support/jara.ts'
import type { Person } from '#tests/support/person.ts'
import { airtime } from '#tests/support/purchases.ts'
import { passFor, restarted, type SecondWorld, startSecondWorld } from '#tests/support/second-provider.ts'

const MINUTE_MS = 60_000

describe.each(databaseKinds)('an order whose provider is not the configured one any more on %s', (kind) => {
  let jara: TestJara
  let ada: Person
  let other: SecondWorld

  beforeEach(async () => {
    ;({ jara, ada } = await startWithBuyer(kind))
    other = await startSecondWorld(jara)
  })
  afterEach(async () => {
    await jara.close()
    await other.close()
  })

  /** Everything either world was asked to pay or to deliver. */
  async function sent(): Promise<string[]> {
    const truths = await Promise.all([jara.sandbox.truth(), other.sandbox.truth()])
    return truths.flatMap(({ transfers, deliveries }) => [...transfers, ...deliveries].map((each) => each.reference))
  }

  it('a transfer that was accepted and not answered is not sent again to another provider', async () => {
    await jara.sandbox.fault({ operation: 'transfer', fault: 'accept-then-timeout' })
    await jara.sandbox.fault({ operation: 'transfer-verify', fault: 'timeout' })
    const order = await ada.withdraw(150_000n)
    await jara.worker.runDue()
    expect(await sent()).toEqual([order.reference])
    const { worker } = restarted(jara, { payments: other.payments })
    await passFor(jara, worker, 45 * MINUTE_MS)
    expect(await sent()).toEqual([order.reference])
  })

  it('a purchase that was accepted and not answered is not bought again at another provider', async () => {
    await jara.sandbox.fault({ provider: 'vtpass', operation: 'pay', fault: 'accept-then-timeout' })
    await jara.sandbox.fault({ provider: 'vtpass', operation: 'requery', fault: 'timeout' })
    await ada.buy(airtime())
    await jara.worker.runDue()
    expect(await sent()).toHaveLength(1)
    const { worker } = restarted(jara, { bills: other.bills })
    await passFor(jara, worker, 45 * MINUTE_MS)
    expect(await sent()).toHaveLength(1)
  })
})
