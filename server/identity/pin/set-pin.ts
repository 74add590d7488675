import type { UserId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import type { OnDevice } from '#server/identity/devices/on-device.ts'
import { notifyOwner } from '#server/identity/security-events/notify-owner.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { hashPinProof } from './attempts.ts'

/** Runs with an account's first PIN, in the same transaction: opens its starter BPC. */
export type OnFirstPin = (tx: Transaction, deps: Deps, of: { userId: UserId }) => Promise<unknown>

/**
 * Sets this device's PIN and clears its counters, after a fresh full sign-in. Wrong tries of the last 24 hours stay
 * counted: they belong to the account.
 *
 * @throws AppError session.not-fresh · session.none when the device was replaced meanwhile
 */
export async function setPin(
  deps: Deps,
  session: OnDevice & { readonly fresh: boolean },
  pinProof: string,
  onFirstPin: OnFirstPin,
): Promise<void> {
  if (!session.fresh) throw new AppError('session.not-fresh')
  const pinHash = hashPinProof(deps, pinProof)
  await deps.database.transaction(async (tx) => {
    const rows = await tx.query(
      `update pins set pin_hash = $3, wrong_in_row = 0, wait_until = null, key_id = $4
       where user_id = $1 and device_id = $2 returning user_id`,
      [session.userId, session.deviceId, pinHash, deps.keys.id],
    )
    if (rows.length === 0) throw new AppError('session.none')
    await onFirstPin(tx, deps, { userId: session.userId })
    await tx.query('update users set new_since = $2 where id = $1', [session.userId, deps.clock.now()])
    await notifyOwner(tx, deps, { userId: session.userId, kind: 'pin-set', deviceId: session.deviceId })
  })
  deps.log.info({ userId: session.userId, deviceId: session.deviceId }, 'PIN set')
  deps.wakeWorker()
}
