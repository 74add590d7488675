import fs from 'node:fs'
import path from 'node:path'
import type { Database } from '../db/database.ts'
import { openPglite } from '../db/pglite.ts'
import { fsyncPath } from '../db/pglite-durable-fs.ts'
import { openPostgres } from '../db/postgres.ts'
import { CannotRunError } from '../errors.ts'

/** Where an installation keeps its books: on a PostgreSQL server, or in a data folder. */
export type Place = { readonly databaseUrl: string | null; readonly dataFolder: string }

const SECRET = /^[0-9a-f]{64,}$/

/** The installation that the environment names, as `npm start` would take it. */
export function placeFromEnvironment(): Place {
  return { databaseUrl: process.env.DATABASE_URL || null, dataFolder: process.env.DATA_DIR || './data' }
}

/** `postgres://…`, or a data folder. */
export function placeFrom(text: string): Place {
  return text.startsWith('postgres') ? { databaseUrl: text, dataFolder: '' } : { databaseUrl: null, dataFolder: text }
}

/** For people: the address without its password, or the folder. */
export function nameOf({ databaseUrl, dataFolder }: Place): string {
  if (databaseUrl === null) return `the embedded database in ${dataFolder}`
  const { hostname, pathname } = new URL(databaseUrl)
  return `the PostgreSQL database ${pathname.slice(1)} on ${hostname}`
}

/** One connection: whoever else is connected is somebody else. `make`: an embedded database that is not there yet is made. */
export async function openPlace(place: Place, { make }: { make: boolean }): Promise<Database> {
  if (place.databaseUrl !== null) return await openPostgres({ url: place.databaseUrl, poolMax: 1 })
  const folder = path.join(place.dataFolder, 'pglite')
  if (!make && !fs.existsSync(path.join(folder, 'PG_VERSION'))) {
    throw new CannotRunError(`there is no database in ${folder}`)
  }
  return await openPglite(folder)
}

/** The secret of an installation as the environment or its data folder has it; null when neither does. */
export function findSecret(place: Place): Buffer | null {
  if (process.env.JARA_SECRET) return parseSecret(process.env.JARA_SECRET, 'JARA_SECRET')
  const file = secretFile(place)
  return fs.existsSync(file) ? readSecret(file) : null
}

/** @throws CannotRunError when the file holds anything but a secret */
export function readSecret(file: string): Buffer {
  if (!fs.existsSync(file)) throw new CannotRunError(`there is no file ${file}`)
  return parseSecret(fs.readFileSync(file, 'utf8').trim(), file)
}

function parseSecret(text: string, where: string): Buffer {
  if (SECRET.test(text)) return Buffer.from(text, 'hex')
  throw new CannotRunError(`${where} does not hold 64 or more hexadecimal digits`)
}

/**
 * Puts the secret where a start on this data folder looks for it, unless the environment has it or it is there.
 *
 * @throws CannotRunError when another one is there: under it no password and no PIN would be right
 */
export function placeSecret(place: Place, secret: Uint8Array): void {
  const there = findSecret(place)
  if (there !== null) {
    if (there.equals(secret)) return
    throw new CannotRunError(`JARA_SECRET or ${secretFile(place)} is another secret than the one that belongs to this`)
  }
  fs.mkdirSync(place.dataFolder, { recursive: true })
  const file = secretFile(place)
  fs.writeFileSync(file, Buffer.from(secret).toString('hex'), { mode: 0o600, flag: 'wx', flush: true })
  fsyncPath(place.dataFolder)
}

function secretFile({ dataFolder }: Place): string {
  return path.join(dataFolder, 'secret.key')
}
