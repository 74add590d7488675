import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { tellOwner } from '../account-events/tell-owner.ts'
import { renewToken, type Session } from '../accounts/session.ts'
import { hashNewPassword } from './new-password.ts'

/**
 * Changes the password of an account that is open, after a fresh full sign-in. Sign-ins that wait for their second step
 * and links for a new password end; this session goes on with a new token, which is answered.
 *
 * @throws AppError session.not-fresh · account.password-weak · account.password-same · server.busy · session.none
 */
export async function changePassword(deps: Deps, session: Session, uncheckedPassword: string): Promise<string> {
  if (!session.fresh) throw new AppError('session.not-fresh')
  const { userId, deviceId } = session
  const { before, after } = await hashNewPassword(deps, { userId, uncheckedPassword })
  const token = await deps.database.transaction(async (tx) => {
    const changed = await tx.query(
      'update users set password_hash = $3 where id = $1 and password_hash = $2 returning id',
      [userId, before, after],
    )
    if (changed.length === 0) throw new AppError('session.not-fresh')
    await tx.query('delete from password_resets where user_id = $1', [userId])
    await tx.query('update sessions set ended_at = $3 where user_id = $1 and id <> $2 and ended_at is null', [
      userId,
      session.id,
      deps.clock.now(),
    ])
    await tellOwner(tx, deps, { userId, kind: 'password-changed', deviceId })
    return await renewToken(tx, deps, session, { passwordHash: after, makesFresh: false })
  })
  deps.log.info({ userId, deviceId }, 'password changed')
  deps.wakeWorker()
  return token
}
