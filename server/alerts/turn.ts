import type { OutgoingChannel } from '#contract/alert-settings.ts'
import type { UserId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import type { AlertRow } from '#server/platform/alerts/alert.ts'
import { BATCH_MAX, batched } from '#server/platform/db/batch.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { type Claim, FenceLostError } from '#server/platform/jobs/queue.ts'
import { type Chosen, readChosenOf } from './read-settings.ts'

/** What an alert is in a channel. */
export type ChannelState = 'waiting' | 'sent' | 'off' | 'dropped' | 'given-up'
export type ChannelStates = Readonly<Record<OutgoingChannel, ChannelState>>

/** What of a subject still waits in some channel, oldest first, and how its owner wants to hear of it. */
export type Turn = { readonly waiting: readonly (AlertRow & ChannelStates)[]; readonly owner: Chosen }
type Subject = { readonly userId: UserId; readonly subjectId: string }

/** Those that are looked at in the same moment are read together. */
export const readTurn = batched<Pick<Deps, 'database'>, Subject, Turn>({
  work: async ({ database }, subjects) => {
    const userIds = subjects.map(({ userId }) => userId)
    const [rows, owners] = await Promise.all([
      database.query<AlertRow & ChannelStates & { place: bigint }>(WAITING, [
        userIds,
        subjects.map(({ subjectId }) => subjectId),
      ]),
      readChosenOf(database, userIds),
    ])
    return owners.map((owner, i) => ({ owner, waiting: rows.filter(({ place }) => place === BigInt(i + 1)) }))
  },
  concurrency: 2,
})

/** One by one by their index, whatever their number. */
const WAITING = `select asked.place, found.* from unnest($1::text[], $2::text[]) with ordinality as asked (by_user, of_subject, place)
  cross join lateral (
    select user_id as "userId", id, kind, subject_id as "subjectId", seq, facts, at, email_state as email, push_state as push,
      sms_state as sms from alerts
    where user_id = by_user and subject_id = of_subject
      and (email_state = 'waiting' or push_state = 'waiting' or sms_state = 'waiting')
  ) as found
  where asked.place between 1 and ${BATCH_MAX} order by asked.place, found.seq`

/** What became of a subject's newest alert. `dueAt`: when it is tried again; null: nothing of it waits. */
export type Ending = {
  readonly claim: Claim
  readonly newest: Pick<AlertRow, 'userId' | 'subjectId' | 'seq'>
  readonly states: ChannelStates
  readonly dueAt: Date | null
}

/**
 * Writes down how a subject's newest alert now is, and its older ones as not sent any more, and ends its job or puts it off. Those that
 * end in the same moment share a transaction, so that ten thousand a minute do not keep orders from the disk.
 *
 * @throws FenceLostError when another worker has taken it over
 */
export const endTurn = batched<Pick<Deps, 'database' | 'clock'>, Ending, undefined>({
  work: ({ database, clock }, endings) =>
    database.transaction(async (tx) => {
      const held = await holdFences(tx, endings)
      const ours = endings.filter((_, i) => held.has(i))
      await writeStates(tx, ours)
      await endJobs(tx, ours, clock.now())
      return endings.map(({ claim }, i) => (held.has(i) ? undefined : new FenceLostError(claim)))
    }),
  concurrency: 2,
  keyOf: ({ claim }) => claim.subjectId,
})

/**
 * The places of those that this worker still holds. Always locked in the same order. The commit is not waited for on the disk: if a crash
 * loses it, they are sent again under the same ids, and shown once.
 */
async function holdFences(tx: Transaction, endings: readonly Ending[]): Promise<ReadonlySet<number>> {
  const rows = await tx.query<{ place: bigint }>(
    `select asked.place, set_config('synchronous_commit', 'off', true)
     from unnest($1::text[], $2::bigint[]) with ordinality as asked (subject_id, fence, place)
     join jobs j on j.kind = 'alert' and j.subject_id = asked.subject_id and j.fence = asked.fence
     order by j.subject_id for update of j`,
    [endings.map(({ claim }) => claim.subjectId), endings.map(({ claim }) => claim.fence)],
  )
  return new Set(rows.map(({ place }) => Number(place) - 1))
}

async function writeStates(tx: Transaction, endings: readonly Ending[]): Promise<void> {
  await tx.query(
    `update alerts a set
       email_state = case when a.email_state <> 'waiting' then a.email_state when a.seq = e.seq then e.email else 'dropped' end,
       push_state = case when a.push_state <> 'waiting' then a.push_state when a.seq = e.seq then e.push else 'dropped' end,
       sms_state = case when a.sms_state <> 'waiting' then a.sms_state when a.seq = e.seq then e.sms else 'dropped' end
     from unnest($1::text[], $2::text[], $3::int[], $4::text[], $5::text[], $6::text[])
       as e (user_id, subject_id, seq, email, push, sms)
     where a.user_id = e.user_id and a.subject_id = e.subject_id and a.seq <= e.seq
       and (a.email_state = 'waiting' or a.push_state = 'waiting' or a.sms_state = 'waiting')`,
    [
      endings.map(({ newest }) => newest.userId),
      endings.map(({ newest }) => newest.subjectId),
      endings.map(({ newest }) => newest.seq),
      ...(['email', 'push', 'sms'] as const).map((channel) => endings.map(({ states }) => states[channel])),
    ],
  )
}

/** A job that was woken meanwhile stays, and is due now: something newer waits. */
async function endJobs(tx: Transaction, endings: readonly Ending[], now: Date): Promise<void> {
  const params = [
    endings.map(({ claim }) => claim.subjectId),
    endings.map(({ claim }) => claim.wakeCount),
    endings.map(({ dueAt }) => dueAt),
  ]
  await tx.query(
    `delete from jobs j using unnest($1::text[], $2::int[], $3::timestamptz[]) as e (subject_id, wake_count, due_at)
     where j.kind = 'alert' and j.subject_id = e.subject_id and j.wake_count = e.wake_count and e.due_at is null`,
    params,
  )
  await tx.query(
    `update jobs j set lease_until = null,
       due_at = case when j.wake_count = e.wake_count then e.due_at else $4::timestamptz end
     from unnest($1::text[], $2::int[], $3::timestamptz[]) as e (subject_id, wake_count, due_at)
     where j.kind = 'alert' and j.subject_id = e.subject_id`,
    [...params, now],
  )
}
