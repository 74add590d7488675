import type { Clock } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { Keys } from '#server/platform/crypto/keys.ts'
import type { PasswordCost } from '#server/platform/crypto/password-cost.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Mailer } from '#server/platform/email/email.ts'
import type { Events } from '#server/platform/events.ts'
import type { NewId } from '#server/platform/ids.ts'
import type { Logger } from '#server/platform/log.ts'
import type { Metrics } from '#server/platform/metrics/metrics.ts'
import type { Tracing } from '#server/platform/tracing/tracing.ts'
import type { PlanLists } from '#server/providers/bills/plan-lists.ts'
import type { Providers } from '#server/providers/registry.ts'
import type { SmsProvider } from '#server/providers/sms/sms-provider.ts'

/** Everything a use case may depend on. Built once in main.ts, and by tests with their own clock and ids. */
export type Deps = {
  readonly config: Config
  readonly database: Database
  readonly clock: Clock
  readonly newId: NewId
  readonly randomBytes: (count: number) => Uint8Array
  readonly keys: Keys
  /** A cheaper password hash for tests, which open thousands of accounts. Missing: the product's own cost. */
  readonly passwordCost?: PasswordCost
  readonly log: Logger
  readonly events: Events
  /** The outside parties. Whatever exists names its own provider: `providerFor`. */
  readonly providers: Providers
  /** The fixed-price plans of bills providers, cached for the whole process. */
  readonly plans: PlanLists
  readonly mailer: Mailer
  /** Null: SMS alerts are not offered. */
  readonly sms: SmsProvider | null
  /** Counts for monitoring. Never needed for correctness. */
  readonly metrics: Metrics
  /** Traces orders across processes, for a collector. Never needed for correctness. */
  readonly tracing: Tracing
  /** Asks the worker to look for due work now instead of at its next tick. Never needed for correctness. */
  readonly wakeWorker: () => void
}
