import type { AlertKind } from '#contract/alerts.ts'

/** What a customer was alerted to, as operators read it. Never with an amount or a name: those are in the customer's own text. */
export const ALERT_WORDS: Readonly<Record<AlertKind, string>> = {
  'money-in': 'money came in',
  'money-in-taken-back': 'a bank took money back',
  'money-in-again': 'money that a bank had taken back came in again',
  'order-completed': 'the payment is completed',
  'order-failed': 'the payment failed',
  'order-reversed': 'the payment is reversed',
  'order-paid-late': 'the payment was completed after all',
  'list-ended': 'every payment of the list has ended',
  'order-late': 'the payment takes longer than usual',
  'order-in-review': 'the payment is in review',
  'list-late': 'payments of the list take longer than usual',
  'list-in-review': 'payments of the list are in review',
  account: 'security of the account',
  'bpc-delivered': 'the BPC code is there',
  'bpc-return-ends': 'the days to return the BPC end soon',
  'case-question': 'a question about their report',
  'case-answer': 'an answer to their report',
  statement: 'a monthly statement is ready',
  notice: 'a pause or a bank notice',
  'notice-ended': 'a pause or a bank notice has ended',
  test: 'a test that they asked for',
}

/** What became of an alert in a channel. */
export const ALERT_STATES = {
  waiting: 'not sent yet',
  sent: 'sent',
  off: 'not sent: off for them',
  dropped: 'not sent: no longer needed',
  'given-up': 'not sent: given up after many tries',
} as const
export type AlertState = keyof typeof ALERT_STATES
