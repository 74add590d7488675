import type { DeviceId, UserId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import { notifyOwner } from '#server/identity/security-events/notify-owner.ts'
import type { Transaction } from '#server/platform/db/database.ts'

/**
 * Stops an account's pending recovery, if any: its owner has just shown that they can still get in. Runs in the
 * transaction of that sign-in or freeze.
 */
export async function stopRecovery(
  tx: Transaction,
  deps: Pick<Deps, 'clock' | 'keys' | 'newId' | 'randomBytes'>,
  of: { userId: UserId; deviceId: DeviceId | null },
): Promise<void> {
  const stopped = await tx.query(
    `update account_recoveries set stopped_at = $2, stopped_by = 'owner'
     where user_id = $1 and stopped_at is null and done_at is null returning id`,
    [of.userId, deps.clock.now()],
  )
  if (stopped.length > 0) await notifyOwner(tx, deps, { ...of, kind: 'recovery-stopped' })
}
