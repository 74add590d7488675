import type { Database } from '#server/platform/db/database.ts'
import { openPostgres } from '#server/platform/db/postgres.ts'
import { type DatabaseKind, freshDatabase } from '#tests/support/databases.ts'

export type SimulationDatabase = {
  readonly database: Database
  drop(): Promise<void>
}

/**
 * A fresh migrated database in which everything happens in the same order each time. On PostgreSQL that means one
 * connection, and that nothing tidies up or counts rows by itself: the order of equal rows follows from it.
 */
export async function simulationDatabase(kind: DatabaseKind): Promise<SimulationDatabase> {
  const fresh = await freshDatabase(kind)
  if (fresh.url === null) return fresh
  const database = await openPostgres({ url: fresh.url, poolMax: 1 })
  await database.exec(`do $$ declare name text; begin
    for name in select quote_ident(relname) from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
    loop execute 'alter table ' || name || ' set (autovacuum_enabled = false)'; end loop;
  end $$`)
  return {
    database,
    async drop() {
      await database.close()
      await fresh.drop()
    },
  }
}

/** What PostgreSQL would do by itself, at a moment that the run decides. */
export async function tidy(database: Database): Promise<void> {
  if (database.kind === 'postgres') await database.exec('vacuum analyze')
}
