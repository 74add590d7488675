/** Properties of a kind of alarm. docs/operate/alarms/ has a page for each that says what to do. */
type AlarmOfKind = {
  /** Its title in the console. */
  readonly title: string
  /** Its subject may be an order or a deposit: the console shows it in that payment's timeline. */
  readonly ofPayment?: true
  /** It ends by itself, as server/installation/alarms/lasting-alarms.ts detects. Any other is reported once. */
  readonly lasts?: true
}

/** Every kind of alarm. One alarm is stored per kind and subject, however often it is raised. */
export const ALARM_KINDS = {
  'order-waiting-15-minutes': { title: 'An order has waited 15 minutes for proof', ofPayment: true, lasts: true },
  'order-waiting-2-hours': { title: 'An order has waited 2 hours for proof', ofPayment: true, lasts: true },
  'order-waiting-24-hours': {
    title: 'An order has waited 24 hours for proof and is in manual review',
    ofPayment: true,
    lasts: true,
  },
  'order-mismatch': { title: 'A provider’s answer contradicts an order', ofPayment: true, lasts: true },
  'order-unexpected-evidence': { title: 'Something contradicts an order that has ended', ofPayment: true },
  'order-late-success': { title: 'An order was paid after its money went back', ofPayment: true },
  'order-known-twice': { title: 'A provider has an order under two references', ofPayment: true },
  'order-unknown-after-restore': {
    title: 'After a restore, a purchase may have been sent under an unknown reference',
    ofPayment: true,
    lasts: true,
  },
  'delivery-not-handed-over': { title: 'A token or PINs that were paid for have not come', ofPayment: true },
  'deposit-quarantined': { title: 'A deposit is set aside until its owner is found', ofPayment: true, lasts: true },
  'deposit-not-bookable': { title: 'The books cannot represent a payment', ofPayment: true },
  'deposit-recalled': { title: 'A bank took back a deposit', ofPayment: true },
  'deposit-unexpected-evidence': { title: 'Something contradicts a deposit that was booked', ofPayment: true },
  'payment-unreadable': { title: 'A payment in a provider’s list cannot be read', ofPayment: true },
  'words-not-stored': { title: 'A description from outside could not be stored', ofPayment: true },
  'work-refused': { title: 'The database refuses what a job would write', ofPayment: true },
  'account-not-issued': { title: 'An account number has not been issued for a quarter of an hour', lasts: true },
  'account-refused': { title: 'A provider refuses to issue account numbers' },
  'provider-float-low': { title: 'A float is used up, and orders are refused' },
  'provider-switched-off': { title: 'A provider refuses our account or a product' },
  'provider-not-configured': { title: 'A provider with open orders is not configured' },
  'purchase-below-cost': { title: 'A provider took more than the customer paid', ofPayment: true },
  'sms-refused': { title: 'The SMS provider refuses our account, our sender or our balance' },
  'email-refused': { title: 'The mail server refuses our account, our sender or our emails' },
  'books-do-not-add-up': { title: 'The books do not add up', lasts: true },
  'reconciliation-exception': { title: 'The reconciliation found a difference', lasts: true },
  'backup-failed': { title: 'A backup failed' },
  'returned-to-closed-account': { title: 'Money came back to a closed account', ofPayment: true },
  'people-listed': { title: 'Customers affected by a breach were listed' },
  'sessions-ended': { title: 'Sessions were ended by operators' },
  'recovery-impossible': {
    title: 'An account recovery changed nothing, because its new email belongs to another account',
  },
  'clock-wrong': { title: 'Payments are suspended, because a clock cannot be right', lasts: true },
  'clock-set': { title: 'The clock of a machine was set' },
} as const satisfies Readonly<Record<string, AlarmOfKind>>
export type AlarmKind = keyof typeof ALARM_KINDS

/** The kinds of alarms that end by themselves. */
export type LastingAlarmKind = {
  [Kind in AlarmKind]: (typeof ALARM_KINDS)[Kind] extends { readonly lasts: true } ? Kind : never
}[AlarmKind]

/** The kinds of alarms that may be about an order or a deposit. */
export const ALARMS_OF_PAYMENTS: readonly AlarmKind[] = (Object.keys(ALARM_KINDS) as AlarmKind[]).filter(
  (kind) => 'ofPayment' in ALARM_KINDS[kind],
)
