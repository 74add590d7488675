import type { DevicePublicKey } from '#contract/accounts.ts'
import { PIN_WRONG_BEFORE_OFF } from '#contract/constants.ts'
import type { DeviceId, UserId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import { keyIds } from '#server/platform/crypto/keys.ts'
import type { Transaction } from '#server/platform/db/database.ts'

export type BoundDevice = { readonly deviceId: DeviceId; readonly pinSet: boolean; readonly isNew: boolean }

/**
 * Makes the device with this key the account's only active one, during a full sign-in. The active device keeps its PIN,
 * unless it is switched off; a different key ends the old device and its PIN. The caller holds the lock on the user's
 * row.
 */
export async function bindDevice(
  tx: Transaction,
  deps: Pick<Deps, 'clock' | 'keys' | 'newId'>,
  of: { userId: UserId; publicKey: DevicePublicKey },
): Promise<BoundDevice> {
  const [active] = await tx.query<{ id: DeviceId; key_x: string; key_y: string }>(
    'select id, key_x, key_y from devices where user_id = $1 and revoked_at is null',
    [of.userId],
  )
  if (active !== undefined && active.key_x === of.publicKey.x && active.key_y === of.publicKey.y) {
    return { deviceId: active.id, pinSet: await keepPin(tx, deps, of.userId), isNew: false }
  }
  const now = deps.clock.now()
  await tx.query('update devices set revoked_at = $2 where user_id = $1 and revoked_at is null', [of.userId, now])
  const deviceId = deps.newId('dev')
  await tx.query('insert into devices (user_id, id, key_x, key_y, created_at) values ($1, $2, $3, $4, $5)', [
    of.userId,
    deviceId,
    of.publicKey.x,
    of.publicKey.y,
    now,
  ])
  await resetPin(tx, of.userId, deviceId)
  return { deviceId, pinSet: false, isNew: true }
}

/**
 * A PIN that was switched off, or whose keys are missing, is removed by a full sign-in: a new one must be set. Returns
 * whether a PIN remains.
 */
async function keepPin(tx: Transaction, { keys }: Pick<Deps, 'keys'>, userId: UserId): Promise<boolean> {
  await tx.query(
    `update pins set pin_hash = null, wrong_in_row = 0, wait_until = null
     where user_id = $1 and (wrong_in_row >= $2 or key_id <> all($3))`,
    [userId, PIN_WRONG_BEFORE_OFF, keyIds(keys)],
  )
  const [pin] = await tx.query<{ pin_set: boolean }>(
    'select pin_hash is not null as pin_set from pins where user_id = $1',
    [userId],
  )
  return pin?.pin_set ?? false
}

// `wrong_at` stays: ten wrong tries in 24 hours are counted over all devices of the account.
async function resetPin(tx: Transaction, userId: UserId, deviceId: DeviceId): Promise<void> {
  await tx.query(
    `insert into pins (user_id, device_id) values ($1, $2)
     on conflict (user_id) do update set device_id = $2, pin_hash = null, wrong_in_row = 0, wait_until = null`,
    [userId, deviceId],
  )
}
