import type { Deps } from '#server/deps.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { combineWrites, type Write } from '#server/platform/db/rows.ts'
import { dueJobs } from '#server/platform/jobs/queue.ts'
import type { NewAlert } from './alert.ts'

export type AlertDeps = Pick<Deps, 'clock' | 'newId'>

/**
 * Makes an alert, in the transaction that makes it true: it is in its owner's inbox, and goes out, if and only if that commits.
 * What was said of a subject before is not said again.
 */
export async function addAlert(tx: Transaction, deps: AlertDeps, alert: NewAlert): Promise<void> {
  const [first, job] = alertWrites(deps, alert)
  await combineWrites(tx, [first], job)
}

/** The same as two writes, for a transaction that has others to make. */
export function alertWrites(deps: AlertDeps, alert: NewAlert): readonly [Write, Write] {
  const { userId, kind, subjectId, facts } = alert
  const now = deps.clock.now()
  return [
    {
      text: `insert into alerts (user_id, id, kind, subject_id, seq, facts, at)
       select $1, $2, $3, $4, coalesce(max(seq), 0) + 1, $5::jsonb, $6 from alerts where user_id = $1 and subject_id = $4
       on conflict do nothing`,
      params: [userId, deps.newId('alr'), kind, subjectId, JSON.stringify(facts), now],
    },
    dueJobs([{ kind: 'alert', subjectId, userId, dueAt: now, now }]),
  ]
}
