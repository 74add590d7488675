import type { ActFacts } from './act.ts'

/** Gives an account back to an owner who has lost every way in. */
export const RECOVER_ACCOUNT = {
  name: 'recover-account',
  makers: ['support', 'risk', 'manager'],
  checkers: ['risk', 'manager'],
  doneText: 'Account recovery confirmed',
  requestedText: 'Asked to recover an account',
  path: '/api/admin/recoveries',
  asks: { email: { max: 320 }, newEmail: { max: 320 }, reason: { max: 1_000 } },
} as const satisfies ActFacts
