import { RECURRING_JOBS } from '#server/job-handlers.ts'
import type { JobKind } from '#server/outbox/jobs/job-kinds.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { TestClock } from './clock.ts'
import { IS_NIGHTLY } from './nightly.ts'

/** The first poll sets the time from which incoming payments are the product's, so a new person's start includes it. */
const IN_THE_BACKGROUND = RECURRING_JOBS.filter((kind) => kind !== 'poll-payments')
const PUT_OFF_MS = 60_000
/** Reconciliation recurs too, every ten minutes while it finds something new. */
const WHILE_TIME_PASSES: readonly JobKind[] = [...RECURRING_JOBS, 'reconcile']

export type Steps = {
  /** The size of the next step, ms, after this many steps. */
  stepOf(passedMs: number, steps: number): number
  /** Lets the outside world act; true if it did something. */
  deliver?(): Promise<boolean>
  /** Recurring jobs run at each step, as they always do in the nightly run. */
  readonly withRecurring?: boolean
  /** Does all work that is due. */
  settle(): Promise<unknown>
}

/**
 * Moves the clock in steps over `ms` and does what falls due on the way. By default, recurring jobs wait for the last
 * step, and steps with nothing due are skipped.
 */
export async function passInSteps(
  { database, clock }: { readonly database: Database; readonly clock: TestClock },
  ms: number,
  { stepOf, deliver = async () => false, withRecurring = IS_NIGHTLY, settle }: Steps,
): Promise<void> {
  if (!withRecurring) await putOffRecurring(database, new Date(clock.now().getTime() + ms))
  let dueMs = 0
  for (let passedMs = 0, steps = 0; passedMs < ms; steps++) {
    const stepMs = Math.min(ms - passedMs, stepOf(passedMs, steps))
    clock.advance(stepMs)
    passedMs += stepMs
    const hasHappened = await deliver()
    if (passedMs < ms && !hasHappened && clock.now().getTime() < dueMs) continue
    await settle()
    if (!withRecurring) dueMs = await nextDueMs(database)
  }
}

/** Runs `work` with background jobs postponed by a minute; afterwards they are due at `now`. */
export async function withoutRecurring(database: Database, now: Date, work: () => Promise<void>): Promise<void> {
  const later = new Date(now.getTime() + PUT_OFF_MS)
  await putOffRecurring(database, later, IN_THE_BACKGROUND)
  await work()
  await database.query('update jobs set due_at = $2 where due_at = $1 and kind = any($3::text[])', [
    later,
    now,
    IN_THE_BACKGROUND,
  ])
}

/** Postpones recurring jobs that are due earlier to that time. */
async function putOffRecurring(
  database: Database,
  until: Date,
  kinds: readonly JobKind[] = WHILE_TIME_PASSES,
): Promise<void> {
  await database.query('update jobs set due_at = $1 where due_at < $1 and kind = any($2::text[])', [until, kinds])
}

/** When the next job free of leases is due, in ms since 1970; Infinity if there is none. */
async function nextDueMs(database: Database): Promise<number> {
  const [row] = await database.query<{ at: Date | null }>('select min(greatest(due_at, lease_until)) as at from jobs')
  return row?.at?.getTime() ?? Number.POSITIVE_INFINITY
}
