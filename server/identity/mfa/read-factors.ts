import type { Factors } from '#contract/factors.ts'
import type { UserId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { countRecoveryCodes } from './recovery-codes.ts'

/** The factors that prove this account's person besides the password. */
export async function readFactors(sql: Sql, deps: Pick<Deps, 'keys'>, userId: UserId): Promise<Factors> {
  const [row] = await sql.query<{ passkeys: number; added_at: Date | null }>(
    `select
       (select count(*)::int from passkeys where user_id = $1) as passkeys,
       (select confirmed_at from authenticators where user_id = $1) as added_at`,
    [userId],
  )
  if (row === undefined) throw new Error('the factors of an account could not be read')
  return {
    passkeys: row.passkeys,
    authenticator: row.added_at === null ? null : { addedAt: row.added_at.toISOString() },
    recoveryCodes: await countRecoveryCodes(sql, deps, userId),
  }
}

/** Whether an emailed code is no longer enough for this account: it has a passkey or an authenticator app. */
export function isStrong(factors: Pick<Factors, 'passkeys' | 'authenticator'>): boolean {
  return factors.passkeys > 0 || factors.authenticator !== null
}
