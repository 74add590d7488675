import type { Sql } from '#server/platform/db/database.ts'

/** The full name of the open account with this email, for an email to it. Null: there is none, and nobody is greeted. */
export async function findMailboxOwner(sql: Sql, email: string): Promise<string | null> {
  const [owner] = await sql.query<{ fullName: string }>(
    'select full_name as "fullName" from users where lower(email) = lower($1) and closed_at is null',
    [email],
  )
  return owner?.fullName ?? null
}
