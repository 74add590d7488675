import type { AlarmKind } from '#server/outbox/alarms/raise-alarm.ts'

/** What each alarm says at the console. What to do about it is in docs/runbook.md, under its kind. */
const TITLES: Readonly<Record<AlarmKind, string>> = {
  'order-waiting-15-minutes': 'An order has waited 15 minutes for proof',
  'order-waiting-2-hours': 'An order has waited 2 hours for proof',
  'order-waiting-24-hours': 'An order has waited 24 hours for proof and is in manual review',
  'order-mismatch': 'A provider’s answer contradicts an order',
  'order-unexpected-evidence': 'Something contradicts an order that has ended',
  'order-late-success': 'An order was paid after its money went back',
  'order-known-twice': 'A provider has an order under two references',
  'order-unknown-after-restore': 'After a restore, a purchase may have been sent under an unknown reference',
  'delivery-not-handed-over': 'A token or PINs that were paid for have not come',
  'deposit-quarantined': 'A deposit is set aside until its owner is found',
  'deposit-not-bookable': 'The books cannot represent a payment',
  'deposit-recalled': 'A bank took back a deposit',
  'deposit-unexpected-evidence': 'Something contradicts a deposit that was booked',
  'payment-unreadable': 'A payment in a provider’s list cannot be read',
  'words-not-stored': 'A description from outside could not be stored',
  'work-refused': 'The database refuses what a job would write',
  'account-not-issued': 'An account number has not been issued for a quarter of an hour',
  'account-refused': 'A provider refuses to issue account numbers',
  'provider-float-low': 'A float is used up, and orders are refused',
  'provider-switched-off': 'A provider refuses our account or a product',
  'provider-not-configured': 'A provider with open orders is not configured',
  'purchase-below-cost': 'A provider took more than the customer paid',
  'sms-refused': 'The SMS provider refuses our account, our sender or our balance',
  'email-refused': 'The mail server refuses our account, our sender or our emails',
  'books-do-not-add-up': 'The books do not add up',
  'reconciliation-exception': 'The reconciliation found a difference',
  'backup-failed': 'A backup failed',
  'returned-to-closed-account': 'Money came back to a closed account',
  'people-listed': 'Customers affected by a breach were listed',
  'sessions-ended': 'Sessions were ended by operators',
  'recovery-impossible': 'An account recovery changed nothing, because its new email belongs to another account',
  'clock-wrong': 'Payments are suspended, because a clock cannot be right',
  'clock-set': 'The clock of a machine was set',
}

/** The title of an alarm in words; of an unknown kind, the kind itself. */
export function alarmTitle(kind: string): string {
  return Object.entries(TITLES).find(([known]) => known === kind)?.[1] ?? kind
}
