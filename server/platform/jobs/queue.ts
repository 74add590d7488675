import { CLOCK_BOUND_MS } from '#server/platform/clock.ts'
import type { Database, Sql, Transaction } from '#server/platform/db/database.ts'
import type { Write } from '#server/platform/db/rows.ts'

/** A set of job kinds: the named ones, or all but those. Callers name them; the queue knows none. */
export type KindFilter = { readonly isNamed: boolean; readonly kinds: readonly string[] }
const EVERY_KIND: KindFilter = { isNamed: false, kinds: [] }

/** A due job held by a lease. The fence number grows with each claim. */
export type Claim<Kind extends string = string> = {
  readonly kind: Kind
  readonly subjectId: string
  readonly userId: string | null
  readonly fence: bigint
  /** How often it was claimed, this time included. */
  readonly attempts: number
  /** How often the job has been woken. A different number at the end means that it was woken meanwhile. */
  readonly wakeCount: number
  readonly createdAt: Date
}

/** Another worker has taken this job over: this one must not write its result. */
export class FenceLostError extends Error {
  constructor(claim: Claim) {
    super(`${claim.kind} ${claim.subjectId} was taken over by another worker`)
    this.name = 'FenceLostError'
  }
}

/** A job is not given up for its age before this many tries, some 17 minutes: a slow clock may have dated it. */
export const TRIES_BEFORE_GIVEN_UP = 10

/**
 * How long a silent worker keeps its job, ms: after a crash another takes over that soon. A live worker renews its
 * lease for as long as it needs.
 */
export const LEASE_MS = 15_000
export const RENEW_EVERY_MS = 4_000
/**
 * A correct clock sets no lease that ends later than this from now, ms. A later end came from a fast clock and counts
 * as expired.
 */
const LEASE_MAX_MS = LEASE_MS + 2 * CLOCK_BOUND_MS

/**
 * Queues a job in the transaction that makes it necessary. An existing job becomes due at the earlier of both times, so
 * a hint never delays anything.
 */
export async function enqueue(sql: Sql, work: DueJob): Promise<void> {
  const { text, params } = dueJobs([work])
  await sql.query(text, params)
}

export type DueJob<Kind extends string = string> = {
  readonly kind: Kind
  readonly subjectId: string
  readonly userId: string | null
  readonly dueAt: Date
  readonly now: Date
}

/** Like enqueue, for several jobs, each once. */
export function dueJobs(works: readonly DueJob[]): Write {
  return {
    text: `insert into jobs (kind, subject_id, user_id, due_at, created_at, set_at)
     select w.*, w.at from unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[], $5::timestamptz[])
       as w (kind, subject_id, user_id, due_at, at)
     on conflict (kind, subject_id) do update
     set due_at = least(jobs.due_at, excluded.due_at), wake_count = jobs.wake_count + 1,
       set_at = case when jobs.due_at <= excluded.due_at then jobs.set_at else excluded.set_at end`,
    params: [
      works.map((each) => each.kind),
      works.map((each) => each.subjectId),
      works.map((each) => each.userId),
      works.map((each) => each.dueAt),
      works.map((each) => each.now),
    ],
  }
}

/** How many jobs of a kind are due by an instant, including running ones. */
export async function countDue(sql: Sql, kind: string, until: Date): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    'select count(*)::int as count from jobs where due_at <= $1 and kind = $2',
    [until, kind],
  )
  return row?.count ?? 0
}

type ClaimRow = {
  kind: string
  subject_id: string
  user_id: string | null
  fence: bigint
  attempts: number
  wake_count: number
  created_at: Date
}

/**
 * Claims up to `limit` due jobs of some kinds that nobody holds, the longest due first. Two workers never get the same
 * one. The order does not depend on where the rows are stored.
 */
export async function claimDue(sql: Sql, now: Date, limit: number, of: KindFilter = EVERY_KIND): Promise<Claim[]> {
  const { kinds, isNamed } = of
  const rows = await sql.query<ClaimRow>(
    `with due as (
       select kind, subject_id from jobs
       where due_at <= $1 and (lease_until is null or lease_until <= $1 or lease_until > $5)
         and (kind = any($4::text[])) = $6
       order by due_at, kind, subject_id limit $3 for update skip locked
     ), taken as (
       update jobs j set lease_until = $2, fence = j.fence + 1, attempts = j.attempts + 1
       from due where j.kind = due.kind and j.subject_id = due.subject_id
       returning j.kind, j.subject_id, j.user_id, j.fence, j.attempts, j.wake_count, j.created_at, j.due_at
     )
     select kind, subject_id, user_id, fence, attempts, wake_count, created_at from taken order by due_at, kind, subject_id`,
    [now, leaseEnd(now), limit, kinds, new Date(now.getTime() + LEASE_MAX_MS), isNamed],
  )
  return rows.map(toClaim)
}

/** Takes one job now, due or not. Null if it does not exist or another worker has it. */
export async function claimOne(sql: Sql, now: Date, kind: string, subjectId: string): Promise<Claim | null> {
  const [row] = await sql.query<ClaimRow>(
    `update jobs set lease_until = $4, fence = fence + 1, attempts = attempts + 1
     where kind = $1 and subject_id = $2 and (lease_until is null or lease_until <= $3 or lease_until > $5)
     returning kind, subject_id, user_id, fence, attempts, wake_count, created_at`,
    [kind, subjectId, now, leaseEnd(now), new Date(now.getTime() + LEASE_MAX_MS)],
  )
  return row === undefined ? null : toClaim(row)
}

/** Extends a claim by another LEASE_MS. Does nothing for a job that was taken over. */
export async function renew(sql: Sql, claim: Claim, now: Date): Promise<void> {
  await sql.query(
    'update jobs set lease_until = $4 where kind = $1 and subject_id = $2 and fence = $3 and lease_until is not null',
    [claim.kind, claim.subjectId, claim.fence, leaseEnd(now)],
  )
}

/**
 * Locks the claimed row and proves that this worker still holds it: the first statement of every transaction that
 * writes a result.
 *
 * @throws FenceLostError when the job was taken over or finished meanwhile
 */
async function holdFence(tx: Transaction, claim: Claim): Promise<void> {
  const rows = await tx.query('select 1 from jobs where kind = $1 and subject_id = $2 and fence = $3 for update', [
    claim.kind,
    claim.subjectId,
    claim.fence,
  ])
  if (rows.length === 0) throw new FenceLostError(claim)
}

/**
 * Runs a transaction that first proves that this worker still holds the job: its result is written there or not at all.
 *
 * @throws FenceLostError when the job was taken over or finished meanwhile
 */
export function inFence<T>(database: Database, claim: Claim, write: (tx: Transaction) => Promise<T>): Promise<T> {
  return database.transaction(async (tx) => {
    await holdFence(tx, claim)
    return await write(tx)
  })
}

/**
 * Takes a job over from any worker that holds it and makes it due; that worker's writes are refused. Taken before the
 * lock on suspensions, in the same order as workers.
 */
export async function takeOver(
  tx: Transaction,
  of: { readonly kind: string; readonly subjectId: string; readonly now: Date },
): Promise<void> {
  await tx.query(
    `update jobs set fence = fence + 1, lease_until = null, due_at = least(due_at, $3), wake_count = wake_count + 1,
       set_at = case when due_at <= $3 then set_at else $3 end
     where kind = $1 and subject_id = $2`,
    [of.kind, of.subjectId, of.now],
  )
}

/** Reschedules the job for later, or for now if it was woken meanwhile. */
export async function reschedule(sql: Sql, claim: Claim, work: { dueAt: Date; now: Date }): Promise<void> {
  await sql.query(
    `update jobs set lease_until = null, due_at = case when wake_count = $4 then $5::timestamptz else $6::timestamptz end,
       set_at = $6
     where kind = $1 and subject_id = $2 and fence = $3`,
    [claim.kind, claim.subjectId, claim.fence, claim.wakeCount, work.dueAt, work.now],
  )
}

/** Completes the job, unless it was woken meanwhile. */
export async function complete(sql: Sql, claim: Claim, now: Date): Promise<void> {
  const gone = await sql.query(
    'delete from jobs where kind = $1 and subject_id = $2 and fence = $3 and wake_count = $4 returning 1',
    [claim.kind, claim.subjectId, claim.fence, claim.wakeCount],
  )
  if (gone.length === 0) await reschedule(sql, claim, { dueAt: now, now })
}

/** Restarts waits that a fast clock began, ahead of `$1`: each lasts as long as intended, from now. */
export const RESTART_WAITS =
  'update jobs set due_at = due_at - (set_at - $1::timestamptz), set_at = $1 where set_at > $1'

function leaseEnd(now: Date): Date {
  return new Date(now.getTime() + LEASE_MS)
}

function toClaim(row: ClaimRow): Claim {
  return {
    kind: row.kind,
    subjectId: row.subject_id,
    userId: row.user_id,
    fence: row.fence,
    attempts: row.attempts,
    wakeCount: row.wake_count,
    createdAt: row.created_at,
  }
}
