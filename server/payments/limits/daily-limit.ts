import { TIME_ZONE } from '#contract/constants.ts'
import { type DailyLimits, FIRST_LIMITS } from '#contract/daily-limits.ts'
import { formatNairaShort, type Kobo, kobo } from '#contract/money.ts'
import { limitsAt } from './limits-in-force.ts'

/** The daily limit of one customer, kobo. */
export type DailyLimit = {
  readonly kobo: Kobo
  /** When operators set a limit for this customer alone; null if everybody's applies. */
  readonly setAt: Date | null
  /** The limit they would have without their own. */
  readonly everybodysKobo: Kobo
}

/** The row that LIMIT_COLUMNS reads. Null without a version of the limits, or without a limit of the customer's own. */
export type LimitRow = { readonly [Part in keyof DailyLimits]: Kobo | null } & {
  readonly ownKobo: Kobo | null
  readonly ownSetAt: Date | null
}

export const LIMIT_COLUMNS = `limits."dailyKobo", limits."perBpcKobo", limits."maxKobo", own."ownKobo", own."ownSetAt"`

/** SQL joins for everything that LIMIT_COLUMNS reads. `user` and `at` are SQL expressions. */
export const joinLimits = (user: string, at: string): string =>
  `left join lateral (${limitsAt(at)}) as limits on true
   left join lateral (
     select daily_kobo as "ownKobo", set_at as "ownSetAt" from customer_limits
     where user_id = ${user} order by number desc limit 1
   ) as own on true`

/** The daily limit of a customer who holds this many bought BPCs: everybody's, or their own where that is lower. */
export function dailyLimitOf(row: LimitRow, boughtCodes: number): DailyLimit {
  const everybodysKobo = limitWith(limitsOf(row), boughtCodes)
  const { ownKobo, ownSetAt } = row
  if (ownKobo === null || ownKobo >= everybodysKobo) return { kobo: everybodysKobo, setAt: null, everybodysKobo }
  return { kobo: ownKobo, setAt: ownSetAt, everybodysKobo }
}

/** The current limits from a row that reads them. */
export function limitsOf({ dailyKobo, perBpcKobo, maxKobo }: Pick<LimitRow, keyof DailyLimits>): DailyLimits {
  if (dailyKobo === null || perBpcKobo === null || maxKobo === null) return FIRST_LIMITS
  return { dailyKobo, perBpcKobo, maxKobo }
}

/** The daily limit of a customer who holds this many bought BPCs and has no limit of their own, kobo. */
export function limitWith({ dailyKobo, perBpcKobo, maxKobo }: DailyLimits, boughtCodes: number): Kobo {
  const raised = dailyKobo + perBpcKobo * BigInt(boughtCodes)
  return kobo(raised < maxKobo ? raised : maxKobo)
}

/** The customer's sentence about a limit that operators set for them alone, or null. */
export function ownLimitSentence({ kobo: limitKobo, setAt }: DailyLimit): string | null {
  if (setAt === null) return null
  return `Your limit is ${formatNairaShort(limitKobo)} a day. We set it on ${day.format(setAt)}. Contact support.`
}

const day = new Intl.DateTimeFormat('en-GB', { timeZone: TIME_ZONE, dateStyle: 'long' })
