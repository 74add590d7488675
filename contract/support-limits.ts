/** The words and bounds of reported problems, without zod: the web reads them too. */

/** What a report can be about. */
export const CASE_TOPICS = ['payment', 'money-in', 'purchase', 'bpc', 'sign-in', 'fraud', 'other'] as const

/** What operators did with a report, in the order in which it happens. */
export const CASE_STATUSES = ['received', 'in_progress', 'answered', 'closed'] as const

/** Length of each message, in characters as a person counts them. */
export const CASE_TEXT_MIN_LENGTH = 2
export const CASE_TEXT_MAX_LENGTH = 2_000

/** Reports one person may have that no operator has answered yet. */
export const CASES_OPEN_MAX = 5
/** Reports one person may send within 24 hours. */
export const CASES_PER_DAY_MAX = 10
/** Visitors, who have no account, may have and send fewer. */
export const VISITOR_CASES_OPEN_MAX = 3
export const VISITOR_CASES_PER_DAY_MAX = 5
/** How long a visitor can read and write after entering a code. */
export const VISITOR_PASS_LIFETIME_MS = 30 * 60_000

/** Messages one person may write in one report, its first one counted. */
export const CASE_MESSAGES_MAX = 50
/** Pictures one message may have. The database refuses more. */
export const CASE_PICTURES_PER_MESSAGE_MAX = 3
/** The longer side of a picture as it is stored, pixels. The database refuses more. */
export const CASE_PICTURE_SIDE_PX = 2_000
/** Stored bytes of one picture. The database refuses more. */
export const CASE_PICTURE_STORED_MAX_BYTES = 1024 * 1024
/** Pictures stored per customer at a time; operators may have sent them as many. */
export const CASE_PICTURES_MAX = 60
/** How long a picture waits to be sent with a message. */
export const CASE_PICTURE_UNSENT_MS = 24 * 60 * 60_000
/** How long pictures are stored after their report was closed. Its text stays. */
export const CASE_PICTURES_KEPT_MS = 365 * 24 * 60 * 60_000
/** The list of reports holds the newest; older ones stay at their address. */
export const CASES_SHOWN_MAX = 100
