import { AT, bytes, id, type Row } from './specimen.ts'

type Beside = { readonly table: string; readonly row: Row }

const SECOND_OPERATOR: Beside = { table: 'operators', row: { id: id('opr', 1), name: 'Bayo Ade' } }
const CONFIRMED: Beside = {
  table: 'operator_requests',
  row: { id: id('orq', 2), confirmed_by: id('opr', 1), confirmed_at: AT },
}

/** What must exist before a row is refused for that reason, besides the specimens: changes to some of them. */
export const BESIDES: Readonly<Record<string, Beside | readonly Beside[]>> = {
  operator_requests_once: [SECOND_OPERATOR, CONFIRMED],
  operator_requests_confirmed: SECOND_OPERATOR,
  operator_requests_in_time: SECOND_OPERATOR,
  pins_user_id_device_id_fkey: { table: 'users', row: { id: id('usr', 1), email: 'obi@example.ng' } },
  cases_of_visitor: {
    table: 'cases',
    row: {
      id: id('cas', 1),
      user_id: null,
      visitor_id: id('vis'),
      transaction_id: null,
      tracking_number: 'JR-0000-0001',
    },
  },
  bpc_codes_one_starter: {
    table: 'bpc_codes',
    row: { id: id('bpc', 1), kind: 'starter', order_id: null, code_hash: bytes(32, 2) },
  },
  transactions_one_recall: {
    table: 'transactions',
    row: { id: id('txn', 2), kind: 'recall', order_id: null, deposit_id: id('dep') },
  },
  ledger_transfers_one_resolution: transferOf('settle'),
  ...Object.fromEntries(
    ['return', 'late-success', 'deposit', 'pay-in', 'quarantine', 'recall', 'restore', 'repay', 'sms'].map((kind) => [
      `ledger_transfers_one_${kind.replace('-', '_')}`,
      transferOf(kind),
    ]),
  ),
}

function transferOf(kind: string): Beside {
  return { table: 'ledger_transfers', row: { id: id('trf', 2), key: 'first', kind } }
}

/** Rules whose refusals another rule makes too: they are tested with that one dropped. */
export const COVERED_BY: Readonly<Record<string, string>> = {
  cases_of_user: 'cases_pkey',
  ledger_accounts_sign_rule_check: 'ledger_accounts_sign',
  orders_paid_by_check: 'orders_by_transfer',
}
