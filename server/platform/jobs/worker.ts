import type { Deps } from '#server/deps.ts'
import {
  type Claim,
  claimDue,
  claimOne,
  complete,
  FenceLostError,
  type KindFilter,
  RENEW_EVERY_MS,
  renew,
  reschedule,
} from './queue.ts'

/**
 * When to run the job again, and its finding if a caller may want it; `done` when nothing is left to do; `ended` when
 * the handler has written the end itself.
 */
export type JobResult = { readonly dueAt: Date; readonly found?: string } | 'done' | 'ended'

/** Runs one job. It writes only in transactions of `inFence`. */
export type JobHandler = (claim: Claim) => Promise<JobResult>

/**
 * Jobs of one lane share workers. `main` and `side` share slots, and neither ever takes them all. `messages` has its
 * own workers, so a slow mail server never delays anybody's money.
 */
export type Lane = 'main' | 'side' | 'messages'

/** The handler and lane of each kind of job. */
export type WorkPlan<Kind extends string = string> = {
  readonly handlers: Readonly<Record<Kind, JobHandler>>
  readonly laneOf: Readonly<Record<Kind, Lane>>
  /** Called when a handler throws, before its job is put back. Throws nothing. */
  readonly afterFailure: (claim: Claim, error: unknown) => Promise<void>
}

export type Worker<Kind extends string = string> = {
  /** Looks for due work now. */
  wake(): void
  /** Starts polling for due jobs. */
  start(): void
  /** Takes no new jobs and waits for running ones, at most `timeoutMs`. */
  stop(timeoutMs: number): Promise<void>
  /** Runs all due jobs and those they make due; for tests and tools. Returns how many. */
  runDue(): Promise<number>
  /** Runs one job now, due or not. False if another worker has it or it does not exist. */
  runNow(kind: Kind, subjectId: string): Promise<boolean>
  /**
   * Like runNow, but returns the finding; null when there was none, another worker has the job, or nothing is left to
   * find.
   */
  findNow(kind: Kind, subjectId: string): Promise<string | null>
}

/** How often an idle worker polls, ms. Jobs queued on this node wake it at once. */
const TICK_MS = 500
/** Message jobs at once: twice the emails, so that a slow mail server leaves room for others. */
const MESSAGES_MAX = 32
/**
 * The pause between polls for messages, ms: those that queue up meanwhile are claimed, read and written together.
 * Nobody notices so short a wait, and a poll for each of ten thousand a minute would slow the main lane.
 */
const MESSAGES_PAUSE_MS = 50
/** Jobs of `main` and `side` at once. */
export const CONCURRENCY_MAX = 16
/** Most of these slots for one lane: while a silent provider blocks `main`, `side` goes on, and the reverse. */
export const SLOTS_PER_LANE = 12
const ERROR_PAUSE_MIN_MS = 1_000
const ERROR_PAUSE_MAX_MS = 5 * 60_000

type WorkerDeps = Pick<Deps, 'database' | 'clock' | 'log'>

/** What may be claimed now: which kinds, and how many. */
type Offer = { readonly of: KindFilter; readonly room: number }
/** How many jobs are running, in `main` and in other lanes. */
type InHand = { readonly main: number; readonly others: number }

/** The job kinds of each part. */
function filtersOf(laneOf: Readonly<Record<string, Lane>>) {
  const kindsIn = (lane: Lane) => Object.keys(laneOf).filter((kind) => laneOf[kind] === lane)
  const [main, messages] = [kindsIn('main'), kindsIn('messages')]
  return {
    messages: { isNamed: true, kinds: messages },
    /** Everything but messages, and its two parts. */
    work: { isNamed: false, kinds: messages },
    main: { isNamed: true, kinds: main },
    side: { isNamed: false, kinds: [...main, ...messages] },
  } satisfies Readonly<Record<string, KindFilter>>
}

/**
 * A worker for the table of jobs; in fact two, one for messages to people and one for everything else. Any number of
 * workers may run on one database.
 */
export function createWorker<Kind extends string>(deps: WorkerDeps, plan: WorkPlan<Kind>): Worker<Kind> {
  const filters = filtersOf(plan.laneOf)
  const messenger = createOne(deps, plan, {
    offer: ({ main, others }) => ({
      of: filters.messages,
      room: Math.min(CONCURRENCY_MAX, MESSAGES_MAX - main - others),
    }),
    pauseMs: MESSAGES_PAUSE_MS,
  })
  const worker = createOne(deps, plan, {
    // Neither lane exceeds its slots.
    offer({ main, others }) {
      const room = CONCURRENCY_MAX - main - others
      if (main >= SLOTS_PER_LANE) return { of: filters.side, room }
      if (others >= SLOTS_PER_LANE) return { of: filters.main, room }
      return { of: filters.work, room: Math.min(room, SLOTS_PER_LANE - Math.max(main, others)) }
    },
    // A job may have queued messages.
    afterJob: messenger.wake,
  })
  const each = [worker, messenger]
  return {
    ...worker,
    wake: () => each.forEach((one) => void one.wake()),
    start: () => each.forEach((one) => void one.start()),
    async stop(timeoutMs) {
      await Promise.all(each.map((one) => one.stop(timeoutMs)))
    },
  }
}

/** Claims what `offer` allows; jobs run by name or by `runDue` are exempt. */
function createOne(
  deps: WorkerDeps,
  { handlers, laneOf, afterFailure }: WorkPlan,
  {
    offer,
    pauseMs = 0,
    afterJob = () => undefined,
  }: {
    readonly offer: (inHand: InHand) => Offer
    readonly pauseMs?: number
    readonly afterJob?: () => void
  },
): Worker {
  const inHand = new Set<Promise<unknown>>()
  let mainInHand = 0
  let timer: NodeJS.Timeout | undefined
  let looking = false
  let lookAgain = false
  let rests = false
  let stopped = true

  function handlerOf({ kind }: Claim): JobHandler {
    const handler = handlers[kind]
    if (handler === undefined) throw new Error(`nobody does jobs of the kind ${kind}`)
    return handler
  }

  /** Null: it failed and is retried. */
  async function perform(claim: Claim): Promise<JobResult | null> {
    const alive = setInterval(() => {
      renew(deps.database, claim, deps.clock.now()).catch((error: unknown) =>
        deps.log.warn({ err: error, job: claim.kind }, 'a lease could not be renewed'),
      )
    }, RENEW_EVERY_MS)
    try {
      const result = await handlerOf(claim)(claim)
      const now = deps.clock.now()
      if (result === 'ended') return result
      if (result === 'done') await complete(deps.database, claim, now)
      else {
        await reschedule(deps.database, claim, { dueAt: result.dueAt, now })
        wakeAt(result.dueAt, now)
      }
      return result
    } catch (error) {
      await afterError(claim, error)
      return null
    } finally {
      clearInterval(alive)
    }
  }

  async function afterError(claim: Claim, error: unknown): Promise<void> {
    if (error instanceof FenceLostError) {
      deps.log.warn({ job: claim.kind, subject: claim.subjectId }, error.message)
      return
    }
    deps.log.error({ err: error, job: claim.kind, subject: claim.subjectId }, 'a job failed and will be tried again')
    await afterFailure(claim, error)
    const now = deps.clock.now()
    const pauseMs = Math.min(ERROR_PAUSE_MAX_MS, ERROR_PAUSE_MIN_MS * 2 ** Math.min(claim.attempts, 12))
    await reschedule(deps.database, claim, { dueAt: new Date(now.getTime() + pauseMs), now }).catch((cause: unknown) =>
      deps.log.error({ err: cause }, 'work could not be put back: its lease will run out'),
    )
  }

  function take(claims: readonly Claim[]): void {
    for (const claim of claims) {
      const isMain = laneOf[claim.kind] === 'main'
      if (isMain) mainInHand++
      const doing = perform(claim).finally(() => {
        inHand.delete(doing)
        if (isMain) mainInHand--
        if (stopped) return
        wake()
        afterJob()
      })
      inHand.add(doing)
    }
  }

  async function look(): Promise<void> {
    if (looking || rests) {
      lookAgain = true
      return
    }
    looking = true
    let isFull = false
    try {
      do {
        lookAgain = false
        isFull = false
        if (stopped) break
        const { of, room } = offer({ main: mainInHand, others: inHand.size - mainInHand })
        if (room <= 0) break
        const claims = await claimDue(deps.database, deps.clock.now(), room, of)
        take(claims)
        isFull = claims.length === room
      } while (isFull || (lookAgain && pauseMs === 0))
    } catch (error) {
      deps.log.error({ err: error }, 'could not look for due work')
    } finally {
      looking = false
      if (pauseMs > 0) rest()
    }
  }

  function rest(): void {
    rests = true
    setTimeout(() => {
      rests = false
      if (lookAgain) wake()
    }, pauseMs).unref()
  }

  /** Wakes early for a job due before the next tick. */
  function wakeAt(dueAt: Date, now: Date): void {
    const inMs = dueAt.getTime() - now.getTime()
    if (!stopped && inMs > 0 && inMs < TICK_MS) setTimeout(wake, inMs).unref()
  }

  function wake(): void {
    if (!stopped) void look()
  }

  return {
    wake,
    start() {
      stopped = false
      timer = setInterval(wake, TICK_MS)
      wake()
    },
    async stop(timeoutMs) {
      stopped = true
      clearInterval(timer)
      let late: NodeJS.Timeout | undefined
      await Promise.race([
        Promise.allSettled([...inHand]),
        new Promise((resolve) => {
          late = setTimeout(resolve, timeoutMs)
        }),
      ])
      clearTimeout(late)
    },
    async runDue() {
      for (let done = 0; ; ) {
        const claims = await claimDue(deps.database, deps.clock.now(), CONCURRENCY_MAX)
        if (claims.length === 0) return done
        await Promise.all(claims.map(perform))
        done += claims.length
      }
    },
    async runNow(kind, subjectId) {
      const claim = await claimOne(deps.database, deps.clock.now(), kind, subjectId)
      if (claim === null) return false
      await perform(claim)
      return true
    },
    async findNow(kind, subjectId) {
      const claim = await claimOne(deps.database, deps.clock.now(), kind, subjectId)
      const result = claim === null ? null : await perform(claim)
      return result === null || typeof result === 'string' ? null : (result.found ?? null)
    },
  }
}
