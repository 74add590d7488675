import { ROLES } from '#contract/console/roles.ts'
import type { ActFacts } from './act.ts'

/** Lets an operator sign in with a new passkey. Enrolling it makes the request. */
export const ENROL_PASSKEY = {
  name: 'enrol-passkey',
  // Only the operator's own.
  makers: ROLES,
  checkers: ROLES,
  doneText: 'Passkey enrolled',
  requestedText: 'Passkey enrolled, waits for another operator',
  path: null,
  asks: {},
} as const satisfies ActFacts
