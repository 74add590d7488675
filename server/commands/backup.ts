import fs from 'node:fs'
import path from 'node:path'
import { restoreBackup } from '#server/controls/restore/restore-backup.ts'
import type { RowCounts } from '#server/platform/backups/content.ts'
import { type VerifiedBackup, verifyBackup, writeBackup } from '#server/platform/backups/file.ts'
import {
  findSecret,
  nameOf,
  openPlace,
  placeFromEnvironment,
  readSecret,
} from '#server/platform/backups/installation.ts'
import { newestOwn, timeInName } from '#server/platform/backups/own-backups.ts'
import type { Environment } from '#server/platform/config/secrets.ts'
import { refuseOtherSecret } from '#server/platform/crypto/secret-check.ts'
import { FolderInUseError } from '#server/platform/db/folder-lock.ts'
import { readMigrations } from '#server/platform/db/migrate.ts'
import { openPgliteForOnce } from '#server/platform/db/pglite.ts'
import { CannotRunError } from '#server/platform/errors.ts'
import type { Logger } from '#server/platform/log.ts'
import { commandOf, DONE, describeRows, printHelp, REFUSED, readOptions } from './command.ts'
import type { CommandIo } from './io.ts'
import { runAsProgram } from './program.ts'

const HELP = `npm run backup: writes a consistent copy of the whole database into one sealed file.

  npm run backup -- --to /mnt/other-disk             into this folder, with the time in its name
  npm run backup -- --to /mnt/other-disk/my.backup   into this file, which must not exist
  npm run backup -- --verify FILE                    restores and audits it in a temporary database; changes nothing
  --secret FILE                                      the secret, if it is neither in JARA_SECRET nor in DATA_DIR

  DATABASE_URL  a PostgreSQL database; Jara may be running
  DATA_DIR      otherwise the embedded database in this folder (./data); Jara must be stopped. While it runs, it writes
                a backup automatically every BACKUP_EVERY_MINUTES (5) into BACKUP_DIR (DATA_DIR/backups)

The file is sealed with the installation's secret (JARA_SECRET or DATA_DIR/secret.key), which is NOT in it. Without the secret
nobody can read it, including you: keep a copy of the secret somewhere else.

--verify needs room for two copies of the database in the system's temporary folder (TMPDIR names another one). The
temporary copies are not sealed, but only their owner can read them, and they are removed at the end.

Exit code: 0 done, 1 refused or the backup cannot be used, 2 could not run.`

async function main(io: CommandIo): Promise<number> {
  const words = readOptions(io, ['to', 'verify', 'secret'])
  if (words === null) return printHelp(io, HELP)
  const place = placeFromEnvironment(io.env)
  const secret = words.secret === undefined ? findSecret(io.env, place) : readSecret(words.secret)
  if (secret === null)
    throw new CannotRunError('the secret is needed: JARA_SECRET, DATA_DIR/secret.key or --secret FILE')
  if (words.verify !== undefined) return await verify(io, words.verify, secret)
  if (words.to === undefined) throw new CannotRunError(`where to? --to FILE_OR_FOLDER\n\n${HELP}`)
  const now = new Date()
  const file = fileFor(words.to, now)
  const database = await openPlace(io.env, place, { make: false }).catch((error: unknown) => {
    throw error instanceof FolderInUseError ? new CannotRunError(whileItRuns(io.env, place.dataFolder, now)) : error
  })
  try {
    // If another secret sealed the backup, nobody would know which secret it needs.
    await refuseOtherSecret(database, secret)
    tell(io, `a backup of ${nameOf(place)}`, await writeBackup({ database, file, secret, now }))
    io.print('the secret is not in it: keep JARA_SECRET or secret.key somewhere else too')
    return DONE
  } finally {
    await database.close()
  }
}

/** Restores the backup completely into a temporary folder: an intact file may still fail to load. */
async function verify(io: CommandIo, file: string, secret: Buffer): Promise<number> {
  const backup = await verifyBackup(file, secret)
  tell(io, 'whole', backup)
  return await io.withTemporaryFolder(async (folder) => {
    const rows = await restoreOnce(folder, backup, secret)
    io.print(`restored into a temporary database: ${describeRows(rows)}, now of schema ${readMigrations().at(-1)?.id}`)
    return await auditOnce(io, folder)
  })
}

async function restoreOnce(folder: string, backup: VerifiedBackup, secret: Buffer): Promise<RowCounts> {
  const now = new Date()
  const database = await openPgliteForOnce(path.join(folder, 'pglite'))
  try {
    return (await restoreBackup(database, { backup, secret, madeAt: now, now, log: SILENT })).rows
  } finally {
    await database.close()
  }
}

async function auditOnce(io: CommandIo, folder: string): Promise<number> {
  const code = await io.runAudit({ ...io.env, DATA_DIR: folder, DATABASE_URL: '', DATABASE_URL_FILE: '' })
  if (code === DONE) return DONE
  if (code !== REFUSED) throw new CannotRunError('the audit did not run, so whether its books balance is unknown')
  io.printError(
    'backup: the books of this backup are not clean: do not restore it, and audit the installation it came from',
  )
  return REFUSED
}

const nothing = () => undefined
/** Nobody needs what this restore tells operators about orders. */
const SILENT: Logger = { debug: nothing, info: nothing, warn: nothing, error: nothing }

function tell(io: CommandIo, what: string, { file, header, rows, sha256, bytes }: VerifiedBackup): void {
  const schema = header.migrations.at(-1)?.id
  io.print(`${file}: ${what}, as of ${header.madeAt}`)
  io.print(`${describeRows(rows)}, ${bytes} bytes, schema ${schema}, rows sha256 ${sha256}`)
}

function fileFor(to: string, at: Date): string {
  const isFolder = to.endsWith(path.sep) || (fs.existsSync(to) && fs.statSync(to).isDirectory())
  return isFolder ? path.join(to, `jara-${timeInName(at)}.backup`) : to
}

function whileItRuns(env: Environment, dataFolder: string, now: Date): string {
  const newest = newestOwn(env.BACKUP_DIR || path.join(dataFolder, 'backups'), now)
  const own =
    newest === null
      ? 'It has written no backup of its own yet.'
      : `Its newest backup is ${newest.file}, ${Math.round((now.getTime() - newest.madeAt.getTime()) / 60_000)} minutes old.`
  return `Jara is running on ${dataFolder}, and only one program at a time can use the embedded database. ${own} Copy that backup, or stop Jara and run this again.`
}

export const backupCommand = commandOf('backup', main)
await runAsProgram(import.meta.main, backupCommand)
