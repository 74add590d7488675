import type { OrderId, UserId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import { lockAvailable } from '#server/ledger/balances.ts'
import { requireKeys } from '#server/platform/crypto/keys.ts'
import { decrypt, encrypt } from '#server/platform/crypto/seal.ts'
import type { Sql, Transaction } from '#server/platform/db/database.ts'
import { isClosedAccount } from './closed-account.ts'

/** What a delivery handed over, encrypted so that only its owner may read it, and the keys it was sealed with. */
export type SealedDelivery = { readonly box: Uint8Array; readonly keyId: string }
type Owner = { readonly userId: UserId; readonly id: OrderId }
type KeyDeps = Pick<Deps, 'keys' | 'randomBytes'>

/** Seals, for one order, what works for anyone who has it. */
export function sealDelivery({ keys, randomBytes }: KeyDeps, owner: Owner, text: string): SealedDelivery {
  return { box: encrypt(placeOf({ keys }, owner), randomBytes, text), keyId: keys.id }
}

/** What an order handed over, decrypted: for its owner alone. Null if it handed over nothing like this. */
export async function openDelivery(deps: Pick<Deps, 'keys'>, sql: Sql, owner: Owner): Promise<string | null> {
  const [row] = await sql.query<SealedDelivery>(
    `select delivery_box as box, key_id as "keyId" from orders
     where user_id = $1 and id = $2 and delivery_box is not null`,
    [owner.userId, owner.id],
  )
  return row === undefined ? null : open(deps, owner, row)
}

/** Stores the delivery with its proof or later, replacing an earlier one. Stores nothing for a closed account. */
export async function keepDelivery(tx: Transaction, { userId, id }: Owner, sealed: SealedDelivery): Promise<void> {
  await lockAvailable(tx, userId)
  if (await isClosedAccount(tx, userId)) return
  await write(tx, { userId, id }, sealed)
}

/** Re-encrypts up to `limit` deliveries that use former keys. Returns how many. */
export async function reEncryptDeliveries(tx: Transaction, deps: KeyDeps, limit: number): Promise<number> {
  const rows = await tx.query<Owner & SealedDelivery>(
    `select user_id as "userId", id, delivery_box as box, key_id as "keyId" from orders
     where delivery_box is not null and key_id <> $1 order by user_id, id limit $2 for update`,
    [deps.keys.id, limit],
  )
  for (const row of rows) await write(tx, row, sealDelivery(deps, row, open(deps, row, row)))
  return rows.length
}

async function write(tx: Transaction, { userId, id }: Owner, { box, keyId }: SealedDelivery): Promise<void> {
  const update = 'update orders set delivery_box = $3, key_id = $4 where user_id = $1 and id = $2'
  await tx.query(update, [userId, id, box, keyId])
}

function open({ keys }: Pick<Deps, 'keys'>, owner: Owner, { box, keyId }: SealedDelivery): string {
  return decrypt(placeOf({ keys: requireKeys(keys, keyId) }, owner), box)
}

/** A box can only be opened for the order it was sealed for. */
const placeOf = ({ keys }: Pick<Deps, 'keys'>, { userId, id }: Owner) => ({
  key: keys.codeKey,
  boundTo: `delivery\n${userId}\n${id}`,
})
