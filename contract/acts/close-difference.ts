import type { ActFacts } from './act.ts'

/** Closes one difference of the reconciliation. `reference`: the one under which a maybe-sent purchase was sent. */
export const CLOSE_DIFFERENCE = {
  name: 'close-difference',
  makers: ['finance', 'manager'],
  checkers: ['finance', 'manager'],
  doneText: 'Difference closed',
  requestedText: 'Asked to close a difference',
  path: '/api/admin/closings',
  asks: { number: { max: 20 }, evidence: { max: 1_000 }, reference: { max: 100 } },
} as const satisfies ActFacts
