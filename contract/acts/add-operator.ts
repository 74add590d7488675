import { ROLES } from '#contract/console/roles.ts'
import type { ActFacts } from './act.ts'

/** Makes somebody an operator. The new operator types the passphrase, which is not part of the signed text. */
export const ADD_OPERATOR = {
  name: 'add-operator',
  // Anyone else confirms who is an operator: a sole manager among other roles could otherwise change nothing.
  make: ['manager'],
  check: ROLES,
  done: 'Operator added',
  asked: 'Asked to add an operator',
  path: '/api/admin/operators',
  asks: { name: { max: 200 }, role: { oneOf: ROLES }, passphrase: { max: 200 } },
} as const satisfies ActFacts
