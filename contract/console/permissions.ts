/**
 * What each role may do, once: the terminal, the API, the screens and the tests read it from here. No role alone moves money or
 * lets anyone in: whatever does has a `check`, which another operator has to make.
 */

export const ROLES = ['support', 'finance', 'risk', 'manager'] as const
export type Role = (typeof ROLES)[number]

/** `make`: who may do it or, where there is a `check`, ask for it. `check`: which other operator may confirm it. */
export type Permission = { readonly make: readonly Role[]; readonly check?: readonly Role[] }

const EVERYBODY = ROLES
const SUPPORTERS = ['support', 'manager'] as const
const MANAGERS = ['manager'] as const

export const COMMANDS = {
  'resume-money': { make: ['finance', 'manager'], check: ['finance', 'risk', 'manager'] },
  'close-difference': { make: ['finance', 'manager'], check: ['finance', 'manager'] },
  'close-differences': { make: ['finance', 'manager'], check: ['finance', 'manager'] },
  'credit-deposit': { make: ['finance', 'manager'], check: ['finance', 'risk', 'manager'] },
  'end-review': { make: ['finance', 'manager'], check: ['finance', 'risk', 'manager'] },
  // Support hears from the customer; the money is agreed to by a role that watches over it.
  'refund-bpc': { make: ['support', 'finance', 'manager'], check: ['finance', 'risk', 'manager'] },
  'recover-account': { make: ['support', 'risk', 'manager'], check: ['risk', 'manager'] },
  'stop-recovery': { make: ['support', 'risk', 'manager'] },
  'end-sessions': { make: ['support', 'risk', 'manager'] },
  // It signs every customer out.
  'end-all-sessions': { make: ['risk', 'manager'], check: ['finance', 'risk', 'manager'] },
  // Which role may give which reason: freeze-reasons.ts.
  'freeze-customer': { make: ['support', 'risk', 'manager'] },
  'unfreeze-customer': { make: ['support', 'risk', 'manager'], check: ['risk', 'manager'] },
  'take-case': { make: SUPPORTERS },
  'ask-case': { make: SUPPORTERS },
  'answer-case': { make: SUPPORTERS },
  'attach-picture': { make: SUPPORTERS },
  'close-case': { make: SUPPORTERS },
  // Anyone else confirms who is an operator: with only managers to confirm, one manager among others could change nothing.
  'add-operator': { make: MANAGERS, check: EVERYBODY },
  'revoke-operator': { make: MANAGERS, check: EVERYBODY },
  'change-role': { make: MANAGERS, check: EVERYBODY },
  // A pause keeps money where it is, so roles that watch over money agree to it, and to its end.
  'pause-kind': { make: ['risk', 'manager'], check: ['finance', 'risk', 'manager'] },
  'resume-kind': { make: ['risk', 'manager'], check: ['finance', 'risk', 'manager'] },
  // They move no money but speak to customers, so any second operator reads them first.
  'set-bank-notice': { make: ['risk', 'manager'], check: EVERYBODY },
  'end-bank-notice': { make: ['risk', 'manager'], check: EVERYBODY },
  'set-channels': { make: MANAGERS, check: EVERYBODY },
  'set-prices': { make: MANAGERS, check: ['finance', 'risk', 'manager'] },
  'set-limits': { make: ['risk', 'manager'], check: ['finance', 'risk', 'manager'] },
  'set-customer-limit': { make: ['risk', 'manager'], check: ['risk', 'manager'] },
  // For oneself alone.
  'enrol-passkey': { make: EVERYBODY, check: EVERYBODY },
  'remove-passkey': { make: EVERYBODY },
  'change-passphrase': { make: EVERYBODY },
  // Of screens that their role may look at: filters.ts.
  'save-filter': { make: EVERYBODY },
  'rename-filter': { make: EVERYBODY },
  'delete-filter': { make: EVERYBODY },
} as const satisfies Readonly<Record<string, Permission>>
export type Command = keyof typeof COMMANDS
/** What no operator does alone. */
export type CheckedCommand = {
  [Name in Command]: (typeof COMMANDS)[Name] extends { readonly check: unknown } ? Name : never
}[Command]

/** What an operator may look at. */
export const READS = {
  'show-case': EVERYBODY,
  // Each picture takes a reason as well: reasons.ts.
  'look-at-picture': EVERYBODY,
  'fill-template': SUPPORTERS,
  'list-people': ['risk', 'manager'],
  'look-at-audit': ['finance', 'risk', 'manager'],
  'export-audit': ['risk', 'manager'],
  'look-at-operators': EVERYBODY,
  // One's own passkeys.
  'look-at-access': EVERYBODY,
  'look-at-customer': EVERYBODY,
  'look-at-order': EVERYBODY,
  'look-at-deposit': EVERYBODY,
  // Which role may give which reason: reasons.ts.
  'open-customer': EVERYBODY,
  search: EVERYBODY,
  'list-cases': EVERYBODY,
  // One's own.
  'list-filters': EVERYBODY,
  'list-recoveries': ['support', 'risk', 'manager'],
  'look-at-today': EVERYBODY,
  // Only roles that may see the reconciliation see provider balances.
  'look-at-health': EVERYBODY,
  'look-at-proposals': EVERYBODY,
  'look-at-settings': EVERYBODY,
  'look-at-pauses': EVERYBODY,
  'look-at-reconciliation': ['finance', 'risk', 'manager'],
  'look-at-reports': ['finance', 'risk', 'manager'],
  'export-report': ['finance', 'risk', 'manager'],
} as const satisfies Readonly<Record<string, readonly Role[]>>
export type Read = keyof typeof READS

export function mayMake(role: Role, command: Command): boolean {
  return isAmong(role, COMMANDS[command].make)
}

/** Whether an operator of this role may confirm what another one asked for. */
export function mayCheck(role: Role, command: Command): boolean {
  const { check = [] }: Permission = COMMANDS[command]
  return isAmong(role, check)
}

export function mayRead(role: Role, read: Read): boolean {
  return isAmong(role, READS[read])
}

export function isRole(text: string): text is Role {
  return ROLES.some((role) => role === text)
}

function isAmong(role: Role, roles: readonly Role[]): boolean {
  return roles.includes(role)
}
