import type { ActFacts, BodyOf } from './act.ts'

/** Signs every customer out. */
export const END_ALL_SESSIONS = {
  name: 'end-all-sessions',
  makers: ['risk', 'manager'],
  checkers: ['finance', 'risk', 'manager'],
  doneText: 'Every customer’s sessions ended',
  requestedText: 'Asked to end every customer’s sessions',
  path: '/api/admin/sessions/end-all',
  asks: { reason: { max: 1_000 } },
} as const satisfies ActFacts
export type EndAllSessionsBody = BodyOf<typeof END_ALL_SESSIONS.asks>
