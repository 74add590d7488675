import { randomBytes } from 'node:crypto'
import { describe, expect } from 'vitest'
import type { OrderId, UserId } from '#contract/ids.ts'
import { keysFrom } from '#server/platform/crypto/keys.ts'
import { countByKeys } from '#server/platform/crypto/secret-change.ts'
import { withBuyer } from '#tests/support/buyer.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import type { TestJara } from '#tests/support/jara.ts'
import { close } from '#tests/support/leaving.ts'
import type { Person } from '#tests/support/person.ts'
import { airtime } from '#tests/support/purchases.ts'
import { keepDelivery, openDelivery, reEncryptDeliveries, sealDelivery } from './sealed-delivery.ts'

/** Fee and duty of a transfer over ₦50,000. */
const FEE_AND_DUTY_KOBO = 10_000n
const SECRET = 'what anyone who has it can use'

/** A delivered order that handed something over. */
async function handedOver({ database, deps, settle }: TestJara, person: Person) {
  const { id } = await person.buy(airtime())
  await settle()
  const order = { userId: person.id as UserId, id: id as OrderId }
  await database.transaction((tx) => keepDelivery(tx, order, sealDelivery(deps, order, SECRET)))
  return order
}

describe.each(featureDatabases)('what an order handed over on %s', (kind) => {
  const it = withBuyer(kind)

  it('opens under the keys it was sealed with, in its own order, and nowhere else', async ({ jara, ada }) => {
    const { database, deps } = jara
    const order = await handedOver(jara, ada)
    expect(await openDelivery(deps, database, order)).toBe(SECRET)
    const other = { ...order, id: (await ada.buy(airtime({ phone: '08035000009' }))).id as OrderId }
    expect(await openDelivery(deps, database, other)).toBeNull()
    await database.query(
      `update orders o set delivery_box = handed.delivery_box, key_id = handed.key_id
       from orders handed where o.id = $1 and handed.id = $2`,
      [other.id, order.id],
    )
    await expect(openDelivery(deps, database, other)).rejects.toThrow()
    const others = { keys: keysFrom(randomBytes(32)) }
    await expect(openDelivery(others, database, order)).rejects.toThrow(/the secret of the keys .* is not there/)
    await database.query('update orders set key_id = $1', [others.keys.id])
    await expect(openDelivery(others, database, order)).rejects.toThrow()
    await jara.settle()
  })

  it('is re-encrypted after a change of the secret, once, and counts as sealed until then', async ({ jara, ada }) => {
    const { database, deps } = jara
    const order = await handedOver(jara, ada)
    const keys = { ...keysFrom(randomBytes(32)), previous: deps.keys }
    const reseal = () =>
      database.transaction((tx) => reEncryptDeliveries(tx, { keys, randomBytes: deps.randomBytes }, 200))
    const boxesOf = async (id: string) => (await countByKeys(database)).find((each) => each.keys === id)?.boxes ?? 0
    const sealedBefore = await boxesOf(deps.keys.id)
    expect(await reseal()).toBe(1)
    expect(await boxesOf(deps.keys.id)).toBe(sealedBefore - 1)
    expect(await boxesOf(keys.id)).toBe(1)
    expect(await reseal()).toBe(0)
    expect(await openDelivery({ keys: { ...keys, previous: null } }, database, order)).toBe(SECRET)
  })

  it('goes with the account of its owner, and is kept for nobody who has left', async ({ jara, ada }) => {
    const { database, deps } = jara
    const order = await handedOver(jara, ada)
    const { availableKobo } = await ada.wallet()
    await ada.withdraw(BigInt(availableKobo) - FEE_AND_DUTY_KOBO)
    await jara.pass(2_000)
    expect((await close(ada)).status).toBe(204)
    expect(await openDelivery(deps, database, order)).toBeNull()
    await database.transaction((tx) => keepDelivery(tx, order, sealDelivery(deps, order, SECRET)))
    expect(await openDelivery(deps, database, order)).toBeNull()
  })
})
