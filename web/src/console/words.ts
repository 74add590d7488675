import type { Role } from '#contract/console/permissions.ts'
import { TIME_ZONE } from '#contract/constants.ts'

export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  support: 'Support',
  finance: 'Finance',
  risk: 'Risk',
  manager: 'Manager',
}

const ACTS: Readonly<Record<string, string>> = {
  'add-operator': 'Operator added',
  'change-role': 'Role changed',
  'enrol-passkey': 'Passkey enrolled',
  'export-audit': 'Audit exported',
  lock: 'Console locked',
  'look-at-audit': 'Looked at the audit',
  'look-at-operators': 'Looked at the operators',
  'make-link': 'Passkey link made',
  'remove-passkey': 'Passkey removed',
  'request-add-operator': 'Asked to add an operator',
  'request-change-role': 'Asked to change a role',
  'request-enrol-passkey': 'Passkey enrolled, waits for another operator',
  'request-revoke-operator': 'Asked to revoke an operator',
  'revoke-operator': 'Operator revoked',
  'sign-in': 'Signed in',
  'sign-in-failed': 'Sign-in failed',
  'sign-out': 'Logged out',
  unlock: 'Console unlocked',
  'unlock-failed': 'Unlocking failed',
}

export function actInWords(act: string): string {
  return ACTS[act] ?? act
}

const moment = new Intl.DateTimeFormat('en-NG', {
  timeZone: TIME_ZONE,
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})

/** `21 Nov 2026, 12:00:05`, in Lagos. */
export function momentOf(at: string): string {
  return moment.format(new Date(at))
}
