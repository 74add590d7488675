import { DAILY_LIMIT_KOBO } from '#contract/constants.ts'
import type { BpcId, UserId } from '#contract/ids.ts'
import type { Sql } from '#server/db/database.ts'
import { dailyLimitKobo } from '#server/orders/limits.ts'

type Code = { readonly id: BpcId; readonly used: boolean; readonly boughtAt: Date }
/** What had been spent on a day with one of its orders, that one included. */
type Spent = { readonly at: Date; readonly totalKobo: bigint }

/**
 * The bought codes that nothing was gained from yet: no payment ran under one (unless it came back), and no order since it
 * was bought took the day's sum beyond what the other codes held at that moment allow.
 */
export async function findUnused(sql: Sql, userId: UserId): Promise<ReadonlySet<BpcId>> {
  const codes = await sql.query<Code>(
    `select id, created_at as "boughtAt", exists (
       select 1 from orders o where o.user_id = c.user_id and o.bpc_id = c.id and o.state not in ('released', 'returned')
     ) as used
     from bpc_codes c where user_id = $1 and kind = 'bought' and status = 'active'`,
    [userId],
  )
  if (codes.length === 0) return new Set()
  const beyond = await findBeyondBaseLimit(sql, userId)
  const isUnused = (code: Code) => !code.used && !beyond.some((spent) => neededCode(codes, code, spent))
  return new Set(codes.filter(isUnused).map((code) => code.id))
}

/** The orders that took their day beyond what is allowed without any code. */
async function findBeyondBaseLimit(sql: Sql, userId: UserId): Promise<Spent[]> {
  return await sql.query<Spent>(
    `select at, "totalKobo" from (
       select created_at as at, (sum(amount_kobo - discount_kobo) over (
         partition by lagos_day order by created_at, id
       ))::bigint as "totalKobo"
       from orders where user_id = $1 and paid_by = 'wallet' and state not in ('released', 'returned')
     ) as spent where "totalKobo" > $2`,
    [userId, DAILY_LIMIT_KOBO],
  )
}

function neededCode(codes: readonly Code[], code: Code, spent: Spent): boolean {
  if (spent.at < code.boughtAt) return false
  const others = codes.filter((other) => other.id !== code.id && other.boughtAt <= spent.at)
  return spent.totalKobo > dailyLimitKobo(others.length)
}
