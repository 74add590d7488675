import { openAfterRestore, type Reconsidered } from '#server/controls/restore/after-restore.ts'
import { restoreBackup } from '#server/controls/restore/restore-backup.ts'
import type { Table } from '#server/platform/backups/content.ts'
import { backupLines, type VerifiedBackup, verifyBackup } from '#server/platform/backups/file.ts'
import {
  findSecret,
  nameOf,
  openPlace,
  type Place,
  placeFromEnvironment,
  placeSecret,
  readSecret,
  requireVerifiedConnection,
} from '#server/platform/backups/installation.ts'
import { CLOCK_BOUND_MS } from '#server/platform/clock.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { CannotRunError, RefusedError } from '#server/platform/errors.ts'
import { commandOf, DONE, describeRows, logOf, printHelp, REFUSED, readOptions } from './command.ts'
import type { CommandIo } from './io.ts'
import { runAsProgram } from './program.ts'

const HELP = `npm run restore: fills an empty database from a backup, and audits it.

  npm run restore -- --from FILE
  npm run restore -- --from FILE --made-at 2026-11-22T03:00:00Z
                  for a backup made with a clock that was ahead: its real time; if unsure, give an earlier one
  npm run restore -- --done-until 2026-11-22T03:00:00Z
                  after PostgreSQL's own tools restored it to this moment: stops money and audits it, before the first start
  --secret FILE   the secret, if it is neither in JARA_SECRET nor in DATA_DIR; it is copied to DATA_DIR/secret.key

  DATABASE_URL  an empty PostgreSQL database, as its future owner role; DATABASE_OWNER_URL takes precedence
  DATA_DIR      otherwise a folder without a database (./data)

Make sure that the backup's installation no longer runs anywhere: two copies would pay twice.
A restored installation starts stopped: no money moves until everything the providers did since the backup is matched.

Exit code: 0 done and the books are clean, 1 refused or they are not, 2 could not run.`

async function main(io: CommandIo): Promise<number> {
  const words = readOptions(io, ['from', 'made-at', 'done-until', 'secret'])
  if (words === null) return printHelp(io, HELP)
  const place = placeFromEnvironment(io.env, 'owner')
  if (words['done-until'] !== undefined) {
    await setStop(io, place, parseTime('done-until', words['done-until']))
    return await booksAreClean(io, place)
  }
  if (words.from === undefined) throw new CannotRunError(`from what? --from FILE\n\n${HELP}`)
  const secret = words.secret === undefined ? findSecret(io.env, place) : readSecret(words.secret)
  if (secret === null)
    throw new CannotRunError('the secret is needed: JARA_SECRET, DATA_DIR/secret.key or --secret FILE')
  const madeAt = words['made-at'] === undefined ? null : parseTime('made-at', words['made-at'])
  await restore(io, place, { file: words.from, secret, madeAt })
  return await booksAreClean(io, place)
}

async function restore(
  io: CommandIo,
  place: Place,
  of: { file: string; secret: Buffer; madeAt: Date | null },
): Promise<void> {
  const backup = await verifyBackup(of.file, of.secret)
  const now = new Date()
  const madeAt = of.madeAt ?? new Date(backup.header.madeAt)
  refuseFuture(madeAt, now)
  if ((await modeIn(backup, of.secret)) === 'live') requireVerifiedConnection(place)
  // Before the new database exists, so that no start ever creates another secret.
  placeSecret(io.env, place, of.secret)
  const database = await openPlace(io.env, place, { make: true })
  try {
    const { secret } = of
    const restored = await restoreBackup(database, { backup, secret, madeAt, now, log: logOf(io) })
    const { rows, sha256, reconsidered } = restored
    io.print(`${nameOf(place)}: ${describeRows(rows)} as of ${madeAt.toISOString()}, rows sha256 ${sha256}`)
    tellWhatIsOpen(io, madeAt.toISOString(), reconsidered)
  } finally {
    await database.close()
  }
}

/** Everything the providers did since the backup must be matched. From a time in the future, nothing would be. */
function refuseFuture(madeAt: Date, now: Date): void {
  if (madeAt.getTime() - now.getTime() <= CLOCK_BOUND_MS) return
  throw new RefusedError(
    `this backup says it was made at ${madeAt.toISOString()}, which is in the future. Correct this machine's clock; or, if the clock was wrong when the backup was made, give its real time with --made-at`,
  )
}

/** The mode of a backup, read before any of its rows is loaded. */
async function modeIn(backup: VerifiedBackup, secret: Buffer): Promise<string | undefined> {
  let columns: Table['columns'] | null = null
  for await (const lines of backupLines(backup, secret)) {
    for (const line of lines) {
      if (columns !== null) return (JSON.parse(line) as string[])[columns.findIndex(([name]) => name === 'mode')]
      if (line.startsWith('{"table":"installation"')) ({ columns } = JSON.parse(line) as Table)
    }
  }
  return undefined
}

/** For a database that another tool restored: does what `--from` does after loading the rows. */
async function setStop(io: CommandIo, place: Place, until: Date): Promise<void> {
  const database = await openPlace(io.env, place, { make: false })
  try {
    await migrate(database)
    const now = new Date()
    refuseFuture(until, now)
    const of = { madeAt: until, now, backup: `${nameOf(place)} as its own tools restored it` }
    const { maybeSent, forPeople } = await openAfterRestore(database, logOf(io), of)
    tellWhatIsOpen(io, until.toISOString(), { maybeSent, forPeople })
  } finally {
    await database.close()
  }
}

function parseTime(option: string, text: string): Date {
  const at = new Date(text)
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d.*Z$/.test(text) && !Number.isNaN(at.getTime())) return at
  throw new CannotRunError(`--${option}: a time in UTC is needed, such as 2026-11-22T03:00:00Z`)
}

function tellWhatIsOpen(io: CommandIo, since: string, { maybeSent, forPeople }: Reconsidered): void {
  io.print(`money is stopped: nothing moves until what the providers did since ${since} is matched`)
  io.print(`${maybeSent} orders that were about to be sent may have been sent; ${forPeople} of them need a person`)
}

/** Runs the audit as a separate program, because it shares no code with what it audits. */
async function booksAreClean(io: CommandIo, { databaseUrl, dataFolder }: Place): Promise<number> {
  const env = { ...io.env, DATA_DIR: dataFolder, DATABASE_URL: databaseUrl ?? '', DATABASE_URL_FILE: '' }
  const code = await io.runAudit(env)
  if (code === 0) return DONE
  io.printError(
    'restore: the books of this backup are not clean: do not start it. Try an older backup, but keep this one',
  )
  return REFUSED
}

export const restoreCommand = commandOf('restore', main)
await runAsProgram(import.meta.main, restoreCommand)
