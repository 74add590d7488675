import fs from 'node:fs'
import path from 'node:path'
import { type Environment, withSecretFiles } from '#server/platform/config/secrets.ts'
import type { Mode } from '#server/platform/config/setting.ts'
import { parseSecret, SECRET_FORM } from '#server/platform/crypto/secret.ts'
import { isConnectionSecure } from '#server/platform/db/connection-security.ts'
import type { Database, Sql } from '#server/platform/db/database.ts'
import { openPglite } from '#server/platform/db/pglite.ts'
import { fsyncPath } from '#server/platform/db/pglite-durable-fs.ts'
import { openPostgres } from '#server/platform/db/postgres.ts'
import { CannotRunError, RefusedError } from '#server/platform/errors.ts'

/** Where an installation keeps its database: on a PostgreSQL server or in a data folder. */
export type Place = { readonly databaseUrl: string | null; readonly dataFolder: string }

/**
 * The installation that the environment names, as `npm start` would take it. `owner`: connects as the role that owns
 * the tables, for work the app's role may not do.
 */
export function placeFromEnvironment(env: Environment, as: 'app' | 'owner' = 'app'): Place {
  const { DATABASE_URL, DATABASE_LISTEN_URL, DATABASE_OWNER_URL, DATA_DIR } = settingsIn(env)
  // A command needs a session of its own, so it bypasses any pooler.
  const databaseUrl = (as === 'owner' && DATABASE_OWNER_URL) || DATABASE_LISTEN_URL || DATABASE_URL || null
  return { databaseUrl, dataFolder: DATA_DIR || './data' }
}

/**
 * The environment, including secrets from files.
 *
 * @throws CannotRunError when one of those files cannot be used
 */
function settingsIn(environment: Environment): Environment {
  const { env, wrong } = withSecretFiles(environment)
  if (wrong.length > 0) throw new CannotRunError(wrong.join('\n'))
  return env
}

/** `postgres://…`, or a data folder. */
export function placeFrom(text: string): Place {
  return text.startsWith('postgres') ? { databaseUrl: text, dataFolder: '' } : { databaseUrl: null, dataFolder: text }
}

/** A name for people: the address without its password, or the folder. */
export function nameOf({ databaseUrl, dataFolder }: Place): string {
  if (databaseUrl === null) return `the embedded database in ${dataFolder}`
  const { hostname, pathname } = new URL(databaseUrl)
  return `the PostgreSQL database ${pathname.slice(1)} on ${hostname}`
}

/**
 * Opens one connection, so any other connection is somebody else's. `make`: creates a missing embedded database.
 *
 * @throws RefusedError when the books are real, or live mode is requested, over a connection that does not verify the
 *   server
 */
export async function openPlace(env: Environment, place: Place, { make }: { make: boolean }): Promise<Database> {
  if (place.databaseUrl !== null) return await openServer(env, place, place.databaseUrl)
  const folder = path.join(place.dataFolder, 'pglite')
  if (!make && !fs.existsSync(path.join(folder, 'PG_VERSION'))) {
    throw new CannotRunError(`there is no database in ${folder}`)
  }
  return await openPglite(folder)
}

async function openServer(env: Environment, place: Place, url: string): Promise<Database> {
  // In live mode, refuse before anything is sent.
  if (env.JARA_MODE === 'live') requireVerifiedConnection(place)
  const database = await openPostgres({ url, poolMax: 1 })
  try {
    if ((await modeOf(database)) === 'live') requireVerifiedConnection(place)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

/** The mode the books belong to; null if they were never started. */
export async function modeOf(sql: Sql): Promise<Mode | null> {
  const [there] = await sql.query<{ there: boolean }>("select to_regclass('installation') is not null as there")
  if (there?.there !== true) return null
  const [row] = await sql.query<{ mode: Mode }>('select mode from installation')
  return row?.mode ?? null
}

/** @throws RefusedError when real books would travel over a connection that does not verify the server */
export function requireVerifiedConnection({ databaseUrl }: Place): void {
  if (databaseUrl === null || isConnectionSecure(databaseUrl)) return
  throw new RefusedError('the address of a live database on another machine needs sslmode=verify-full')
}

/** The installation's secret from the environment or its data folder; null when neither has it. */
export function findSecret(env: Environment, place: Place): Buffer | null {
  const { JARA_SECRET } = settingsIn(env)
  if (JARA_SECRET) return secretIn(JARA_SECRET, 'JARA_SECRET')
  const file = secretFile(place)
  return fs.existsSync(file) ? readSecret(file) : null
}

/** The previous secret while a change of secret is under way; null otherwise. */
export function findFormerSecret(env: Environment): Buffer | null {
  const { JARA_SECRET_BEFORE: before } = settingsIn(env)
  return before ? secretIn(before, 'JARA_SECRET_BEFORE') : null
}

/** @throws CannotRunError when the file holds anything but a secret */
export function readSecret(file: string): Buffer {
  if (!fs.existsSync(file)) throw new CannotRunError(`there is no file ${file}`)
  if (!fs.statSync(file).isFile()) throw new CannotRunError(`${file} is a folder or a device, not a secret`)
  return secretIn(fs.readFileSync(file, 'utf8').trim(), file)
}

function secretIn(text: string, where: string): Buffer {
  const secret = parseSecret(text)
  if (secret !== null) return secret
  throw new CannotRunError(`${where} does not hold ${SECRET_FORM}`)
}

/**
 * Writes the secret where a start with this data folder looks for it, unless it is there or in the environment already.
 *
 * @throws CannotRunError when another secret is there: with it no password and no PIN would match
 */
export function placeSecret(env: Environment, place: Place, secret: Uint8Array): void {
  const there = findSecret(env, place)
  if (there !== null) {
    if (there.equals(secret)) return
    throw new CannotRunError(`JARA_SECRET or ${secretFile(place)} is another secret than the one that belongs to this`)
  }
  fs.mkdirSync(place.dataFolder, { recursive: true, mode: 0o700 })
  const file = secretFile(place)
  fs.writeFileSync(file, Buffer.from(secret).toString('hex'), { mode: 0o600, flag: 'wx', flush: true })
  fsyncPath(place.dataFolder)
}

function secretFile({ dataFolder }: Place): string {
  return path.join(dataFolder, 'secret.key')
}
