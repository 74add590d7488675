import type { ChangePasswordBody } from '#contract/factors.ts'
import type { Deps } from '#server/deps.ts'
import { notifyOwner } from '#server/identity/security-events/notify-owner.ts'
import { renewToken, type Session } from '#server/identity/sessions/session.ts'
import { hashPassword } from '#server/identity/sign-in/passwords.ts'
import { tryPassword } from '#server/identity/sign-in/sign-in.ts'
import { throttleKey } from '#server/identity/sign-in/sign-in-throttle.ts'
import { AppError } from '#server/platform/errors.ts'
import { type PasswordOwner, parsePasswordOf, readPasswordOwner } from './new-password.ts'

/**
 * Changes the password of an account that is open, after a fresh full sign-in and with the current one. Sign-ins that
 * wait for their second step and links for a new password end; this session continues with a new token, which is returned.
 *
 * @throws AppError session.not-fresh · account.password-weak · session.wrong-credentials · session.wait ·
 *   account.password-same · server.busy · session.none
 */
export async function changePassword(deps: Deps, session: Session, body: ChangePasswordBody): Promise<string> {
  if (!session.fresh) throw new AppError('session.not-fresh')
  const { userId, deviceId } = session
  const owner = await readPasswordOwner(deps, userId)
  const { password_hash: before } = owner
  // Before a try is counted: a new one that cannot be is no try at the one there is.
  const password = parsePasswordOf(deps, owner, body.newPassword)
  await proveCurrent(deps, { session, owner, password: body.currentPassword })
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

/** Its tries wait and count with those of signing in on this device: none of them is a way to guess more often. */
async function proveCurrent(
  deps: Deps,
  of: { session: Session; owner: PasswordOwner; password: string },
): Promise<void> {
  const { owner, password } = of
  const key = throttleKey(deps, { email: owner.email, ownDeviceId: of.session.deviceId })
  await tryPassword(deps, { key, password, passwordHash: owner.password_hash }).catch((error: unknown) => {
    if (!(error instanceof AppError && error.code === 'session.wrong-credentials')) throw error
    const message = 'This is not your current password. Nothing was changed.'
    throw new AppError('session.wrong-credentials', { message, fields: { currentPassword: message } })
  })
}
