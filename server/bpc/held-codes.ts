import type { BpcId, UserId } from '#contract/ids.ts'
import type { Sql } from '../db/database.ts'

/** How many bought BPCs a user holds. The starter code counts for nothing but itself. */
export async function countBoughtCodes(sql: Sql, userId: UserId): Promise<number> {
  const [row] = await sql.query<{ count: number }>(`select (${boughtCodesOf('$1')}) as count`, [userId])
  return row?.count ?? 0
}

/** How many bought BPCs `user`, an expression of SQL, holds. */
export const boughtCodesOf = (user: string): string =>
  `select count(*)::int from bpc_codes where user_id = ${user} and kind = 'bought' and status = 'active'`

/** The bought BPC a payment runs under when no code is named: the oldest one held; null when there is none. */
export async function findBestCode(sql: Sql, userId: UserId): Promise<BpcId | null> {
  const [row] = await sql.query<{ id: BpcId }>(
    `select id from bpc_codes where user_id = $1 and kind = 'bought' and status = 'active' order by created_at, id limit 1`,
    [userId],
  )
  return row?.id ?? null
}
