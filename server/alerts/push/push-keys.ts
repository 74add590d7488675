import type { Deps } from '#server/deps.ts'
import { type Keys, requireKeys } from '#server/platform/crypto/keys.ts'
import { decrypt, encrypt, reEncrypt } from '#server/platform/crypto/seal.ts'
import type { Sql, Transaction } from '#server/platform/db/database.ts'
import { newVapidKeys, type VapidKeys } from './web-push.ts'

type Row = { readonly public_key: string; readonly box: Uint8Array; readonly key_id: string }

/**
 * The installation's signing keys for push services, created when first needed. If two nodes create them at once, one
 * wins.
 */
export async function readPushKeys(
  deps: Pick<Deps, 'clock' | 'database' | 'keys' | 'randomBytes'>,
): Promise<VapidKeys> {
  const found = await findRow(deps.database)
  if (found !== undefined) return open(deps.keys, found)
  const { publicKey, privateKey } = newVapidKeys()
  const box = encrypt(placeOf(deps.keys, publicKey), deps.randomBytes, privateKey)
  await deps.database.query(
    'insert into push_keys (public_key, box, key_id, created_at) values ($1, $2, $3, $4) on conflict (id) do nothing',
    [publicKey, box, deps.keys.id, deps.clock.now()],
  )
  const made = await findRow(deps.database)
  if (made === undefined) throw new Error('the push keys were not written')
  return open(deps.keys, made)
}

/** Re-encrypts the private key if it is sealed under old keys. Returns how many there were. */
export async function reEncryptPushKeys(tx: Transaction, deps: Pick<Deps, 'keys' | 'randomBytes'>): Promise<number> {
  const rows = await tx.query<Row>('select public_key, box, key_id from push_keys where key_id <> $1 for update', [
    deps.keys.id,
  ])
  for (const { public_key, box, key_id } of rows) {
    const place = { from: placeOf(requireKeys(deps.keys, key_id), public_key), to: placeOf(deps.keys, public_key) }
    await tx.query('update push_keys set box = $1, key_id = $2', [
      reEncrypt(place, deps.randomBytes, box),
      deps.keys.id,
    ])
  }
  return rows.length
}

async function findRow(sql: Sql): Promise<Row | undefined> {
  const [row] = await sql.query<Row>('select public_key, box, key_id from push_keys')
  return row
}

function open(keys: Keys, { public_key: publicKey, box, key_id }: Row): VapidKeys {
  return { publicKey, privateKey: decrypt(placeOf(requireKeys(keys, key_id), publicKey), box) }
}

const placeOf = (keys: Keys, publicKey: string) => ({ key: keys.boxKey, boundTo: `push key\n${publicKey}` })
