import { ROLES } from '#contract/console/roles.ts'
import type { ActFacts } from './act.ts'

/** Gives an operator another role. */
export const CHANGE_ROLE = {
  name: 'change-role',
  // As for add-operator.
  makers: ['manager'],
  checkers: ROLES,
  doneText: 'Role changed',
  requestedText: 'Asked to change a role',
  path: '/api/admin/role-changes',
  asks: { operatorId: { id: 'opr' }, role: { oneOf: ROLES }, reason: { max: 400 } },
} as const satisfies ActFacts
