import type { CheckedCommand, Command, Read } from './permissions.ts'

/** Lines in the record besides commands, reads and requests: sign-ins and locks, looks within looks, and refusals. */
export const OTHER_ACTS = [
  'decision-refused',
  'lock',
  'look-at-dashboard',
  'look-at-proposal',
  'look-at-terms',
  'make-link',
  'sign-in',
  'sign-in-failed',
  'sign-out',
  'unlock',
  'unlock-failed',
] as const

/** Every kind of line in the record of operators. Its words for a screen are in web/src/console/act-words.ts. */
export type AuditAct = Command | Read | `request-${CheckedCommand}` | (typeof OTHER_ACTS)[number]
