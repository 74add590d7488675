import type { AlertKind } from '#contract/alert-kinds.ts'
import type { AlertOfKind } from '#server/outbox/alerts/describe-alert.ts'
import { account } from './account.ts'
import { bpcDelivered } from './bpc-delivered.ts'
import { bpcReturnEnds } from './bpc-return-ends.ts'
import { caseAnswer } from './case-answer.ts'
import { caseQuestion } from './case-question.ts'
import { listEnded } from './list-ended.ts'
import { listInReview } from './list-in-review.ts'
import { listLate } from './list-late.ts'
import { moneyIn } from './money-in.ts'
import { moneyInAgain } from './money-in-again.ts'
import { moneyInTakenBack } from './money-in-taken-back.ts'
import { notice } from './notice.ts'
import { noticeEnded } from './notice-ended.ts'
import { orderCompleted } from './order-completed.ts'
import { orderFailed } from './order-failed.ts'
import { orderInReview } from './order-in-review.ts'
import { orderLate } from './order-late.ts'
import { orderPaidLate } from './order-paid-late.ts'
import { orderReversed } from './order-reversed.ts'
import { statement } from './statement.ts'
import { test } from './test.ts'

/** Every kind of alert. */
export const ALERTS = {
  'money-in': moneyIn,
  'money-in-taken-back': moneyInTakenBack,
  'money-in-again': moneyInAgain,
  'order-completed': orderCompleted,
  'order-failed': orderFailed,
  'order-reversed': orderReversed,
  'order-paid-late': orderPaidLate,
  'order-late': orderLate,
  'order-in-review': orderInReview,
  'list-ended': listEnded,
  'list-late': listLate,
  'list-in-review': listInReview,
  'bpc-delivered': bpcDelivered,
  'bpc-return-ends': bpcReturnEnds,
  account: account,
  'case-question': caseQuestion,
  'case-answer': caseAnswer,
  statement: statement,
  notice: notice,
  'notice-ended': noticeEnded,
  test: test,
} as const satisfies Readonly<Record<AlertKind, AlertOfKind<object>>>

type FactsOf<Alert> = Alert extends AlertOfKind<infer Facts> ? Facts : never

/** The facts of each kind of alert, as of when it was made. */
export type AlertFacts = { readonly [Kind in AlertKind]: FactsOf<(typeof ALERTS)[Kind]> }
