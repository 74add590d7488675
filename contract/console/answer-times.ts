import { DAY_MS, HOUR_MS } from '#contract/time.ts'

/**
 * How long an answer may take, in milliseconds of the clock: nights, weekends and holidays count, so that a law that counts working
 * days is kept as well. No customer is told a time. The sources are in docs/decisions/0059-case-clocks.md.
 */

/** The draft of 26 Nov 2025 on push-payment fraud acknowledges in 24 hours; money that was taken moves on long before. */
export const FRAUD_ANSWER_MS = 4 * HOUR_MS
/** Complaints about transfers and cards end in 72 hours, refunds of airtime in 24: the first answer takes a third of the former. */
export const MONEY_ANSWER_MS = DAY_MS
/** Account matters have 14 days, but who cannot sign in cannot reach their money. */
export const SIGN_IN_ANSWER_MS = 2 * DAY_MS
/** Enquiries are answered within 5 working days. */
export const QUESTION_ANSWER_MS = 5 * DAY_MS
