import type { BpcId, UserId } from '#contract/ids.ts'
import type { Sql } from '#server/db/database.ts'
import { dailyLimitKobo } from '#server/orders/limits.ts'

/**
 * The bought codes that nothing was gained from yet: no payment ran under one (unless it came back), and no day since it
 * was bought has seen more spent than the others alone allow.
 */
export async function findUnused(sql: Sql, userId: UserId): Promise<ReadonlySet<BpcId>> {
  const codes = await sql.query<{ id: BpcId; used: boolean; created_at: Date }>(
    `select id, created_at, exists (
       select 1 from orders o where o.user_id = c.user_id and o.bpc_id = c.id and o.state not in ('released', 'returned')
     ) as used
     from bpc_codes c where user_id = $1 and kind = 'bought' and status = 'active'`,
    [userId],
  )
  if (codes.length === 0) return new Set()
  const others = dailyLimitKobo(codes.length - 1)
  const [beyond] = await sql.query<{ day_end: Date | null }>(
    `select max(last_at) as day_end from (
       select max(created_at) as last_at from orders
       where user_id = $1 and paid_by = 'wallet' and state not in ('released', 'returned')
       group by lagos_day having sum(amount_kobo - discount_kobo) > $2
     ) as days`,
    [userId, others],
  )
  const gainedUntil = beyond?.day_end ?? null
  const isUnused = (code: { used: boolean; created_at: Date }) =>
    !code.used && (gainedUntil === null || gainedUntil < code.created_at)
  return new Set(codes.filter(isUnused).map((code) => code.id))
}
