import { isId, type UserId } from '#contract/ids.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { RefusedError } from '#server/platform/errors.ts'

/** One customer, by email or id. */
export type UncheckedWhose = { readonly email?: string | undefined; readonly user?: string | undefined }

/** Reads an operator's input: a customer's id, or else an email. */
export function parseCustomer(typed: string): UncheckedWhose {
  return typed.startsWith('usr_') ? { user: typed } : { email: typed }
}

/**
 * Finds the customer whom an operator named.
 *
 * @throws RefusedError for no customer, for two at once, and when the account does not exist or is closed
 */
export async function findAccount(sql: Sql, { email, user }: UncheckedWhose): Promise<UserId> {
  if ((email === undefined) === (user === undefined)) throw new RefusedError('whose? Give one of --email and --user')
  if (user !== undefined && !isId('usr', user)) throw new RefusedError('--user needs the id of a person: usr_…')
  const [row] = await sql.query<{ id: UserId }>(
    `select id from users where closed_at is null and ${user === undefined ? 'lower(email) = lower($1)' : 'id = $1'}`,
    [user ?? email],
  )
  if (row === undefined) throw new RefusedError(`no open account has this ${user === undefined ? 'email' : 'id'}`)
  return row.id
}
