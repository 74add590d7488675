import type { ActFacts } from './act.ts'

/** Ends a manual review as paid or not paid. */
export const END_REVIEW = {
  name: 'end-review',
  makers: ['finance', 'manager'],
  checkers: ['finance', 'risk', 'manager'],
  doneText: 'Order ended by two operators',
  requestedText: 'Asked to end an order as paid or not paid',
  path: '/api/admin/review-ends',
  asks: { order: { max: 60 }, outcome: { oneOf: ['paid', 'not-paid'] }, evidence: { max: 1_000 } },
} as const satisfies ActFacts
