import type { UserId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import { parseNewPassword } from '#server/identity/sign-in/password-rules.ts'
import { hashPassword, verifyPassword } from '#server/identity/sign-in/passwords.ts'
import { AppError } from '#server/platform/errors.ts'

export type PasswordOwner = { readonly email: string; readonly full_name: string; readonly password_hash: string }

/** @throws AppError session.none without an account */
export async function readPasswordOwner(deps: Pick<Deps, 'database'>, userId: UserId): Promise<PasswordOwner> {
  const [owner] = await deps.database.query<PasswordOwner>(
    'select email, full_name, password_hash from users where id = $1',
    [userId],
  )
  if (owner === undefined) throw new AppError('session.none')
  return owner
}

/**
 * Checks a new password by the rules of registering; returns the form that is hashed.
 *
 * @throws AppError account.password-weak
 */
export function parsePasswordOf(deps: Pick<Deps, 'config'>, owner: PasswordOwner, uncheckedPassword: string): string {
  const about = { email: owner.email, fullName: owner.full_name, brand: deps.config.brand }
  return parseNewPassword(uncheckedPassword, about)
}

/**
 * Checks a new password by the rules of registering and that it differs; returns its hash. Runs outside a transaction,
 * because hashing is slow.
 *
 * @throws AppError account.password-weak · account.password-same · server.busy · session.none without an account
 */
export async function hashNewPassword(
  deps: Deps,
  of: { userId: UserId; uncheckedPassword: string },
): Promise<{ before: string; after: string }> {
  const owner = await readPasswordOwner(deps, of.userId)
  const password = parsePasswordOf(deps, owner, of.uncheckedPassword)
  if (await verifyPassword(deps, password, owner.password_hash)) throw new AppError('account.password-same')
  return { before: owner.password_hash, after: await hashPassword(deps, password) }
}
