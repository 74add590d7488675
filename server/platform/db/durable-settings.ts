import type { Mode } from '#server/platform/config/setting.ts'
import type { Logger } from '#server/platform/log.ts'
import type { Database } from './database.ts'

/** The database server says "committed" before it is on the disk. Real money is not kept in it. */
export class NotDurableError extends Error {
  override readonly name = 'NotDurableError'
}

/**
 * Asks a PostgreSQL server whether what it acknowledges survives a power cut. The embedded database proves it when it is
 * opened.
 *
 * @throws NotDurableError in live mode, naming the settings that are off; with practice money it is a warning
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
