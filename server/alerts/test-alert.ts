import { TEST_ALERTS_A_DAY_MAX } from '#contract/alert-limits.ts'
import type { OutgoingChannel } from '#contract/alert-settings.ts'
import type { UserId } from '#contract/ids.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Deps } from '#server/deps.ts'
import type { AlertFacts } from '#server/outbox/alerts/kinds/kinds.ts'
import { enqueue } from '#server/outbox/jobs/jobs.ts'
import { AppError } from '#server/platform/errors.ts'

/**
 * A person tests one of their channels: an alert about nothing, sent in that channel alone even if turned off, and kept
 * in the inbox like any other.
 *
 * @throws AppError `alert.too-many-tests`
 */
export async function sendTestAlert(deps: Deps, userId: UserId, channel: OutgoingChannel): Promise<void> {
  const now = deps.clock.now()
  const facts: AlertFacts['test'] = { channel }
  await deps.database.transaction(async (tx) => {
    // Serialised by this lock, so that the limit holds for concurrent requests.
    await tx.query('select 1 from users where id = $1 for no key update', [userId])
    const [sent] = await tx.query<{ count: number }>(
      `select count(*)::int as count from alerts where user_id = $1 and kind = 'test' and at > $2`,
      [userId, new Date(now.getTime() - DAY_MS)],
    )
    if ((sent?.count ?? 0) >= TEST_ALERTS_A_DAY_MAX) throw new AppError('alert.too-many-tests')
    const id = deps.newId('alr')
    const stateIn = (each: OutgoingChannel) => (each === channel ? 'waiting' : 'off')
    await tx.query(
      `insert into alerts (user_id, id, kind, subject_id, seq, facts, at, email_state, push_state, sms_state)
       values ($1, $2, 'test', $2, 1, $3::jsonb, $4, $5, $6, $7)`,
      [userId, id, JSON.stringify(facts), now, stateIn('email'), stateIn('push'), stateIn('sms')],
    )
    await enqueue(tx, { kind: 'alert', subjectId: id, userId, dueAt: now, now })
  })
  deps.wakeWorker()
  deps.events.publish(userId, { topics: ['alerts'] })
}
