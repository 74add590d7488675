import { providerName } from '#contract/console/provider-names.ts'
import type { Deps } from '#server/deps.ts'
import { raiseAlarm } from '#server/outbox/alarms/raise-alarm.ts'
import { CLOCK_BOUND_MS, type SteadyClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import { EVERYBODY } from '#server/platform/events.ts'
import { RESTART_WAITS } from '#server/platform/jobs/queue.ts'
import {
  type ClockSuspension,
  keepSuspended,
  liftClockSuspension,
  newestPostedAfter,
  type WrongClock,
} from './clock-suspension.ts'
import type { HeardTimes, TimeReference } from './heard-times.ts'
import { judgeClock } from './judge-clock.ts'
import { QUIET_BEFORE_LIFTED_MS, watchQuietStop } from './quiet-stop.ts'
import { cutTimesAhead } from './times-ahead.ts'

/** Interval between two looks at the clock, ms. */
const LOOK_EVERY_MS = 5_000
/**
 * A step of the machine's clock is judged once it has lasted this long, ms: a step that is undone at once was a
 * mistake.
 */
const STEP_STAYS_MS = 10_000
/** How long a time heard from a provider counts, ms. */
const HEARD_COUNTS_MS = 15 * 60_000

export type ClockGuard = {
  /** Looks at the clock once: follows the machine's clock, suspends payments, or resumes them. */
  look(): Promise<void>
  /** Starts checking periodically. */
  start(): void
  /** Stops checking, and waits for a check in progress. */
  stop(): Promise<void>
}

type GuardDeps = Pick<Deps, 'database' | 'log' | 'newId' | 'events' | 'wakeWorker'> & { readonly clock: SteadyClock }

type GuardOptions = {
  /** Names this process to operators. */
  readonly name: string
  readonly monotonicMs: () => number
  readonly heard: HeardTimes
  readonly quietBeforeLiftedMs?: number
}

/**
 * Watches this process's clock. Compares it with the database's clock, the time in providers' replies, and the newest
 * ledger entry. A clock that cannot be right suspends all money and alerts operators. Payments resume when the clock is
 * right, or when two operators say that it is.
 */
export function guardClock(deps: GuardDeps, options: GuardOptions): ClockGuard {
  const { clock, database, log } = deps
  const { monotonicMs, heard, quietBeforeLiftedMs = QUIET_BEFORE_LIFTED_MS } = options
  let steppedAtMs: number | null = null
  let isStepToldOf = false
  /**
   * Rows dated ahead are cut once this clock is known to be right: at a start, after a suspension, and after it was set
   * back.
   */
  let isCutDue = true
  const quietStop = watchQuietStop(database, { monotonicMs, quietMs: quietBeforeLiftedMs })
  let timer: NodeJS.Timeout | undefined
  let inHand: Promise<void> = Promise.resolve()

  async function look(): Promise<void> {
    const stepMs = clock.stepMs()
    if (stepMs === 0) isStepToldOf = false
    steppedAtMs = stepMs === 0 ? null : (steppedAtMs ?? monotonicMs())
    const isLasting = steppedAtMs !== null && monotonicMs() - steppedAtMs >= STEP_STAYS_MS
    const references = [
      ...heard.since(steppedAtMs ?? monotonicMs() - HEARD_COUNTS_MS),
      ...(await databaseTime(database, monotonicMs)),
    ]
    const nowMs = clock.now().getTime()
    const { isStepRight, against } = judgeClock({ nowMs, stepMs: isLasting ? stepMs : 0, references })
    if (isLasting && isStepRight) await follow(stepMs)
    if (isLasting && !isStepRight && !isStepToldOf) await tellOfStep(stepMs, 'which others contradict: not followed')
    const wrong = await whatIsWrong(against)
    if (wrong !== null) return await stop(wrong)
    const over = await quietStop.find({ isConfirmed: references.length > 0 })
    // First, so that no money moves because of rows written meanwhile.
    if (isCutDue || over !== null) await cutTimesAhead(database, clock.now())
    isCutDue = false
    if (over !== null) await lift(over)
  }

  async function follow(stepMs: number): Promise<void> {
    clock.follow()
    steppedAtMs = null
    if (stepMs < 0) {
      await database.query(RESTART_WAITS, [clock.now()])
      isCutDue = true
    }
    await tellOfStep(stepMs, 'followed')
    isStepToldOf = false
    deps.wakeWorker()
  }

  async function tellOfStep(stepMs: number, outcome: string): Promise<void> {
    isStepToldOf = true
    const at = clock.now()
    const detail = `the clock of ${options.name} was set ${stepMs < 0 ? 'back' : 'ahead'} by ${Math.abs(Math.round(stepMs / 1_000))} s, ${outcome}`
    await raiseAlarm(database, log, { kind: 'clock-set', subjectId: at.toISOString(), detail, at })
  }

  async function whatIsWrong(against: readonly TimeReference[]): Promise<WrongClock | null> {
    const now = clock.now()
    const says = `the clock of ${options.name} says ${now.toISOString()}`
    const newestPostedAt = await newestPostedAfter(database, new Date(now.getTime() + CLOCK_BOUND_MS))
    if (newestPostedAt !== null) {
      const detail = `${says}, and an entry of the ledger was posted at ${newestPostedAt.toISOString()}: either is wrong`
      return { detail, newestPostedAt }
    }
    if (against.length === 0) return null
    const others = against.map(
      ({ source, earliestMs }) => `${providerName(source)} says ${new Date(earliestMs).toISOString()}`,
    )
    return { detail: `${says}, ${others.join(', ')}`, newestPostedAt: null }
  }

  async function stop(wrong: WrongClock): Promise<void> {
    isCutDue = true
    quietStop.foundWrong()
    if (await database.transaction((tx) => keepSuspended(tx, deps, wrong, clock.now())))
      announce({ clock: wrong.detail }, 'all money is stopped')
  }

  async function lift(over: ClockSuspension): Promise<void> {
    if (await liftClockSuspension(database, over, clock.now())) announce({ clock: 'right' }, 'money moves again')
  }

  function announce(facts: { readonly clock: string }, sentence: string): void {
    log.warn(facts, sentence)
    deps.events.publish(EVERYBODY, { topics: ['installation'] })
    deps.wakeWorker()
  }

  /**
   * Looks run one at a time. A look that fails is logged and repeated at the next interval; payments stay as they are.
   */
  function lookAgain(): Promise<void> {
    inHand = inHand.then(look).catch((error: unknown) => log.error({ err: error }, 'the clock could not be checked'))
    return inHand
  }
  return {
    look: lookAgain,
    start() {
      timer = setInterval(() => void lookAgain(), LOOK_EVERY_MS)
      timer.unref()
    },
    async stop() {
      clearInterval(timer)
      await inHand
    },
  }
}

/** The time of the database's own clock. The embedded database has none. */
async function databaseTime(database: Database, monotonicMs: () => number): Promise<TimeReference[]> {
  if (database.kind === 'pglite') return []
  const askedMs = monotonicMs()
  const [row] = await database.query<{ at: Date }>('select clock_timestamp() as at')
  if (row === undefined) return []
  const atMs = row.at.getTime()
  return [{ source: 'the database', earliestMs: atMs, latestMs: atMs + (monotonicMs() - askedMs) }]
}
