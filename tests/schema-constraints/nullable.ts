/** The columns that may hold nothing, by table. Every other column must refuse null. */
export const NULLABLE: Readonly<Record<string, readonly string[]>> = {
  // None of the account's, or one that did not say what it is.
  account_events: ['browser', 'device_id'],
  account_recoveries: ['announced_at', 'confirmed_at', 'confirmed_by', 'done_at', 'stopped_at', 'stopped_by'],
  authenticators: ['confirmed_at', 'key_id'],
  book_check: ['after_owner', 'round_ended_at'],
  bpc_charges: ['account_name', 'account_number', 'bank_name', 'expires_at'],
  // No name: made before keys had one, or of an account that was closed.
  bpc_codes: ['key_id', 'order_id', 'returned_at'],
  // Of a time when nobody proved their name.
  case_actions: ['operator_id', 'user_id'],
  case_messages: ['operator', 'request_key', 'user_id'],
  // Of a person or of a visitor: cases_reporter.
  cases: ['transaction_id', 'user_id', 'visitor_id'],
  customers: ['network', 'note'],
  deposits: [
    'account_number',
    'order_id',
    'paid_at',
    'reason',
    'sender_name',
    'stray',
    'transaction_id',
    // Nobody knows yet whose it is.
    'user_id',
  ],
  devices: ['revoked_at'],
  emails: ['box', 'done_at', 'key_id', 'user_id'],
  funding_accounts: ['account_name', 'account_number', 'bank_name', 'customer_code', 'provider_account_id'],
  jobs: ['lease_until', 'user_id'],
  // House accounts have neither number nor balance nor chain.
  ledger_accounts: ['last_posted_at'],
  ledger_entries: ['balance_after', 'hash', 'seq'],
  ledger_transfers: ['subject_id'],
  operator_proofs: ['operator_id'],
  operator_requests: ['confirmed_at', 'confirmed_by'],
  operators: ['admitted_at', 'created_by', 'revoked_at'],
  order_steps: ['evidence'],
  orders: ['bpc_id', 'failure', 'not_found_since', 'provider_word', 'sale', 'sent_at', 'token', 'units'],
  passkeys: ['last_signed', 'last_used_at'],
  payment_suspensions: ['confirmed_by', 'lifted_at', 'lifted_by', 'seen_at', 'since'],
  pins: ['key_id', 'pin_hash', 'wait_until'],
  quotes: ['batch_id', 'bpc_id', 'sale'],
  reconciliation_exceptions: ['closed_at', 'closed_by', 'confirmed_by', 'difference_kobo', 'evidence'],
  recovery_codes: ['key_id', 'used_at'],
  sessions: ['browser', 'ended_at', 'locked_at', 'previous_token_hash', 'previous_until'],
  sign_ins: ['mail_code_hash', 'mailed_at'],
  transactions: ['counterparty', 'counterparty_detail', 'deposit_id', 'order_id'],
  users: ['closed_at', 'frozen_at', 'money_out_frozen_until', 'name_changed_at'],
  visitors: ['pass_expires_at', 'pass_hash'],
}
