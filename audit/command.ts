import { databaseAddress, NoAddressError } from './address.ts'
import { runAudit } from './audit.ts'
import { FolderInUseError } from './folder-lock.ts'
import { NoBooksError, type OpenBooks, openFolder, openServer } from './open.ts'
import { type Query, tableExists } from './rows.ts'
import { reportLines } from './text.ts'
import { requireVerifiedConnection, UnverifiedConnectionError } from './verified-connection.ts'

const CLEAN = 0
const PROBLEMS = 1
/** The exit code when the audit could not run. */
export const COULD_NOT_RUN = 2

const HELP = `npm run audit: checks the whole ledger without changing anything.

  DATABASE_URL  a PostgreSQL database; the app may be running. DATABASE_URL_FILE: a file that contains it
  DATA_DIR      otherwise the embedded database in this folder (./data); stop the app first, or name a copy of the folder

Ends with 0 when the books are clean, 1 when they are not, 2 when it could not run.`

/** The audit's arguments, environment and outputs. */
export type AuditIo = {
  /** What was typed after its name. */
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  /** Where the copy of an embedded database is made. */
  readonly temporaryFolder: string
  print(line: string): void
  printError(line: string): void
}

/** Audits what the environment names, and returns the exit code. */
export async function auditCommand(io: AuditIo): Promise<number> {
  try {
    return await audit(io)
  } catch (error) {
    io.printError(`audit: could not run: ${explain(error)}`)
    return COULD_NOT_RUN
  }
}

async function audit(io: AuditIo): Promise<number> {
  const { args, env } = io
  if (args.length > 0) {
    io.print(HELP)
    return args[0] === '--help' ? CLEAN : COULD_NOT_RUN
  }
  const url = databaseAddress(env)
  // Before sending anything, if the address alone already shows that the connection is unsafe.
  if (url && env.JARA_MODE === 'live') requireVerifiedConnection(url)
  const books = await (url ? openServer(url) : openFolder(env.DATA_DIR || './data', io))
  try {
    if (url && (await isLive(books.query))) requireVerifiedConnection(url)
    return await auditOpen(io, books)
  } finally {
    await books.close()
  }
}

async function isLive(query: Query): Promise<boolean> {
  if (!(await tableExists(query, 'installation'))) return false
  const [row] = await query('select mode from installation')
  return row?.mode === 'live'
}

async function auditOpen(io: AuditIo, { query, where }: OpenBooks): Promise<number> {
  await query('begin isolation level repeatable read read only')
  // Sorting years of entries takes longer than a server's timeout may allow other clients.
  await query('set local statement_timeout = 0')
  await query('set local idle_in_transaction_session_timeout = 0')
  if (!(await tableExists(query, 'ledger_transfers'))) throw new NoBooksError(`there is no ledger in ${where}`)
  const report = await runAudit(query)
  await query('rollback')
  io.print(`audit of ${where}`)
  for (const line of reportLines(report)) io.print(line)
  return report.problems === 0 ? CLEAN : PROBLEMS
}

function explain(error: unknown): string {
  if (error instanceof FolderInUseError) {
    return `${error.message}: stop the app first, or audit a copy of the folder (DATA_DIR=/path/to/copy npm run audit)`
  }
  const plain = [NoAddressError, NoBooksError, UnverifiedConnectionError]
  if (error instanceof Error && plain.some((each) => error instanceof each)) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
