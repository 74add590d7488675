import type { ActFacts } from './act.ts'

/** Gives an account back to an owner who has lost every way in. */
export const RECOVER_ACCOUNT = {
  name: 'recover-account',
  make: ['support', 'risk', 'manager'],
  check: ['risk', 'manager'],
  done: 'Account recovery confirmed',
  asked: 'Asked to recover an account',
  path: '/api/admin/recoveries',
  asks: { email: { max: 320 }, newEmail: { max: 320 }, reason: { max: 1_000 } },
} as const satisfies ActFacts
