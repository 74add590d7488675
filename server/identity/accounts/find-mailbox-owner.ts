import type { Sql } from '#server/platform/db/database.ts'

/** Full name on the open account with this email, to greet its owner; null if there is none. */
export async function findMailboxOwner(sql: Sql, email: string): Promise<string | null> {
  const [owner] = await sql.query<{ fullName: string }>(
    'select full_name as "fullName" from users where lower(email) = lower($1) and closed_at is null',
    [email],
  )
  return owner?.fullName ?? null
}
