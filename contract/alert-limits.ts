import { DAY_MS } from './time.ts'

/** Alerts in one page of the inbox. */
export const ALERTS_PAGE_MAX = 50
/** Unseen alerts are counted up to this; beyond 99 the bell says "99+". */
export const UNSEEN_COUNTED_MAX = 100
/** Test alerts that a person may send themselves within 24 hours, in all channels together. */
export const TEST_ALERTS_A_DAY_MAX = 5
/** How long an alert stays in the inbox: twelve months. */
export const ALERTS_KEPT_MS = 365 * DAY_MS
/** An alert that reached no mailbox, phone or browser for this long stays in the inbox alone. */
export const ALERT_GIVEN_UP_MS = DAY_MS
/** Operators' notices go to everyone who signed in within this time. */
export const NOTICE_TO_RECENT_MS = 90 * DAY_MS
