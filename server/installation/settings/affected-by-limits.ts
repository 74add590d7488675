import type { DailyLimits } from '#contract/daily-limits.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { idsFrom } from '#server/platform/ids.ts'
import { lastWeekOf } from './last-week.ts'

/**
 * How many customers spent more on one of the seven whole days before today than these limits allow with the BPCs they held at
 * the end of that day. Whole days, so that two operators read the same.
 */
export async function sayAffected(sql: Sql, limits: DailyLimits, now: Date): Promise<string> {
  const count = await countAffected(sql, limits, now)
  const who = count === 0 ? 'no customer' : count === 1 ? 'one customer' : `${count} customers`
  return `In the seven days before today, ${who} spent more in a day than these limits allow.`
}

async function countAffected(sql: Sql, { dailyKobo, perBpcKobo, maxKobo }: DailyLimits, now: Date): Promise<number> {
  const { from, until } = lastWeekOf(now)
  const [row] = await sql.query<{ count: number }>(
    `select count(distinct user_id)::int as count from (
       select user_id, sum(amount_kobo - discount_kobo) as spent,
         (lagos_day + 1)::timestamp at time zone 'Africa/Lagos' as "endsAt"
       from orders where id >= $1 and id < $2 and paid_by = 'wallet' and state not in ('released', 'returned')
       group by user_id, lagos_day having sum(amount_kobo - discount_kobo) > $3::bigint
     ) as day where spent > least($5::bigint, $3::bigint + $4::bigint * (
       select count(*) from bpc_codes c where c.user_id = day.user_id and c.kind = 'bought'
         and c.created_at < day."endsAt" and (c.returned_at is null or c.returned_at >= day."endsAt")
     ))`,
    [idsFrom('ord', from), idsFrom('ord', until), dailyKobo, perBpcKobo, maxKobo],
  )
  return row?.count ?? 0
}
