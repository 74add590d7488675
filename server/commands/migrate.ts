import {
  modeOf,
  openPlace,
  type Place,
  placeFromEnvironment,
  requireVerifiedConnection,
} from '#server/platform/backups/installation.ts'
import type { Environment } from '#server/platform/config/secrets.ts'
import { requireUsable, roleOf } from '#server/platform/db/grants.ts'
import { migrateAsOwner } from '#server/platform/db/open.ts'
import { openPostgres } from '#server/platform/db/postgres.ts'
import { CannotRunError } from '#server/platform/errors.ts'
import { commandOf, DONE, printHelp, readOptions } from './command.ts'
import type { CommandIo } from './io.ts'
import { runAsProgram } from './program.ts'

const HELP = `npm run migrate: migrates the schema of a PostgreSQL database, and grants the app's role what it needs.

  DATABASE_OWNER_URL  the role that owns the tables
  DATABASE_URL        the role that the running Jara uses

A start with DATABASE_OWNER_URL does the same. With this command the running Jara need not know that address.

Exit code: 0 done, 1 refused, 2 could not run.`

async function main(io: CommandIo): Promise<number> {
  if (readOptions(io, []) === null) return printHelp(io, HELP)
  const [owner, app] = [placeFromEnvironment(io.env, 'owner'), placeFromEnvironment(io.env)]
  if (owner.databaseUrl === null || owner.databaseUrl === app.databaseUrl)
    throw new CannotRunError(`DATABASE_URL and DATABASE_OWNER_URL are needed\n\n${HELP}`)
  const role = await workingRole(io.env, owner, app)
  const ran = await migrateAsOwner(owner.databaseUrl, role)
  const database = await openPlace(io.env, app, { make: false })
  await requireUsable(database).finally(() => database.close())
  io.print(ran.length === 0 ? 'the schema is up to date' : `migrated: ${ran.join(', ')}`)
  io.print(`the role ${role} has exactly the rights that the program needs`)
  return DONE
}

/**
 * The database role that the program works as. Only the owner can read the mode; in live mode the program's own
 * connection must be safe too.
 */
async function workingRole(env: Environment, owner: Place, app: Place): Promise<string> {
  const books = await openPlace(env, owner, { make: false })
  if ((await modeOf(books).finally(() => books.close())) === 'live') requireVerifiedConnection(app)
  const working = await openPostgres({ url: app.databaseUrl ?? '', poolMax: 1 })
  return await roleOf(working).finally(() => working.close())
}

export const migrateCommand = commandOf('migrate', main)
await runAsProgram(import.meta.main, migrateCommand)
