import { isId, type UserId } from '#contract/ids.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'

/** The names of these customers by id. @throws AppError `customer.not-found` when one is not the seller's own */
export async function readCustomerNames(
  sql: Sql,
  userId: UserId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const wanted = [...new Set(ids)]
  if (!wanted.every((id) => isId('cus', id))) throw new AppError('customer.not-found')
  const rows = await sql.query<{ id: string; name: string }>(
    'select id, name from customers where user_id = $1 and id = any($2::text[])',
    [userId, wanted],
  )
  if (rows.length !== wanted.length) throw new AppError('customer.not-found')
  return new Map(rows.map(({ id, name }) => [id, name]))
}
