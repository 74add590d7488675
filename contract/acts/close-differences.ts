import type { ActFacts } from './act.ts'

/** Closes several differences of one provider together. */
export const CLOSE_DIFFERENCES = {
  name: 'close-differences',
  makers: ['finance', 'manager'],
  checkers: ['finance', 'manager'],
  doneText: 'Differences closed together',
  requestedText: 'Asked to close differences together',
  path: '/api/admin/joint-closings',
  asks: { numbers: { max: 20, listMax: 50 }, evidence: { max: 1_000 } },
} as const satisfies ActFacts
