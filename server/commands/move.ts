import {
  findSecret,
  modeOf,
  nameOf,
  openPlace,
  placeFrom,
  placeFromEnvironment,
  placeSecret,
  requireVerifiedConnection,
} from '#server/platform/backups/installation.ts'
import { moveContent } from '#server/platform/backups/move.ts'
import { refuseOtherSecret } from '#server/platform/crypto/secret-check.ts'
import { CannotRunError } from '#server/platform/errors.ts'
import { commandOf, DONE, describeRows, printHelp, readOptions } from './command.ts'
import type { CommandIo } from './io.ts'
import { runAsProgram } from './program.ts'

const HELP = `npm run move: moves everything to an empty database, and closes the old one for good.

  npm run move -- --to postgres://user@host/database   to PostgreSQL
  npm run move -- --to /path/to/folder                 to an embedded database in this data folder

  DATABASE_URL  from this PostgreSQL database, as its owner role; DATABASE_OWNER_URL takes precedence
  DATA_DIR      otherwise from the embedded database in this folder (./data)

Stop every Jara first. Every row arrives byte for byte, or nothing does; afterwards the old database refuses to start. If it
was interrupted, run it again.

Exit code: 0 done, 1 refused, 2 could not run.`

async function main(io: CommandIo): Promise<number> {
  const words = readOptions(io, ['to'])
  if (words === null) return printHelp(io, HELP)
  if (words.to === undefined) throw new CannotRunError(`where to? --to postgres://… or a folder\n\n${HELP}`)
  const [source, target] = [placeFromEnvironment(io.env, 'owner'), placeFrom(words.to)]
  const secret = findSecret(io.env, source)
  const from = await openPlace(io.env, source, { make: false })
  try {
    if ((await modeOf(from)) === 'live') requireVerifiedConnection(target)
    if (secret !== null) await refuseOtherSecret(from, secret)
    // Before the new database exists, so that no start ever creates another secret.
    if (target.databaseUrl === null && secret !== null) placeSecret(io.env, target, secret)
    const to = await openPlace(io.env, target, { make: true })
    try {
      const { rows, sha256 } = await moveContent({ from, to, toName: nameOf(target), now: new Date() })
      io.print(`${nameOf(target)} has everything: ${describeRows(rows)}, rows sha256 ${sha256}`)
      io.print(`${nameOf(source)} refuses to start from now on`)
    } finally {
      await to.close()
    }
  } finally {
    await from.close()
  }
  const where =
    target.databaseUrl === null
      ? `DATA_DIR=${target.dataFolder}`
      : 'DATABASE_URL and the DATA_DIR or JARA_SECRET you have'
  io.print(`start Jara with ${where}: the secret stays the same`)
  return DONE
}

export const moveCommand = commandOf('move', main)
await runAsProgram(import.meta.main, moveCommand)
