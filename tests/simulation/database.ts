import type { Database } from '#server/platform/db/database.ts'
import { openPostgres } from '#server/platform/db/postgres.ts'
import { type DatabaseKind, freshDatabase } from '#tests/support/databases.ts'

export type SimulationDatabase = {
  readonly database: Database
  drop(): Promise<void>
}

/**
 * A fresh migrated database in which everything happens in the same order each time. On PostgreSQL that takes a single
 * connection without autovacuum or autoanalyze, because they affect the order of equal rows.
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

/** Does PostgreSQL's own maintenance at a moment that the run chooses. */
export async function tidy(database: Database): Promise<void> {
  if (database.kind === 'postgres') await database.exec('vacuum analyze')
}
