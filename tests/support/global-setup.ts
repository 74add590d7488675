import fs from 'node:fs'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { migrateFor } from '#server/platform/db/grants.ts'
import { openPostgres } from '#server/platform/db/postgres.ts'
import { APP_ROLE, PGLITE_SNAPSHOT_VARIABLE, POSTGRES_URL_VARIABLE, TEMPLATE } from './databases.ts'
import { madeDatabase } from './made-database.ts'
import { type Cluster, findPostgresFolder, startCluster } from './postgres.ts'
import { keepCompiled } from './program-environment.ts'

const root = path.join(import.meta.dirname, '..', '..')

/**
 * Before the first test: makes an empty embedded cluster to copy, and a PostgreSQL cluster with a migrated template.
 * `JARA_TEST_FSYNC=on` makes PostgreSQL really flush. Without PostgreSQL on the machine, prints that its half is
 * skipped.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  keepCompiled()
  const [stop] = await Promise.all([startPostgres(), makeEmbedded()])
  return stop
}

async function makeEmbedded(): Promise<void> {
  process.env[PGLITE_SNAPSHOT_VARIABLE] = await pgliteSnapshot()
  // Before tests start, so that no test's time includes it.
  if (process.env.JARA_TEST_FAST !== 'on') await madeDatabase()
}

async function startPostgres(): Promise<() => Promise<void>> {
  if (process.env.JARA_TEST_DATABASE === 'pglite') return async () => undefined
  if (findPostgresFolder() === null) {
    process.stderr.write('PostgreSQL is not installed: tests run on the embedded database only\n')
    return async () => undefined
  }
  const cluster = await startCluster({ fsync: process.env.JARA_TEST_FSYNC === 'on' })
  try {
    await makeTemplate(cluster)
  } catch (error) {
    await cluster.stop()
    throw error
  }
  process.env[POSTGRES_URL_VARIABLE] = cluster.url('postgres')
  return cluster.stop
}

async function makeTemplate(cluster: Cluster): Promise<void> {
  const admin = await openPostgres({ url: cluster.url('postgres') })
  await admin.exec(`create role ${APP_ROLE} login`)
  await admin.exec(`create database ${TEMPLATE}`)
  await admin.close()
  const template = await openPostgres({ url: cluster.url(TEMPLATE) })
  await migrateFor(template, APP_ROLE)
  await template.close()
}

/** Kept between runs, by PGlite's version. It holds no schema, so it never goes stale. */
async function pgliteSnapshot(): Promise<string> {
  const manifest = fs.readFileSync(path.join(root, 'node_modules/@electric-sql/pglite/package.json'), 'utf8')
  const { version } = JSON.parse(manifest) as { version: string }
  const file = path.join(root, 'node_modules/.cache/jara', `pglite-${version}.tar`)
  if (fs.existsSync(file)) return file
  const lite = await PGlite.create()
  const dump = await lite.dumpDataDir('none')
  await lite.close()
  fs.mkdirSync(path.dirname(file), { recursive: true })
  const partial = `${file}.${process.pid}`
  fs.writeFileSync(partial, Buffer.from(await dump.arrayBuffer()))
  fs.renameSync(partial, file)
  return file
}
