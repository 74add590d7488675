import { NEW_LIMIT_KOBO, NEW_LIMIT_MS } from '#contract/constants.ts'
import type { UserId } from '#contract/ids.ts'
import { formatNairaShort, type Kobo, kobo } from '#contract/money.ts'
import { formatMoment, lagosDay } from '#contract/time.ts'
import type { Deps } from '#server/deps.ts'
import { countHeldBy } from '#server/payments/bpc/held-codes.ts'
import {
  type DailyLimit,
  dailyLimitOf,
  joinLimits,
  LIMIT_COLUMNS,
  type LimitRow,
  ownLimitSentence,
} from '#server/payments/limits/daily-limit.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'

/** SQL query: the cost of `user`'s orders without fee and duty, except those that came back. */
export const spentBy = (user: string): string =>
  `select coalesce(sum(amount_kobo - discount_kobo), 0)::bigint as spent from orders
   where user_id = ${user} and paid_by = 'wallet' and state not in ('released', 'returned')`
const SPENT = spentBy('$1')

/**
 * Like spentBy, for orders since `since`, an SQL expression. Includes the day, because an index finds orders by day:
 * even with years of orders, only those of that day and later are read.
 */
export const spentSince = (user: string, since: string): string =>
  `${spentBy(user)} and lagos_day >= (${since} at time zone 'Africa/Lagos')::date and created_at >= ${since}`

/**
 * A user's spending from the wallet on the Lagos day of `now`, kobo: the cost of that day's orders without fee and
 * duty, except those that came back. Derived from the orders, so no counter can go wrong.
 */
async function readSpentToday(sql: Sql, userId: UserId, now: Date): Promise<Kobo> {
  // Includes later days: an order dated by a clock that was ahead counts until its day is over.
  const [row] = await sql.query<{ spent: bigint }>(`${SPENT} and lagos_day >= $2::date`, [userId, lagosDay(now)])
  return kobo(row?.spent ?? 0n)
}

/** A user's daily limit at that time. */
export async function readDailyLimit(sql: Sql, userId: UserId, at: Date): Promise<DailyLimit> {
  const [row] = await sql.query<LimitRow & { boughtCodes: number }>(
    `select (${countHeldBy('$1')}) as "boughtCodes", ${LIMIT_COLUMNS} from (select) as nothing ${joinLimits('$1', '$2')}`,
    [userId, at],
  )
  if (row === undefined) throw new Error('a limit is always one row')
  return dailyLimitOf(row, row.boughtCodes)
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
  const spentKobo = await readSpentToday(sql, of.userId, of.now)
  refuseOverDailyLimit({ spendKobo: of.spendKobo, spentKobo, limit: await readDailyLimit(sql, of.userId, of.now) })
}

/** Ends the refusal of an approval. While filling in a form, people know that nothing has left. */
const APPROVED = ' No money has left.'

/** Like requireWithinDailyLimit, given what was read. @throws AppError `limit.daily` */
export function refuseOverDailyLimit(of: {
  spendKobo: bigint
  spentKobo: bigint
  limit: DailyLimit
  approved?: boolean
}): void {
  const {
    spentKobo: spent,
    limit: { kobo: limit },
  } = of
  // After a returned BPC or a lowered limit, more may be spent than the limit allows.
  const left = limit > spent ? limit - spent : 0n
  if (of.spendKobo <= left) return
  throw new AppError('limit.daily', {
    message: [
      `This goes over your daily limit of ${formatNairaShort(limit)}. You can still send ${formatNairaShort(left)} today; the limit resets at midnight, Lagos time.${of.approved ? APPROVED : ''}`,
      ownLimitSentence(of.limit) ?? [],
    ]
      .flat()
      .join(' '),
    fields: { amountKobo: `At most ${formatNairaShort(left)} today` },
  })
}

/**
 * The amount that may still leave before an account, device or factor is 24 hours old, kobo, and when those hours end.
 */
export type NewLimit = { readonly leftKobo: Kobo; readonly until: Date }

/**
 * What is left of the limit of the first 24 hours: NEW_LIMIT_KOBO in total, less what was spent since and did not come
 * back. Null once the hours are over. Like the daily limit, binding only while the user's available account is locked.
 */
async function readNewLimit(sql: Sql, of: { userId: UserId; newSince: Date; now: Date }): Promise<NewLimit | null> {
  if (of.now >= newUntil(of.newSince)) return null
  const [row] = await sql.query<{ spent: bigint }>(spentSince('$1', '$2::timestamptz'), [of.userId, of.newSince])
  return newLimitOf({ newSince: of.newSince, spentKobo: row?.spent ?? 0n, now: of.now })
}

const newUntil = (newSince: Date) => new Date(newSince.getTime() + NEW_LIMIT_MS)

/** Like readNewLimit, given the amount spent since `newSince`. */
export function newLimitOf(of: { newSince: Date; spentKobo: bigint; now: Date }): NewLimit | null {
  const until = newUntil(of.newSince)
  if (of.now >= until) return null
  return { leftKobo: kobo(NEW_LIMIT_KOBO > of.spentKobo ? NEW_LIMIT_KOBO - of.spentKobo : 0n), until }
}

/** @throws AppError `limit.new` with what is left and until when */
export function requireWithinNewLimit(limit: NewLimit | null, spendKobo: bigint, of = { approved: false }): void {
  if (limit === null || spendKobo <= limit.leftKobo) return
  throw new AppError('limit.new', {
    message: `For 24 hours after you open an account, sign in on a new device, or set a new PIN or password, at most ${formatNairaShort(NEW_LIMIT_KOBO)} can leave your wallet. You have ${formatNairaShort(limit.leftKobo)} left until ${formatMoment(limit.until.toISOString())}.${of.approved ? APPROVED : ''}`,
    fields: { amountKobo: `At most ${formatNairaShort(limit.leftKobo)} for now` },
  })
}

/** A user's current limit of the first 24 hours, or null. */
export async function findNewLimit(
  deps: Pick<Deps, 'clock' | 'config' | 'database'>,
  userId: UserId,
): Promise<NewLimit | null> {
  if (!deps.config.newLimit) return null
  const [owner] = await deps.database.query<{ newSince: Date }>(
    'select new_since as "newSince" from users where id = $1',
    [userId],
  )
  return owner === undefined ? null : await readNewLimit(deps.database, { userId, ...owner, now: deps.clock.now() })
}
