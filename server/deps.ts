import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import type { Events } from './events.ts'
import type { NewId } from './ids.ts'
import type { Keys } from './keys.ts'
import type { Mailer } from './mail/letter.ts'
import type { PlanLists } from './providers/plan-lists.ts'
import type { Providers } from './providers/registry.ts'

/** Time in one place, so that tests and simulations own it. */
export type Clock = { now(): Date }

export type Logger = Pick<FastifyBaseLogger, 'debug' | 'info' | 'warn' | 'error'>

/** Everything a use case may reach for. Built once in main.ts, and by tests with another clock and other ids. */
export type Deps = {
  readonly config: Config
  readonly database: Database
  readonly clock: Clock
  readonly newId: NewId
  readonly randomBytes: (count: number) => Uint8Array
  readonly keys: Keys
  readonly log: Logger
  readonly events: Events
  /** The outside parties. Whose something that exists is, it says itself: `providerFor`. */
  readonly providers: Providers
  /** What bills providers sell at fixed prices, cached for all of this process. */
  readonly plans: PlanLists
  readonly mailer: Mailer
  /** Asks the worker to look for due work now instead of at its next tick. Never needed for correctness. */
  readonly wakeWorker: () => void
}
