import {
  DEVICES_KEPT_MS,
  HINTS_KEPT_MS,
  MAILS_KEPT_MS,
  QUOTE_LIFETIME_MS,
  SESSION_LIFETIME_MS,
  SESSIONS_KEPT_MS,
  UNFINISHED_KEPT_MS,
  USED_UP_KEPT_MS,
} from '#contract/constants.ts'
import type { Database } from '#server/platform/db/database.ts'

/** Rows of one table that go in one statement: no other work waits long for it. */
const PORTION_ROWS = 500

/**
 * What goes by itself, whether or not its person ever comes back: the moment it counts from, how long it stays after that, ms,
 * and what keeps it all the same. Those that refer to another come before it. Nothing of the books, of an order, or of what one was
 * approved with.
 */
const OUTDATED: readonly {
  readonly table: string
  readonly since: string
  readonly keptMs: number
  readonly unless?: string
}[] = [
  { table: 'challenges', since: 'expires_at', keptMs: USED_UP_KEPT_MS },
  { table: 'sign_ins', since: 'expires_at', keptMs: USED_UP_KEPT_MS },
  { table: 'password_resets', since: 'expires_at', keptMs: USED_UP_KEPT_MS },
  { table: 'email_proofs', since: 'expires_at', keptMs: USED_UP_KEPT_MS },
  {
    table: 'visitors',
    // Without a pass: it was ended, or a restore ended it.
    since: 'coalesce(pass_expires_at, created_at)',
    keptMs: UNFINISHED_KEPT_MS,
    unless: 'exists (select from cases c where c.visitor_id = t.id)',
  },
  { table: 'sign_in_throttles', since: 'last_try_at', keptMs: UNFINISHED_KEPT_MS },
  { table: 'bpc_wrong_codes', since: 'window_started_at', keptMs: UNFINISHED_KEPT_MS },
  { table: 'authenticators', since: 'created_at', keptMs: UNFINISHED_KEPT_MS, unless: 'confirmed_at is not null' },
  { table: 'quotes', since: 'expires_at', keptMs: QUOTE_LIFETIME_MS },
  {
    table: 'order_batches',
    since: 'expires_at',
    keptMs: UNFINISHED_KEPT_MS,
    unless: 'exists (select from orders o where o.user_id = t.user_id and o.quote_id = any(t.quote_ids))',
  },
  { table: 'emails', since: 'done_at', keptMs: MAILS_KEPT_MS },
  {
    table: 'sessions',
    since: `coalesce(ended_at, created_at + interval '${SESSION_LIFETIME_MS} milliseconds')`,
    keptMs: SESSIONS_KEPT_MS,
    unless: 'exists (select from challenges c where c.user_id = t.user_id and c.session_id = t.id)',
  },
  { table: 'webhook_events', since: 'received_at', keptMs: HINTS_KEPT_MS },
  {
    table: 'devices',
    since: 'revoked_at',
    keptMs: DEVICES_KEPT_MS,
    // Its key checks the signatures of what was approved with it.
    unless: `exists (select from orders o where o.user_id = t.user_id and o.approval ->> 'deviceId' = t.id)
      or exists (select from sessions s where s.user_id = t.user_id and s.device_id = t.id)
      or exists (select from pins p where p.user_id = t.user_id and p.device_id = t.id)`,
  },
]

/** The tables that anything is removed from. */
export const PURGED_TABLES = OUTDATED.map(({ table }) => table)

/** Removes a portion of each kind. Returns whether there may be more. */
export async function purgeExpired(database: Database, now: Date): Promise<boolean> {
  let isMore = false
  for (const { table, since, keptMs, unless = 'false' } of OUTDATED) {
    const removed = await database.query(
      `delete from ${table} where ctid = any(array(
         select ctid from ${table} t where ${since} < $1 and not (${unless}) limit $2)) returning 1`,
      [new Date(now.getTime() - keptMs), PORTION_ROWS],
    )
    isMore ||= removed.length === PORTION_ROWS
  }
  return isMore
}
