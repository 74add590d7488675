import path from 'node:path'
import type { Config, Mode } from '../config.ts'
import type { Logger } from '../deps.ts'
import type { Database } from './database.ts'
import { requireDurable } from './durable-settings.ts'
import { migrate } from './migrate.ts'
import { openPglite } from './pglite.ts'
import { openPostgres } from './postgres.ts'

/** The database belongs to the other mode. Practice money and real money never share one. */
export class WrongModeError extends Error {
  override readonly name = 'WrongModeError'
}

/**
 * Opens the installation's database, brings its schema forward and makes sure of its mode.
 *
 * @throws FolderInUseError, NotDurableError, SchemaMismatchError, WrongModeError
 */
export async function openDatabase(config: Config, log: Logger, now: Date): Promise<Database> {
  const database =
    config.databaseUrl === null
      ? await openPglite(path.join(config.dataFolder, 'pglite'))
      : await openPostgres({
          url: config.databaseUrl,
          onIdleError: (error) => log.warn({ err: error }, 'an idle database connection was lost'),
        })
  try {
    await requireDurable(database, config.mode, log)
    for (const id of await migrate(database)) log.info({ migration: id }, 'migrated')
    await fixMode(database, config.mode, now)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

/** A database gets its mode once, at its first start, and keeps it for ever. */
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
