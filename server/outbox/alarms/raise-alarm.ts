import { lagosDay } from '#contract/time.ts'
import type { Sql } from '#server/platform/db/database.ts'
import type { Logger } from '#server/platform/log.ts'
import { cleanLine } from '#server/platform/text/sanitize-line.ts'
import type { AlarmKind } from './alarm-kinds.ts'

const DETAIL_MAX_LENGTH = 2_000

/**
 * Raises an alarm in the caller's transaction or in its own. The first time it writes a row, a log line and an open
 * alarm that operators are notified of. The detail is stored as one clean line of at most 2,000 characters.
 */
export async function raiseAlarm(
  sql: Sql,
  log: Logger,
  alarm: { kind: AlarmKind; subjectId: string; detail: string; at: Date },
): Promise<void> {
  const detail = cleanLine(alarm.detail, DETAIL_MAX_LENGTH)
  const fresh = await sql.query(
    `with fresh as (
       insert into alarms (kind, subject_id, detail, raised_at) values ($1, $2, $3, $4)
       on conflict do nothing returning kind, subject_id, raised_at
     )
     insert into open_alarms (kind, subject_id, raised_at) select kind, subject_id, raised_at from fresh returning 1`,
    [alarm.kind, alarm.subjectId, detail, alarm.at],
  )
  if (fresh.length > 0) log.error({ alarm: alarm.kind, subject: alarm.subjectId }, detail)
}

/**
 * Work waits for a provider that this installation does not have (any more). Raised once a day per provider, however
 * much waits for it.
 */
export async function alarmNotConfigured(
  sql: Sql,
  log: Logger,
  { provider, waits, at }: { provider: string; waits: string; at: Date },
): Promise<void> {
  await raiseAlarm(sql, log, {
    kind: 'provider-not-configured',
    subjectId: `${provider} ${lagosDay(at)}`,
    detail: `${waits} waits for ${provider}, which is not configured: name it in PROVIDERS again, with its keys`,
    at,
  })
}
