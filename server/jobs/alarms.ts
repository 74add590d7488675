import type { Sql } from '../db/database.ts'
import type { Logger } from '../deps.ts'

/** What operators are told about. Kept once per kind and subject, however often it is noticed. */
export type AlarmKind =
  | 'order-waiting-15-minutes'
  | 'order-waiting-2-hours'
  | 'order-waiting-24-hours'
  | 'order-mismatch'
  | 'order-unexpected-evidence'
  | 'order-late-success'
  | 'order-known-twice'
  | 'order-unknown-after-restore'
  | 'deposit-quarantined'
  | 'deposit-not-bookable'
  | 'deposit-recalled'
  | 'deposit-unexpected-evidence'
  | 'provider-float-low'
  | 'provider-switched-off'
  | 'purchase-below-cost'
  | 'books-do-not-add-up'
  | 'reconciliation-exception'
  | 'backup-failed'
  | 'returned-to-closed-account'
  | 'people-listed'
  | 'sessions-ended'
  | 'recovery-impossible'

const DETAIL_MAX_LENGTH = 2_000

/** Raises an alarm: one row and one log line, the first time. Of the detail one line is kept, and no more than 2,000 characters. */
export async function raiseAlarm(
  sql: Sql,
  log: Logger,
  alarm: { kind: AlarmKind; subjectId: string; detail: string; at: Date },
): Promise<void> {
  const detail = alarm.detail.slice(0, DETAIL_MAX_LENGTH).replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
  const fresh = await sql.query(
    'insert into alarms (kind, subject_id, detail, raised_at) values ($1, $2, $3, $4) on conflict do nothing returning 1',
    [alarm.kind, alarm.subjectId, detail, alarm.at],
  )
  if (fresh.length > 0) log.error({ alarm: alarm.kind, subject: alarm.subjectId }, detail)
}
