import { EventEmitter } from 'node:events'
import { CHANGE_TOPICS, type ChangeEvent } from '#contract/events.ts'
import { batched } from '#server/platform/db/batch.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Logger } from './log.ts'

/**
 * Tells open pages that a user's data changed. Published after the commit. A lost event costs nothing, because pages
 * read the current state whenever they reconnect.
 */
export interface Events {
  /** To one user, or to EVERYBODY. */
  publish(userId: string, event: ChangeEvent): void
  /** Calls back for each event for that user or everybody, from any node; returns a function that stops. */
  subscribe(userId: string, onEvent: (event: ChangeEvent) => void): () => void
}

export type NodeEvents = Events & {
  /** Stops hearing other nodes. */
  close(): Promise<void>
}

/** Stands in for a user's id, which begins with `usr_`. */
export const EVERYBODY = 'everybody'

const CHANNEL = 'jara_events'

/**
 * One turn's events share a transaction, because notifying transactions wait for each other. The commit is not flushed:
 * after a database crash every page reads again anyway.
 */
const notify = batched<{ readonly database: Database }, string, undefined>({
  async work({ database }, messages) {
    await database.query(
      `select pg_notify($1, message), set_config('synchronous_commit', 'off', true) from unnest($2::text[]) as message`,
      [CHANNEL, messages],
    )
    return messages.map(() => undefined)
  },
})

type Message = { readonly userId: string; readonly event: ChangeEvent }

/** The node's name comes first, so that a node can skip its own messages. */
const toPayload = (node: string, message: Message) => `${node} ${JSON.stringify(message)}`

/**
 * Delivers events within this process at once and, on PostgreSQL, to the other nodes by NOTIFY. The NOTIFY runs outside
 * any business transaction, because committing one takes a lock that all notifying transactions share.
 */
export async function createEvents(database: Database, node: string, log: Logger): Promise<NodeEvents> {
  const local = new EventEmitter().setMaxListeners(0)
  const shared = database.kind === 'postgres'
  const stop = shared
    ? await database.listen(
        CHANNEL,
        (payload) => hear(local, node, payload),
        () => tellAll(local),
      )
    : async () => undefined
  return {
    publish(userId, event) {
      local.emit(userId, event)
      if (!shared) return
      // Detached: a caller inside a transaction must not lend it its connection.
      setImmediate(() => {
        notify({ database }, toPayload(node, { userId, event })).catch((error: unknown) =>
          log.warn({ err: error }, 'an event did not reach the other nodes'),
        )
      })
    },
    subscribe(userId, onEvent) {
      for (const name of [userId, EVERYBODY]) local.on(name, onEvent)
      return () => {
        for (const name of [userId, EVERYBODY]) local.off(name, onEvent)
      }
    },
    close: stop,
  }
}

export type CommandEvents = Events & {
  /** Resolves when the nodes have been notified. Failures are logged. */
  told(): Promise<void>
}

/**
 * Events of a program that serves no pages. On the embedded database nobody needs to be told: Jara is stopped, and its
 * pages read everything when they reconnect.
 */
export function createCommandEvents(database: Database, log: Pick<Logger, 'warn'>): CommandEvents {
  const telling: Promise<unknown>[] = []
  return {
    publish(userId, event) {
      if (database.kind !== 'postgres') return
      const told = database.query('select pg_notify($1, $2)', [CHANNEL, toPayload('command', { userId, event })])
      telling.push(told.catch((error: unknown) => log.warn({ err: error }, 'open pages were not told')))
    },
    subscribe: () => () => undefined,
    told: async () => void (await Promise.all(telling)),
  }
}

function hear(local: EventEmitter, node: string, payload: string): void {
  if (payload.startsWith(`${node} `)) return
  const { userId, event }: Message = JSON.parse(payload.slice(payload.indexOf(' ') + 1))
  local.emit(userId, event)
}

/** Every page reads again, but spread over this time: a database that has just come back is busy enough. */
const TELL_ALL_MS = 5_000

/** After a gap it is unknown who missed what. */
function tellAll(local: EventEmitter): void {
  const names = local.eventNames().filter((name) => name !== EVERYBODY)
  const event: ChangeEvent = { topics: [...CHANGE_TOPICS] }
  names.forEach((name, i) => {
    setTimeout(() => local.emit(name, event), (i / names.length) * TELL_ALL_MS).unref()
  })
}
