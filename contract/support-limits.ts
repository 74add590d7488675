/** The words and bounds of reported problems, without zod: the web reads them too. */

/** What a report can be about. */
export const CASE_TOPICS = ['payment', 'money-in', 'purchase', 'bpc', 'sign-in', 'fraud', 'other'] as const

/** What operators did with a report, in the order in which it happens. */
export const CASE_STATUSES = ['received', 'in_progress', 'answered', 'closed'] as const

/** Of each message, in characters as a person counts them. */
export const CASE_TEXT_MIN_LENGTH = 2
export const CASE_TEXT_MAX_LENGTH = 2_000

/** Reports one person may have that no operator has answered yet. */
export const CASES_OPEN_MAX = 5
/** Reports one person may send within 24 hours. */
export const CASES_PER_DAY_MAX = 10
/** Visitors, who have no account, may have and send fewer. */
export const VISITOR_CASES_OPEN_MAX = 3
export const VISITOR_CASES_PER_DAY_MAX = 5
/** How long a visitor reads and writes after the code, before they enter another one. */
export const VISITOR_PASS_LIFETIME_MS = 30 * 60_000

/** Messages one person may write in one report, its first one counted. */
export const CASE_MESSAGES_MAX = 50
/** The list of reports holds the newest; older ones stay at their address. */
export const CASES_SHOWN_MAX = 100
