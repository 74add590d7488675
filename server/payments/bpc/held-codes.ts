import type { BpcId, UserId } from '#contract/ids.ts'
import type { Sql } from '#server/platform/db/database.ts'

/** SQL clauses: the bought codes that `user` holds. Starter codes do not count. */
const heldBy = (user: string) => `from bpc_codes where user_id = ${user} and kind = 'bought' and status = 'active'`

/** SQL query: how many bought BPCs `user` holds. */
export const countHeldBy = (user: string): string => `select count(*)::int ${heldBy(user)}`

/** SQL expression: the ids of the bought BPCs that `user` holds. */
export const heldCodesOf = (user: string): string => `array(select id ${heldBy(user)})`

/** The bought BPC whose prices apply when no code is given: the oldest one held, or null. */
export async function findBestCode(sql: Sql, userId: UserId): Promise<BpcId | null> {
  const [row] = await sql.query<{ id: BpcId }>(`select id ${heldBy('$1')} order by created_at, id limit 1`, [userId])
  return row?.id ?? null
}
