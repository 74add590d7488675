import { NAME_CHANGE_WAIT_MS } from '#contract/constants.ts'
import type { UserId } from '#contract/ids.ts'
import { DAY_MS, lagosMoment } from '#contract/time.ts'
import type { Deps } from '#server/deps.ts'
import { parseFullName } from '#server/identity/accounts/person-rules.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'

/**
 * Changes a person's full name, once within NAME_CHANGE_WAIT_MS. Setting the same name changes nothing. An account
 * number keeps the name it was issued with.
 *
 * @throws AppError account.name-invalid · account.name-wait, which says when the next change is possible
 */
export async function changeName(
  deps: Pick<Deps, 'clock' | 'database'>,
  userId: UserId,
  uncheckedName: string,
): Promise<void> {
  const fullName = parseFullName(uncheckedName)
  const now = deps.clock.now()
  if (await renameIfDue(deps.database, { userId, fullName, now })) return
  const known = await nameOf(deps.database, userId)
  if (known.full_name === fullName) return
  throw waitUntil(new Date((known.name_changed_at ?? now).getTime() + NAME_CHANGE_WAIT_MS), now)
}

/** Of two concurrent changes, the second finds the wait. */
async function renameIfDue(sql: Sql, of: { userId: UserId; fullName: string; now: Date }): Promise<boolean> {
  const rows = await sql.query(
    `update users set full_name = $2, name_changed_at = $3
     where id = $1 and closed_at is null and full_name <> $2 and (name_changed_at is null or name_changed_at <= $4) returning 1`,
    [of.userId, of.fullName, of.now, new Date(of.now.getTime() - NAME_CHANGE_WAIT_MS)],
  )
  return rows.length > 0
}

async function nameOf(sql: Sql, userId: UserId): Promise<{ full_name: string; name_changed_at: Date | null }> {
  const [row] = await sql.query<{ full_name: string; name_changed_at: Date | null }>(
    'select full_name, name_changed_at from users where id = $1 and closed_at is null',
    [userId],
  )
  if (row === undefined) throw new AppError('session.none')
  return row
}

function waitUntil(at: Date, now: Date): AppError {
  const days = NAME_CHANGE_WAIT_MS / DAY_MS
  const message = `You can change your name once in ${days} days. Nothing was changed. You can change it again on ${lagosMoment(at)}.`
  return new AppError('account.name-wait', {
    message,
    fields: { fullName: message },
    retryAfterS: Math.ceil((at.getTime() - now.getTime()) / 1_000),
  })
}
