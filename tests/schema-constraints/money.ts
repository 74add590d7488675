import { AT, bytes, id, LATER, type Row, word } from './specimen.ts'

/** The largest amount there is, and one more. Kobo. */
const SEALED = { delivery_box: bytes(29), delivery_key_id: '0a1b2c3d' }
const TOO_MUCH = 1_000_000_000_001n

/** A difference that the reconciliation found to agree by now. */
const CLOSED = { closed_at: LATER, closed_by: 'reconciliation', evidence: 'it agrees' }

/** What every price keeps to, of a quote and of an order. */
const pricesOf = (table: string): Readonly<Record<string, readonly Row[]>> => ({
  [`${table}_amount_kobo_check`]: [
    { amount_kobo: 0n, total_kobo: 15n },
    { amount_kobo: TOO_MUCH, total_kobo: TOO_MUCH + 15n },
  ],
  [`${table}_fee_kobo_check`]: [{ fee_kobo: -1n, total_kobo: 1_004n }],
  [`${table}_duty_kobo_check`]: [{ duty_kobo: -1n, total_kobo: 1_009n }],
  [`${table}_discount_kobo_check`]: [{ discount_kobo: -1n, total_kobo: 1_016n }],
  [`${table}_cost_kobo_check`]: [{ cost_kobo: -1n }],
  [`${table}_check`]: [
    { total_kobo: 1_014n },
    { total_kobo: 1_016n },
    { discount_kobo: 1_015n, total_kobo: 0n },
    { discount_kobo: 1_016n, total_kobo: -1n },
  ],
  [`${table}_kind_check`]: [{ kind: 'loan' }],
  [`${table}_price_list_check`]: [{ price_list: 'secret', bpc_id: id('bpc') }],
})

/** Rows that the constraints and unique indexes on orders and money must refuse, by table and name. */
export const MONEY: Readonly<Record<string, Readonly<Record<string, readonly Row[]>>>> = {
  installation: {
    installation_pkey: [{}],
    installation_only_row_check: [{ only_row: false }],
    installation_mode_check: [{ only_row: true, mode: 'demo' }],
  },
  secret_check: {
    secret_check_pkey: [{}],
    secret_check_only_row_check: [{ only_row: false }],
    secret_check_check_value_check: [{ check_value: bytes(31, 1) }, { check_value: bytes(33, 1) }],
  },
  schema_migrations: { schema_migrations_pkey: [{}] },
  payment_suspensions: {
    payment_suspensions_pkey: [{ reason: 'books', since: null }],
    payment_suspensions_one_open: [{ id: 'another' }],
    payment_suspensions_reason_check: [{ id: 'another', reason: 'holiday', since: null }],
    payment_suspensions_since: [{ since: null }, { reason: 'books' }],
    payment_suspensions_seen: [{ seen_at: AT }, { reason: 'clock' }],
    payment_suspensions_lifted: [{ lifted_at: LATER }, { lifted_by: 'Ngozi' }, { confirmed_by: 'Ngozi' }],
    payment_suspensions_two_people: [
      ...['Ngozi', 'reconciliation'].map((by) => ({ lifted_at: LATER, lifted_by: by, confirmed_by: 'Obi' })),
      { lifted_at: LATER, lifted_by: 'Ngozi' },
      ...[null, 'Ngozi', 'NGOZI'].map((confirmed_by) => ({
        reason: 'books',
        since: null,
        lifted_at: LATER,
        lifted_by: 'Ngozi',
        confirmed_by,
      })),
      { reason: 'books', since: null, lifted_at: LATER, lifted_by: 'reconciliation' },
      { reason: 'books', since: null, lifted_at: LATER, lifted_by: 'clock' },
      ...[null, 'Ngozi', 'NGOZI'].map((confirmed_by) => ({
        reason: 'clock',
        seen_at: AT,
        lifted_at: LATER,
        lifted_by: 'Ngozi',
        confirmed_by,
      })),
    ],
  },
  book_check: { book_check_pkey: [{}], book_check_only_row_check: [{ only_row: false }] },
  reconciliation_runs: {
    reconciliation_runs_pkey: [{}],
    reconciliation_runs_check: [{ window_from: LATER }],
    ...Object.fromEntries(
      ['lines', 'matched', 'pending', 'exceptions', 'fresh', 'not_ours'].map((count) => [
        `reconciliation_runs_${count}_check`,
        [{ [count]: -1 }],
      ]),
    ),
  },
  reconciliation_exceptions: {
    reconciliation_exceptions_pkey: [{ number: 2n }],
    reconciliation_exceptions_number_key: [{ reference: 'another' }],
    reconciliation_exceptions_evidence_check: [
      { ...CLOSED, evidence: word(3) },
      { ...CLOSED, evidence: word(501) },
    ],
    reconciliation_exceptions_closed: [
      ...['closed_at', 'closed_by', 'evidence'].map((missing) => ({ ...CLOSED, [missing]: null })),
      { closed_at: LATER },
      { closed_by: 'Ngozi' },
      { confirmed_by: 'Ngozi' },
    ],
    reconciliation_exceptions_two_people: [
      { ...CLOSED, closed_by: 'Ngozi' },
      { ...CLOSED, closed_by: 'Ngozi', confirmed_by: 'Ngozi' },
      { ...CLOSED, closed_by: 'Ngozi', confirmed_by: 'NGOZI' },
      { ...CLOSED, confirmed_by: 'Reconciliation' },
    ],
  },
  provider_opening_balances: { provider_opening_balances_pkey: [{}] },
  funding_accounts: {
    funding_accounts_pkey: [{ account_number: '0123456785' }],
    funding_accounts_number: [{ user_id: id('usr', 1) }],
    funding_accounts_status_check: [{ status: 'lost' }],
    funding_accounts_ready: [{ account_number: null }, { customer_code: null }],
  },
  deposits: {
    deposits_pkey: [{ id: id('dep', 1) }],
    deposits_id_key: [{ provider_transaction_id: '8' }],
    deposits_amount_kobo_check: [{ amount_kobo: 0n }, { amount_kobo: TOO_MUCH }],
    deposits_provider_fee_kobo_check: [{ provider_fee_kobo: -1n }],
    deposits_state_check: [{ state: 'promised' }],
    deposits_stray_check: [{ stray: 'lost' }],
    deposits_paid_in: [{ state: 'paid_in' }],
  },
  webhook_events: { webhook_events_pkey: [{}] },
  quotes: {
    ...pricesOf('quotes'),
    quotes_pkey: [{}],
    quotes_never_below_cost: [{ kind: 'airtime', cost_kobo: 1_001n }],
    quotes_bpc_prices: [{ price_list: 'bpc' }],
  },
  order_batches: {
    order_batches_pkey: [{}],
    order_batches_kind_check: [{ kind: 'tv' }],
    order_batches_quote_ids_check: [{ quote_ids: [] }, { quote_ids: Array(201).fill('q') }],
  },
  orders: {
    ...pricesOf('orders'),
    orders_pkey: [{ quote_id: id('quo', 1), reference: 'another' }],
    orders_one_per_quote: [{ id: id('ord', 1), reference: 'another' }],
    orders_reference: [{ id: id('ord', 1), quote_id: id('quo', 1) }],
    orders_state_check: [{ state: 'lost' }],
    orders_paid_by_check: [{ paid_by: 'cash' }],
    orders_by_transfer: [
      { state: 'awaiting_payment' },
      { state: 'expired' },
      { paid_by: 'transfer', state: 'settled' },
      { paid_by: 'transfer', kind: 'bpc' },
      { paid_by: 'transfer', kind: 'bpc', state: 'released' },
    ],
    orders_provider_fee_kobo_check: [{ provider_fee_kobo: -1n }],
    orders_delivery_box_check: [
      { ...SEALED, delivery_box: bytes(28) },
      { ...SEALED, delivery_box: bytes(4_097) },
    ],
    orders_delivery_key_id_check: [
      { ...SEALED, delivery_key_id: '0a1b2c3' },
      { ...SEALED, delivery_key_id: '0A1B2C3D' },
    ],
    orders_delivery_sealed: [{ delivery_box: bytes(29) }, { delivery_key_id: '0a1b2c3d' }],
    orders_earlier_sends: [{ earlier_sends: -1 }, { earlier_sends: 1 }],
  },
  order_attempts: {
    order_attempts_pkey: [{ reference: 'another' }],
    order_attempts_reference: [{ order_id: id('ord', 1) }, { number: 2, found_by_people: true }],
    order_attempts_number: [{ number: 0, reference: 'another', found_by_people: true }],
    order_attempts_proved: [
      { number: 2, reference: 'another' },
      { number: 2, reference: 'another', earlier_absent_at: [AT, AT] },
      { order_id: id('ord', 1), reference: 'another', earlier_absent_at: [AT] },
    ],
  },
  order_steps: { order_steps_pkey: [{}] },
  jobs: { jobs_pkey: [{}] },
  alarms: { alarms_pkey: [{}] },
  transactions: {
    transactions_pkey: [{ order_id: null }],
    transactions_one_refund: [{ id: id('txn', 1) }],
    transactions_one_recall: [{ id: id('txn', 1), kind: 'recall', order_id: null, deposit_id: id('dep') }],
    transactions_amount_kobo_check: [{ amount_kobo: 0n }],
    transactions_fee_kobo_check: [{ fee_kobo: -1n }],
    transactions_duty_kobo_check: [{ duty_kobo: -1n }],
    transactions_discount_kobo_check: [{ discount_kobo: -1n }],
    transactions_kind_check: [{ kind: 'gift' }],
    transactions_status_check: [{ status: 'lost' }],
  },
  receipts: {
    receipts_pkey: [{ code: word(24, 'b') }],
    receipts_code: [{ user_id: id('usr', 1) }],
    receipts_code_check: [23, 25, 27]
      .map((length) => ({ code: word(length) }))
      .concat({ code: word(26, 'i') }, { code: word(24, 'A') }),
    receipts_user_id_transaction_id_fkey: [{ transaction_id: id('txn', 1), code: word(24, 'b') }],
  },
  bpc_charges: {
    bpc_charges_pkey: [{}],
    bpc_charges_issued: [
      { account_number: '0123456784' },
      { account_number: '0123456784', expires_at: LATER },
      { account_number: '0123456784', account_name: 'ADA' },
    ],
  },
  bpc_rejections: {
    bpc_rejections_pkey: [{}],
    bpc_rejections_amount_kobo_check: [{ amount_kobo: 0n }, { amount_kobo: TOO_MUCH }],
  },
  ledger_accounts: {
    ledger_accounts_pkey: [{}],
    ledger_accounts_sign: [{ balance: -1n }, { sign_rule: -1, balance: 1n }],
    ledger_accounts_ordered_from_seq_check: [{ ordered_from_seq: 0n }],
    ledger_accounts_sign_rule_check: [{ sign_rule: 2 }, { sign_rule: -2 }],
  },
  ledger_transfers: {
    ledger_transfers_pkey: [{ key: 'another', subject_id: id('ord', 1) }],
    ledger_transfers_key: [{ id: id('trf', 1), subject_id: id('ord', 1) }],
    ledger_transfers_kind_check: [{ kind: 'gift' }],
    ledger_transfers_subject: [
      { subject_id: '' },
      ...['hold', 'settle', 'release', 'return', 'late-success'].map((kind) => ({ kind, subject_id: null })),
    ],
    ledger_transfers_one_line: [{ id: 'a\nb' }, { key: 'a\nb' }, { subject_id: 'a\nb' }, { user_id: 'a\nb' }],
    ...Object.fromEntries(
      ['hold', 'return', 'late-success', 'deposit', 'pay-in', 'quarantine', 'recall', 'repay'].map((kind) => [
        `ledger_transfers_one_${kind.replace('-', '_')}`,
        [{ id: id('trf', 1), key: 'another', kind }],
      ]),
    ),
    ledger_transfers_one_resolution: ['settle', 'release'].map((kind) => ({ id: id('trf', 1), key: 'another', kind })),
  },
  ledger_entries: {
    ledger_entries_pkey: [{ seq: 2n }],
    ledger_entries_of_account: [{ leg: 1 }],
    ledger_entries_amount_check: [{ amount: 0n }, { amount: TOO_MUCH }, { amount: -TOO_MUCH }],
    ledger_entries_kept: [{ seq: null }, { balance_after: null }, { hash: null }, { seq: null, hash: null }],
  },
  ledger_house_balances: { ledger_house_balances_pkey: [{}] },
  ledger_closed_days: {
    ledger_closed_days_pkey: [{}],
    ledger_closed_days_over: [{ newest_posted_at: '2026-11-20 23:59:59.999+00' }],
  },
}
