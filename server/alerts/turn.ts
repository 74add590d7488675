import type { OutgoingChannel } from '#contract/alert-settings.ts'
import type { UserId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import type { AlertRow } from '#server/outbox/alerts/alert.ts'
import { BATCH_MAX, batched } from '#server/platform/db/batch.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { combineWrites, type Write } from '#server/platform/db/rows.ts'
import { type Claim, FenceLostError } from '#server/platform/jobs/queue.ts'
import { type AlertChoices, type AlertChoicesRow, alertChoicesQuery, toAlertChoices } from './read-settings.ts'

/** An alert's state in a channel. */
export type ChannelState = 'waiting' | 'sent' | 'off' | 'dropped' | 'given-up'
export type ChannelStates = Readonly<Record<OutgoingChannel, ChannelState>>

/** A subject's alerts that still wait in some channel, oldest first, and how their owner wants to be alerted. */
export type Turn = { readonly waiting: readonly (AlertRow & ChannelStates)[]; readonly owner: AlertChoices }
type Subject = { readonly userId: UserId; readonly subjectId: string }

/** Subjects read at the same moment share one query. */
export const readTurn = batched<Pick<Deps, 'database'>, Subject, Turn>({
  work: async ({ database }, subjects) => {
    const rows = await database.query<TurnRow>(TURNS, [
      subjects.map(({ userId }) => userId),
      subjects.map(({ subjectId }) => subjectId),
    ])
    const turns = Map.groupBy(rows, ({ place }) => place)
    return [...turns.values()].map(([first, ...others]) => toTurn(first as TurnRow, others))
  },
  concurrency: 2,
})

type WaitingRow = AlertRow & ChannelStates
/** An owner joined with one of their alerts, or none. */
type TurnRow = { readonly place: bigint; readonly chosen: AlertChoicesRow } & (
  | WaitingRow
  | { readonly [Column in keyof WaitingRow]: null }
)

function toTurn(first: TurnRow, others: readonly TurnRow[]): Turn {
  const waiting = [first, ...others].filter((row): row is TurnRow & WaitingRow => row.id !== null)
  return { waiting, owner: toAlertChoices(first.chosen) }
}

/** Looks up each by key, however many there are. */
const TURNS = `select asked.place, to_json(chosen) as chosen, found.*
  from unnest($1::text[], $2::text[]) with ordinality as asked (id, subject_id, place)
  cross join lateral (${alertChoicesQuery('asked.id')}) as chosen
  left join lateral (
    select user_id as "userId", id, kind, subject_id as "subjectId", seq, facts, at, email_state as email, push_state as push,
      sms_state as sms from alerts
    where user_id = asked.id and subject_id = asked.subject_id
      and (email_state = 'waiting' or push_state = 'waiting' or sms_state = 'waiting')
  ) as found on true
  where asked.place between 1 and ${BATCH_MAX} order by asked.place, found.seq`

/** The result for a subject's newest alert. `dueAt`: when it is retried; null: nothing of it waits. */
export type TurnResult = {
  readonly claim: Claim
  readonly newest: Pick<AlertRow, 'userId' | 'subjectId' | 'seq'>
  readonly states: ChannelStates
  readonly dueAt: Date | null
}

/**
 * Records the state of a subject's newest alert, drops its older ones, and ends or reschedules its job. Results of the
 * same moment share a transaction, so that ten thousand a minute do not keep orders from the disk.
 *
 * @throws FenceLostError when another worker has taken the job over
 */
export const recordResult = batched<Pick<Deps, 'database' | 'clock'>, TurnResult, undefined>({
  work: ({ database, clock }, results) =>
    database.transaction(async (tx) => {
      const held = await holdFences(tx, results)
      const ours = results.filter((_, i) => held.has(i))
      await combineWrites(tx, [newStates(ours), endedJobs(ours)], laterJobs(ours, clock.now()))
      return results.map(({ claim }, i) => (held.has(i) ? undefined : new FenceLostError(claim)))
    }),
  // Results that arrive during a write wait for it and are written together.
  concurrency: 1,
  keyOf: ({ claim }) => claim.subjectId,
})

/**
 * The indexes of jobs that this worker still holds, always locked in the same order. The commit is not flushed: if a
 * crash loses it, the alerts are sent again under the same ids and shown once.
 */
async function holdFences(tx: Transaction, results: readonly TurnResult[]): Promise<ReadonlySet<number>> {
  const rows = await tx.query<{ place: bigint }>(
    `select asked.place, set_config('synchronous_commit', 'off', true)
     from unnest($1::text[], $2::bigint[]) with ordinality as asked (subject_id, fence, place)
     join jobs j on j.kind = 'alert' and j.subject_id = asked.subject_id and j.fence = asked.fence
     order by j.subject_id for update of j`,
    [results.map(({ claim }) => claim.subjectId), results.map(({ claim }) => claim.fence)],
  )
  return new Set(rows.map(({ place }) => Number(place) - 1))
}

function newStates(results: readonly TurnResult[]): Write {
  return {
    text: `update alerts a set
       email_state = case when a.email_state <> 'waiting' then a.email_state when a.seq = e.seq then e.email else 'dropped' end,
       push_state = case when a.push_state <> 'waiting' then a.push_state when a.seq = e.seq then e.push else 'dropped' end,
       sms_state = case when a.sms_state <> 'waiting' then a.sms_state when a.seq = e.seq then e.sms else 'dropped' end
     from unnest($1::text[], $2::text[], $3::int[], $4::text[], $5::text[], $6::text[])
       as e (user_id, subject_id, seq, email, push, sms)
     where a.user_id = e.user_id and a.subject_id = e.subject_id and a.seq <= e.seq
       and (a.email_state = 'waiting' or a.push_state = 'waiting' or a.sms_state = 'waiting')`,
    params: [
      results.map(({ newest }) => newest.userId),
      results.map(({ newest }) => newest.subjectId),
      results.map(({ newest }) => newest.seq),
      ...(['email', 'push', 'sms'] as const).map((channel) => results.map(({ states }) => states[channel])),
    ],
  }
}

/** Jobs that were woken meanwhile stay: a newer alert waits. */
function endedJobs(results: readonly TurnResult[]): Write {
  const ended = results.filter(({ dueAt }) => dueAt === null)
  return {
    text: `delete from jobs j using unnest($1::text[], $2::int[]) as e (subject_id, wake_count)
     where j.kind = 'alert' and j.subject_id = e.subject_id and j.wake_count = e.wake_count`,
    params: [ended.map(({ claim }) => claim.subjectId), ended.map(({ claim }) => claim.wakeCount)],
  }
}

/** The others are due at their retry, or now if a newer alert waits. */
function laterJobs(results: readonly TurnResult[], now: Date): Write {
  return {
    text: `update jobs j set lease_until = null, set_at = $4,
       due_at = case when j.wake_count = e.wake_count then e.due_at else $4::timestamptz end
     from unnest($1::text[], $2::int[], $3::timestamptz[]) as e (subject_id, wake_count, due_at)
     where j.kind = 'alert' and j.subject_id = e.subject_id and (j.wake_count <> e.wake_count or e.due_at is not null)`,
    params: [
      results.map(({ claim }) => claim.subjectId),
      results.map(({ claim }) => claim.wakeCount),
      results.map(({ dueAt }) => dueAt),
      now,
    ],
  }
}
