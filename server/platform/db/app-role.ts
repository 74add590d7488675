import type { Privilege } from '#server/tables/table.ts'
import { EVERY_TABLE } from '#server/tables/tables.ts'

/**
 * The privileges that the running app needs on each table, and no more. Migrations, restores and moves run as the
 * owner.
 */
export const APP_MAY: Readonly<Record<string, readonly Privilege[]>> = Object.fromEntries(
  EVERY_TABLE.map(({ name, app }) => [name, app]),
)

/** The functions that the app calls, directly or through a constraint. Triggers need no grant. */
export const APP_CALLS: readonly string[] = [
  'is_order_kind',
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
  'operator_may_ask',
  'operator_may_confirm',
  'operator_name_is_plain',
  'operator_name_look',
]
