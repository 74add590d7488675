import { ROLES } from '#contract/console/roles.ts'
import type { ActFacts } from './act.ts'

/** Makes somebody an operator. The new operator types the passphrase, which is not part of the signed text. */
export const ADD_OPERATOR = {
  name: 'add-operator',
  // Any role confirms: otherwise a sole manager could never change who is an operator.
  makers: ['manager'],
  checkers: ROLES,
  doneText: 'Operator added',
  requestedText: 'Asked to add an operator',
  path: '/api/admin/operators',
  asks: { name: { max: 200 }, role: { oneOf: ROLES }, passphrase: { max: 200 } },
} as const satisfies ActFacts
