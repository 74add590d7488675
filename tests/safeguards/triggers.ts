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
  money_stops_stay: { table: 'money_stops', refuses: keeps('money_stops', REMOVED) },
  money_stops_no_truncate: { table: 'money_stops', refuses: keeps('money_stops', EMPTIED) },
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

function appendOnly(table: string, column: string): Record<string, { table: string; refuses: readonly Refused[] }> {
  return {
    [`${table}_append_only`]: { table, refuses: [changed(table, column), ...keeps(table, REMOVED)] },
    [`${table}_no_truncate`]: { table, refuses: keeps(table, EMPTIED) },
  }
}
