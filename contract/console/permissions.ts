import { ACTS, type ActName } from '#contract/acts/acts.ts'
import { ACTS_ALONE } from '#contract/acts/alone.ts'
import type { Permission } from './permission.ts'
import { ROLES, type Role } from './roles.ts'

/**
 * What each role may do, defined once for terminal, API, screens and tests. No role alone moves money or lets anyone
 * in: every such act has `checkers`, and another operator confirms it.
 */

const EVERYBODY = ROLES
const SUPPORTERS = ['support', 'manager'] as const

/** Acts of operators: contract/acts/ describes each. */
export const COMMANDS = { ...ACTS, ...ACTS_ALONE } as const satisfies Readonly<Record<string, Permission>>
export type Command = keyof typeof COMMANDS
/** Acts that need a second operator. */
export type CheckedCommand = ActName

/** What an operator may look at. */
export const READS = {
  'show-case': EVERYBODY,
  // Each picture also needs a reason: reasons.ts.
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
  return isAmong(role, COMMANDS[command].makers)
}

/** Whether an operator of this role may confirm what another one asked for. */
export function mayCheck(role: Role, command: Command): boolean {
  const { checkers = [] }: Permission = COMMANDS[command]
  return isAmong(role, checkers)
}

export function mayRead(role: Role, read: Read): boolean {
  return isAmong(role, READS[read])
}

function isAmong(role: Role, roles: readonly Role[]): boolean {
  return roles.includes(role)
}
