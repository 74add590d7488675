import { LAGOS_OFFSET_MS } from '#contract/constants.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Deps } from '#server/deps.ts'
import { RECONCILIATION_ACTOR } from '#server/identity/operators/operator.ts'
import { enqueue } from '#server/outbox/jobs/jobs.ts'
import type { Database, Sql } from '#server/platform/db/database.ts'
import { EVERYBODY } from '#server/platform/events.ts'
import { type Claim, inFence } from '#server/platform/jobs/queue.ts'
import type { JobResult } from '#server/platform/jobs/worker.ts'
import { liftSuspension, readSuspensions, type Suspension } from '#server/suspension/suspensions.ts'
import { configuredNames } from './not-configured.ts'
import type { Span } from './our-orders.ts'
import { type Report, reconcile, restoredOf } from './reconcile.ts'

/** The hour in Lagos of the daily comparison: little moves then. */
const AT_HOUR = 4
/** How far each run goes back before the previous one: as long as providers repeat their messages. */
const OVERLAP_MS = 72 * 60 * 60_000
/** Wait before the next run when something new was found: by then verification has settled what it can. */
const AGAIN_AFTER_MS = 10 * 60_000
/** Interval while a restored database waits for its providers. */
const RESTORED_EVERY_MS = 60_000
/** Wait in a new installation, which should learn early how much of the providers' balances is its own. */
const FIRST_AFTER_MS = 10 * 60_000

/**
 * Runs the daily comparison. In a restored database, repeats it until everything is matched or explained, and then
 * lifts the suspension.
 */
export async function reconcileDaily(deps: Deps, claim: Claim): Promise<JobResult> {
  const stop = await restoredStop(deps.database)
  const report = await reconcile(deps, await nextSpan(deps, stop), restoredOf(stop))
  const now = deps.clock.now()
  if (stop !== null) {
    if (!(await liftIfMatched(deps, claim, report))) return { dueAt: new Date(now.getTime() + RESTORED_EVERY_MS) }
    deps.events.publish(EVERYBODY, { topics: ['installation'] })
    return { dueAt: new Date(now.getTime() + AGAIN_AFTER_MS) }
  }
  return { dueAt: report.againSoon ? new Date(now.getTime() + AGAIN_AFTER_MS) : nextHour(now) }
}

/** Queues the comparison: immediately in a restored database, soon in a new one, otherwise at its hour. */
export async function prepareReconciliation(database: Database, now: Date): Promise<void> {
  const [run] = await database.query('select 1 from reconciliation_runs limit 1')
  const isRestored = (await restoredStop(database)) !== null
  const dueAt = isRestored ? now : run === undefined ? new Date(now.getTime() + FIRST_AFTER_MS) : nextHour(now)
  await enqueue(database, { kind: 'reconcile', subjectId: 'all', userId: null, dueAt, now })
}

async function restoredStop(sql: Sql): Promise<Suspension | null> {
  return (await readSuspensions(sql)).find(({ reason }) => reason === 'restored') ?? null
}

async function nextSpan(deps: Deps, stop: Suspension | null): Promise<Span> {
  // For each provider, start from the last run it answered, so that a silent or unconfigured provider never loses a
  // day. Unreadable lines and single unanswered orders do not count as silence: they would make every run longer than
  // the last. A run by a clock that was ahead says nothing about what came later.
  const [last] = await deps.database.query<{ to: Date | null }>(
    `select min(each.to) as to from (
       select max(window_to) as to from unnest($1::text[]) as name
       join reconciliation_runs on name = any(reached) and window_to <= $2 group by name
     ) as each`,
    [configuredNames(deps), deps.clock.now()],
  )
  const since = stop?.since ?? last?.to ?? deps.clock.now()
  return { from: new Date(since.getTime() - OVERLAP_MS), to: 'now' }
}

/** Lifts the suspension once everything was read and every difference is closed, by agreement or by two people. */
async function liftIfMatched(deps: Deps, claim: Claim, report: Report): Promise<boolean> {
  if (report.gaps.length > 0) return false
  return await inFence(deps.database, claim, async (tx) => {
    const [open] = await tx.query('select 1 from reconciliation_exceptions where closed_at is null limit 1')
    if (open !== undefined) return false
    return await liftSuspension(tx, {
      reason: 'restored',
      liftedBy: RECONCILIATION_ACTOR,
      confirmedBy: null,
      at: deps.clock.now(),
    })
  })
}

function nextHour(now: Date): Date {
  const lagos = new Date(now.getTime() + LAGOS_OFFSET_MS)
  lagos.setUTCHours(AT_HOUR, 0, 0, 0)
  const today = lagos.getTime() - LAGOS_OFFSET_MS
  return new Date(today > now.getTime() ? today : today + DAY_MS)
}
