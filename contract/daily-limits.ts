import { DAILY_LIMIT_KOBO, DAILY_LIMIT_MAX_KOBO, DAILY_LIMIT_PER_BPC_KOBO, WITHDRAWAL_MIN_KOBO } from './constants.ts'
import type { Kobo } from './money.ts'

/** Money out of a wallet per day, kobo: without a BPC, added by each bought BPC, and the maximum. */
export type DailyLimits = { readonly dailyKobo: Kobo; readonly perBpcKobo: Kobo; readonly maxKobo: Kobo }

/** The limits of an installation until two operators set others. */
export const FIRST_LIMITS: DailyLimits = {
  dailyKobo: DAILY_LIMIT_KOBO,
  perBpcKobo: DAILY_LIMIT_PER_BPC_KOBO,
  maxKobo: DAILY_LIMIT_MAX_KOBO,
}

/** The lowest limit that can be set. To stop payments, operators set a pause, which customers read about. */
export const DAILY_LIMIT_LEAST_KOBO: Kobo = WITHDRAWAL_MIN_KOBO
