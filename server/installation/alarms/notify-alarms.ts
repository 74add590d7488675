import type { Deps } from '#server/deps.ts'
import type { AlarmKind } from '#server/outbox/alarms/alarm-kinds.ts'
import { queueEmail } from '#server/outbox/emails/queue-email.ts'
import type { Sql, Transaction } from '#server/platform/db/database.ts'
import { type Claim, inFence } from '#server/platform/jobs/queue.ts'
import type { JobResult } from '#server/platform/jobs/worker.ts'
import { cleanLine } from '#server/platform/text/sanitize-line.ts'
import { queueAlarmWebhook } from './alarm-webhook.ts'
import { decideNotice, type Notice, type OpenAlarm } from './decide-notices.ts'
import { canLast, findLasting } from './lasting-alarms.ts'

/** How often open alarms are checked, ms. */
const NOTIFY_EVERY_MS = 30_000
/** Most subjects named in one notice. The others are only counted. */
export const SUBJECTS_MAX = 20
const SUBJECT_MAX_LENGTH = 150

/**
 * Notifies operators of alarms by email and webhook: once for each, again each hour while it lasts, and when it is
 * over. An alarm opens in the transaction that raises it, and notices are queued in the one that records them. So none
 * is lost and none is sent twice.
 */
export async function notifyAlarms(deps: Deps, claim: Claim): Promise<JobResult> {
  const dueAt = new Date(deps.clock.now().getTime() + NOTIFY_EVERY_MS)
  const [any] = await deps.database.query('select 1 from open_alarms limit 1')
  if (any === undefined) return { dueAt }
  await inFence(deps.database, claim, async (tx) => {
    for (const [kind, alarms] of await readOpenAlarms(tx)) {
      const notice = decideNotice(kind, alarms, deps.clock.now())
      if (notice !== null) await tell(tx, deps, notice)
    }
  })
  return { dueAt }
}

async function readOpenAlarms(sql: Sql): Promise<ReadonlyMap<AlarmKind, readonly OpenAlarm[]>> {
  const rows = await sql.query<Omit<OpenAlarm, 'lasts'>>(
    `select kind, subject_id as "subjectId", told_at as "toldAt" from open_alarms order by kind, raised_at, subject_id`,
  )
  const byKind = Map.groupBy(rows, ({ kind }) => kind)
  const open = new Map<AlarmKind, readonly OpenAlarm[]>()
  for (const [kind, alarms] of byKind) {
    const lasting = await findLasting(
      sql,
      kind,
      alarms.map(({ subjectId }) => subjectId),
    )
    open.set(
      kind,
      alarms.map((alarm) => ({ ...alarm, lasts: lasting.has(alarm.subjectId) })),
    )
  }
  return open
}

async function tell(tx: Transaction, deps: Deps, notice: Notice): Promise<void> {
  const { kind, phase, alarms } = notice
  const at = deps.clock.now()
  const subjects = alarms.slice(0, SUBJECTS_MAX).map(({ subjectId }) => cleanLine(subjectId, SUBJECT_MAX_LENGTH))
  const content = { alarm: kind, phase, count: alarms.length, subjects, at: at.toISOString() }
  for (const email of deps.config.alarms.emails)
    await queueEmail(tx, deps, { userId: null, kind: 'alarm', content: { ...content, email } })
  if (deps.config.alarms.webhook !== null) await queueAlarmWebhook(tx, deps, content)
  const told = alarms.map(({ subjectId }) => subjectId)
  if (phase === 'over' || !canLast(kind))
    await tx.query('delete from open_alarms where kind = $1 and subject_id = any($2::text[])', [kind, told])
  else
    await tx.query('update open_alarms set told_at = $3 where kind = $1 and subject_id = any($2::text[])', [
      kind,
      told,
      at,
    ])
}
