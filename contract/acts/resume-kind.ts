import type { ActFacts, BodyOf } from './act.ts'

/** Lifts a pause before it ends. */
export const RESUME_KIND = {
  name: 'resume-kind',
  makers: ['risk', 'manager'],
  checkers: ['finance', 'risk', 'manager'],
  doneText: 'Pause lifted',
  requestedText: 'Asked to lift a pause',
  path: '/api/admin/pause-ends',
  asks: { pause: { max: 60 } },
  isDated: true,
} as const satisfies ActFacts
export type PauseEndBody = BodyOf<typeof RESUME_KIND.asks>
