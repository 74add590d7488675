const READ = ['select'] as const
const ADD = ['select', 'insert'] as const
const KEEP = ['select', 'insert', 'update'] as const
const ADD_AND_REMOVE = ['select', 'insert', 'delete'] as const
const ALL = ['select', 'insert', 'update', 'delete'] as const

/** What a role may be let do with the rows of a table. Nobody but the owner empties one or puts triggers on it. */
export type Privilege = (typeof ALL)[number]

/**
 * What the running program needs of each table, and no more: the only place that says so. `for update` and `for share` need
 * `update`. Who migrates, restores or moves works as the owner.
 */
export const APP_MAY: Readonly<Record<string, readonly Privilege[]>> = {
  schema_migrations: READ,
  installation: ADD,
  secret_check: KEEP,

  ledger_accounts: KEEP,
  ledger_transfers: ADD,
  ledger_entries: ADD,
  ledger_house_balances: ADD,
  ledger_closed_days: ADD,
  transactions: KEEP,
  payment_suspensions: KEEP,
  book_check: KEEP,
  reconciliation_runs: ADD,
  reconciliation_exceptions: KEEP,
  provider_opening_balances: KEEP,

  users: KEEP,
  account_events: ADD,
  account_recoveries: KEEP,
  devices: ALL,
  pins: ALL,
  passkeys: ALL,
  authenticators: ALL,
  recovery_codes: ALL,
  sessions: ALL,
  challenges: ADD_AND_REMOVE,
  sign_ins: ALL,
  sign_in_throttles: ALL,
  password_resets: ALL,
  email_proofs: ALL,
  emails: ALL,
  profile_images: ALL,

  quotes: ADD_AND_REMOVE,
  orders: KEEP,
  order_steps: ADD,
  order_attempts: ADD,
  order_batches: ADD_AND_REMOVE,
  beneficiaries: ALL,
  customers: ALL,
  receipts: ADD_AND_REMOVE,
  bpc_codes: KEEP,
  bpc_wrong_codes: ALL,
  bpc_charges: KEEP,
  bpc_rejections: ADD,

  funding_accounts: KEEP,
  deposits: KEEP,
  webhook_events: ALL,

  visitors: ALL,
  cases: KEEP,
  case_messages: ADD,
  case_actions: ADD,

  operators: KEEP,
  operator_requests: KEEP,
  operator_proofs: ADD,

  jobs: ALL,
  alarms: ADD,
}

/** The functions it calls, by itself or through a constraint. Triggers need no leave. */
export const APP_CALLS: readonly string[] = [
  'ledger_post',
  'ledger_post_together',
  'ledger_sign_rule',
  'ledger_is_house',
  'ledger_owner',
  'ledger_open_from',
  'ledger_id_for',
  'ledger_id_at',
  'ledger_house_accounts',
  'ledger_newest_house_entry',
  'ledger_day_closed_by',
  'two_operators_agreed',
]
