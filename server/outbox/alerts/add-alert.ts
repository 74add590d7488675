import type { Deps } from '#server/deps.ts'
import { dueJobs } from '#server/outbox/jobs/jobs.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { combineWrites, type Write } from '#server/platform/db/rows.ts'
import type { NewAlert } from './alert.ts'
import { ALERTS } from './kinds/kinds.ts'

export type AlertDeps = Pick<Deps, 'clock' | 'newId'>

/**
 * Makes an alert, in the transaction that makes it true: it is in its owner's inbox, and goes out, if and only if that commits.
 * What was said of a subject before is not said again.
 */
export async function addAlert(tx: Transaction, deps: AlertDeps, alert: NewAlert): Promise<void> {
  await addAlerts(tx, deps, [alert])
}

/** The same for many people, each once, in one statement. */
export async function addAlerts(tx: Transaction, deps: AlertDeps, alerts: readonly NewAlert[]): Promise<void> {
  if (alerts.length === 0) return
  const [first, jobs] = writesOf(deps, alerts)
  await combineWrites(tx, [first], jobs)
}

/** The same as two writes, for a transaction that has others to make. */
export function alertWrites(deps: AlertDeps, alert: NewAlert): readonly [Write, Write] {
  return writesOf(deps, [alert])
}

/**
 * Only what was said before is left out. Two that are made at the same moment about one subject would have the same number: the
 * database refuses the second, whose transaction is repeated.
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
  return ALERTS[kind].concernsMany ? `${userId} ${subjectId}` : subjectId
}

/** What a job of kind `alert` is about. */
export function subjectOfJob(job: { readonly subjectId: string; readonly userId: string | null }): string {
  const prefix = `${job.userId} `
  return job.subjectId.startsWith(prefix) ? job.subjectId.slice(prefix.length) : job.subjectId
}
