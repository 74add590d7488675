import type { FreezeBody } from '#contract/accounts.ts'
import type { DeviceId, UserId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import { checkApproval } from '#server/identity/devices/check-approval.ts'
import { notifyOwner } from '#server/identity/security-events/notify-owner.ts'
import type { Session } from '#server/identity/sessions/session.ts'
import { AppError } from '#server/platform/errors.ts'

/**
 * Freezes money out, at once: from this commit on no order that takes money out of the wallet is approved. What was
 * approved before continues, money comes in, and nothing is hidden from its owner.
 *
 * @throws AppError those of checkApproval
 */
export async function freezeMoneyOut(deps: Deps, session: Session, { challenge, approval }: FreezeBody): Promise<void> {
  await checkApproval(deps, { ...approval, session, purpose: 'freeze', challenge, terms: '' })
  await freezeAccount(deps, session)
  deps.log.warn({ userId: session.userId }, 'money out frozen by its owner')
  deps.events.publish(session.userId, { topics: ['session'] })
}

/** Freezes money out, and notifies the owner the first time. The caller has checked the proof. `deviceId` is null when done by link. */
export async function freezeAccount(deps: Deps, of: { userId: UserId; deviceId: DeviceId | null }): Promise<void> {
  const { userId, deviceId } = of
  await deps.database.transaction(async (tx) => {
    const frozen = await tx.query(
      'update users set frozen_at = $2 where id = $1 and frozen_at is null and closed_at is null returning id',
      [userId, deps.clock.now()],
    )
    if (frozen.length > 0) await notifyOwner(tx, deps, { userId, kind: 'frozen', deviceId })
  })
  deps.wakeWorker()
}

/**
 * Lets money out again. Needs both, what the person knows away from the device and what works only on it: a thief who
 * got one of them has found the account frozen for a reason.
 *
 * @throws AppError session.not-fresh, and those of checkApproval
 */
export async function unfreezeMoneyOut(
  deps: Deps,
  session: Session,
  { challenge, approval }: FreezeBody,
): Promise<void> {
  if (!session.fresh) throw new AppError('session.not-fresh')
  await checkApproval(deps, { ...approval, session, purpose: 'unfreeze', challenge, terms: '' })
  await deps.database.transaction(async (tx) => {
    const { userId, deviceId } = session
    const unfrozen = await tx.query(
      'update users set frozen_at = null where id = $1 and frozen_at is not null returning id',
      [userId],
    )
    if (unfrozen.length > 0) await notifyOwner(tx, deps, { userId, kind: 'unfrozen', deviceId })
  })
  deps.wakeWorker()
  deps.log.warn({ userId: session.userId }, 'money out unfrozen by its owner')
  deps.events.publish(session.userId, { topics: ['session'] })
}
