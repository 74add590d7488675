import { z } from 'zod'
import type { OrderId, UserId } from '#contract/ids.ts'
import { type ExamPin, examPin } from '#contract/kinds/education.ts'
import type { Deps } from '#server/deps.ts'
import type { SealedDelivery } from '#server/payments/orders/evidence.ts'
import type { OrderRowOf } from '#server/payments/orders/order.ts'
import { requireKeys } from '#server/platform/crypto/keys.ts'
import { decrypt, encrypt } from '#server/platform/crypto/seal.ts'
import type { Sql, Transaction } from '#server/platform/db/database.ts'
import type { DeliveryFacts } from '#server/providers/bills/bill-provider.ts'

type Owner = { readonly userId: UserId; readonly id: OrderId }
type KeyDeps = Pick<Deps, 'keys' | 'randomBytes'>

const stored = z.array(examPin)

/**
 * What a proof of delivery hands over, sealed together with what was handed over before. Null where it brings nothing more: one
 * that is there stays, and no more are kept than were bought.
 */
export async function handOverPins(
  deps: Deps,
  order: OrderRowOf<'education'>,
  { pins }: Pick<DeliveryFacts, 'pins'>,
): Promise<SealedDelivery | null> {
  const known = await readPins(deps, deps.database, order)
  const all = [...known]
  for (const { serial, pin } of pins) if (!all.some((each) => each.pin === pin)) all.push({ serial, pin })
  const kept = all.slice(0, order.recipient.quantity)
  return kept.length > known.length ? seal(deps, order, kept) : null
}

/** The PINs of an order that were handed over, in the clear: for its owner alone. */
export async function readPins(deps: Pick<Deps, 'keys'>, sql: Sql, { userId, id }: Owner): Promise<ExamPin[]> {
  const [row] = await sql.query<{ box: Uint8Array; keyId: string }>(
    `select delivery_box as box, key_id as "keyId" from orders
     where user_id = $1 and id = $2 and delivery_box is not null`,
    [userId, id],
  )
  return row === undefined ? [] : open(deps, { userId, id }, row)
}

/** Seals up to `limit` deliveries anew that lie under other keys than the present ones. Returns how many there were. */
export async function reEncryptPins(tx: Transaction, deps: KeyDeps, limit: number): Promise<number> {
  const rows = await tx.query<Owner & SealedDelivery>(
    `select user_id as "userId", id, delivery_box as box, key_id as "keyId" from orders
     where delivery_box is not null and key_id <> $1 order by user_id, id limit $2 for update`,
    [deps.keys.id, limit],
  )
  for (const row of rows) {
    const { box, keyId } = seal(deps, row, open(deps, row, row))
    await tx.query('update orders set delivery_box = $3, key_id = $4 where user_id = $1 and id = $2', [
      row.userId,
      row.id,
      box,
      keyId,
    ])
  }
  return rows.length
}

function seal(deps: KeyDeps, owner: Owner, pins: readonly ExamPin[]): SealedDelivery {
  return { box: encrypt(placeOf(deps, owner), deps.randomBytes, JSON.stringify(pins)), keyId: deps.keys.id }
}

function open({ keys }: Pick<Deps, 'keys'>, owner: Owner, { box, keyId }: SealedDelivery): ExamPin[] {
  return stored.parse(JSON.parse(decrypt(placeOf({ keys: requireKeys(keys, keyId) }, owner), box)))
}

/** A box opens in the order it was sealed for, and in no other. */
const placeOf = ({ keys }: Pick<Deps, 'keys'>, { userId, id }: Owner) => ({
  key: keys.codeKey,
  boundTo: `delivery\n${userId}\n${id}`,
})
