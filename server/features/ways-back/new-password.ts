import type { UserId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { parseNewPassword } from '../accounts/password-rules.ts'
import { hashPassword, verifyPassword } from '../accounts/passwords.ts'

/**
 * Checks a new password by the rules of registering, and that it is another one; answers its hash. Outside a
 * transaction: hashing takes its time.
 *
 * @throws AppError account.password-weak · account.password-same · server.busy · session.none without an account
 */
export async function hashNewPassword(
  deps: Deps,
  of: { userId: UserId; uncheckedPassword: string },
): Promise<{ before: string; after: string }> {
  const [owner] = await deps.database.query<{ email: string; full_name: string; password_hash: string }>(
    'select email, full_name, password_hash from users where id = $1',
    [of.userId],
  )
  if (owner === undefined) throw new AppError('session.none')
  const about = { email: owner.email, fullName: owner.full_name, brand: deps.config.brand }
  const password = parseNewPassword(of.uncheckedPassword, about)
  if (await verifyPassword(deps, password, owner.password_hash)) throw new AppError('account.password-same')
  return { before: owner.password_hash, after: await hashPassword(deps, password) }
}
