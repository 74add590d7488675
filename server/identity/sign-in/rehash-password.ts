import type { UserId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { hashPassword, isOutdated } from './passwords.ts'

/**
 * Rehashes a password that was just proved right, if its hash uses another cost or other keys than the current ones.
 * Sign-ins awaiting their second step continue. If there is no capacity to hash, the next sign-in does it: a right
 * password is never refused for that. Returns the account's current hash.
 */
export async function rehashPassword(
  deps: Pick<Deps, 'database' | 'keys' | 'randomBytes'>,
  of: { userId: UserId; password: string; passwordHash: string },
): Promise<string> {
  if (!isOutdated(deps, of.passwordHash)) return of.passwordHash
  const renewed = await hashPassword(deps, of.password).catch(ifBusy)
  if (renewed === null) return of.passwordHash
  const rows = await deps.database.query(
    `with renewed as (
       update users set password_hash = $3 where id = $1 and password_hash = $2 returning id
     ), waiting as (
       update sign_ins set password_hash = $3 where password_hash = $2 and user_id in (select id from renewed)
     )
     select 1 from renewed`,
    [of.userId, of.passwordHash, renewed],
  )
  // The password changed meanwhile: the old hash tells the caller that what was proved is no longer valid.
  return rows.length === 0 ? of.passwordHash : renewed
}

function ifBusy(error: unknown): null {
  if (error instanceof AppError && error.code === 'server.busy') return null
  throw error
}
