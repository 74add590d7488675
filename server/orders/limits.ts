import { DAILY_LIMIT_KOBO, DAILY_LIMIT_MAX_KOBO, DAILY_LIMIT_PER_BPC_KOBO } from '#contract/constants.ts'
import type { UserId } from '#contract/ids.ts'
import { formatNairaShort, type Kobo, kobo } from '#contract/money.ts'
import { lagosDay } from '#contract/time.ts'
import { countBoughtCodes } from '../bpc/held-codes.ts'
import type { Sql } from '../db/database.ts'
import { AppError } from '../errors.ts'

/**
 * What a user has spent from his wallet on the Lagos day of `now`, kobo: what his orders of that day cost without fee and
 * duty, except those that came back. Derived from the orders, so there is no counter to go wrong.
 */
export async function readSpentToday(sql: Sql, userId: UserId, now: Date): Promise<Kobo> {
  const [row] = await sql.query<{ spent: bigint }>(
    `select coalesce(sum(amount_kobo - discount_kobo), 0)::bigint as spent from orders
     where user_id = $1 and lagos_day = $2::date and paid_by = 'wallet' and state not in ('released', 'returned')`,
    [userId, lagosDay(now)],
  )
  return kobo(row?.spent ?? 0n)
}

/** The daily limit of somebody who holds this many bought BPCs, kobo. */
export function dailyLimitKobo(boughtCodes: number): Kobo {
  const raised = DAILY_LIMIT_KOBO + DAILY_LIMIT_PER_BPC_KOBO * BigInt(boughtCodes)
  return kobo(raised < DAILY_LIMIT_MAX_KOBO ? raised : DAILY_LIMIT_MAX_KOBO)
}

/** A user's daily limit now, kobo. */
export async function readDailyLimit(sql: Sql, userId: UserId): Promise<Kobo> {
  return dailyLimitKobo(await countBoughtCodes(sql, userId))
}

/**
 * Refuses what would pass the daily limit. Binding only while the caller holds the user's available account locked;
 * before that (at a quote) it is a courtesy.
 *
 * @throws AppError `limit.daily` with what is left and when it resets
 */
export async function requireWithinDailyLimit(
  sql: Sql,
  of: { userId: UserId; spendKobo: bigint; now: Date },
): Promise<void> {
  const spent = await readSpentToday(sql, of.userId, of.now)
  const limit = await readDailyLimit(sql, of.userId)
  // A returned BPC may leave less than nothing.
  const left = limit > spent ? limit - spent : 0n
  if (of.spendKobo <= left) return
  throw new AppError('limit.daily', {
    message: `This goes over your daily limit of ${formatNairaShort(limit)}. You can still send ${formatNairaShort(left)} today; the limit resets at midnight, Lagos time. No money has left.`,
    fields: { amountKobo: `At most ${formatNairaShort(left)} today` },
  })
}
