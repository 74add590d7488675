import type { ActFacts } from './act.ts'

/** Ends a manual review as paid or not paid. */
export const END_REVIEW = {
  name: 'end-review',
  make: ['finance', 'manager'],
  check: ['finance', 'risk', 'manager'],
  done: 'Order ended by two operators',
  asked: 'Asked to end an order as paid or not paid',
  path: '/api/admin/review-ends',
  asks: { order: { max: 60 }, outcome: { oneOf: ['paid', 'not-paid'] }, evidence: { max: 1_000 } },
} as const satisfies ActFacts
