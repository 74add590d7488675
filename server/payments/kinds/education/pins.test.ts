import { randomBytes } from 'node:crypto'
import { describe, expect } from 'vitest'
import { findOrder, type OrderRowOf } from '#server/payments/orders/order.ts'
import { keysFrom } from '#server/platform/crypto/keys.ts'
import { countByKeys } from '#server/platform/crypto/secret-change.ts'
import type { ExactText } from '#server/platform/text/exact-text.ts'
import { withBuyer } from '#tests/support/buyer.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import type { TestJara } from '#tests/support/jara.ts'
import { close } from '#tests/support/leaving.ts'
import type { Person } from '#tests/support/person.ts'
import { BILL_FORMS } from '#tests/support/purchases.ts'
import { handOverPins, readPins, reEncryptPins } from './pins.ts'

async function bought(jara: TestJara, ada: Person): Promise<OrderRowOf<'education'>> {
  const { id } = await ada.buy(BILL_FORMS.education(1))
  await jara.settle()
  const order = await findOrder(jara.database, ada.id, id)
  if (order?.kind !== 'education') throw new Error('no exam PINs were bought')
  return order
}
/** What a transfer of more than ₦50,000 costs. */
const FEE_AND_DUTY_KOBO = 10_000n

const pinOf = (n: number) => ({ serial: `WRN${n}` as ExactText, pin: String(123_456_789_000 + n) as ExactText })

describe.each(featureDatabases)('the PINs of an order on %s', { timeout: 60_000 }, (kind) => {
  const it = withBuyer(kind)

  it('open under the keys they were sealed with, in their own order, and nowhere else', async ({ jara, ada }) => {
    const order = await bought(jara, ada)
    const { database, deps } = jara
    expect(await readPins(deps, database, order)).toHaveLength(2)
    const others = { keys: keysFrom(randomBytes(32)) }
    await expect(readPins(others, database, order)).rejects.toThrow(/the secret of the keys .* is not there/)
    await database.query('update orders set key_id = $1', [others.keys.id])
    await expect(readPins(others, database, order)).rejects.toThrow()
    await database.query('update orders set key_id = $1', [deps.keys.id])
    const copy = await ada.buy(BILL_FORMS.airtime(2))
    await database.query(
      `update orders o set delivery_box = other.delivery_box, key_id = other.key_id
       from orders other where o.id = $1 and other.id = $2`,
      [copy.id, order.id],
    )
    await expect(readPins(deps, database, { ...order, id: copy.id as typeof order.id })).rejects.toThrow()
    await jara.settle()
  })

  it('are sealed anew after a change of the secret, once, and count as sealed until then', async ({ jara, ada }) => {
    const order = await bought(jara, ada)
    const { database, deps } = jara
    const before = await readPins(deps, database, order)
    const keys = { ...keysFrom(randomBytes(32)), before: deps.keys }
    const reseal = () => database.transaction((tx) => reEncryptPins(tx, { keys, randomBytes: deps.randomBytes }, 200))
    const boxesOf = async (id: string) => (await countByKeys(database)).find((each) => each.keys === id)?.boxes ?? 0
    const sealedBefore = await boxesOf(deps.keys.id)
    expect(await reseal()).toBe(1)
    expect(await boxesOf(deps.keys.id)).toBe(sealedBefore - 1)
    expect(await boxesOf(keys.id)).toBe(1)
    expect(await reseal()).toBe(0)
    expect(await readPins({ keys: { ...keys, before: null } }, database, order)).toEqual(before)
  })

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
    // The worker looks at a settled order once more, and the provider hands over what it has.
    expect(await handOverPins(jara.deps, order, { pins: [pinOf(1)] })).not.toBeNull()
    await jara.pass(2 * 60 * 60_000)
    expect(await boxes()).toEqual([])
    expect(await readPins(jara.deps, jara.database, order)).toEqual([])
  })
})
