import type { Mode } from '#server/platform/config/setting.ts'
import type { Logger } from '#server/platform/log.ts'
import type { Database } from './database.ts'

/** The database server acknowledges commits before they are on disk. Real money is not kept on such a server. */
export class NotDurableError extends Error {
  override readonly name = 'NotDurableError'
}

/**
 * Checks that what a PostgreSQL server acknowledges survives a power cut. The embedded database proves it when opened.
 *
 * @throws NotDurableError in live mode, naming the settings that are off; with practice money only a warning is logged
 */
export async function requireDurable(database: Database, mode: Mode, log: Pick<Logger, 'warn'>): Promise<void> {
  if (database.kind !== 'postgres') return
  const off = await database.query<{ name: string }>(
    `select name from pg_settings
     where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off' order by name`,
  )
  if (off.length === 0) return
  const sentence = `PostgreSQL acknowledges what a power cut can still lose: ${off.map(({ name }) => name).join(', ')} is off.`
  if (mode === 'live') throw new NotDurableError(`${sentence} Switch it on, or use another server.`)
  log.warn(sentence)
}
