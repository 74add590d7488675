import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { type Database, isSqlError } from './database.ts'
import { CLOSED_ID, type StartupBlock } from './startup-block.ts'

/** The database was written by a newer program or before the first version, has changed migrations, or is closed. */
export class SchemaMismatchError extends Error {
  override readonly name = 'SchemaMismatchError'
}

export type Migration = { id: string; sql: string; checksum: string }

const folder = path.join(import.meta.dirname, '..', '..', 'migrations')

/** Why a database or backup from before the first version is refused. */
export const BEFORE_FIRST_VERSION =
  'this was written by a development version of Jara from before 0.1.0, which no later version reads: begin with an empty database. Nothing was changed'

/** Whether these migrations belong to a schema from before the first version. */
export function isBeforeFirstVersion(ids: readonly string[]): boolean {
  return ids[0] === '0001_ledger'
}

/** The numbered SQL files of server/migrations, in order. */
export function readMigrations(from = folder): Migration[] {
  return fs
    .readdirSync(from)
    .filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name))
    .sort()
    .map((name) => {
      // Normalises line endings: a Windows clone would otherwise count as changed.
      const sql = fs.readFileSync(path.join(from, name), 'utf8').replaceAll('\r\n', '\n')
      return { id: name.replace(/\.sql$/, ''), sql, checksum: createHash('sha256').update(sql).digest('hex') }
    })
}

/**
 * Applies each missing migration in its own transaction, under a lock, so that several nodes may start at once. Forward
 * only. Returns the ids that ran here.
 *
 * `closed: 'allowed'` is for filling a database that may not start yet.
 *
 * @throws SchemaMismatchError when the database has a migration that this program lacks or has with other content, or
 *   is closed; nothing is changed then
 */
export async function migrate(
  database: Database,
  migrations: readonly Migration[] = readMigrations(),
  { closed = 'refused' }: { closed?: 'refused' | 'allowed' } = {},
): Promise<string[]> {
  await database.exec(`
    ${ONE_AT_A_TIME}
    create table if not exists schema_migrations (
      id text primary key,
      checksum text not null,
      applied_at timestamptz not null default now()
    );`)
  const applied = await readApplied(database)
  refuseUnknown(applied, migrations, closed === 'allowed')
  const ran: string[] = []
  for (const migration of migrations) {
    if (isApplied(applied, migration)) continue
    if (await apply(database, migration)) ran.push(migration.id)
  }
  return ran
}

/**
 * Makes sure that the schema is current, for a role that may not migrate.
 *
 * @throws SchemaMismatchError when the database is older or newer than this program, or closed
 */
export async function requireCurrentSchema(
  database: Database,
  migrations: readonly Migration[] = readMigrations(),
): Promise<void> {
  const applied = await readApplied(database)
  refuseUnknown(applied, migrations, false)
  for (const migration of migrations) {
    if (isApplied(applied, migration)) continue
    throw new SchemaMismatchError(
      `this database is of an older version of Jara (without ${migration.id}): run npm run migrate, or start with DATABASE_OWNER_URL`,
    )
  }
}

/** One node migrates at a time. The lock may be awaited longer than the statement timeout. */
export const ONE_AT_A_TIME = `
  select set_config('statement_timeout', '0', true);
  select pg_advisory_xact_lock(727201);`

/**
 * Returns false when another node was faster. One string is one transaction on both drivers: a failure leaves nothing
 * behind.
 */
async function apply(database: Database, migration: Migration): Promise<boolean> {
  const script = `
    ${ONE_AT_A_TIME}
    do $migration$ begin
      if exists (select 1 from schema_migrations where id = '${migration.id}') then
        raise exception 'already applied' using errcode = 'JM001';
      end if;
    end $migration$;
    ${migration.sql}
    ;insert into schema_migrations (id, checksum) values ('${migration.id}', '${migration.checksum}');`
  try {
    await database.exec(script)
    return true
  } catch (error) {
    if (isSqlError(error, 'JM001')) return false
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`migration ${migration.id} failed: ${reason}`, { cause: error })
  }
}

/** Checksums of all applied migrations, by id. */
async function readApplied(database: Database): Promise<ReadonlyMap<string, string>> {
  const rows = await database.query<{ id: string; checksum: string }>(
    'select id, checksum from schema_migrations order by id collate "C"',
  )
  return new Map(rows.map(({ id, checksum }) => [id, checksum]))
}

function isApplied(applied: ReadonlyMap<string, string>, { id, checksum }: Migration): boolean {
  const ran = applied.get(id)
  if (ran !== undefined && ran !== checksum) {
    throw new SchemaMismatchError(`migration ${id} was changed after it ran on this database`)
  }
  return ran !== undefined
}

function refuseUnknown(
  applied: ReadonlyMap<string, string>,
  migrations: readonly Migration[],
  mayBeClosed: boolean,
): void {
  const closed = applied.get(CLOSED_ID)
  if (closed !== undefined && !mayBeClosed) throw new SchemaMismatchError((JSON.parse(closed) as StartupBlock).sentence)
  if (isBeforeFirstVersion([...applied.keys()])) throw new SchemaMismatchError(BEFORE_FIRST_VERSION)
  const unknown = [...applied.keys()].filter((id) => id !== CLOSED_ID && !migrations.some((each) => each.id === id))
  if (unknown.length > 0) {
    throw new SchemaMismatchError(
      `this database was written by a newer version of Jara (${unknown.join(', ')}): start that version`,
    )
  }
}
