import { ALERT_KINDS } from '#contract/alert-kinds.ts'
import { UNSEEN_COUNTED_MAX } from '#contract/alert-limits.ts'
import type { AlertCategory, AlertLine, AlertsAnswer, AlertsQuery } from '#contract/alerts.ts'
import { isId, type UserId } from '#contract/ids.ts'
import type { AlertRow } from '#server/outbox/alerts/alert.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { textOf } from './texts.ts'

/**
 * A person's number of unseen alerts, at most UNSEEN_COUNTED_MAX, as an SQL column. `id`: an expression for the
 * person's id.
 */
export const unseenOf = (id: string) =>
  `(select count(*)::int from (select from alerts where user_id = ${id} and seen_at is null limit ${UNSEEN_COUNTED_MAX}) as unseen)`

/**
 * A person's alerts, newest first: one page of a category or of all.
 *
 * @throws AppError `request.invalid` for an invalid cursor
 */
export async function listAlerts(sql: Sql, userId: UserId, query: AlertsQuery): Promise<AlertsAnswer> {
  const { category, cursor, limit } = query
  if (cursor !== undefined && !isId('alr', cursor))
    throw new AppError('request.invalid', { fields: { cursor: 'Not a page of this list' } })
  const rows = await sql.query<AlertRow & { seenAt: Date | null; unseen: number }>(
    `select id, kind, subject_id as "subjectId", seq, facts, at, seen_at as "seenAt", user_id as "userId"
     from alerts where user_id = $1 and ($2::text is null or id < $2) and ($3::text[] is null or kind = any($3))
     order by id desc limit $4`,
    [userId, cursor ?? null, category === undefined ? null : kindsOf(category), limit + 1],
  )
  const [counted] = await sql.query<{ unseen: number }>(`select ${unseenOf('$1')} as unseen`, [userId])
  const page = rows.slice(0, limit)
  return {
    alerts: page.map(toLine),
    nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
    unseen: counted?.unseen ?? 0,
  }
}

function kindsOf(category: AlertCategory): string[] {
  return Object.entries(ALERT_KINDS).flatMap(([kind, of]) => (of.category === category ? [kind] : []))
}

function toLine(row: AlertRow & { seenAt: Date | null }): AlertLine {
  const text = textOf(row, { channel: 'app', showsAmounts: true })
  return {
    id: row.id,
    category: ALERT_KINDS[row.kind].category,
    ...text,
    at: row.at.toISOString(),
    isSeen: row.seenAt !== null,
  }
}

/**
 * Marks an alert and all earlier ones as seen.
 *
 * @throws AppError `request.invalid` for an invalid alert id
 */
export async function markSeen(sql: Sql, userId: UserId, id: string, now: Date): Promise<void> {
  if (!isId('alr', id)) throw new AppError('request.invalid', { fields: { id: 'Not an alert' } })
  await sql.query('update alerts set seen_at = $3 where user_id = $1 and id <= $2 and seen_at is null', [
    userId,
    id,
    now,
  ])
}
