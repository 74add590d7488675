import type { ActFacts, BodyOf } from './act.ts'

/** Pauses a kind of order. `service`: empty for the whole kind. */
export const PAUSE_KIND = {
  name: 'pause-kind',
  // A pause keeps money where it is, so a role that oversees money confirms its start and its end.
  makers: ['risk', 'manager'],
  checkers: ['finance', 'risk', 'manager'],
  doneText: 'Kind of order paused',
  requestedText: 'Asked to pause a kind of order',
  path: '/api/admin/pauses',
  asks: { kind: { max: 20 }, service: { max: 80 }, reason: { max: 2_000 }, hours: { max: 5 } },
  isDated: true,
} as const satisfies ActFacts
export type PauseBody = BodyOf<typeof PAUSE_KIND.asks>
