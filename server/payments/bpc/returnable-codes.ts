import { BPC_RETURN_MS } from '#contract/constants.ts'
import { type DailyLimits, FIRST_LIMITS } from '#contract/daily-limits.ts'
import type { BpcId, UserId } from '#contract/ids.ts'
import { lagosDay } from '#contract/time.ts'
import { type LimitRow, limitsOf, limitWith } from '#server/payments/limits/daily-limit.ts'
import { limitsAt } from '#server/payments/limits/limits-in-force.ts'
import type { Sql } from '#server/platform/db/database.ts'

type Code = { readonly id: BpcId; readonly used: boolean; readonly boughtAt: Date }
/** The day's spending up to and including one order, and the limits at that time. */
type Spent = { readonly at: Date; readonly totalKobo: bigint } & { readonly limits: DailyLimits }
type SpentRow = Omit<Spent, 'limits'> & Pick<LimitRow, keyof DailyLimits>

/** The codes that can be returned now, each with its last instant: unused, and bought at most BPC_RETURN_MS ago. */
export async function findReturnable(sql: Sql, userId: UserId, now: Date): Promise<ReadonlyMap<BpcId, Date>> {
  const unused = await findUnused(sql, userId, (code) => endOf(code) >= now)
  return new Map(unused.map((code) => [code.id, endOf(code)]))
}

/**
 * The active bought codes, among those looked for, that nothing was gained from. No payment ran under such a code,
 * unless it came back. And no order since its purchase took the day's sum beyond what the other codes held then
 * allowed, by the limits at that time.
 */
export async function findUnused(
  sql: Sql,
  userId: UserId,
  isLookedFor: (code: Pick<Code, 'id' | 'boughtAt'>) => boolean,
): Promise<readonly Code[]> {
  const codes = await sql.query<Code>(
    `select id, created_at as "boughtAt", exists (
       select 1 from orders o where o.user_id = c.user_id and o.bpc_id = c.id and o.state not in ('released', 'returned')
     ) as used
     from bpc_codes c where user_id = $1 and kind = 'bought' and status = 'active'`,
    [userId],
  )
  const asked = codes.filter(isLookedFor)
  if (asked.length === 0) return []
  const since = new Date(Math.min(...asked.map(({ boughtAt }) => boughtAt.getTime())))
  const beyond = await findBeyondBaseLimit(sql, userId, since)
  const isUnused = (code: Code) => !code.used && !beyond.some((spent) => neededCode(codes, code, spent))
  return asked.filter(isUnused)
}

/** The last instant at which its owner can return a code. */
export function endOf({ boughtAt }: Pick<Code, 'boughtAt'>): Date {
  return new Date(boughtAt.getTime() + BPC_RETURN_MS)
}

/** The orders since a Lagos day that took their day's sum beyond the limit without codes. */
async function findBeyondBaseLimit(sql: Sql, userId: UserId, since: Date): Promise<Spent[]> {
  const rows = await sql.query<SpentRow>(
    `select spent.at, "totalKobo", limits."dailyKobo", limits."perBpcKobo", limits."maxKobo" from (
       select created_at as at, (sum(amount_kobo - discount_kobo) over (
         partition by lagos_day order by created_at, id
       ))::bigint as "totalKobo"
       from orders where user_id = $1 and lagos_day >= $3::date and paid_by = 'wallet'
         and state not in ('released', 'returned')
     ) as spent left join lateral (${limitsAt('spent.at')}) as limits on true
     where "totalKobo" > coalesce(limits."dailyKobo", $2)`,
    [userId, FIRST_LIMITS.dailyKobo, lagosDay(since)],
  )
  return rows.map((row) => ({ at: row.at, totalKobo: row.totalKobo, limits: limitsOf(row) }))
}

function neededCode(codes: readonly Code[], code: Code, spent: Spent): boolean {
  if (spent.at < code.boughtAt) return false
  const others = codes.filter((other) => other.id !== code.id && other.boughtAt <= spent.at)
  return spent.totalKobo > limitWith(spent.limits, others.length)
}
