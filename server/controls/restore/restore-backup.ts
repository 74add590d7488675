import { randomUUID } from 'node:crypto'
import path from 'node:path'
import type { ContentFacts } from '#server/platform/backups/content.ts'
import { backupLines, type VerifiedBackup } from '#server/platform/backups/file.ts'
import { loadContent } from '#server/platform/backups/load.ts'
import { refuseOtherSecret } from '#server/platform/crypto/secret-check.ts'
import type { Database } from '#server/platform/db/database.ts'
import { RefusedError } from '#server/platform/errors.ts'
import type { Logger } from '#server/platform/log.ts'
import { openAfterRestore, type Reconsidered } from './after-restore.ts'

export type Restored = ContentFacts & { readonly reconsidered: Reconsidered }

/**
 * Fills an empty database from a backup and makes it safe to start. Does not check that the books add up: whoever
 * restores must also run the audit, a separate program.
 *
 * @throws RefusedError as loadContent, and when a row is refused; WrongSecretError
 */
export async function restoreBackup(
  database: Database,
  of: {
    readonly backup: VerifiedBackup
    readonly secret: Uint8Array
    readonly madeAt: Date
    readonly now: Date
    readonly log: Logger
  },
): Promise<Restored> {
  const { backup, secret, madeAt, now, log } = of
  const lines = () => backupLines(backup, secret)
  const facts = await loadContent(database, {
    lines,
    migrations: backup.header.migrations,
    moveId: randomUUID(),
  }).catch((error: unknown) => {
    if (!isRefusal(error)) throw error
    throw new RefusedError(`${backup.file} cannot be restored: ${error.message}`, { cause: error })
  })
  // Before opening: a backup sealed with another secret than its rows were made with must never start.
  await refuseOtherSecret(database, secret)
  const reconsidered = await openAfterRestore(database, log, { madeAt, now, backup: path.basename(backup.file) })
  return { ...facts, reconsidered }
}

/**
 * Whether the database or a migration refuses the backup's content. A lack of disk space, memory or connections is not
 * the backup's fault.
 */
function isRefusal(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  const { code, cause } = error as { code?: string; cause?: unknown }
  return /^(?:2|4|J|P0)/.test(code ?? '') || isRefusal(cause)
}
