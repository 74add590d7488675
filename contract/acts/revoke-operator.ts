import { ROLES } from '#contract/console/roles.ts'
import type { ActFacts } from './act.ts'

/** Ends the rights of an operator. */
export const REVOKE_OPERATOR = {
  name: 'revoke-operator',
  // As for add-operator.
  makers: ['manager'],
  checkers: ROLES,
  doneText: 'Operator revoked',
  requestedText: 'Asked to revoke an operator',
  path: '/api/admin/revocations',
  asks: { operatorId: { id: 'opr' }, reason: { max: 400 } },
} as const satisfies ActFacts
