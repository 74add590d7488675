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
  'answer-case': 'Case answered',
  'attach-picture': 'Picture uploaded for an answer',
  'ask-case': 'Customer asked about a case',
  'change-role': 'Role changed',
  'close-case': 'Case closed',
  'close-difference': 'Difference closed',
  'close-differences': 'Differences closed together',
  'credit-deposit': 'Deposit credited',
  'change-passphrase': 'Passphrase changed',
  'end-all-sessions': 'Every customer’s sessions ended',
  'decision-refused': 'A decision was refused',
  'delete-filter': 'Saved filter deleted',
  'end-sessions': 'Sessions ended',
  'end-review': 'Manual review ended',
  'enrol-passkey': 'Passkey enrolled',
  'end-bank-notice': 'Bank notice taken down',
  'export-audit': 'Audit exported',
  'export-report': 'Daily report exported',
  'fill-template': 'Facts of an order inserted into an answer',
  'freeze-customer': 'Customer’s money out frozen',
  'list-cases': 'Looked at the cases',
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
  'pause-kind': 'Kind of order paused',
  'open-customer': 'Opened a customer’s personal data',
  'recover-account': 'Account recovery confirmed',
  'refund-bpc': 'BPC refunded',
  'remove-passkey': 'Passkey removed',
  'rename-filter': 'Saved filter renamed',
  'request-add-operator': 'Asked to add an operator',
  'request-close-difference': 'Asked to close a difference',
  'request-close-differences': 'Asked to close differences together',
  'request-change-role': 'Asked to change a role',
  'request-end-bank-notice': 'Asked to take down a bank notice',
  'request-end-review': 'Asked to end a manual review',
  'request-end-all-sessions': 'Asked to end every customer’s sessions',
  'request-enrol-passkey': 'Passkey enrolled, waits for another operator',
  'request-pause-kind': 'Asked to pause a kind of order',
  'request-resume-kind': 'Asked to lift a pause',
  'request-recover-account': 'Asked to recover an account',
  'request-refund-bpc': 'Asked to refund a BPC',
  'request-resume-money': 'Asked to resume money',
  'request-credit-deposit': 'Asked to credit a deposit',
  'request-revoke-operator': 'Asked to revoke an operator',
  'request-unfreeze-customer': 'Asked to lift a customer’s freeze',
  'request-set-bank-notice': 'Asked to put up a bank notice',
  'request-set-customer-limit': 'Asked to change the limit of a customer',
  'request-set-limits': 'Asked to change the limits',
  'request-set-prices': 'Asked to change the prices',
  'request-set-channels': 'Asked to change the channels',
  'resume-kind': 'Pause lifted',
  'resume-money': 'Money resumed',
  'revoke-operator': 'Operator revoked',
  'save-filter': 'Filter saved',
  search: 'Searched',
  'set-bank-notice': 'Bank notice put up',
  'set-channels': 'Channels changed',
  'set-customer-limit': 'Limit of a customer changed',
  'set-limits': 'Limits changed',
  'set-prices': 'Prices changed',
  'show-case': 'Looked at a case',
  'sign-in': 'Signed in',
  'sign-in-failed': 'Sign-in failed',
  'sign-out': 'Logged out',
  'stop-recovery': 'Account recovery stopped',
  'take-case': 'Case taken',
  'unfreeze-customer': 'Customer’s freeze lifted',
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

/** What an act changed or says more: `role: manager → finance`, `browser: Firefox on Linux`. */
export function detailsOf(before: string | null, after: string | null): string[] {
  const [was, is] = [entriesOf(before), entriesOf(after)]
  return [...new Set([...was.keys(), ...is.keys()])].map((name) => {
    const values = [was.get(name), is.get(name)].filter((value) => value !== undefined)
    return `${name}: ${values.join(' → ')}`
  })
}

function entriesOf(json: string | null): ReadonlyMap<string, string> {
  const values: unknown = json === null ? {} : JSON.parse(json)
  if (typeof values !== 'object' || values === null) return new Map()
  return new Map(Object.entries(values).map(([name, value]) => [name, inWords(value)]))
}

/** The text that a passkey signed, without its proof. */
function inWords(value: unknown): string {
  const isSigned = typeof value === 'object' && value !== null && 'terms' in value
  return String((isSigned ? value.terms : value) ?? 'none')
}
