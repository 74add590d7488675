import type { BpcId, UserId } from '#contract/ids.ts'
import type { Sql } from '#server/platform/db/database.ts'

/** Which codes `user`, an expression of SQL, has bought and holds. The starter code counts for nothing but itself. */
const heldBy = (user: string) => `from bpc_codes where user_id = ${user} and kind = 'bought' and status = 'active'`

/** How many bought BPCs `user`, an expression of SQL, holds. */
export const countHeldBy = (user: string): string => `select count(*)::int ${heldBy(user)}`

/** The ids of the bought BPCs that `user`, an expression of SQL, holds. */
export const heldCodesOf = (user: string): string => `array(select id ${heldBy(user)})`

/** The bought BPC a payment runs under when no code is named: the oldest one held; null when there is none. */
export async function findBestCode(sql: Sql, userId: UserId): Promise<BpcId | null> {
  const [row] = await sql.query<{ id: BpcId }>(`select id ${heldBy('$1')} order by created_at, id limit 1`, [userId])
  return row?.id ?? null
}
