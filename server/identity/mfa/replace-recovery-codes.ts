import type { Deps } from '#server/deps.ts'
import { notifyOwner } from '#server/identity/security-events/notify-owner.ts'
import type { Session } from '#server/identity/sessions/session.ts'
import { AppError } from '#server/platform/errors.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'

/**
 * Replaces all recovery codes with new ones and notifies the owner.
 *
 * @throws AppError session.not-fresh
 */
export async function replaceRecoveryCodes(deps: Deps, session: Session): Promise<string[]> {
  if (!session.fresh) throw new AppError('session.not-fresh')
  const { userId, deviceId } = session
  const codes = await deps.database.transaction(async (tx) => {
    await notifyOwner(tx, deps, { userId, kind: 'recovery-codes-made', deviceId })
    return await makeRecoveryCodes(tx, deps, userId)
  })
  deps.log.info({ userId, deviceId }, 'recovery codes made')
  deps.wakeWorker()
  return codes
}
