import { type CheckResult, startCheck } from './checks.ts'
import type { Query } from './rows.ts'

// Bits of pg_trigger.tgtype.
const ROW = 1
const BEFORE = 2
const DELETE = 8
const UPDATE = 16
const TRUNCATE = 32
const NEITHER_CHANGED_NOR_REMOVED = ROW | BEFORE | DELETE | UPDATE
const NOT_REMOVED = ROW | BEFORE | DELETE
const NOT_EMPTIED = BEFORE | TRUNCATE

/** Every trigger that must stand, its table and what it refuses. */
const TRIGGERS: readonly (readonly [table: string, trigger: string, type: number])[] = [
  ['ledger_entries', 'ledger_entries_append_only', NEITHER_CHANGED_NOR_REMOVED],
  ['ledger_entries', 'ledger_entries_no_truncate', NOT_EMPTIED],
  ['ledger_transfers', 'ledger_transfers_append_only', NEITHER_CHANGED_NOR_REMOVED],
  ['ledger_transfers', 'ledger_transfers_no_truncate', NOT_EMPTIED],
  ['ledger_house_balances', 'ledger_house_balances_append_only', NEITHER_CHANGED_NOR_REMOVED],
  ['ledger_house_balances', 'ledger_house_balances_no_truncate', NOT_EMPTIED],
  ['ledger_closed_days', 'ledger_closed_days_append_only', NEITHER_CHANGED_NOR_REMOVED],
  ['ledger_closed_days', 'ledger_closed_days_no_truncate', NOT_EMPTIED],
  ['ledger_accounts', 'ledger_accounts_no_delete', NOT_REMOVED],
  ['ledger_accounts', 'ledger_accounts_no_truncate', NOT_EMPTIED],
  ['installation', 'installation_fixed', NEITHER_CHANGED_NOR_REMOVED],
  ['installation', 'installation_no_truncate', NOT_EMPTIED],
  ['order_steps', 'order_steps_append_only', NEITHER_CHANGED_NOR_REMOVED],
  ['order_steps', 'order_steps_no_truncate', NOT_EMPTIED],
  ['order_attempts', 'order_attempts_append_only', NEITHER_CHANGED_NOR_REMOVED],
  ['order_attempts', 'order_attempts_no_truncate', NOT_EMPTIED],
  ['alarms', 'alarms_append_only', NEITHER_CHANGED_NOR_REMOVED],
  ['alarms', 'alarms_no_truncate', NOT_EMPTIED],
  ['operators', 'operators_no_delete', NOT_REMOVED],
  ['operators', 'operators_no_truncate', NOT_EMPTIED],
  ['operator_requests', 'operator_requests_no_delete', NOT_REMOVED],
  ['operator_requests', 'operator_requests_no_truncate', NOT_EMPTIED],
  ['operator_proofs', 'operator_proofs_append_only', NEITHER_CHANGED_NOR_REMOVED],
  ['operator_proofs', 'operator_proofs_no_truncate', NOT_EMPTIED],
  ['operator_passkeys', 'operator_passkeys_no_delete', NOT_REMOVED],
  ['operator_passkeys', 'operator_passkeys_no_truncate', NOT_EMPTIED],
  ['bank_notices', 'bank_notices_no_delete', NOT_REMOVED],
  ['bank_notices', 'bank_notices_no_truncate', NOT_EMPTIED],
  ['channel_versions', 'channel_versions_append_only', NEITHER_CHANGED_NOR_REMOVED],
  ['channel_versions', 'channel_versions_no_truncate', NOT_EMPTIED],
  ['price_versions', 'price_versions_append_only', NEITHER_CHANGED_NOR_REMOVED],
  ['price_versions', 'price_versions_no_truncate', NOT_EMPTIED],
  ['limit_versions', 'limit_versions_append_only', NEITHER_CHANGED_NOR_REMOVED],
  ['limit_versions', 'limit_versions_no_truncate', NOT_EMPTIED],
  ['customer_limits', 'customer_limits_append_only', NEITHER_CHANGED_NOR_REMOVED],
  ['customer_limits', 'customer_limits_no_truncate', NOT_EMPTIED],
  ['sms_consents', 'sms_consents_append_only', NEITHER_CHANGED_NOR_REMOVED],
  ['sms_consents', 'sms_consents_no_truncate', NOT_EMPTIED],
  ['operator_audit', 'operator_audit_append_only', NEITHER_CHANGED_NOR_REMOVED],
  ['operator_audit', 'operator_audit_no_truncate', NOT_EMPTIED],
  ['operator_audit_head', 'operator_audit_head_no_delete', NOT_REMOVED],
  ['operator_audit_head', 'operator_audit_head_no_truncate', NOT_EMPTIED],
]

const UNIQUE_INDEXES = [
  'ledger_transfers_pkey',
  'ledger_transfers_key',
  'ledger_transfers_one_hold',
  'ledger_transfers_one_resolution',
  'ledger_transfers_one_return',
  'ledger_transfers_one_late_success',
  'ledger_transfers_one_deposit',
  'ledger_transfers_one_pay_in',
  'ledger_transfers_one_quarantine',
  'ledger_transfers_one_recall',
  'ledger_transfers_one_restore',
  'ledger_transfers_one_repay',
  'ledger_transfers_one_sms',
  'sms_messages_pkey',
  'ledger_entries_pkey',
  'ledger_entries_of_account',
  'ledger_accounts_pkey',
  'orders_one_per_quote',
  'orders_reference',
  'order_attempts_reference',
  'deposits_pkey',
  'bpc_codes_one_per_order',
  'bpc_codes_one_starter',
]

const CHECKS = [
  'ledger_accounts_sign',
  'ledger_entries_kept',
  'ledger_entries_amount_check',
  'ledger_transfers_subject',
  'ledger_transfers_one_line',
  'quotes_never_below_cost',
  'orders_by_transfer',
  'order_attempts_proved',
  'deposits_paid_in',
  'bpc_codes_bought_by_order',
  'sms_messages_proved',
  'sms_messages_charged',
]

/** I8: what makes the books append-only and enforces the rules is in place and enabled. */
export async function auditGuards(query: Query): Promise<CheckResult[]> {
  const check = startCheck('I8', 'triggers, unique indexes and constraints are in place', 'guards')
  const triggers = await query(`
    select c.relname as table, t.tgname as trigger, t.tgtype::text as type, t.tgenabled::text as enabled,
      trim(regexp_replace(p.prosrc, '\\s+', ' ', 'g')) as body
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
    where t.tgrelid = to_regclass(c.relname) and not t.tgisinternal and t.tgqual is null`)
  for (const [table, trigger, type] of TRIGGERS) {
    check.examine()
    const found = triggers.find((row) => row.table === table && row.trigger === trigger)
    const always = found?.enabled === 'O' || found?.enabled === 'A'
    if (found === undefined) check.problem(`trigger ${trigger} is missing`)
    else if (!always) check.problem(`trigger ${trigger} is disabled`)
    else if (found.type !== String(type)) check.problem(`trigger ${trigger} does not stand before every change`)
    else if (found.body !== REFUSES) check.problem(`trigger ${trigger} does not refuse`)
  }
  await checkNoneIsOff(query, check.problem)
  await checkIndexes(query, check.problem)
  await checkConstraints(query, check.problem)
  check.examine(BigInt(UNIQUE_INDEXES.length + CHECKS.length))
  return [check.result()]
}

const REFUSES =
  "begin raise exception '% refuses %: what was written stays', tg_table_name, lower(tg_op) using errcode = 'JL009'; end"

/** Covers all other triggers too, including foreign keys: a trigger is off only while a backup is loaded. */
async function checkNoneIsOff(query: Query, problem: (detail: string) => void): Promise<void> {
  const rows = await query(`
    select c.relname as table, t.tgname as trigger from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where t.tgrelid = to_regclass(c.relname) and t.tgenabled not in ('O', 'A') order by 1, 2`)
  for (const { table, trigger } of rows) {
    if (!TRIGGERS.some(([, name]) => name === trigger)) problem(`trigger ${trigger} of ${table} is disabled`)
  }
}

async function checkIndexes(query: Query, problem: (detail: string) => void): Promise<void> {
  const rows = await query(`
    select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.oid = to_regclass(c.relname) and i.indisunique and i.indisvalid and i.indisready`)
  const missing = UNIQUE_INDEXES.filter((name) => !rows.some((row) => row.name === name))
  for (const name of missing) problem(`unique index ${name} is missing or not valid`)
}

async function checkConstraints(query: Query, problem: (detail: string) => void): Promise<void> {
  const rows = await query(`
    select o.conname as name from pg_constraint o join pg_class c on c.oid = o.conrelid
    where c.oid = to_regclass(c.relname) and o.contype = 'c' and o.convalidated`)
  const missing = CHECKS.filter((name) => !rows.some((row) => row.name === name))
  for (const name of missing) problem(`constraint ${name} is missing or not validated`)
}
