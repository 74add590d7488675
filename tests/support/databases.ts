import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type { Database } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { openPgliteInMemory } from '#server/platform/db/pglite.ts'
import { openPostgres } from '#server/platform/db/postgres.ts'
import { deleteRows, fullTables, schemaOf } from './emptying.ts'
import { hasItsTurn, IS_NIGHTLY } from './nightly.ts'

export type DatabaseKind = Database['kind']

/** The variable with the test cluster's address, set by the global set-up for every worker and child process. */
export const POSTGRES_URL_VARIABLE = 'JARA_TEST_POSTGRES_URL'
/** The variable with the path of an empty embedded cluster, so that no worker has to create one. */
export const PGLITE_SNAPSHOT_VARIABLE = 'JARA_TEST_PGLITE_SNAPSHOT'
/** The migrated database from which each PostgreSQL test database is copied. */
export const TEMPLATE = 'jara_template'
/** The role that has only the rights the program needs in each of them. */
export const APP_ROLE = 'jara_app'

/** The databases of this run: PostgreSQL only if its cluster runs. `JARA_TEST_DATABASE` restricts the run to one. */
export const databaseKinds: readonly DatabaseKind[] = (
  process.env[POSTGRES_URL_VARIABLE] === undefined ? (['pglite'] as const) : (['pglite', 'postgres'] as const)
).filter((kind) => kind === (process.env.JARA_TEST_DATABASE ?? kind))

/**
 * The databases for feature tests: both in the nightly run, otherwise live mode's if available. Whatever could differ
 * between them (the database layer, the ledger, races, crashes, one journey per feature) always runs on both.
 */
export const featureDatabases: readonly DatabaseKind[] = IS_NIGHTLY ? databaseKinds : databaseKinds.slice(-1)

/**
 * The databases for tests of processes that die, hang or run out of space: both in the nightly run, otherwise they
 * alternate daily. `place` spreads such files over the days.
 */
export const databasesOfToday = (place: number): readonly DatabaseKind[] =>
  databaseKinds.length === 1 ? databaseKinds : databaseKinds.filter((_, index) => hasItsTurn(place + index, 2))

export type FreshDatabase = {
  readonly database: Database
  /** For further connections and other processes; null for the embedded database, which has only this handle. */
  readonly url: string | null
  /** The same database as the running program's role; without a schema that role may do nothing. */
  openAsApp(): Promise<Database>
  /** Closes the database and discards it. On PostgreSQL this does not wait, because ending the sessions takes time. */
  drop(): Promise<void>
}

/** A migrated, empty database of its own. About 50 ms on PostgreSQL, 200 ms embedded (600 ms for a file's first). */
export async function freshDatabase(kind: DatabaseKind): Promise<FreshDatabase> {
  return kind === 'postgres' ? await freshPostgres(TEMPLATE) : await freshPglite(true)
}

/** Like freshDatabase, before any migration. */
export async function emptyDatabase(kind: DatabaseKind): Promise<FreshDatabase> {
  return kind === 'postgres' ? await freshPostgres('template0') : await freshPglite(false)
}

/** A copy of a template on PostgreSQL. `sessions` names its sessions. */
export async function freshPostgres(template: string, sessions?: string): Promise<FreshDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`
  const admin = await administration()
  await admin.exec(`create database ${name} template ${template} strategy file_copy`)
  const url = postgresUrl(name)
  const own = new URL(url)
  if (sessions !== undefined) own.searchParams.set('application_name', sessions)
  const database = await openPostgres({ url: own.href })
  return {
    database,
    url,
    async openAsApp() {
      const asApp = new URL(own)
      asApp.username = APP_ROLE
      return await openPostgres({ url: asApp.href })
    },
    async drop() {
      await database.close()
      // A database that is not dropped disappears with the cluster.
      void admin.exec(`drop database if exists ${name} with (force)`).catch(() => undefined)
    },
  }
}

/** The address of a database of the test cluster. */
function postgresUrl(name: string): string {
  const base = process.env[POSTGRES_URL_VARIABLE]
  if (base === undefined) throw new Error('no PostgreSQL in this run: use databaseKinds to decide')
  const url = new URL(base)
  url.pathname = `/${name}`
  return url.href
}

let administrationHandle: Promise<Database> | undefined
function administration(): Promise<Database> {
  administrationHandle ??= openPostgres({ url: postgresUrl('postgres'), poolMax: 2 })
  return administrationHandle
}

/** Embedded databases not in use: emptying one is much cheaper than creating one. */
const idle: Database[] = []
/** Each one's schema after the migrations, to detect whether a test has changed it. */
const migratedSchemas = new WeakMap<Database, string>()

async function freshPglite(migrated: boolean): Promise<FreshDatabase> {
  const lite = idle.pop() ?? (await openPgliteInMemory(snapshot()))
  if (!(migrated && (await emptied(lite)))) {
    await lite.exec('drop schema public cascade; create schema public; reset all')
    migratedSchemas.delete(lite)
    if (migrated) {
      await migrate(lite)
      // Emptying would also delete rows that migrations insert: then every database is created from scratch.
      if ((await fullTables(lite)).length === 0) migratedSchemas.set(lite, await schemaOf(lite))
    }
  }
  let dropped = false
  const release = async () => {
    if (!dropped) idle.push(lite)
    dropped = true
  }
  return { database: Object.assign(lite, { close: release }), url: null, openAsApp: async () => lite, drop: release }
}

/** Deletes every row if the schema is still the migrated one: a tenth of the time of recreating the schema. */
async function emptied(lite: Database): Promise<boolean> {
  await lite.query('rollback')
  await lite.query('reset all')
  if (migratedSchemas.get(lite) !== (await schemaOf(lite))) return false
  await deleteRows(lite)
  return true
}

function snapshot(): Blob | undefined {
  const file = process.env[PGLITE_SNAPSHOT_VARIABLE]
  return file !== undefined && fs.existsSync(path.resolve(file)) ? new Blob([fs.readFileSync(file)]) : undefined
}
