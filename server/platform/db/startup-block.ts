import type { Sql } from './database.ts'

/**
 * A database that must not be started: it was moved away, is being moved, or holds an unfinished restore.
 *
 * The mark is a row in `schema_migrations` under a name that no migration has. So every version refuses the database,
 * even one older than the mark: to it, this is a newer schema.
 */
export type StartupBlock = {
  readonly why: 'moving' | 'moved' | 'filling'
  /** The same in both databases of one move. */
  readonly moveId: string
  /** The message shown to anyone who tries to start it. */
  readonly sentence: string
}

/** Sorts behind every migration. */
export const CLOSED_ID = '9999_closed'

/** Null when the database may be started. */
export async function readStartupBlock(sql: Sql): Promise<StartupBlock | null> {
  const [there] = await sql.query<{ there: boolean }>("select to_regclass('schema_migrations') is not null as there")
  if (there?.there !== true) return null
  const [row] = await sql.query<{ checksum: string }>('select checksum from schema_migrations where id = $1', [
    CLOSED_ID,
  ])
  return row === undefined ? null : (JSON.parse(row.checksum) as StartupBlock)
}

/** Closes the database, or replaces its mark. Takes effect with the transaction. */
export async function writeStartupBlock(sql: Sql, mark: StartupBlock): Promise<void> {
  await sql.query(
    `insert into schema_migrations (id, checksum) values ($1, $2)
     on conflict (id) do update set checksum = excluded.checksum`,
    [CLOSED_ID, JSON.stringify(mark)],
  )
}

/** Reopens the database. */
export async function removeStartupBlock(sql: Sql): Promise<void> {
  await sql.query('delete from schema_migrations where id = $1', [CLOSED_ID])
}
