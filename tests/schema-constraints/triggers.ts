/** Statements about the specimens that a trigger must refuse, and the SQLSTATE of the refusal. */
export type Refused = { readonly code: string; readonly message: RegExp; readonly statements: readonly string[] }

const REMOVED = ['delete from', 'delete']
const EMPTIED = ['truncate', 'truncate']

/** A trigger that keeps what was written: the table refuses these kinds of statement. */
function keeps(table: string, ...kinds: readonly string[][]): Refused[] {
  return kinds.map(([statement = '', verb]) => ({
    code: 'JL009',
    message: new RegExp(`^${table} refuses ${verb}: what was written stays`),
    // What refers to it would otherwise refuse before the trigger does.
    statements: [statement === 'truncate' ? `truncate ${table} cascade` : `${statement} ${table}`],
  }))
}

function changed(table: string, column: string): Refused {
  return {
    code: 'JL009',
    message: new RegExp(`^${table} refuses update`),
    statements: [`update ${table} set ${column} = ${column}`],
  }
}

/** By the trigger's name. */
export const TRIGGERS: Readonly<Record<string, { table: string; refuses: readonly Refused[] }>> = {
  ...appendOnly('ledger_entries', 'amount'),
  ...appendOnly('ledger_transfers', 'subject_id'),
  ...appendOnly('ledger_house_balances', 'balance'),
  ...appendOnly('ledger_closed_days', 'newest_posted_at'),
  ledger_accounts_no_delete: { table: 'ledger_accounts', refuses: keeps('ledger_accounts', REMOVED) },
  ledger_accounts_no_truncate: { table: 'ledger_accounts', refuses: keeps('ledger_accounts', EMPTIED) },
  installation_fixed: {
    table: 'installation',
    refuses: [changed('installation', 'mode'), ...keeps('installation', REMOVED)],
  },
  installation_no_truncate: { table: 'installation', refuses: keeps('installation', EMPTIED) },
  secret_check_no_delete: { table: 'secret_check', refuses: keeps('secret_check', REMOVED) },
  secret_check_no_truncate: { table: 'secret_check', refuses: keeps('secret_check', EMPTIED) },
  ...appendOnly('order_steps', 'state'),
  ...appendOnly('order_attempts', 'reference'),
  ...appendOnly('alarms', 'detail'),
  order_batches_fixed: { table: 'order_batches', refuses: [changed('order_batches', 'terms')] },
  ...appendOnly('case_messages', 'text'),
  ...appendOnly('case_actions', 'operator'),
  ...appendOnly('account_events', 'kind'),
  account_recoveries_no_delete: { table: 'account_recoveries', refuses: keeps('account_recoveries', REMOVED) },
  account_recoveries_no_truncate: { table: 'account_recoveries', refuses: keeps('account_recoveries', EMPTIED) },
  cases_no_delete: { table: 'cases', refuses: keeps('cases', REMOVED) },
  cases_no_truncate: { table: 'cases', refuses: keeps('cases', EMPTIED) },
  cases_move: {
    table: 'cases',
    refuses: [
      {
        code: 'JC001',
        message: /^a report that is received cannot become/,
        statements: ['received', 'answered', 'closed'].map((to) => `update cases set status = '${to}'`),
      },
      {
        code: 'JC002',
        message: /^a report keeps everything but its status/,
        statements: [
          "update cases set status = 'in_progress', topic = 'fraud'",
          "update cases set status = 'in_progress', created_at = now()",
        ],
      },
    ],
  },
  account_recoveries_fixed: {
    table: 'account_recoveries',
    refuses: [
      {
        code: 'JO007',
        message: /^a recovery stays what was asked for/,
        statements: ['new_email', 'reason', 'opened_by'].map(
          (column) => `update account_recoveries set ${column} = ${column} || 'another'`,
        ),
      },
    ],
  },
  account_recoveries_take_two: {
    table: 'account_recoveries',
    refuses: takesTwo('account_recoveries', "confirmed_at = confirmed_at + interval '1 hour'"),
  },
  payment_suspensions_take_two: {
    table: 'payment_suspensions',
    refuses: takesTwo(
      'payment_suspensions',
      "reason = 'books', since = null, lifted_at = stopped_at, lifted_by = 'Ngozi Eze', confirmed_by = 'Bayo Ade'",
    ),
  },
  reconciliation_exceptions_take_two: {
    table: 'reconciliation_exceptions',
    refuses: takesTwo(
      'reconciliation_exceptions',
      "closed_at = found_at, evidence = 'the statement', closed_by = 'Ngozi Eze', confirmed_by = 'Bayo Ade'",
    ),
  },
  operators_change: {
    table: 'operators',
    refuses: [
      {
        code: 'JO003',
        message: /^an operator keeps who he is/,
        statements: ["name = 'Another'", 'created_at = now()', 'admitted_at = null', 'admitted_at = now()'].map(
          (change) => `update operators set ${change}`,
        ),
      },
      {
        code: 'JO005',
        message: /^two operators have to stay/,
        statements: ['update operators set revoked_at = now()'],
      },
    ],
  },
  operators_no_delete: { table: 'operators', refuses: keeps('operators', REMOVED) },
  operators_no_truncate: { table: 'operators', refuses: keeps('operators', EMPTIED) },
  operator_requests_confirm: {
    table: 'operator_requests',
    refuses: [
      {
        code: 'JO001',
        message: /^a request is confirmed once, as it was made/,
        statements: [
          "subject = 'another'",
          'content = \'{"a":1}\'',
          "act = 'add-operator'",
          'requested_at = requested_at',
        ].map((change) => `update operator_requests set ${change}`),
      },
    ],
  },
  operator_requests_no_delete: { table: 'operator_requests', refuses: keeps('operator_requests', REMOVED) },
  operator_requests_no_truncate: { table: 'operator_requests', refuses: keeps('operator_requests', EMPTIED) },
  ...appendOnly('operator_proofs', 'act'),
  payment_suspensions_no_delete: { table: 'payment_suspensions', refuses: keeps('payment_suspensions', REMOVED) },
  payment_suspensions_no_truncate: { table: 'payment_suspensions', refuses: keeps('payment_suspensions', EMPTIED) },
  ...appendOnly('reconciliation_runs', 'gaps'),
  reconciliation_exceptions_stay: {
    table: 'reconciliation_exceptions',
    refuses: keeps('reconciliation_exceptions', REMOVED),
  },
  reconciliation_exceptions_no_truncate: {
    table: 'reconciliation_exceptions',
    refuses: keeps('reconciliation_exceptions', EMPTIED),
  },
}

/** A table whose act was not agreed to by two operators at that moment. */
function takesTwo(table: string, change: string): Refused[] {
  const message = new RegExp(`^${table} takes what two operators agreed to`)
  return [{ code: 'JO006', message, statements: [`update ${table} set ${change}`] }]
}

function appendOnly(table: string, column: string): Record<string, { table: string; refuses: readonly Refused[] }> {
  return {
    [`${table}_append_only`]: { table, refuses: [changed(table, column), ...keeps(table, REMOVED)] },
    [`${table}_no_truncate`]: { table, refuses: keeps(table, EMPTIED) },
  }
}
