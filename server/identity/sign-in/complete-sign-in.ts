import type { DevicePublicKey, SignedIn } from '#contract/accounts.ts'
import type { DeviceId, UserId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import { bindDevice } from '#server/identity/devices/bind-device.ts'
import { stopRecovery } from '#server/identity/recovery/stop-recovery.ts'
import { notifyOwner } from '#server/identity/security-events/notify-owner.ts'
import { openSession } from '#server/identity/sessions/session.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'

/** An account whose person has proved everything that this way in requires. */
export type ProvedAccount = {
  readonly id: UserId
  readonly email: string
  readonly full_name: string
  /** The one that was proved: it must still be the account's. */
  readonly password_hash: string
  readonly created_at: Date
}

export type CompletedSignIn = {
  readonly answer: SignedIn
  readonly token: string
  readonly userId: UserId
  readonly deviceId: DeviceId
  /** How many of the account's other sessions this ended. */
  readonly endedCount: number
}

/**
 * Signs a proved person in, within one transaction: binds the device, opens the session that ends all others, and
 * notifies the owner of a new device. Sign-ins of one account run one at a time.
 *
 * @throws AppError session.wrong-credentials when the password changed meanwhile
 */
export async function completeSignIn(
  tx: Transaction,
  deps: Deps,
  of: { account: ProvedAccount; publicKey: DevicePublicKey; browser: string | null },
): Promise<CompletedSignIn> {
  const { account, publicKey, browser } = of
  await lockAccount(tx, account)
  const { deviceId, pinSet, isNew } = await bindDevice(tx, deps, { userId: account.id, publicKey })
  const { token, endedCount } = await openSession(tx, deps, { userId: account.id, deviceId, browser })
  if (isNew) {
    await tx.query('update users set new_since = $2 where id = $1', [account.id, deps.clock.now()])
    await notifyOwner(tx, deps, { userId: account.id, kind: 'device-bound', deviceId })
  }
  await stopRecovery(tx, deps, { userId: account.id, deviceId })
  const user = {
    id: account.id,
    fullName: account.full_name,
    email: account.email,
    createdAt: account.created_at.toISOString(),
  }
  return { answer: { user, deviceId, pinSet }, userId: account.id, deviceId, token, endedCount }
}

/** Runs after the transaction has committed. */
export function announceSignIn(deps: Deps, { userId, deviceId, endedCount }: CompletedSignIn): void {
  deps.log.info({ userId, deviceId, otherSessionsEnded: endedCount }, 'signed in')
  deps.events.publish(userId, { topics: ['session'] })
  deps.wakeWorker()
}

async function lockAccount(tx: Transaction, account: ProvedAccount): Promise<void> {
  const rows = await tx.query('select 1 from users where id = $1 and password_hash = $2 for update', [
    account.id,
    account.password_hash,
  ])
  if (rows.length === 0) throw new AppError('session.wrong-credentials')
}
