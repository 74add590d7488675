import type { AlarmKind, LastingAlarmKind } from '#server/outbox/alarms/alarm-kinds.ts'
import { OPEN_STATES } from '#server/payments/orders/machine.ts'
import type { Sql } from '#server/platform/db/database.ts'

/** The subjects among these that are not over. */
type Lasting = (sql: Sql, subjectIds: readonly string[]) => Promise<readonly string[]>

const openOrders: Lasting = (sql, ids) =>
  idsOf(sql, 'select id from orders where id = any($1::text[]) and state = any($2::text[])', [ids, [...OPEN_STATES]])

const openSuspensions: Lasting = (sql, ids) =>
  idsOf(sql, 'select id from payment_suspensions where id = any($1::text[]) and lifted_at is null', [ids])

/**
 * How to tell whether each kind of alarm still lasts, for kinds that end; a missing kind does not compile. Any other
 * kind is reported once. Some of those name an hour or a day and are raised anew.
 */
const LASTS: Readonly<Record<LastingAlarmKind, Lasting>> = {
  'order-waiting-15-minutes': openOrders,
  'order-waiting-2-hours': openOrders,
  'order-waiting-24-hours': openOrders,
  'order-mismatch': (sql, ids) =>
    idsOf(
      sql,
      'select id from orders where id = any($1::text[]) and (state = any($2::text[]) or contradicted_at is not null)',
      [ids, [...OPEN_STATES]],
    ),
  'order-unknown-after-restore': openOrders,
  'books-do-not-add-up': openSuspensions,
  'clock-wrong': openSuspensions,
  'deposit-quarantined': (sql, ids) =>
    idsOf(sql, `select id from deposits where id = any($1::text[]) and state = 'quarantined'`, [ids]),
  'reconciliation-exception': (sql, ids) =>
    idsOf(
      sql,
      'select number::text as id from reconciliation_exceptions where number = any($1::bigint[]) and closed_at is null',
      [ids],
    ),
  'account-not-issued': (sql, ids) =>
    idsOf(sql, `select user_id as id from funding_accounts where user_id = any($1::text[]) and status = 'issuing'`, [
      ids,
    ]),
}

/** Whether alarms of this kind end by themselves. */
export function canLast(kind: AlarmKind): kind is LastingAlarmKind {
  return Object.hasOwn(LASTS, kind)
}

/** The subjects among these that are not over, for one kind of alarm. */
export async function findLasting(
  sql: Sql,
  kind: AlarmKind,
  subjectIds: readonly string[],
): Promise<ReadonlySet<string>> {
  return new Set(canLast(kind) ? await LASTS[kind](sql, subjectIds) : [])
}

async function idsOf(sql: Sql, text: string, params: readonly unknown[]): Promise<string[]> {
  return (await sql.query<{ id: string }>(text, params)).map(({ id }) => id)
}
