import { DAILY_LIMIT_KOBO } from '#contract/constants.ts'
import type { UserId } from '#contract/ids.ts'
import { formatNairaShort, type Kobo, kobo } from '#contract/money.ts'
import { lagosDay } from '#contract/time.ts'
import type { Sql } from '../db/database.ts'
import { AppError } from '../errors.ts'

/**
 * What a user has sent on the Lagos day of `now`, kobo: amounts without fee and duty of all his orders of that day,
 * except those that came back. Derived from the orders, so there is no counter to go wrong.
 */
export async function readSpentToday(sql: Sql, userId: UserId, now: Date): Promise<Kobo> {
  const [row] = await sql.query<{ spent: bigint }>(
    `select coalesce(sum(amount_kobo), 0)::bigint as spent from orders
     where user_id = $1 and lagos_day = $2::date and state not in ('released', 'returned')`,
    [userId, lagosDay(now)],
  )
  return kobo(row?.spent ?? 0n)
}

/** A user's daily limit, kobo. */
export function dailyLimitKobo(): Kobo {
  return DAILY_LIMIT_KOBO
}

/**
 * Refuses an amount that would pass the daily limit. Binding only while the caller holds the user's available account
 * locked; before that (at a quote) it is a courtesy.
 *
 * @throws AppError `limit.daily` with what is left and when it resets
 */
export async function requireWithinDailyLimit(
  sql: Sql,
  of: { userId: UserId; amountKobo: Kobo; now: Date },
): Promise<void> {
  const spent = await readSpentToday(sql, of.userId, of.now)
  const left = dailyLimitKobo() - spent
  if (of.amountKobo <= left) return
  throw new AppError('limit.daily', {
    message: `This goes over your daily limit of ${formatNairaShort(dailyLimitKobo())}. You can still send ${formatNairaShort(left)} today; the limit resets at midnight, Lagos time. No money has left.`,
    fields: { amountKobo: `At most ${formatNairaShort(left)} today` },
  })
}
