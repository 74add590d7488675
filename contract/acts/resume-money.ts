import type { ActFacts } from './act.ts'

/** Lets money move again after it was stopped. */
export const RESUME_MONEY = {
  name: 'resume-money',
  make: ['finance', 'manager'],
  check: ['finance', 'risk', 'manager'],
  done: 'Money resumed',
  asked: 'Asked to resume money',
  path: '/api/admin/resumptions',
  asks: { stop: { max: 60 } },
} as const satisfies ActFacts
