import {
  FRAUD_ANSWER_MS,
  MONEY_ANSWER_MS,
  QUESTION_ANSWER_MS,
  SIGN_IN_ANSWER_MS,
} from '#contract/console/answer-times.ts'
import type { CaseTopic } from '#contract/support.ts'

const BY_TOPIC: Readonly<Record<CaseTopic, number>> = {
  fraud: FRAUD_ANSWER_MS,
  payment: MONEY_ANSWER_MS,
  'money-in': MONEY_ANSWER_MS,
  purchase: MONEY_ANSWER_MS,
  bpc: MONEY_ANSWER_MS,
  'sign-in': SIGN_IN_ANSWER_MS,
  other: QUESTION_ANSWER_MS,
}

type About = { readonly topic: CaseTopic; readonly transactionId: string | null }

/**
 * The deadline of a report that starts to wait now. A report about a payment counts as one about money, whatever its
 * topic.
 */
export function answerBy({ topic, transactionId }: About, from: Date): Date {
  const withinMs = transactionId === null ? BY_TOPIC[topic] : Math.min(BY_TOPIC[topic], MONEY_ANSWER_MS)
  return new Date(from.getTime() + withinMs)
}

/** A report's stored deadline. While it is paused, `answerBy` does not count. */
export type CaseClock = {
  /** Null: nothing is due. */
  readonly answerBy: Date | null
  /** When it started to wait for its reporter; null: it does not wait for them. */
  readonly pausedAt: Date | null
}

/** A report's deadline at one moment. */
export type ReadClock = {
  /** Who has to write next; `nobody` if support wrote last and asked nothing. */
  readonly waitsFor: 'us' | 'customer' | 'nobody'
  /** Null while it is paused, and when nothing is due. */
  readonly answerBy: Date | null
  readonly isOverdue: boolean
  readonly pausedAt: Date | null
  /** The time left when the pause began, negative if overdue; null while not paused. */
  readonly leftMs: number | null
}

export function readClock({ answerBy: due, pausedAt }: CaseClock, now: Date): ReadClock {
  if (due === null) return { waitsFor: 'nobody', answerBy: null, isOverdue: false, pausedAt: null, leftMs: null }
  if (pausedAt === null) return { waitsFor: 'us', answerBy: due, isOverdue: due < now, pausedAt, leftMs: null }
  const leftMs = due.getTime() - pausedAt.getTime()
  return { waitsFor: 'customer', answerBy: null, isOverdue: false, pausedAt, leftMs }
}
