import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate as nextTurn } from 'node:timers'
import { CommitUnknownError, type Database, type SqlError } from './database.ts'
import { transactionGuard } from './transaction-guard.ts'

/** Most commands in one group: bounds a statement's size and a transaction's length. */
export const BATCH_MAX = 64

/** Smaller groups are not split among free lanes: each part would pay a group's fixed cost. */
export const BATCH_UNDIVIDED = 8

/** Most turns of the event loop that a group waits for arriving commands. */
const GATHERING_TURNS_MAX = BATCH_MAX

/** How a kind of command is batched. */
export type BatchOptions<On extends { readonly database: Database }, Command, Answer> = {
  /**
   * Executes all commands and returns one outcome each, in order: a result, or an Error for that command alone. An
   * error it throws concerns the group as a whole.
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
 * Group commit. A command that finds a free lane leaves in the same turn of the event loop, once everything that has
 * arrived was read. So a lone one never waits. While every lane is busy, commands wait for a lane, not for a timer, and
 * leave together.
 *
 * If one command's data makes the whole group fail, each command is retried alone, so a failing one never harms its
 * neighbours.
 *
 * One queue per database. Must not be called inside a transaction.
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
        isScheduled: false,
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
  /** Whether a group waits for arriving commands. */
  readonly gathers: boolean
  waiting: Waiting<On, Command, Answer>[]
  groupsUnderWay: number
  /** Commands that have left and have no answer yet. */
  underWay: number
  /** A group is already scheduled to leave in the next turn. */
  isScheduled: boolean
}

/** The embedded database runs one statement at a time: a second lane would only split a group in two. */
function lanesOf(database: Database, { concurrency = 1 }: { readonly concurrency?: number }): number {
  return database.kind === 'pglite' ? 1 : concurrency
}

/** Work for many requests runs in nobody's log context and nobody's transaction. */
const forNobody = AsyncLocalStorage.snapshot()

function leave<On extends { readonly database: Database }, Command, Answer>(queue: Queue<On, Command, Answer>): void {
  if (queue.isScheduled || queue.waiting.length === 0 || queue.groupsUnderWay >= queue.lanes) return
  queue.isScheduled = true
  // The embedded database blocks this thread: without the wait, no request would be read between two groups.
  gather(queue, GATHERING_TURNS_MAX, () => {
    queue.isScheduled = false
    const group = takeGroup(queue)
    queue.groupsUnderWay++
    queue.underWay += group.length
    const [first] = group
    if (first !== undefined) queue.options.onGroup?.(first.on, group.length)
    void forNobody(() => runGroup(queue.options, group)).finally(() => {
      queue.groupsUnderWay--
      queue.underWay -= group.length
      leave(queue)
    })
    leave(queue)
  })
}

/**
 * Calls back in the next turn of the event loop. A turn accepts at most one new connection, and on the embedded
 * database a group makes a turn long. There it keeps waiting while each turn brings another command: otherwise a
 * crowd's last connection would wait for one group per earlier connection.
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

/** Takes the longest-waiting commands, one per key, up to a lane's share of all, so that no lane takes them all. */
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

async function runGroup<On extends { readonly database: Database }, Command, Answer>(
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
    if (group.length === 1 || !isOneCommandsFault(error)) {
      for (const { reject } of group) reject(error)
      return
    }
    for (const each of group) await runGroup(options, [each])
  }
}

/**
 * Whether one command's data caused the failure: a value or row (classes 22 and 23), a rule of ours (JL), or an error
 * of our own. Retrying while the database is down or slow makes it worse. The outcome of a broken commit is unknown, so
 * it is not retried here.
 */
function isOneCommandsFault(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof CommitUnknownError) return false
  const { code } = error as SqlError
  return code === undefined ? false : /^(?:22|23|JL|P0)/.test(code)
}
