import type { Permission } from '#contract/console/permission.ts'
import { ROLES } from '#contract/console/roles.ts'

const SUPPORTERS = ['support', 'manager'] as const

/** Acts that one operator does alone: who may do each, and its line in the record. */
export const ACTS_ALONE = {
  'stop-recovery': { makers: ['support', 'risk', 'manager'], doneText: 'Account recovery stopped' },
  'end-sessions': { makers: ['support', 'risk', 'manager'], doneText: 'Sessions ended' },
  // Which role may give which reason: freeze-reasons.ts.
  'freeze-customer': { makers: ['support', 'risk', 'manager'], doneText: 'Customer’s money out frozen' },
  'take-case': { makers: SUPPORTERS, doneText: 'Case taken' },
  'ask-case': { makers: SUPPORTERS, doneText: 'Customer asked about a case' },
  'answer-case': { makers: SUPPORTERS, doneText: 'Case answered' },
  'attach-picture': { makers: SUPPORTERS, doneText: 'Picture uploaded for an answer' },
  'close-case': { makers: SUPPORTERS, doneText: 'Case closed' },
  // Only the operator's own.
  'remove-passkey': { makers: ROLES, doneText: 'Passkey removed' },
  'change-passphrase': { makers: ROLES, doneText: 'Passphrase changed' },
  // Only for screens the operator's role may read: filters.ts.
  'save-filter': { makers: ROLES, doneText: 'Filter saved' },
  'rename-filter': { makers: ROLES, doneText: 'Saved filter renamed' },
  'delete-filter': { makers: ROLES, doneText: 'Saved filter deleted' },
} as const satisfies Readonly<Record<string, Permission & { readonly doneText: string }>>
