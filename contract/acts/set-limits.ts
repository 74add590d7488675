import type { ActFacts, BodyOf } from './act.ts'

/** Changes the daily limits. Naira as typed. */
export const SET_LIMITS = {
  name: 'set-limits',
  makers: ['risk', 'manager'],
  checkers: ['finance', 'risk', 'manager'],
  doneText: 'Limits changed',
  requestedText: 'Asked to change the limits',
  path: '/api/admin/limits',
  asks: { daily: { max: 20 }, perBpc: { max: 20 }, max: { max: 20 }, from: { max: 20 } },
  isDated: true,
} as const satisfies ActFacts
export type LimitsBody = BodyOf<typeof SET_LIMITS.asks>
