import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate as nextTurn } from 'node:timers'
import { CommitUnknownError, type Database, type SqlError } from './database.ts'
import { transactionGuard } from './transaction-guard.ts'

/** How many commands are executed as one group at most: what a statement carries, and how long a transaction lasts, stays bounded. */
export const BATCH_MAX = 64

/** Below this a group is not divided among free lanes: what a group costs, whatever its size, would be paid for each part. */
export const BATCH_UNDIVIDED = 8

/** How many turns of the event loop a group waits for commands that are just arriving, at most. */
const GATHERING_TURNS_MAX = BATCH_MAX

/** How a kind of command is batched. */
export type BatchOptions<On extends { readonly database: Database }, Command, Answer> = {
  /**
   * Does it for all, and returns each at its place: a result, or an Error that is that command's alone. What it throws
   * is nobody's in particular.
   */
  readonly work: (on: On, commands: readonly Command[]) => Promise<readonly (Answer | Error)[]>
  /** Commands with the same key are never in one group: the later one sees what the earlier one did. */
  readonly keyOf?: (command: Command) => string
  /** How many groups may be under way at once. */
  readonly concurrency?: number
  /** Called with the size of each group as it leaves. */
  readonly onGroup?: (on: On, commands: number) => void
}

/**
 * Group commit. A command that finds a free lane leaves as soon as everything that has arrived already was read, in the same turn
 * of the event loop, so a lone one never waits; those that arrive while every lane is taken wait for no clock, only for a lane,
 * and then leave together. Where the work as a whole is refused because
 * of what one of them brought, each is done once more alone, so that a failing one never harms its neighbours.
 *
 * One queue for each database. Must not be called inside a transaction.
 */
export function batched<On extends { readonly database: Database }, Command, Answer>(
  options: BatchOptions<On, Command, Answer>,
): (on: On, command: Command) => Promise<Answer> {
  const queues = new WeakMap<Database, Queue<On, Command, Answer>>()
  return (on, command) => {
    transactionGuard.refuseInside(on.database)
    let queue = queues.get(on.database)
    if (queue === undefined) {
      queue = {
        options,
        lanes: lanesOf(on.database, options),
        gathers: on.database.kind === 'pglite',
        waiting: [],
        groupsUnderWay: 0,
        underWay: 0,
        leaves: false,
      }
      queues.set(on.database, queue)
    }
    const { waiting } = queue
    const answer = new Promise<Answer>((resolve, reject) => waiting.push({ on, command, resolve, reject }))
    leave(queue)
    return answer
  }
}

type Waiting<On, Command, Answer> = {
  readonly on: On
  readonly command: Command
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}

type Queue<On extends { readonly database: Database }, Command, Answer> = {
  readonly options: BatchOptions<On, Command, Answer>
  readonly lanes: number
  /** Whether a group waits for commands that are just arriving. */
  readonly gathers: boolean
  waiting: Waiting<On, Command, Answer>[]
  groupsUnderWay: number
  /** Commands that have left and are not answered. */
  underWay: number
  /** It leaves in the next turn anyway. */
  leaves: boolean
}

/** The embedded database does one thing at a time: a second lane would only make two small groups of one. */
function lanesOf(database: Database, { concurrency = 1 }: { readonly concurrency?: number }): number {
  return database.kind === 'pglite' ? 1 : concurrency
}

/** What is done for many requests is logged as nobody's, and is in nobody's transaction. */
const forNobody = AsyncLocalStorage.snapshot()

function leave<On extends { readonly database: Database }, Command, Answer>(queue: Queue<On, Command, Answer>): void {
  if (queue.leaves || queue.waiting.length === 0 || queue.groupsUnderWay >= queue.lanes) return
  queue.leaves = true
  // The embedded database works on this thread: without this nobody would ever be read while it works for another.
  gather(queue, GATHERING_TURNS_MAX, () => {
    queue.leaves = false
    const group = takeGroup(queue)
    queue.groupsUnderWay++
    queue.underWay += group.length
    const [first] = group
    if (first !== undefined) queue.options.onGroup?.(first.on, group.length)
    void forNobody(() => carry(queue.options, group)).finally(() => {
      queue.groupsUnderWay--
      queue.underWay -= group.length
      leave(queue)
    })
    leave(queue)
  })
}

/**
 * Calls back in the next turn of the event loop. A turn accepts one new connection at most, and on the embedded database a group
 * makes a turn long: so there it goes on for as long as each turn brings another command, or the last of a crowd would wait for as many groups
 * as there are connections before its own.
 */
function gather<On extends { readonly database: Database }, Command, Answer>(
  queue: Queue<On, Command, Answer>,
  turns: number,
  then: () => void,
): void {
  const before = queue.waiting.length
  nextTurn(() => {
    if (queue.gathers && turns > 1 && queue.waiting.length > before) gather(queue, turns - 1, then)
    else then()
  })
}

/** Those that waited longest, of each key the first; of all that there are a lane's share, so that no lane takes them all. */
function takeGroup<On extends { readonly database: Database }, Command, Answer>(
  queue: Queue<On, Command, Answer>,
): Waiting<On, Command, Answer>[] {
  const { keyOf } = queue.options
  const share = Math.ceil((queue.waiting.length + queue.underWay) / queue.lanes)
  const most = Math.min(Math.max(share, BATCH_UNDIVIDED), BATCH_MAX)
  const group: Waiting<On, Command, Answer>[] = []
  const left: Waiting<On, Command, Answer>[] = []
  const keys = new Set<string>()
  for (const each of queue.waiting) {
    const key = keyOf?.(each.command)
    if (group.length >= most || (key !== undefined && keys.has(key))) left.push(each)
    else group.push(each)
    if (key !== undefined) keys.add(key)
  }
  queue.waiting = left
  return group
}

async function carry<On extends { readonly database: Database }, Command, Answer>(
  options: BatchOptions<On, Command, Answer>,
  group: readonly Waiting<On, Command, Answer>[],
): Promise<void> {
  const [first] = group
  if (first === undefined) return
  try {
    const answers = await options.work(
      first.on,
      group.map((each) => each.command),
    )
    for (const [i, { resolve, reject }] of group.entries()) {
      const answer = answers[i]
      if (answer instanceof Error) reject(answer)
      else if (i < answers.length) resolve(answer as Answer)
      else reject(new Error('a command that travelled with others got no answer'))
    }
  } catch (error) {
    if (group.length === 1 || !isOfOne(error)) {
      for (const { reject } of group) reject(error)
      return
    }
    for (const each of group) await carry(options, [each])
  }
}

/**
 * Whether what was refused is what one of them brought, and not the database as a whole: a value or a row (classes 22 and 23),
 * a rule of ours (JL), or an error of our own. Asking again when the database is down or slow makes it worse; and whether
 * a broken commit happened is not known, so it is not tried again here.
 */
function isOfOne(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof CommitUnknownError) return false
  const { code } = error as SqlError
  return code === undefined ? false : /^(?:22|23|JL|P0)/.test(code)
}
