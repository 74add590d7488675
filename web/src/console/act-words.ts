import { ACTS } from '#contract/acts/acts.ts'
import type { AuditAct } from '#contract/console/audit-acts.ts'
import { type CheckedCommand, COMMANDS, type Command } from '#contract/console/permissions.ts'

type OfActs = Command | `request-${CheckedCommand}`

/** Each line of the record that is neither an act nor a request for one, in words. */
const LOOKS: Readonly<Record<Exclude<AuditAct, OfActs>, string>> = {
  'decision-refused': 'A decision was refused',
  'export-audit': 'Audit exported',
  'export-report': 'Daily report exported',
  'fill-template': 'Facts of an order inserted into an answer',
  'list-cases': 'Looked at the cases',
  'list-filters': 'Looked at their saved filters',
  'list-people': 'Customers of a breach listed',
  'list-recoveries': 'Looked at account recoveries',
  lock: 'Console locked',
  'look-at-access': 'Looked at their own access',
  'look-at-audit': 'Looked at the audit',
  'look-at-customer': 'Looked at a customer',
  'look-at-dashboard': 'Looked at what a customer sees',
  'look-at-deposit': 'Looked at a deposit',
  'look-at-health': 'Looked at the health of the installation',
  'look-at-operators': 'Looked at the operators',
  'look-at-order': 'Looked at an order',
  'look-at-pauses': 'Looked at the pauses',
  'look-at-picture': 'Looked at a picture in a case',
  'look-at-proposal': 'Looked at a proposal',
  'look-at-proposals': 'Looked at the proposals',
  'look-at-reconciliation': 'Looked at the reconciliation',
  'look-at-reports': 'Looked at a daily report',
  'look-at-today': 'Looked at today',
  'look-at-settings': 'Looked at the settings',
  'look-at-terms': 'Looked at what a decision would do',
  'make-link': 'Passkey link made',
  'open-customer': 'Opened a customer’s personal data',
  search: 'Searched',
  'show-case': 'Looked at a case',
  'sign-in': 'Signed in',
  'sign-in-failed': 'Sign-in failed',
  'sign-out': 'Logged out',
  unlock: 'Console unlocked',
  'unlock-failed': 'Unlocking failed',
}

/** Every kind of line in the record, in words. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ...Object.entries(LOOKS),
  ...Object.entries(COMMANDS).map(([act, { doneText }]) => [act, doneText] as const),
  ...Object.entries(ACTS).map(([act, { requestedText }]) => [`request-${act}`, requestedText] as const),
])

/** Text of a line. An act of an earlier version, which no list has any more, keeps its own name. */
export function actInWords(act: string): string {
  return WORDS.get(act) ?? act.replaceAll('-', ' ')
}
