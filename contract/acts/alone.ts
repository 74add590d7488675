import type { Permission } from '#contract/console/permission.ts'
import { ROLES } from '#contract/console/roles.ts'

const SUPPORTERS = ['support', 'manager'] as const

/** What an operator does alone: who may, and the words of its line in the record. */
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
  // For oneself alone.
  'remove-passkey': { make: ROLES, done: 'Passkey removed' },
  'change-passphrase': { make: ROLES, done: 'Passphrase changed' },
  // Of screens that their role may look at: filters.ts.
  'save-filter': { make: ROLES, done: 'Filter saved' },
  'rename-filter': { make: ROLES, done: 'Saved filter renamed' },
  'delete-filter': { make: ROLES, done: 'Saved filter deleted' },
} as const satisfies Readonly<Record<string, Permission & { readonly done: string }>>
