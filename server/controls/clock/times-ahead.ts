import {
  CHALLENGE_LIFETIME_MS,
  PIN_WAIT_MS,
  QUOTE_LIFETIME_MS,
  RESET_LINK_LIFETIME_MS,
  SECOND_STEP_LIFETIME_MS,
  SESSION_FRESH_MS,
} from '#contract/constants.ts'
import { VISITOR_PASS_LIFETIME_MS } from '#contract/support-limits.ts'
import { DAY_MS } from '#contract/time.ts'
import { CLOCK_BOUND_MS } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'

/*
 * What a clock that was ahead has written lies ahead of a clock that is right. Left as it is, somebody would stay signed in for as
 * long as the clock was ahead, or wait for as long. This is the one list of every time the database holds: what is ended or cut, and
 * what may stay. A test finds a column that is in neither.
 */

/** The longest wait of a throttle on tries: server/identity/sign-in/sign-in-throttle.ts. */
const TRY_WAIT_MAX_MS = 15 * 60_000

type Cut = {
  /** `table.column`, each. */
  readonly columns: readonly string[]
  /** `$1` is the clock's time. */
  readonly statement: string
}

const ahead = (column: string, ms = 0) => `${column} > $1::timestamptz + interval '${ms + CLOCK_BOUND_MS} milliseconds'`
const from = (ms: number) => `$1::timestamptz + interval '${ms} milliseconds'`

/** What is good for so long, and would be good for longer. It ends: nobody loses more than a try. */
const ended = (table: string, lifetimeMs: number, unless = 'false'): Cut => ({
  columns: [`${table}.expires_at`],
  statement: `delete from ${table} t where ${ahead('expires_at', lifetimeMs)} and not (${unless})`,
})
/** What lasts this long at most begins to last now. */
const shortened = (table: string, column: string, lastsMs: number): Cut => ({
  columns: [`${table}.${column}`],
  statement: `update ${table} set ${column} = ${from(lastsMs)} where ${ahead(column, lastsMs)}`,
})
/** `least` would take nothing for ahead: what is null stays so. */
const notAfter = (column: string, at = '$1::timestamptz') => `case when ${column} > ${at} then ${at} else ${column} end`
/** What happened, happened by now. */
const byNow = (table: string, ...columns: string[]): Cut => ({
  columns: columns.map((column) => `${table}.${column}`),
  statement: `update ${table} set ${columns.map((column) => `${column} = ${notAfter(column)}`).join(', ')}
    where ${columns.map((column) => ahead(column)).join(' or ')}`,
})

/** What ends or is cut. */
export const CUT: readonly Cut[] = [
  ended('challenges', CHALLENGE_LIFETIME_MS),
  ended('sign_ins', SECOND_STEP_LIFETIME_MS),
  ended('email_proofs', SECOND_STEP_LIFETIME_MS),
  ended('password_resets', RESET_LINK_LIFETIME_MS),
  ended('quotes', QUOTE_LIFETIME_MS),
  ended(
    'order_batches',
    QUOTE_LIFETIME_MS,
    'exists (select from orders o where o.user_id = t.user_id and o.quote_id = any(t.quote_ids))',
  ),
  shortened('pins', 'wait_until', PIN_WAIT_MS),
  shortened('sign_in_throttles', 'wait_until', TRY_WAIT_MAX_MS),
  shortened('users', 'money_out_frozen_until', DAY_MS),
  shortened('visitors', 'pass_expires_at', VISITOR_PASS_LIFETIME_MS),
  byNow('sign_in_throttles', 'last_try_at'),
  byNow('bpc_wrong_codes', 'window_started_at'),
  byNow('users', 'new_since', 'name_changed_at'),
  byNow('orders', 'sent_at', 'not_found_since'),
  {
    columns: ['pins.wrong_at'],
    statement: `update pins set wrong_at = array(select least(wrong, $1) from unnest(wrong_at) wrong)
      where exists (select from unnest(wrong_at) wrong where ${ahead('wrong')})`,
  },
  {
    // How long ago its owner was there, nobody knows: the PIN is asked for, and what needs a full sign-in asks for that.
    columns: ['sessions.last_seen_at', 'sessions.unlocked_at', 'sessions.password_at', 'sessions.previous_until'],
    statement: `update sessions set locked_at = coalesce(locked_at, $1), last_seen_at = ${notAfter('last_seen_at')},
        unlocked_at = ${notAfter('unlocked_at')}, password_at = ${notAfter('password_at', `(${from(-SESSION_FRESH_MS - 1)})`)},
        previous_until = ${notAfter('previous_until')}
      where ended_at is null and (${['last_seen_at', 'unlocked_at', 'password_at', 'previous_until'].map((each) => ahead(each)).join(' or ')})`,
  },
  {
    // It would last for longer than a session does.
    columns: ['sessions.created_at'],
    statement: `update sessions set ended_at = $1 where ended_at is null and ${ahead('created_at')}`,
  },
]

/**
 * What may lie ahead. Most of it says when something happened, and decides nothing. The rest, each with what a time ahead does: it
 * only makes somebody wait longer who waits on purpose, or what is looked at again be looked at once more.
 */
export const MAY_LIE_AHEAD: Readonly<Record<string, readonly string[]>> = {
  account_events: ['at'],
  // The owner has longer to object.
  account_recoveries: ['announced_at', 'confirmed_at', 'done_at', 'opened_at', 'stopped_at'],
  alarms: ['raised_at'],
  authenticators: ['confirmed_at', 'created_at'],
  beneficiaries: ['last_used_at'],
  // Not counted: server/controls/ledger-check/check-books.ts.
  book_check: ['checked_at', 'round_began_at', 'round_ended_at'],
  // The provider's own.
  bpc_charges: ['created_at', 'expires_at'],
  // It may be returned for longer.
  bpc_codes: ['created_at', 'returned_at'],
  bpc_rejections: ['reported_at'],
  case_actions: ['at'],
  case_messages: ['at'],
  cases: ['created_at', 'status_at'],
  customers: ['created_at'],
  // Looked at again for longer.
  deposits: ['created_at', 'paid_at'],
  devices: ['created_at', 'revoked_at'],
  funding_accounts: ['created_at'],
  installation: ['created_at'],
  // The ledger's own time: docs/ledger.md.
  ledger_accounts: ['last_posted_at'],
  ledger_closed_days: ['newest_posted_at', 'through_day'],
  ledger_entries: ['posted_at'],
  ledger_house_balances: ['through_day'],
  ledger_transfers: ['posted_at'],
  emails: ['created_at', 'done_at'],
  payment_suspensions: ['lifted_at', 'seen_at', 'since', 'stopped_at'],
  operator_proofs: ['at'],
  // What two people agreed to within a day of that clock.
  operator_requests: ['confirmed_at', 'expires_at', 'requested_at'],
  operators: ['admitted_at', 'created_at', 'revoked_at'],
  // The second is the provider's own clock, which is believed only near ours: R13 in docs/orders.md.
  order_attempts: ['at', 'earlier_absent_at'],
  order_batches: ['created_at'],
  order_steps: ['at'],
  // Counts against the limits of its day and of every day before it: server/payments/orders/limits.ts.
  orders: ['absent_at', 'created_at', 'lagos_day', 'updated_at'],
  passkeys: ['created_at', 'last_used_at'],
  password_resets: ['created_at'],
  profile_images: ['changed_at'],
  provider_opening_balances: ['set_at'],
  quotes: ['created_at'],
  receipts: ['created_at'],
  // Not gone by: server/controls/reconciliation/reconcile-daily.ts.
  reconciliation_exceptions: ['closed_at', 'found_at', 'seen_at'],
  reconciliation_runs: ['began_at', 'ended_at', 'window_from', 'window_to'],
  recovery_codes: ['created_at', 'used_at'],
  schema_migrations: ['applied_at'],
  secret_check: ['kept_at'],
  sessions: ['ended_at', 'locked_at'],
  sign_ins: ['created_at', 'mailed_at'],
  transactions: ['created_at', 'updated_at'],
  users: ['closed_at', 'created_at', 'frozen_at'],
  visitors: ['created_at'],
  webhook_events: ['received_at'],
  // Brought forward by the guard, hurried at each start, and a lease is bounded: server/platform/jobs/queue.ts.
  jobs: ['created_at', 'due_at', 'lease_until'],
}

/** Ends and cuts what a clock that was ahead has written. `now` is the time of one that is right. Repeatable. */
export async function cutTimesAhead(database: Database, now: Date): Promise<void> {
  for (const { statement } of CUT) await database.query(statement, [now])
}
