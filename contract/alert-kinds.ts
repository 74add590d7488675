import type { AlertCategory } from './alerts.ts'

/** What the server and the web know about a kind of alert. The rest is in server/outbox/alerts/kinds/. */
type AlertOfKind = {
  /** The category its owner switches it with. */
  readonly category: AlertCategory
  /** What operators read about it. Never an amount or a name: those are in the customer's own text. */
  readonly words: string
}

/** Every kind of alert. */
export const ALERT_KINDS = {
  'money-in': { category: 'money', words: 'money came in' },
  'money-in-taken-back': { category: 'money', words: 'a bank took money back' },
  'money-in-again': { category: 'money', words: 'money that a bank had taken back came in again' },
  'order-completed': { category: 'money', words: 'the payment is completed' },
  'order-failed': { category: 'money', words: 'the payment failed' },
  'order-reversed': { category: 'money', words: 'the payment is reversed' },
  'order-paid-late': { category: 'money', words: 'the payment was completed after all' },
  'order-late': { category: 'late', words: 'the payment takes longer than usual' },
  'order-in-review': { category: 'late', words: 'the payment is in review' },
  'list-ended': { category: 'money', words: 'every payment of the list has ended' },
  'list-late': { category: 'late', words: 'payments of the list take longer than usual' },
  'list-in-review': { category: 'late', words: 'payments of the list are in review' },
  'bpc-delivered': { category: 'bpc', words: 'the BPC code is there' },
  'bpc-return-ends': { category: 'bpc', words: 'the days to return the BPC end soon' },
  account: { category: 'security', words: 'security of the account' },
  'case-question': { category: 'case', words: 'a question about their report' },
  'case-answer': { category: 'case', words: 'an answer to their report' },
  statement: { category: 'statement', words: 'a monthly statement is ready' },
  notice: { category: 'notice', words: 'a pause or a bank notice' },
  'notice-ended': { category: 'notice', words: 'a pause or a bank notice has ended' },
  test: { category: 'test', words: 'a test that they asked for' },
} as const satisfies Readonly<Record<string, AlertOfKind>>
export type AlertKind = keyof typeof ALERT_KINDS
