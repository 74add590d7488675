import type { Deps } from '#server/deps.ts'
import { dueJobs } from '#server/outbox/jobs/jobs.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { combineWrites, type Write } from '#server/platform/db/rows.ts'
import type { NewAlert } from './alert.ts'
import { ALERTS } from './kinds/kinds.ts'

export type AlertDeps = Pick<Deps, 'clock' | 'newId'>

/**
 * Adds an alert in the transaction that makes it true: it reaches its owner's inbox and is sent if and only if that
 * commits. An alert that was made before is not repeated.
 */
export async function addAlert(tx: Transaction, deps: AlertDeps, alert: NewAlert): Promise<void> {
  await addAlerts(tx, deps, [alert])
}

/** Like addAlert, for many people, each once, in one statement. */
export async function addAlerts(tx: Transaction, deps: AlertDeps, alerts: readonly NewAlert[]): Promise<void> {
  if (alerts.length === 0) return
  const [first, jobs] = writesOf(deps, alerts)
  await combineWrites(tx, [first], jobs)
}

/** Like addAlert, as two writes for the caller to combine with its own. */
export function alertWrites(deps: AlertDeps, alert: NewAlert): readonly [Write, Write] {
  return writesOf(deps, [alert])
}

/**
 * Skips only alerts that were made before. Two made at the same moment about one subject would get the same number: the
 * database refuses the second and its transaction is retried.
 */
function writesOf(deps: AlertDeps, alerts: readonly NewAlert[]): readonly [Write, Write] {
  const now = deps.clock.now()
  return [
    {
      text: `insert into alerts (user_id, id, kind, subject_id, seq, facts, at)
       select new.user_id, new.id, new.kind, new.subject_id, coalesce(max(said.seq), 0) + 1, new.facts::jsonb, $6::timestamptz
       from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[]) as new (user_id, id, kind, subject_id, facts)
       left join alerts said on said.user_id = new.user_id and said.subject_id = new.subject_id
       group by new.user_id, new.id, new.kind, new.subject_id, new.facts
       on conflict (user_id, subject_id, kind) where kind not in ('case-question', 'case-answer') do nothing`,
      params: [
        alerts.map(({ userId }) => userId),
        alerts.map(() => deps.newId('alr')),
        alerts.map(({ kind }) => kind),
        alerts.map(({ subjectId }) => subjectId),
        alerts.map(({ facts }) => JSON.stringify(facts)),
        now,
      ],
    },
    dueJobs(
      alerts.map((alert) => ({ kind: 'alert', subjectId: toJobSubject(alert), userId: alert.userId, dueAt: now, now })),
    ),
  ]
}

function toJobSubject({ userId, kind, subjectId }: NewAlert): string {
  return ALERTS[kind].hasManyRecipients ? `${userId} ${subjectId}` : subjectId
}

/** What a job of kind `alert` is about. */
export function subjectOfJob(job: { readonly subjectId: string; readonly userId: string | null }): string {
  const prefix = `${job.userId} `
  return job.subjectId.startsWith(prefix) ? job.subjectId.slice(prefix.length) : job.subjectId
}
