import { randomBytes } from 'node:crypto'
import os from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { askForTime } from '#server/controls/clock/ask-time.ts'
import { type ClockGuard, guardClock } from '#server/controls/clock/guard-clock.ts'
import { heardTimes } from '#server/controls/clock/heard-times.ts'
import { makePracticeLink } from '#server/identity/operators/enrolment-links.ts'
import { scheduleReEncryption } from '#server/installation/re-encrypt-secrets.ts'
import { startMetrics } from '#server/installation/start-metrics.ts'
import { alarmFailedBackups } from '#server/outbox/alarms/alarm-failed-backups.ts'
import { type OwnBackups, startOwnBackups } from '#server/platform/backups/own-backups.ts'
import { verifyInProcess } from '#server/platform/backups/verify-own.ts'
import { steadyClock } from '#server/platform/clock.ts'
import { type Config, ConfigError, readConfig } from '#server/platform/config/config.ts'
import { DeadLinkError, isPublicAddress, refuseDeadLinks } from '#server/platform/config/link-check.ts'
import { hasSecretFile, keysFrom, secretFromFile } from '#server/platform/crypto/keys.ts'
import {
  ensureInstallationSecret,
  FORMER_ENDS_WITHIN_MS,
  type Secrets,
  watchSecret,
} from '#server/platform/crypto/secret-change.ts'
import { refuseNewSecret, WrongSecretError } from '#server/platform/crypto/secret-check.ts'
import type { Database } from '#server/platform/db/database.ts'
import { NotDurableError } from '#server/platform/db/durable-settings.ts'
import { FolderInUseError } from '#server/platform/db/folder-lock.ts'
import { WrongRoleError } from '#server/platform/db/grants.ts'
import { SchemaMismatchError } from '#server/platform/db/migrate.ts'
import { openDatabase, WrongModeError } from '#server/platform/db/open.ts'
import { isOutOfRoom } from '#server/platform/db/room.ts'
import { WrongSettingsError } from '#server/platform/db/session-settings.ts'
import type { Mailer } from '#server/platform/email/email.ts'
import { smtpMailer } from '#server/platform/email/smtp-mailer.ts'
import { createEvents } from '#server/platform/events.ts'
import { idSource } from '#server/platform/ids.ts'
import { createLog, exitOnUnexpectedError } from '#server/platform/log.ts'
import { createMetrics, createRegistry } from '#server/platform/metrics/instruments.ts'
import { NO_METRICS } from '#server/platform/metrics/metrics.ts'
import type { MetricsServer } from '#server/platform/metrics/serve-metrics.ts'
import { OldNodeError, refuseOldNode } from '#server/platform/node-version.ts'
import { FolderError, keepFilesPrivate } from '#server/platform/private-folder.ts'
import { inBlocks } from '#server/platform/random-blocks.ts'
import { NO_TRACING, type Tracing } from '#server/platform/tracing/tracing.ts'
import { connectConfigured, connectSms } from '#server/providers/connect-configured.ts'
import { buildApp, type Jara } from './app.ts'
import { scheduleRecurringJobs } from './job-handlers.ts'

/** How long work in progress may take to end after SIGTERM, ms. */
const DRAIN_MS = 8_000
/**
 * How long closing the database may then take, ms: a hanging statement would hold its connection until its own timeout.
 */
const CLOSE_MS = 2_000

const monotonicMs = () => performance.now()
const clock = steadyClock({ wallMs: () => Date.now(), monotonicMs })

async function start(config: Config): Promise<void> {
  const log = createLog(config.logLevel)
  /** Whether this process runs jobs: emails, backups and everything that waits for a provider. */
  const works = config.role === 'all' || config.role === 'worker'
  exitOnUnexpectedError(log)
  // Before anything is opened, so that a refusal leaves nothing behind. Workers and the console show no links.
  const mayAsk = config.mode === 'live' ? isPublicAddress : () => true
  if (config.servesCustomers) await refuseDeadLinks(config.linksToCheck, log, { mayAsk })
  const database = await openDatabase(config, log, clock.now())
  const secrets = await secretsOf(config, database)
  await ensureInstallationSecret(database, log, { ...secrets, now: clock.now() })
  // Until then a process that has only the former secret may still answer. An embedded database is never shared.
  if (secrets.before !== null && database.kind === 'postgres') await sleep(FORMER_ENDS_WITHIN_MS)
  const events = await createEvents(database, randomBytes(8).toString('hex'), log)
  const registry = createRegistry()
  let guard: ClockGuard | undefined
  const heard = heardTimes(monotonicMs, () => void guard?.look())
  const metrics = config.metrics === null ? NO_METRICS : createMetrics(registry)
  const tracing = await tracingOf({ config, clock, randomBytes, log, metrics })
  const jara = await buildApp(
    {
      config,
      database,
      clock,
      newId: idSource(clock.now, inBlocks(randomBytes)),
      randomBytes,
      keys: secrets.keys,
      log,
      events,
      providers: connectConfigured(config, { clock, log, tracing, hearFrom: heard.hearFrom }),
      sms: connectSms(config, { clock, log, tracing }),
      metrics,
      tracing,
      mailer: works ? smtpMailer(config.mail) : SENDS_NOTHING,
    },
    log,
  )
  guard = guardClock({ ...jara.deps, clock }, { name: os.hostname(), monotonicMs, heard })
  // Before any request or job: a clock that cannot be right stops money first.
  await askForTime(jara.deps)
  await guard.look()
  guard.start()
  const metricsServer = config.metrics === null ? null : await startMetrics(jara.deps, config.metrics, registry)
  if (works) {
    await scheduleRecurringJobs(database, clock.now())
    if (secrets.before !== null) await scheduleReEncryption(database, clock.now())
  }
  // With PostgreSQL, backups leave no unsealed copy on this machine: operators verify them where a copy may lie.
  const verify =
    database.kind === 'pglite' ? verifyInProcess({ dataFolder: config.dataFolder, env: process.env }) : null
  const backups =
    !works || config.backups.everyMinutes === 0
      ? null
      : startOwnBackups(
          { database, clock, log, alarm: alarmFailedBackups({ database, clock, log }) },
          { ...config.backups, secret: secrets.secret, verify },
        )
  // Before the first request, so that a signal never cuts one off.
  const ending = endOnSignal(jara, { guard, backups, metricsServer }, events.close)
  if (config.role !== 'worker') await jara.app.listen({ port: config.port, host: config.host })
  if (ending.hasBegun()) return
  if (works) jara.worker.start()
  if (database.kind === 'postgres') watchSecret(database, log, secrets.secret, () => ending.begin(1))
  console.log(`Jara (${config.mode}) is ready: ${config.role === 'console' ? config.consoleUrl : config.publicUrl}`)
  if (config.servesConsole) await printPracticeLink(jara.deps)
}

/**
 * In practice mode, whoever starts Jara may open its console: until an operator has a passkey, each start prints a
 * link.
 */
async function printPracticeLink(deps: Jara['deps']): Promise<void> {
  const link = await makePracticeLink(deps)
  if (link !== null) console.log(`The operator console, for the first passkey, once and within 15 minutes: ${link}`)
}

/**
 * The secret that the installation's keys are derived from, with the former one while a change lasts. Refuses to create
 * a new secret beside a database that needs another.
 *
 * @throws ConfigError, WrongSecretError
 */
async function secretsOf(config: Config, database: Database): Promise<Secrets> {
  const { secretHex, secretBeforeHex, dataFolder } = config
  if (secretHex === null && !hasSecretFile(dataFolder)) await refuseNewSecret(database)
  const secret = secretHex === null ? secretFromFile(dataFolder) : Buffer.from(secretHex, 'hex')
  const before = secretBeforeHex === null ? null : Buffer.from(secretBeforeHex, 'hex')
  if (before?.equals(secret) === true) throw new ConfigError('JARA_SECRET_BEFORE: this is the present secret')
  return { secret, before, keys: keysFrom(secret, before) }
}

/** Without a collector, no tracing code is loaded. */
async function tracingOf(
  parts: Pick<Jara['deps'], 'config' | 'clock' | 'randomBytes' | 'log' | 'metrics'>,
): Promise<Tracing> {
  const { traces } = parts.config
  if (traces === null) return NO_TRACING
  const { startTracing } = await import('#server/platform/tracing/start-tracing.ts')
  return startTracing(parts, traces)
}

/** Only workers send emails: a process that only serves needs no connection to a mail server. */
const SENDS_NOTHING: Mailer = { send: () => Promise.reject(new Error('this process sends no emails')) }

/** What runs beside the application and its worker. */
type Beside = {
  readonly guard: ClockGuard
  readonly backups: OwnBackups | null
  readonly metricsServer: MetricsServer | null
}

type Ending = {
  begin(code: number): void
  hasBegun(): boolean
}

/** Stops accepting requests and jobs, lets those in progress end, then closes the database. */
function endOnSignal(
  { app, worker, deps }: Jara,
  { guard, backups, metricsServer }: Beside,
  closeEvents: () => Promise<void>,
): Ending {
  let hasBegun = false
  async function end(code: number): Promise<void> {
    if (hasBegun) return
    hasBegun = true
    // A request that waits for a provider may take longer. Then only its answer is lost.
    await Promise.race([
      Promise.all([app.close(), worker.stop(DRAIN_MS), backups?.stop(), guard.stop(), metricsServer?.close()]),
      sleep(DRAIN_MS),
    ])
    // Everything acknowledged is on disk, so a database that is not closed in time loses nothing.
    const isClosed = closeEvents().then(() => deps.database.close())
    await Promise.race([Promise.all([isClosed, deps.tracing.close()]), sleep(CLOSE_MS)])
    process.exit(code)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void end(0))
  return { begin: (code) => void end(code), hasBegun: () => hasBegun }
}

function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof DeadLinkError) {
    return `The settings are not right:\n${error.message}`
  }
  const plain = [
    FolderError,
    FolderInUseError,
    NotDurableError,
    OldNodeError,
    SchemaMismatchError,
    WrongModeError,
    WrongRoleError,
    WrongSecretError,
    WrongSettingsError,
  ]
  if (error instanceof Error && plain.some((each) => error instanceof each)) {
    return error.message
  }
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    const port = 'port' in error ? ` ${error.port}` : ''
    return `Port${port} is in use by another program. Stop that one, or set PORT to another port.`
  }
  if (isOutOfRoom(error)) return `A disk is full or failing (${error.message}). Free some space and start again.`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

try {
  keepFilesPrivate()
  refuseOldNode()
  await start(readConfig(process.env))
} catch (error) {
  console.error(explain(error))
  process.exit(1)
}
