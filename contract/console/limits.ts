/** The console locks this long after the last touch of its operator. */
export const CONSOLE_LOCK_MS = 10 * 60_000
/** A session ends for good this long after its sign-in. */
export const CONSOLE_LIFETIME_MS = 8 * 60 * 60_000
/** How long a link that enrols a passkey can be used. The database refuses more. */
export const LINK_LIVES_MS = 15 * 60_000
/** How long a session is stored after it ended. What was done in it stays in the record for good. */
export const CONSOLE_SESSIONS_KEPT_MS = 30 * 24 * 60 * 60_000

/** Requests of one operator that may wait for another operator: in all, and per subject. */
export const REQUESTS_WAITING_MAX = 25
export const REQUESTS_OF_SUBJECT_MAX = 3
/** Proposals in one page. */
export const PROPOSALS_PAGE = 25
/** Requests shown on the operators' screen; the proposals list them all. */
export const OPERATOR_REQUESTS_SHOWN = 25
/** Tasks of each kind on Today. */
export const TODAY_SHOWN = 50
/** Cases per page, and in all. */
export const CASES_PAGE = 100
export const CASES_SHOWN_MAX = 1_000
/** Differences on the screen, late differences, and comparisons. */
export const DIFFERENCES_SHOWN = 500
export const LATE_SHOWN = 100
export const RUNS_SHOWN = 20
/** Ended bank notices and pauses, versions of a setting, and recoveries, as listed on their screens. */
export const PAST_SHOWN = 20
export const VERSIONS_SHOWN = 20
export const RECOVERIES_SHOWN = 100

/** Orders, deposits, cases and events on a customer's screen: the newest of each. */
export const CUSTOMER_LINES = 10
/** Days over which a customer's money in and out is summed. */
export const CUSTOMER_MONEY_DAYS = 30

/** The newest entries of each source of an order's or a deposit's timeline. */
export const LINE_SOURCE_MAX = 100
/** How long a bank notice or a pause lasts, hours. To extend it, operators look again and set another. */
export const SETTING_HOURS = [2, 6, 24] as const
/** The text of a bank notice, characters. */
export const BANK_NOTICE_MAX_LENGTH = 300
/** A bank's name, and a notice's source, characters. */
export const BANK_NAME_MAX_LENGTH = 100
/** Length of the proof of a deposit's owner, characters. */
export const CREDIT_PROOF_MIN_LENGTH = 10
export const CREDIT_PROOF_MAX_LENGTH = 300
/** Length of the evidence that ends a manual review, and of a refund's reason, characters. */
export const ENDING_REASON_MIN_LENGTH = 10
export const ENDING_REASON_MAX_LENGTH = 300
/** Accounts one operator may freeze in any 24 hours. This limits misuse; another operator can go on. */
export const FREEZES_A_DAY_MAX = 50
/** How many differences two operators close at once: their numbers have to fit into one request. */
export const CLOSED_TOGETHER_MAX = 10
/** The reason for the limit of one customer, characters. */
export const LIMIT_REASON_MIN_LENGTH = 10
export const LIMIT_REASON_MAX_LENGTH = 300
/** How far ahead a setting can begin, days. */
export const SETTING_AHEAD_DAYS = 30
/** The minutes that the health covers, including the current one. */
export const HEALTH_MINUTES = 60

/** The addresses of the console: a page of its own, which no customer's app knows. */
export const CONSOLE_PATHS = [
  '/admin/sign-in',
  '/admin/enrol',
  '/admin/access',
  '/admin/today',
  '/admin/search',
  '/admin/proposals',
  '/admin/pauses',
  '/admin/reconciliation',
  '/admin/reports',
  '/admin/cases',
  '/admin/accounts',
  '/admin/audit',
  '/admin/settings',
  '/admin/operators',
] as const

/** Console addresses that contain an id. */
const PATH_WITH_ID = /^\/admin\/(?:customers|orders|deposits)\/\w{1,60}$/

export function isConsolePath(pathname: string): boolean {
  return CONSOLE_PATHS.some((address) => address === pathname) || PATH_WITH_ID.test(pathname)
}
