import type { ChangePasswordBody } from '#contract/factors.ts'
import type { Deps } from '#server/deps.ts'
import { notifyOwner } from '#server/identity/security-events/notify-owner.ts'
import { renewToken, type Session } from '#server/identity/sessions/session.ts'
import { hashPassword } from '#server/identity/sign-in/passwords.ts'
import { tryOwnPassword } from '#server/identity/sign-in/try-own-password.ts'
import { AppError } from '#server/platform/errors.ts'
import { parsePasswordOf, readPasswordOwner } from './new-password.ts'

const NOT_CURRENT = 'This is not your current password. Nothing was changed.'
const WRONG = { message: NOT_CURRENT, fields: { currentPassword: NOT_CURRENT } }

/**
 * Changes a signed-in account's password, after a fresh full sign-in and with the current one. Sign-ins awaiting their
 * second step and links for a new password end. This session continues with a new token, which is returned.
 *
 * @throws AppError session.not-fresh · account.password-weak · session.wrong-credentials · session.wait ·
 *   account.password-same · server.busy · session.none
 */
export async function changePassword(deps: Deps, session: Session, body: ChangePasswordBody): Promise<string> {
  if (!session.fresh) throw new AppError('session.not-fresh')
  const { userId, deviceId } = session
  const owner = await readPasswordOwner(deps, userId)
  const { password_hash: before } = owner
  // Checked before an attempt is counted: an invalid new password is no attempt at the current one.
  const password = parsePasswordOf(deps, owner, body.newPassword)
  await tryOwnPassword(deps, { session, account: owner, password: body.currentPassword, wrong: WRONG })
  if (password === body.currentPassword.normalize('NFC')) throw new AppError('account.password-same')
  const after = await hashPassword(deps, password)
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
    await notifyOwner(tx, deps, { userId, kind: 'password-changed', deviceId })
    return await renewToken(tx, deps, session, { passwordHash: after, makesFresh: false })
  })
  deps.log.info({ userId, deviceId }, 'password changed')
  deps.wakeWorker()
  return token
}
