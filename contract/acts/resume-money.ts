import type { ActFacts } from './act.ts'

/** Lets money move again after it was stopped. */
export const RESUME_MONEY = {
  name: 'resume-money',
  makers: ['finance', 'manager'],
  checkers: ['finance', 'risk', 'manager'],
  doneText: 'Money resumed',
  requestedText: 'Asked to resume money',
  path: '/api/admin/resumptions',
  asks: { stop: { max: 60 } },
} as const satisfies ActFacts
