import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { verifyPassword } from './passwords.ts'
import type { Session } from './session.ts'
import { forgetTries, takeTry, waitKey } from './sign-in-wait.ts'

/**
 * Makes an open session fresh with the account's password, without leaving the page. Tries wait as those of signing in
 * on this device, and with them: one cannot be used to guess more often than the other.
 *
 * @throws AppError session.wrong-credentials · session.wait · server.busy · session.none when it ended meanwhile
 */
export async function confirmPassword(deps: Deps, session: Session, password: string): Promise<void> {
  const [account] = await deps.database.query<{ email: string; password_hash: string }>(
    'select email, password_hash from users where id = $1',
    [session.userId],
  )
  if (account === undefined) throw new AppError('session.none')
  const key = waitKey(deps, { email: account.email, ownDeviceId: session.deviceId })
  await takeTry(deps, key)
  if (!(await verifyPassword(deps, password, account.password_hash))) throw new AppError('session.wrong-credentials')
  await forgetTries(deps, key)
  const refreshed = await deps.database.query(
    `update sessions s set password_at = $3 from users u
     where s.user_id = $1 and s.id = $2 and s.ended_at is null and u.id = s.user_id and u.password_hash = $4
     returning s.id`,
    [session.userId, session.id, deps.clock.now(), account.password_hash],
  )
  if (refreshed.length === 0) throw new AppError('session.none')
  deps.log.info({ userId: session.userId, deviceId: session.deviceId }, 'password confirmed')
}
