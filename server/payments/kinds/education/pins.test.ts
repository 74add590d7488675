import { describe, expect } from 'vitest'
import { findOrder, type OrderRowOf } from '#server/payments/orders/order.ts'
import type { ExactText } from '#server/platform/text/exact-text.ts'
import { withBuyer } from '#tests/support/buyer.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import type { TestJara } from '#tests/support/jara.ts'
import { close } from '#tests/support/leaving.ts'
import type { Person } from '#tests/support/person.ts'
import { BILL_FORMS } from '#tests/support/purchases.ts'
import { handOverPins, readPins } from './pins.ts'

async function bought(jara: TestJara, ada: Person): Promise<OrderRowOf<'education'>> {
  const { id } = await ada.buy(BILL_FORMS.education(1))
  await jara.settle()
  const order = await findOrder(jara.database, ada.id, id)
  if (order?.kind !== 'education') throw new Error('no exam PINs were bought')
  return order
}
/** Fee and duty of a transfer over ₦50,000. */
const FEE_AND_DUTY_KOBO = 10_000n

const pinOf = (n: number) => ({ serial: `WRN${n}` as ExactText, pin: String(123_456_789_000 + n) as ExactText })

describe.each(featureDatabases)('the PINs of an order on %s', (kind) => {
  const it = withBuyer(kind)

  it('are never more than were bought, nor the same one twice, nor fewer than before', async ({ jara, ada }) => {
    const order = await bought(jara, ada)
    const { database, deps } = jara
    await database.query('update orders set delivery_box = null, key_id = null')
    const handOver = async (...pins: ReturnType<typeof pinOf>[]) => {
      const sealed = await handOverPins(deps, order, { pins })
      if (sealed === null) return null
      await database.query('update orders set delivery_box = $1, key_id = $2', [sealed.box, sealed.keyId])
      return (await readPins(deps, database, order)).map(({ pin }) => pin)
    }
    expect(await handOver()).toBeNull()
    expect(await handOver(pinOf(1), pinOf(1))).toEqual([pinOf(1).pin])
    expect(await handOver(pinOf(1))).toBeNull()
    expect(await handOver(pinOf(2), pinOf(3))).toEqual([pinOf(1).pin, pinOf(2).pin])
    expect(await handOver(pinOf(4), pinOf(5))).toBeNull()
  })

  it('go with the account of their owner, and none comes back for somebody who has left', async ({ jara, ada }) => {
    const order = await bought(jara, ada)
    const { availableKobo } = await ada.wallet()
    await ada.withdraw(BigInt(availableKobo) - FEE_AND_DUTY_KOBO)
    await jara.pass(2_000)
    expect((await close(ada)).status).toBe(204)
    const boxes = () => jara.database.query('select 1 from orders where delivery_box is not null')
    expect(await boxes()).toEqual([])
    // The worker looks at a settled order again, and the provider hands over its PINs.
    expect(await handOverPins(jara.deps, order, { pins: [pinOf(1)] })).not.toBeNull()
    await jara.pass(2 * 60 * 60_000)
    expect(await boxes()).toEqual([])
    expect(await readPins(jara.deps, jara.database, order)).toEqual([])
  })
})
