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

/** When to look again, and what was found where a caller may want to know; `done` when there is nothing left to do; `ended` when the handler
 * has written that itself. */
export type JobResult = { readonly dueAt: Date; readonly found?: string } | 'done' | 'ended'

/** Does one piece of work. Whatever it writes, it writes in a transaction of `inFence`. */
export type JobHandler = (claim: Claim) => Promise<JobResult>

/**
 * Jobs of one lane share workers. `main` and `side` share places, and neither ever has all of them; `messages` has workers of its
 * own, so that a slow mail server never holds up anybody's money.
 */
export type Lane = 'main' | 'side' | 'messages'

/** What a worker does for each kind of job. */
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
  /** Takes no new work and waits for what is being done, at most `timeoutMs`. */
  stop(timeoutMs: number): Promise<void>
  /** Does everything that is due at this moment, and what becomes due by it; for tests and tools. Returns how much. */
  runDue(): Promise<number>
  /** Runs one job now, due or not. False if another worker has it or it does not exist. */
  runNow(kind: Kind, subjectId: string): Promise<boolean>
  /** As runNow. Returns what was found, or null when nothing was, another one is at it, or nothing is left to find. */
  findNow(kind: Kind, subjectId: string): Promise<string | null>
}

/** How often an idle worker polls, ms. Jobs queued on this node wake it at once. */
const TICK_MS = 500
/** Messages in hand at once: twice as many as emails, so that a slow mail server leaves room for others. */
const MESSAGES_MAX = 32
/**
 * Between two looks for messages, ms: those that come about meanwhile are claimed, read, and written down together. Nobody notices
 * so short a wait, and a look for each of ten thousand a minute would slow down the main lane.
 */
const MESSAGES_PAUSE_MS = 50
/** Pieces of work in hand at once. */
export const CONCURRENCY_MAX = 16
/** At most this many of them are of one lane: while a silent provider holds up all of `main`, `side` goes on, and the other way round. */
export const SLOTS_PER_LANE = 12
const ERROR_PAUSE_MIN_MS = 1_000
const ERROR_PAUSE_MAX_MS = 5 * 60_000

type WorkerDeps = Pick<Deps, 'database' | 'clock' | 'log'>

/** What may be taken on now: jobs of which kinds, and how many. */
type Offer = { readonly of: KindFilter; readonly room: number }
/** How many jobs are in hand, of `main` and of every other lane. */
type InHand = { readonly main: number; readonly others: number }

/** Which kinds each part of the work has. */
function filtersOf(laneOf: Readonly<Record<string, Lane>>) {
  const kindsIn = (lane: Lane) => Object.keys(laneOf).filter((kind) => laneOf[kind] === lane)
  const [main, messages] = [kindsIn('main'), kindsIn('messages')]
  return {
    messages: { isNamed: true, kinds: messages },
    /** All but messages, and the two parts of that. */
    work: { isNamed: false, kinds: messages },
    main: { isNamed: true, kinds: main },
    side: { isNamed: false, kinds: [...main, ...messages] },
  } satisfies Readonly<Record<string, KindFilter>>
}

/**
 * A worker over the table of jobs, or in truth two: one for messages to people, and one for everything else. Any number of
 * them may run on one database.
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
    // Neither lane ever has more than its places.
    offer({ main, others }) {
      const room = CONCURRENCY_MAX - main - others
      if (main >= SLOTS_PER_LANE) return { of: filters.side, room }
      if (others >= SLOTS_PER_LANE) return { of: filters.main, room }
      return { of: filters.work, room: Math.min(room, SLOTS_PER_LANE - Math.max(main, others)) }
    },
    // What a job did may have to be told.
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

/** Takes on what `offer` says; what is asked for by name or by `runDue` is done whatever it is. */
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

  /** Null: it failed, and is tried again. */
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

  /** What is due before the next tick is not kept waiting for it. */
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
