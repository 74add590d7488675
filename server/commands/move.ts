import {
  findSecret,
  modeOf,
  nameOf,
  openPlace,
  placeFrom,
  placeFromEnvironment,
  placeSecret,
  requireSafeWay,
} from '#server/platform/backups/installation.ts'
import { moveContent } from '#server/platform/backups/move.ts'
import { refuseOtherSecret } from '#server/platform/crypto/secret-check.ts'
import { CannotRunError } from '#server/platform/errors.ts'
import { DONE, describeRows, printHelp, readOptions, runCommand } from './command.ts'

const HELP = `npm run move: moves everything to an empty database, and closes the old one for good.

  npm run move -- --to postgres://user@host/database   to PostgreSQL
  npm run move -- --to /path/to/folder                 to an embedded database in this data folder

  DATABASE_URL  from this PostgreSQL database, as the role that owns it; DATABASE_OWNER_URL goes before it
  DATA_DIR      otherwise from the embedded database in this folder (./data)

Stop every Jara first. Every row arrives byte for byte, or nothing does; afterwards the old database refuses to start. Run it
again when it was cut short.

Ends with 0 when it was done, 1 when it was refused, 2 when it could not run.`

await runCommand('move', async () => {
  const words = readOptions(['to'])
  if (words === null) return printHelp(HELP)
  if (words.to === undefined) throw new CannotRunError(`where to? --to postgres://… or a folder\n\n${HELP}`)
  const [source, target] = [placeFromEnvironment('owner'), placeFrom(words.to)]
  const secret = findSecret(source)
  const from = await openPlace(source, { make: false })
  try {
    if ((await modeOf(from)) === 'live') requireSafeWay(target)
    if (secret !== null) await refuseOtherSecret(from, secret)
    // Before there is anything to start, so that no start ever makes another one.
    if (target.databaseUrl === null && secret !== null) placeSecret(target, secret)
    const to = await openPlace(target, { make: true })
    try {
      const { rows, sha256 } = await moveContent({ from, to, toName: nameOf(target), now: new Date() })
      console.log(`${nameOf(target)} has everything: ${describeRows(rows)}, rows sha256 ${sha256}`)
      console.log(`${nameOf(source)} refuses to start from now on`)
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
  console.log(`start it with ${where}: the secret stays the same`)
  return DONE
})
