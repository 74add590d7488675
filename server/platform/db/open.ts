import path from 'node:path'
import type { Config } from '#server/platform/config/config.ts'
import type { Mode } from '#server/platform/config/setting.ts'
import type { Logger } from '#server/platform/log.ts'
import type { Database } from './database.ts'
import { requireDurable } from './durable-settings.ts'
import { mayMigrate, migrateFor, requireUsable, roleOf } from './grants.ts'
import { migrate } from './migrate.ts'
import { openPglite } from './pglite.ts'
import { openPostgres } from './postgres.ts'

/** The database belongs to the other mode. Practice money and real money never share one. */
export class WrongModeError extends Error {
  override readonly name = 'WrongModeError'
}

/**
 * Opens the installation's database, migrates it and checks its mode. If another role owns the tables, that role
 * migrates and disconnects.
 *
 * @throws FolderInUseError, NotDurableError, SchemaMismatchError, WrongModeError, WrongRoleError
 */
export async function openDatabase(config: Config, log: Logger, now: Date): Promise<Database> {
  const onIdleError = (error: Error) => log.warn({ err: error }, 'an idle database connection was lost')
  const database =
    config.databaseUrl === null
      ? await openPglite(path.join(config.dataFolder, 'pglite'))
      : await openPostgres({ url: config.databaseUrl, listenUrl: config.databaseListenUrl, onIdleError })
  try {
    await requireDurable(database, config.mode, log)
    if (config.databaseListenUrl !== null) await warnWithoutTimeouts(database, log)
    const ran = await bringForward(database, config, log)
    for (const id of ran) log.info({ migration: id }, 'migrated')
    await fixMode(database, config.mode, now)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

async function bringForward(database: Database, { databaseOwnerUrl, mode }: Config, log: Logger): Promise<string[]> {
  if (databaseOwnerUrl !== null) {
    const ran = await migrateAsOwner(databaseOwnerUrl, await roleOf(database))
    await requireUsable(database)
    return ran
  }
  if (database.kind === 'postgres' && !(await mayMigrate(database))) {
    await requireUsable(database)
    return []
  }
  if (database.kind === 'postgres' && mode === 'live') log.warn(ONE_ROLE)
  return await migrate(database)
}

/** Behind a pooler the role must set the timeouts: without them a hanging statement keeps its connection. */
async function warnWithoutTimeouts(database: Database, log: Pick<Logger, 'warn'>): Promise<void> {
  const missing = await database.query<{ name: string }>(
    `select name from pg_settings
     where name in ('statement_timeout', 'idle_in_transaction_session_timeout') and setting = '0' order by name`,
  )
  if (missing.length > 0)
    log.warn(
      `behind a pooler the role needs ${missing.map(({ name }) => name).join(' and ')}: see docs/operate/several-machines.md`,
    )
}

/** Migrates as the tables' owner and grants `role` its privileges. Returns the ids that ran. */
export async function migrateAsOwner(ownerUrl: string, role: string): Promise<string[]> {
  const owner = await openPostgres({ url: ownerUrl, poolMax: 1 })
  try {
    return await migrateFor(owner, role)
  } finally {
    await owner.close()
  }
}

const ONE_ROLE =
  'the role in DATABASE_URL owns its tables, so anyone who gets into this process could switch their triggers off: give it one of its own, see docs/operate/live-mode.md'

/** A database gets its mode once, at its first start, and keeps it forever. */
export async function fixMode(database: Database, mode: Mode, now: Date): Promise<void> {
  await database.query('insert into installation (mode, created_at) values ($1, $2) on conflict do nothing', [
    mode,
    now,
  ])
  const [row] = await database.query<{ mode: Mode }>('select mode from installation')
  if (row?.mode !== mode) {
    throw new WrongModeError(
      `this database holds ${row?.mode} money and can never be used in ${mode} mode: use a fresh database`,
    )
  }
}
