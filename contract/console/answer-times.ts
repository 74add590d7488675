import { DAY_MS, HOUR_MS } from '#contract/time.ts'

/**
 * How long an answer may take, in milliseconds. Nights, weekends and holidays count, so rules in working days are met
 * as well. Customers are promised no time. The sources are in docs/why/decisions/0059-case-clocks.md.
 */

/**
 * The draft of 26 Nov 2025 on push-payment fraud asks for an acknowledgement in 24 hours; stolen money moves sooner.
 */
export const FRAUD_ANSWER_MS = 4 * HOUR_MS
/** Complaints about transfers and cards end in 72 hours, airtime refunds in 24: first answers take a third of 72. */
export const MONEY_ANSWER_MS = DAY_MS
/** Account matters have 14 days, but customers who cannot sign in cannot reach their money. */
export const SIGN_IN_ANSWER_MS = 2 * DAY_MS
/** Enquiries are answered within 5 working days. */
export const QUESTION_ANSWER_MS = 5 * DAY_MS
