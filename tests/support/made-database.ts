import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { migrate } from '#server/platform/db/migrate.ts'
import { openPglite } from '#server/platform/db/pglite.ts'

const root = path.join(import.meta.dirname, '..', '..')
const cache = path.join(root, 'node_modules/.cache/jara')

/**
 * Puts an embedded database with the schema but no rows where a program not yet started looks for its own. Creating one
 * is two thirds of the CPU time of a first start.
 */
export async function copyMadeDatabase(dataFolder: string): Promise<void> {
  fs.cpSync(await madeDatabase(), path.join(dataFolder, 'pglite'), { recursive: true })
}

/** The folder of the made database, created once per schema and kept between runs. */
export async function madeDatabase(): Promise<string> {
  const made = path.join(cache, `made-${nameOfSchema()}`)
  if (!fs.existsSync(made)) await make(made)
  return made
}

function nameOfSchema(): string {
  const hash = createHash('sha256')
  const migrations = path.join(root, 'server/migrations')
  for (const name of fs.readdirSync(migrations).sort()) hash.update(fs.readFileSync(path.join(migrations, name)))
  hash.update(fs.readFileSync(path.join(root, 'node_modules/@electric-sql/pglite/package.json')))
  return hash.digest('hex').slice(0, 16)
}

async function make(made: string): Promise<void> {
  fs.mkdirSync(cache, { recursive: true })
  const partial = fs.mkdtempSync(path.join(cache, 'making-'))
  const database = await openPglite(partial)
  await migrate(database)
  await database.close()
  try {
    fs.renameSync(partial, made)
  } catch (error) {
    // Another worker was faster.
    fs.rmSync(partial, { recursive: true })
    if (!fs.existsSync(made)) throw error
  }
}
