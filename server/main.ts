import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildApp, type Jara } from './app.ts'
import { type OwnBackups, startOwnBackups } from './backups/own-backups.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { NotDurableError } from './db/durable-settings.ts'
import { FolderInUseError } from './db/folder-lock.ts'
import { SchemaMismatchError } from './db/migrate.ts'
import { openDatabase, WrongModeError } from './db/open.ts'
import type { Clock } from './deps.ts'
import { createEvents } from './events.ts'
import { idSource } from './ids.ts'
import { keysFrom, secretFromFile } from './keys.ts'
import { DeadLinkError, refuseDeadLinks } from './link-check.ts'
import { createLog, endOnFault } from './log.ts'
import { paystackPayments } from './providers/paystack/adapter.ts'
import { vtpassBills } from './providers/vtpass/adapter.ts'
import { prepareWork } from './work-handlers.ts'

/** On SIGTERM everything in hand gets this long to end, ms. With closing the database the process ends within 10 s. */
const DRAIN_MS = 8_000

const clock: Clock = { now: () => new Date() }

async function start(config: Config): Promise<void> {
  const log = createLog(config.logLevel)
  endOnFault(log)
  // Before anything is opened, so that a refusal leaves nothing behind. A worker shows no links.
  if (config.role !== 'worker') await refuseDeadLinks(config.linksToCheck, log)
  const database = await openDatabase(config, log, clock.now())
  const secret = config.secretHex === null ? secretFromFile(config.dataFolder) : Buffer.from(config.secretHex, 'hex')
  const events = await createEvents(database, randomBytes(8).toString('hex'), log)
  const jara = await buildApp(
    {
      config,
      database,
      clock,
      newId: idSource(clock.now, randomBytes),
      randomBytes,
      keys: keysFrom(secret),
      log,
      events,
      payments: paystackPayments({ ...config.paystack, mode: config.mode, clock, log }),
      bills: vtpassBills({ ...config.vtpass, clock, log }),
    },
    log,
  )
  if (config.role !== 'worker') await jara.app.listen({ port: config.port, host: config.host })
  if (config.role !== 'web') {
    await prepareWork(database, clock.now())
    jara.worker.start()
  }
  const backups =
    config.role === 'web' || config.backups.everyMinutes === 0
      ? null
      : startOwnBackups({ database, clock, log }, { ...config.backups, secret })
  endOnSignal(jara, backups, events.close)
  console.log(`Jara (${config.mode}) is ready: ${config.publicUrl}`)
}

/** Stops taking requests and work, lets what is in hand end, then closes the books. */
function endOnSignal({ app, worker, deps }: Jara, backups: OwnBackups | null, closeEvents: () => Promise<void>): void {
  let ending = false
  async function end(): Promise<void> {
    if (ending) return
    ending = true
    // A request that waits for a provider may take longer: its answer is lost then, and nothing else.
    await Promise.race([Promise.all([app.close(), worker.stop(DRAIN_MS), backups?.stop()]), sleep(DRAIN_MS)])
    await closeEvents()
    await deps.database.close()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void end())
}

function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof DeadLinkError) {
    return `The settings are not right:\n${error.message}`
  }
  const plain = [FolderInUseError, NotDurableError, SchemaMismatchError, WrongModeError]
  if (error instanceof Error && plain.some((each) => error instanceof each)) {
    return error.message
  }
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    const port = 'port' in error ? ` ${error.port}` : ''
    return `Port${port} is in use by another program. Stop that one, or set PORT to another port.`
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

try {
  await start(readConfig(process.env))
} catch (error) {
  console.error(explain(error))
  process.exit(1)
}
