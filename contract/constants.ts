import { type Kobo, kobo, naira } from './money.ts'

/** Every figure the product states, once. The FAQ and the screens read them from here. */

export const PIN_LENGTH = 4
export const PIN_PAUSE_MS = 500
export const RECENT_TRANSACTIONS = 5
export const TOASTS_MAX = 3
export const TOAST_MS = 4_000

/** Practice money each new account gets in sandbox mode, posted through the ledger. */
export const SANDBOX_GRANT_KOBO: Kobo = naira(200_000)
export const SANDBOX_BANNER = 'Sandbox · practice money, no real value'

/** Money out per calendar day in Africa/Lagos, counted on the amount sent, without fee and duty. */
export const DAILY_LIMIT_KOBO: Kobo = naira(500_000)
/** Each bought BPC held raises the daily limit by this much, up to DAILY_LIMIT_MAX_KOBO. */
export const DAILY_LIMIT_PER_BPC_KOBO: Kobo = naira(500_000)
export const DAILY_LIMIT_MAX_KOBO: Kobo = naira(5_000_000)

export const WITHDRAWAL_MIN_KOBO: Kobo = naira(100)
export const WITHDRAWAL_MAX_KOBO: Kobo = DAILY_LIMIT_MAX_KOBO

/** Transfer fee bands, lowest first: the fee of the first band whose `upToKobo` is not exceeded. */
export const TRANSFER_FEES: readonly { readonly upToKobo: Kobo; readonly feeKobo: Kobo }[] = [
  { upToKobo: naira(5_000), feeKobo: naira(10) },
  { upToKobo: naira(50_000), feeKobo: naira(25) },
  { upToKobo: WITHDRAWAL_MAX_KOBO, feeKobo: naira(50) },
]

/** Nigeria Tax Act 2025, since 1 January 2026: ₦50 on transfers of ₦10,000 and more, paid by the sender, owed to the state. */
export const STAMP_DUTY_KOBO: Kobo = naira(50)
export const STAMP_DUTY_FROM_KOBO: Kobo = naira(10_000)

export const ACCOUNT_NUMBER_DIGITS = 10
export const PHONE_DIGITS = 11

export const QUOTE_LIFETIME_MS = 5 * 60_000
export const CHALLENGE_LIFETIME_MS = 5 * 60_000

/** A session locks after this long without a request of the person's, and ends for good after SESSION_LIFETIME_MS. */
export const SESSION_LOCK_MS = 5 * 60_000
export const SESSION_LIFETIME_MS = 24 * 60 * 60_000
/** How long a full sign-in counts as fresh: needed to set a new PIN. */
export const SESSION_FRESH_MS = 10 * 60_000

export const PIN_WRONG_BEFORE_WAIT = 3
export const PIN_WAIT_MS = 30_000
export const PIN_WRONG_BEFORE_OFF = 5
export const PIN_WRONG_PER_DAY = 10

export const PASSWORD_MIN_LENGTH = 8
export const PASSWORD_MAX_LENGTH = 128
export const FULL_NAME_MAX_LENGTH = 100
export const EMAIL_MAX_LENGTH = 254

export const HISTORY_PAGE_MAX = 50
export const BODY_MAX_BYTES = 16 * 1024

/** The page in front of a result waits at most this long for the provider before it shows "on its way". */
export const PROCESSING_WAIT_MAX_MS = 3_000

export const TIME_ZONE = 'Africa/Lagos'
/** Nigeria keeps UTC+1 the whole year, so a Lagos calendar day is a fixed shift of a UTC day. */
export const LAGOS_OFFSET_MS = 60 * 60_000

/** The transfer fee of an amount. Free while a bought BPC is held. */
export function transferFeeKobo(amountKobo: bigint, holdsBpc: boolean): Kobo {
  if (holdsBpc) return kobo(0n)
  const band = TRANSFER_FEES.find((each) => amountKobo <= each.upToKobo) ?? TRANSFER_FEES.at(-1)
  return band === undefined ? kobo(0n) : band.feeKobo
}

/** Stamp duty on a transfer of this amount: its own line, never part of our revenue. */
export function stampDutyKobo(amountKobo: bigint): Kobo {
  return amountKobo >= STAMP_DUTY_FROM_KOBO ? STAMP_DUTY_KOBO : kobo(0n)
}
