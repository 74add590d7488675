/** One table of the export: what of a person's rows is in the file, and in which order they are read. */
export type ExportedTable = {
  readonly table: string
  /** The column that says whose a row is; `user_id` where nothing is said, null where none does. */
  readonly owner?: 'id' | null
  /** Which rows are a visitor's, of whom the condition `VISITOR` tells: a person's too when they proved that email. */
  readonly ofVisitor?: string
  /** What orders the rows of one person, each with its type. An index or a small number of rows stands behind it. */
  readonly key: Readonly<Record<string, 'text' | 'int' | 'bytea'>>
  readonly columns: readonly string[]
  /** What is worked out from a row, by its name in the file. */
  readonly computed?: Readonly<Record<string, string>>
  /** Which of the person's rows, where it is not all of them. */
  readonly where?: string
  /** The columns that are not in the file, and why. */
  readonly leftOut: Readonly<Record<string, string>>
}

const OWNER = 'it is the account whose file this is'
const HASH = 'a secret, kept as a hash that nobody needs'
const PROOF = 'what the books prove themselves with'
const OURS = 'what a payment costs us is our business'
const KEYS = 'names keys of the installation, and nothing of its owner'
const INNER = 'for the program alone, and derived from what is in the file'
const OF_OPERATORS = 'the name of another person'
const OF_PASSKEYS = 'what an authenticator signs with; its name and times are in the file'

/** The visitor with the email of the account $1: the same person where emails are proved. */
const VISITOR = '(select v.id from visitors v join users u on v.email = lower(u.email) where u.id = $1)'
const IN_CASES_OF_VISITOR = `case_id in (select c.id from cases c where c.visitor_id = ${VISITOR})`

/** In the order of the file. What is in none of them is in TABLES_LEFT_OUT. */
export const EXPORTED_TABLES: readonly ExportedTable[] = [
  {
    table: 'users',
    owner: 'id',
    key: { id: 'text' },
    columns: [
      'id',
      'email',
      'full_name',
      'created_at',
      'name_changed_at',
      'new_since',
      'frozen_at',
      'money_out_frozen_until',
      'closed_at',
    ],
    leftOut: { password_hash: HASH },
  },
  {
    table: 'profile_images',
    key: { version: 'text' },
    columns: ['version', 'changed_at'],
    computed: { webp_base64: `replace(encode(image, 'base64'), chr(10), '')` },
    leftOut: { user_id: OWNER, image: 'it is there as webp_base64' },
  },
  {
    table: 'devices',
    key: { id: 'text' },
    columns: ['id', 'key_x', 'key_y', 'created_at', 'revoked_at'],
    leftOut: { user_id: OWNER },
  },
  {
    table: 'pins',
    key: { device_id: 'text' },
    columns: ['device_id', 'wrong_in_row', 'wait_until', 'wrong_at'],
    leftOut: { user_id: OWNER, pin_hash: HASH, key_id: KEYS },
  },
  {
    table: 'sessions',
    key: { id: 'text' },
    columns: [
      'id',
      'device_id',
      'browser',
      'created_at',
      'password_at',
      'unlocked_at',
      'last_seen_at',
      'locked_at',
      'ended_at',
    ],
    leftOut: { user_id: OWNER, token_hash: HASH, previous_token_hash: HASH, previous_until: 'of that token' },
  },
  {
    table: 'account_events',
    key: { id: 'text' },
    columns: ['id', 'kind', 'device_id', 'browser', 'at'],
    leftOut: { user_id: OWNER },
  },
  {
    table: 'account_recoveries',
    key: { id: 'text' },
    columns: ['id', 'new_email', 'opened_at', 'confirmed_at', 'announced_at', 'stopped_at', 'stopped_by', 'done_at'],
    leftOut: { user_id: OWNER, reason: OF_OPERATORS, opened_by: OF_OPERATORS, confirmed_by: OF_OPERATORS },
  },
  {
    table: 'passkeys',
    key: { id: 'text' },
    columns: ['id', 'name', 'transports', 'backed_up', 'created_at', 'last_used_at'],
    leftOut: {
      user_id: OWNER,
      credential_id: OF_PASSKEYS,
      public_key: OF_PASSKEYS,
      counter: OF_PASSKEYS,
      last_signed: OF_PASSKEYS,
    },
  },
  {
    table: 'authenticators',
    key: { user_id: 'text' },
    columns: ['created_at', 'confirmed_at'],
    leftOut: { user_id: OWNER, secret_box: 'a secret', last_step: INNER, key_id: KEYS },
  },
  {
    table: 'recovery_codes',
    key: { code_hash: 'bytea' },
    columns: ['created_at', 'used_at'],
    leftOut: { user_id: OWNER, code_hash: HASH, key_id: KEYS },
  },
  {
    table: 'emails',
    key: { id: 'text' },
    columns: ['id', 'kind', 'state', 'created_at', 'done_at'],
    leftOut: { user_id: OWNER, box: 'an email that waits holds codes and links; it arrives by itself', key_id: KEYS },
  },
  {
    table: 'bpc_codes',
    key: { id: 'text' },
    columns: ['id', 'kind', 'status', 'order_id', 'created_at', 'returned_at'],
    leftOut: { user_id: OWNER, code_hash: HASH, code_box: 'a secret; the app shows it after an unlock', key_id: KEYS },
  },
  {
    table: 'bpc_wrong_codes',
    key: { user_id: 'text' },
    columns: ['window_started_at', 'wrong'],
    leftOut: { user_id: OWNER },
  },
  {
    table: 'funding_accounts',
    key: { provider: 'text' },
    columns: [
      'provider',
      'status',
      'customer_code',
      'provider_account_id',
      'account_number',
      'bank_name',
      'account_name',
      'created_at',
    ],
    leftOut: { user_id: OWNER },
  },
  {
    table: 'beneficiaries',
    key: { id: 'text' },
    columns: ['id', 'kind', 'details', 'last_used_at'],
    leftOut: { user_id: OWNER, key: INNER },
  },
  {
    table: 'customers',
    key: { id: 'text' },
    columns: ['id', 'name', 'phone', 'network', 'note', 'created_at'],
    leftOut: { user_id: OWNER },
  },
  {
    table: 'order_batches',
    key: { id: 'text' },
    columns: ['id', 'kind', 'terms', 'rows', 'quote_ids', 'created_at', 'expires_at'],
    leftOut: { user_id: OWNER, challenge: INNER },
  },
  {
    table: 'quotes',
    key: { id: 'text' },
    columns: [
      'id',
      'kind',
      'terms',
      'amount_kobo',
      'fee_kobo',
      'duty_kobo',
      'discount_kobo',
      'total_kobo',
      'available_after_kobo',
      'recipient',
      'price_list',
      'bpc_id',
      'sale',
      'batch_id',
      'created_at',
      'expires_at',
    ],
    leftOut: { user_id: OWNER, challenge: INNER, provider: INNER, cost_kobo: OURS },
  },
  {
    table: 'orders',
    key: { id: 'text' },
    columns: [
      'id',
      'kind',
      'quote_id',
      'state',
      'amount_kobo',
      'fee_kobo',
      'duty_kobo',
      'discount_kobo',
      'total_kobo',
      'recipient',
      'terms',
      'approval',
      'provider',
      'reference',
      'transaction_id',
      'lagos_day',
      'failure',
      'price_list',
      'bpc_id',
      'sale',
      'token',
      'units',
      'paid_by',
      'sent_at',
      'created_at',
      'updated_at',
    ],
    leftOut: {
      user_id: OWNER,
      provider_word: 'words of the provider, for operators',
      send_count: INNER,
      not_found_count: INNER,
      not_found_since: INNER,
      absent_at: INNER,
      earlier_sends: INNER,
      maybe_elsewhere: INNER,
      recipient_key: INNER,
      cost_kobo: OURS,
      provider_fee_kobo: OURS,
    },
  },
  {
    table: 'order_steps',
    key: { order_id: 'text', seq: 'int' },
    columns: ['order_id', 'seq', 'state', 'event', 'at'],
    leftOut: { user_id: OWNER, evidence: 'words of the provider, for operators' },
  },
  {
    table: 'order_attempts',
    key: { order_id: 'text', number: 'int' },
    columns: ['order_id', 'number', 'provider', 'reference', 'at'],
    leftOut: { user_id: OWNER, earlier_absent_at: INNER, found_by_people: INNER },
  },
  {
    table: 'transactions',
    key: { id: 'text' },
    columns: [
      'id',
      'kind',
      'title',
      'counterparty',
      'counterparty_detail',
      'amount_kobo',
      'fee_kobo',
      'duty_kobo',
      'discount_kobo',
      'status',
      'order_id',
      'deposit_id',
      'created_at',
      'updated_at',
    ],
    leftOut: { user_id: OWNER, search: INNER },
  },
  {
    table: 'deposits',
    key: { id: 'text' },
    columns: [
      'id',
      'provider',
      'provider_transaction_id',
      'reference',
      'state',
      'reason',
      'amount_kobo',
      'sender_name',
      'account_number',
      'transaction_id',
      'order_id',
      'stray',
      'paid_at',
      'created_at',
    ],
    leftOut: { user_id: OWNER, provider_fee_kobo: OURS },
  },
  {
    table: 'bpc_charges',
    key: { provider: 'text', reference: 'text' },
    columns: [
      'order_id',
      'provider',
      'reference',
      'account_number',
      'bank_name',
      'account_name',
      'expires_at',
      'created_at',
    ],
    leftOut: { user_id: OWNER },
  },
  {
    table: 'bpc_rejections',
    key: { provider: 'text', provider_transaction_id: 'text' },
    columns: ['provider', 'provider_transaction_id', 'amount_kobo', 'reported_at'],
    leftOut: { user_id: OWNER },
  },
  {
    table: 'ledger_accounts',
    key: { id: 'text' },
    columns: ['id', 'balance', 'entry_count'],
    leftOut: { user_id: OWNER, sign_rule: INNER, last_hash: PROOF, last_posted_at: INNER, ordered_from_seq: INNER },
  },
  {
    table: 'ledger_transfers',
    key: { id: 'text' },
    columns: ['id', 'kind', 'subject_id', 'posted_at'],
    leftOut: { user_id: OWNER, key: INNER, input_hash: PROOF, digest: PROOF },
  },
  {
    table: 'ledger_entries',
    key: { transfer_id: 'text', leg: 'int' },
    columns: ['transfer_id', 'leg', 'account_id', 'amount', 'posted_at', 'seq', 'balance_after'],
    // The other legs are about accounts of the house.
    where: 'seq is not null',
    leftOut: { user_id: OWNER, hash: PROOF },
  },
  {
    table: 'receipts',
    key: { transaction_id: 'text' },
    columns: ['transaction_id', 'code', 'created_at'],
    leftOut: { user_id: OWNER },
  },
  {
    table: 'visitors',
    owner: null,
    ofVisitor: `id = ${VISITOR}`,
    key: { id: 'text' },
    columns: ['id', 'email', 'created_at'],
    leftOut: { pass_hash: HASH, pass_expires_at: 'of that pass' },
  },
  {
    table: 'cases',
    ofVisitor: `visitor_id = ${VISITOR}`,
    key: { id: 'text' },
    columns: ['id', 'visitor_id', 'tracking_number', 'topic', 'transaction_id', 'status', 'status_at', 'created_at'],
    leftOut: { user_id: OWNER, request_key: INNER },
  },
  {
    table: 'case_messages',
    ofVisitor: IN_CASES_OF_VISITOR,
    key: { case_id: 'text', seq: 'int' },
    columns: ['case_id', 'seq', 'author', 'text', 'at'],
    leftOut: { user_id: OWNER, operator: OF_OPERATORS, request_key: INNER },
  },
  {
    table: 'case_actions',
    ofVisitor: IN_CASES_OF_VISITOR,
    key: { case_id: 'text', seq: 'int' },
    columns: ['case_id', 'seq', 'action', 'at'],
    leftOut: { user_id: OWNER, operator: OF_OPERATORS, operator_id: OF_OPERATORS },
  },
]

const ENDS_SOON = 'a secret that is good once and ends within minutes'

/** Tables with rows of a person that are not in the file, and why. */
export const TABLES_LEFT_OUT: Readonly<Record<string, string>> = {
  challenges: ENDS_SOON,
  sign_ins: ENDS_SOON,
  password_resets: ENDS_SOON,
  jobs: 'what is to be done next, gone once it is done; what it is about is in the file',
}
