import { type Kobo, kobo, naira } from './money.ts'
import type { PriceList } from './prices.ts'

/** Every figure the product states, once. The FAQ and the screens read them from here. */

export const PIN_LENGTH = 4
export const PIN_PAUSE_MS = 500
export const RECENT_TRANSACTIONS = 5
export const TOAST_MS = 4_000

/** Practice money each new account gets in sandbox mode, posted through the ledger. */
export const SANDBOX_GRANT_KOBO: Kobo = naira(200_000)
/** The name of an installation that has not set its own. */
export const DEFAULT_BRAND = 'Jara'
export const SANDBOX_BANNER = 'Sandbox · practice money, no real value'
/** The short form, for the header of a screen. */
export const SANDBOX_LINE = 'Sandbox · practice money'
/** The words beside every amount that a person owns, sent or received. */
export const PRACTICE_MONEY = 'Practice money, no real value'

export const WITHDRAWAL_MIN_KOBO: Kobo = naira(100)
/** The most that the providers accept in one transfer. */
export const WITHDRAWAL_MAX_KOBO: Kobo = naira(5_000_000)

/**
 * Default daily limit: money out per calendar day in Africa/Lagos, counted on the amount sent, without fee and duty.
 * Two operators can set other limits (daily-limits.ts); screens read those in force from `GET /api/installation`.
 */
export const DAILY_LIMIT_KOBO: Kobo = naira(500_000)
/** Each bought BPC held raises the daily limit by this much, up to DAILY_LIMIT_MAX_KOBO. */
export const DAILY_LIMIT_PER_BPC_KOBO: Kobo = naira(500_000)
export const DAILY_LIMIT_MAX_KOBO: Kobo = naira(5_000_000)

/** The prices of an installation that sets none of its own. Commissions are from the provider's public price list. */
export const DEFAULT_PRICES: PriceList = {
  discounts: {
    airtime: { standard: 100, bpc: 250 },
    data: { standard: 150, bpc: 300 },
    electricity: { standard: 50, bpc: 100 },
    tv: { standard: 50, bpc: 100 },
    education: { standard: 50, bpc: 100 },
  },
  commissions: {
    airtime: { mtn: 300, airtel: 340, glo: 400, '9mobile': 400 },
    data: { mtn: 300, airtel: 340, glo: 400, '9mobile': 400 },
    electricity: { '*': 150 },
    tv: { '*': 150 },
    education: { waec: 150 },
  },
  transferFees: {
    standard: [
      { upToKobo: naira(5_000), feeKobo: naira(10) },
      { upToKobo: naira(50_000), feeKobo: naira(25) },
      { upToKobo: WITHDRAWAL_MAX_KOBO, feeKobo: naira(50) },
    ],
    bpc: [{ upToKobo: WITHDRAWAL_MAX_KOBO, feeKobo: naira(0) }],
  },
}

/** The price of a BPC in its two parts, and in all. */
export const BPC_CODE_KOBO: Kobo = naira(6_200)
export const BPC_PROCESSING_KOBO: Kobo = naira(300)
export const BPC_PRICE_KOBO: Kobo = kobo(BPC_CODE_KOBO + BPC_PROCESSING_KOBO)
/** A bought BPC can be returned for its full price within this time, unless a payment used its benefits. */
export const BPC_RETURN_MS = 7 * 24 * 60 * 60_000
/** The owner is reminded this long before that time ends. */
export const BPC_RETURN_ALERT_MS = 24 * 60 * 60_000
/** Lagos days over which BPC savings are counted, today included. */
export const BPC_SAVINGS_DAYS = 30
/** How long the account number of one BPC purchase accepts money. */
export const BPC_ACCOUNT_LIFETIME_MS = 60 * 60_000
/** BPC purchases one person may have waiting for a bank transfer: each takes an account number of the provider's. */
export const BPC_OPEN_PURCHASES_MAX = 3
/** Longest wait on the page for that account number, and on the page for the payment. */
export const BPC_ISSUING_WAIT_MAX_MS = 10_000
export const BPC_VERIFYING_WAIT_MAX_MS = 9_000

export const AIRTIME_MIN_KOBO: Kobo = naira(50)
export const AIRTIME_MAX_KOBO: Kobo = naira(50_000)
export const ELECTRICITY_MIN_KOBO: Kobo = naira(500)
export const ELECTRICITY_MAX_KOBO: Kobo = naira(200_000)
/** Exam PINs in one purchase. */
export const EXAM_PINS_MAX = 5
/** If the same number and amount repeat within this time, the page asks whether that is intended. */
export const DUPLICATE_WINDOW_MS = 2 * 60_000

/** Nigeria Tax Act 2025, since 1 January 2026: ₦50 on transfers from ₦10,000, paid by the sender, owed to the state. */
export const STAMP_DUTY_KOBO: Kobo = naira(50)
export const STAMP_DUTY_FROM_KOBO: Kobo = naira(10_000)

export const ACCOUNT_NUMBER_DIGITS = 10
export const PHONE_DIGITS = 11
export const METER_DIGITS_MIN = 11
export const METER_DIGITS_MAX = 13
export const SMARTCARD_DIGITS_MIN = 10
export const SMARTCARD_DIGITS_MAX = 12

export const QUOTE_LIFETIME_MS = 5 * 60_000
export const CHALLENGE_LIFETIME_MS = 5 * 60_000

/** A session locks this long after the last touch: a tap, a key or a scroll of the person's. */
export const SESSION_LOCK_MS = 5 * 60_000
/**
 * A page sends this header, with any value, if its person touched it since the header was last sent. Nothing else keeps
 * a session open, because pages also send requests on their own.
 */
export const TOUCH_HEADER = 'jara-touched'
/** A session locks this long after its last unlock or full sign-in, however busy. */
export const SESSION_OPEN_MAX_MS = 24 * 60 * 60_000
/** A session ends for good this long after the full sign-in, however often it was unlocked. */
export const SESSION_LIFETIME_MS = 30 * 24 * 60 * 60_000
/** How long a full sign-in counts as fresh: needed to set a new PIN, to add or remove a passkey, and to unfreeze. */
export const SESSION_FRESH_MS = 10 * 60_000

export const PIN_WRONG_BEFORE_WAIT = 3
export const PIN_WAIT_MS = 30_000
export const PIN_WRONG_BEFORE_OFF = 5
export const PIN_WRONG_PER_DAY = 10

/** Passkeys of one account. */
export const PASSKEYS_MAX = 10
export const PASSKEY_NAME_MAX_LENGTH = 40
/** How long a browser waits for the person's finger, face or screen lock. */
export const PASSKEY_CEREMONY_MS = 2 * 60_000
/** How long a session is stored and shown after it ended, and how many are shown at most. */
export const SESSIONS_KEPT_MS = 30 * 24 * 60 * 60_000
export const SESSIONS_SHOWN_MAX = 50

/** How long used or expired rows stay: challenges, waiting sign-ins, password reset links, email codes. */
export const EXPIRED_KEPT_MS = 60 * 60_000
/** How long unfinished things are stored: delays, wrong codes, an unconfirmed app, an unapproved list. */
export const UNFINISHED_KEPT_MS = 24 * 60 * 60_000
/** How long the fact and time of an email stay, for questions about it. Its content is deleted once it is sent. */
export const MAILS_KEPT_MS = 30 * 24 * 60 * 60_000
/** How long hints from providers stay. A hint repeated after that is verified again, which changes nothing. */
export const HINTS_KEPT_MS = 90 * 24 * 60 * 60_000
/** How long the key of a revoked device stays if no payment was approved with it. */
export const DEVICES_KEPT_MS = 365 * 24 * 60 * 60_000

/** How long a sign-in on a new device waits for its second step, and how long emailed codes and password links work. */
export const SECOND_STEP_LIFETIME_MS = 10 * 60_000
export const MAIL_CODE_DIGITS = 6
/** Another code is emailed at most this often. */
export const MAIL_CODE_PAUSE_MS = 60_000
export const RESET_LINK_LIFETIME_MS = 10 * 60_000
export const AUTHENTICATOR_DIGITS = 6
export const RECOVERY_CODES = 10
/** Wrong codes that end a sign-in, or an emailed code. */
export const CODE_WRONG_MAX = 5
/** Codes by SMS within a day, at our cost: for one person, and to one number from everyone together. */
export const SMS_CODES_PER_PERSON_MAX = 5
export const SMS_CODES_PER_NUMBER_MAX = 5
export const SMS_CODES_WINDOW_MS = 24 * 60 * 60_000
/** An alert that no provider has provably accepted within this time is no longer sent by SMS. */
export const SMS_GIVE_UP_MS = 60 * 60_000
/** A provider's history may lag this much, so a lost answer is looked up no sooner. */
export const SMS_LOOK_AFTER_MS = 60_000
/** Least time from terms to approval, and between payments: nobody reads faster (OWASP ASVS 5.0 V2.4.2). */
export const APPROVAL_PAUSE_MS = 1_500
/** After an account, device, PIN or password is new: how long money out is limited, and to what total. */
export const NEW_LIMIT_MS = 24 * 60 * 60_000
export const NEW_LIMIT_KOBO: Kobo = naira(20_000)
/** A transfer above these needs the passkey or authenticator app: to a new recipient, and in total per day. */
export const STRONG_NEW_RECIPIENT_KOBO: Kobo = naira(20_000)
export const STRONG_DAY_KOBO: Kobo = naira(50_000)
export const ACCOUNT_EVENTS_SHOWN_MAX = 50
/** How long the owner of an account can stop its recovery, after both addresses were notified. */
export const RECOVERY_WAIT_MS = 72 * 60 * 60_000

export const PASSWORD_MIN_LENGTH = 8
export const PASSWORD_MAX_LENGTH = 128
export const FULL_NAME_MAX_LENGTH = 100
export const EMAIL_MAX_LENGTH = 254
/** A full name may be changed once within this time. */
export const NAME_CHANGE_WAIT_MS = 30 * 24 * 60 * 60_000

/** Limits of an uploaded profile picture. The stored picture is redrawn, PROFILE_IMAGE_SIDE_PX square. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const
export const PICTURE_MAX_BYTES = 5 * 1024 * 1024
export const PICTURE_MAX_PIXELS = 40_000_000
/** Lower limit for progressive and interlaced pictures, which are decoded whole in memory. */
export const PICTURE_MAX_PROGRESSIVE_PIXELS = 12_000_000
export const PROFILE_IMAGE_SIDE_PX = 256

export const HISTORY_PAGE_MAX = 50
/** Months of the chart of money in and out, this one included. */
export const HISTORY_MONTHS_MAX = 12
/** Longest period of one statement in Lagos days, and its most lines. */
export const STATEMENT_DAYS_MAX = 366
export const STATEMENT_ROWS_MAX = 10_000
export const BODY_MAX_BYTES = 16 * 1024

/** The page in front of a result waits at most this long for the provider before it shows "on its way". */
export const PROCESSING_WAIT_MAX_MS = 3_000

/**
 * An order open for longer than this is late, and its owner is alerted. Screens promise "usually within 3 minutes", so
 * the alert is news by then, and comes before most people would pay again.
 */
export const LATE_AFTER_MINUTES = 5
export const LATE_AFTER_MS = LATE_AFTER_MINUTES * 60_000

export const TIME_ZONE = 'Africa/Lagos'
/** Nigeria keeps UTC+1 the whole year, so a Lagos calendar day is a fixed shift of a UTC day. */
export const LAGOS_OFFSET_MS = 60 * 60_000

/** Stamp duty on a transfer of this amount: its own line, never part of our revenue. */
export function stampDutyKobo(amountKobo: bigint): Kobo {
  return amountKobo >= STAMP_DUTY_FROM_KOBO ? STAMP_DUTY_KOBO : kobo(0n)
}

/** Least time between two requests for an account number, ms: each goes to the bank. An earlier request waits. */
export const ACCOUNT_REQUEST_GAP_MS = 10_000
