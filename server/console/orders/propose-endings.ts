import type { RefundBody, ReviewEndBody } from '#contract/console/endings.ts'
import type { ConsoleProposal } from '#server/console/proposal-routes.ts'
import type { Deps } from '#server/deps.ts'
import { readRefund, requestRefund } from '#server/payments/bpc/refund-code.ts'
import { readReview, requestReviewEnd } from '#server/payments/orders/ending/end-review.ts'
import { summaryOfRefund, summaryOfReviewEnd } from './foresee-endings.ts'

export const REVIEW_END: ConsoleProposal<ReviewEndBody> = {
  act: 'end-review',
  terms: termsOfReviewEnd,
  request: async (deps, { operator: by, where }, { body, evidence }) =>
    await requestReviewEnd(deps, { ...review(body), by, where, evidence }),
}

export const REFUND: ConsoleProposal<RefundBody> = {
  act: 'refund-bpc',
  terms: termsOfRefund,
  request: async (deps, { operator: by, where }, { body, evidence }) =>
    await requestRefund(deps, { ...refund(body), by, where, evidence }),
}

async function termsOfReviewEnd(deps: Deps, asked: ReviewEndBody): Promise<string> {
  const { subject, content } = await readReview(deps.database, review(asked))
  return `Ask for this: ${summaryOfReviewEnd(subject, content)}\nEvidence: ${content.evidence}`
}

async function termsOfRefund(deps: Deps, asked: RefundBody): Promise<string> {
  const { subject, content } = await readRefund(deps, refund(asked))
  return `Ask for this: ${summaryOfRefund(subject, content)}\nReason: ${content.reason}`
}

const review = ({ order, outcome, evidence }: ReviewEndBody) => ({
  uncheckedOrder: order,
  uncheckedOutcome: outcome,
  uncheckedEvidence: evidence,
})

const refund = ({ order, reason }: RefundBody) => ({ uncheckedOrder: order, uncheckedReason: reason })
