import type { Permission } from '#contract/console/permission.ts'
import { ROLES } from '#contract/console/roles.ts'

const SUPPORTERS = ['support', 'manager'] as const

/** Acts that one operator does alone: who may do each, and its line in the record. */
export const ACTS_ALONE = {
  'stop-recovery': { make: ['support', 'risk', 'manager'], done: 'Account recovery stopped' },
  'end-sessions': { make: ['support', 'risk', 'manager'], done: 'Sessions ended' },
  // Which role may give which reason: freeze-reasons.ts.
  'freeze-customer': { make: ['support', 'risk', 'manager'], done: 'Customer’s money out frozen' },
  'take-case': { make: SUPPORTERS, done: 'Case taken' },
  'ask-case': { make: SUPPORTERS, done: 'Customer asked about a case' },
  'answer-case': { make: SUPPORTERS, done: 'Case answered' },
  'attach-picture': { make: SUPPORTERS, done: 'Picture uploaded for an answer' },
  'close-case': { make: SUPPORTERS, done: 'Case closed' },
  // Only the operator's own.
  'remove-passkey': { make: ROLES, done: 'Passkey removed' },
  'change-passphrase': { make: ROLES, done: 'Passphrase changed' },
  // Only for screens the operator's role may read: filters.ts.
  'save-filter': { make: ROLES, done: 'Filter saved' },
  'rename-filter': { make: ROLES, done: 'Saved filter renamed' },
  'delete-filter': { make: ROLES, done: 'Saved filter deleted' },
} as const satisfies Readonly<Record<string, Permission & { readonly done: string }>>
