import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type { Database } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { openPgliteInMemory } from '#server/db/pglite.ts'
import { openPostgres } from '#server/db/postgres.ts'

export type DatabaseKind = Database['kind']

/** Where the global set-up leaves the test cluster's address, for every worker and child process. */
export const POSTGRES_URL_VARIABLE = 'JARA_TEST_POSTGRES_URL'
/** Where the global set-up leaves an empty embedded cluster, so that no worker pays for making one. */
export const PGLITE_SNAPSHOT_VARIABLE = 'JARA_TEST_PGLITE_SNAPSHOT'
/** The migrated database each test database on PostgreSQL is copied from. */
export const TEMPLATE = 'jara_template'

/** The databases this run can test on. PostgreSQL is one of them when its cluster runs. */
export const databaseKinds: readonly DatabaseKind[] =
  process.env[POSTGRES_URL_VARIABLE] === undefined ? ['pglite'] : ['pglite', 'postgres']

export type FreshDatabase = {
  readonly database: Database
  /** For further connections and other processes; null for the embedded one, which has only this handle. */
  readonly url: string | null
  /** Closes it and throws it away. */
  drop(): Promise<void>
}

/** A migrated, empty database of its own. About 50 ms on PostgreSQL, 200 ms embedded (600 ms for a file's first). */
export async function freshDatabase(kind: DatabaseKind): Promise<FreshDatabase> {
  return kind === 'postgres'
    ? await freshPostgres(TEMPLATE)
    : await freshPglite(async (database) => void (await migrate(database)))
}

/** As freshDatabase, before any migration. */
export async function emptyDatabase(kind: DatabaseKind): Promise<FreshDatabase> {
  return kind === 'postgres' ? await freshPostgres('template0') : await freshPglite(async () => undefined)
}

async function freshPostgres(template: string): Promise<FreshDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`
  const admin = await administration()
  await admin.exec(`create database ${name} template ${template} strategy file_copy`)
  const url = postgresUrl(name)
  const database = await openPostgres({ url })
  return {
    database,
    url,
    async drop() {
      await database.close()
      await admin.exec(`drop database if exists ${name} with (force)`)
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

/** Embedded databases nobody uses at the moment: emptying one is much cheaper than making one. */
const idle: Database[] = []

async function freshPglite(prepare: (database: Database) => Promise<void>): Promise<FreshDatabase> {
  const lite = idle.pop() ?? (await openPgliteInMemory(snapshot()))
  await lite.exec('drop schema public cascade; create schema public; reset all')
  await prepare(lite)
  let dropped = false
  const release = async () => {
    if (!dropped) idle.push(lite)
    dropped = true
  }
  return { database: Object.assign(lite, { close: release }), url: null, drop: release }
}

function snapshot(): Blob | undefined {
  const file = process.env[PGLITE_SNAPSHOT_VARIABLE]
  return file !== undefined && fs.existsSync(path.resolve(file)) ? new Blob([fs.readFileSync(file)]) : undefined
}
