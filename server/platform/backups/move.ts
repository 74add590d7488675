import { randomUUID } from 'node:crypto'
import type { Database } from '#server/platform/db/database.ts'
import { readStartupBlock, removeStartupBlock, writeStartupBlock } from '#server/platform/db/startup-block.ts'
import { RefusedError } from '#server/platform/errors.ts'
import { asOneSnapshot, type ContentFacts, contentFacts, readContent } from './content.ts'
import { loadContent, readApplied } from './load.ts'

/**
 * Moves everything from one database to an empty one of either kind. The old one is closed first and never opens again
 * once the new one can: two live copies of one ledger would pay twice.
 *
 * After an interruption at any point at most one of them can start; the same command resumes the move or starts over.
 *
 * @throws RefusedError when the old database has other connections, the new one is not empty, or the move was done
 *   before
 */
export async function moveContent({
  from,
  to,
  toName,
  now,
}: {
  from: Database
  to: Database
  toName: string
  now: Date
}): Promise<ContentFacts> {
  const before = await readStartupBlock(from)
  if (before?.why === 'moved') return await finishMove(to, before)
  if (before?.why === 'filling') throw new RefusedError(before.sentence)
  const moveId = randomUUID()
  const day = now.toISOString()
  await writeStartupBlock(from, {
    why: 'moving',
    moveId,
    sentence: `this database is being moved to ${toName} since ${day}: run that move again with an empty target, it was not finished`,
  })
  let facts: ContentFacts
  try {
    await refuseOthers(from)
    facts = await from.transaction(async (source) => {
      await asOneSnapshot(source)
      const migrations = await readApplied(source)
      return await loadContent(to, { lines: () => readContent(source), migrations, moveId })
    })
  } catch (error) {
    // The new database cannot start, so the old one reopens.
    await removeStartupBlock(from)
    throw error
  }
  await writeStartupBlock(from, {
    why: 'moved',
    moveId,
    sentence: `this database was moved to ${toName} on ${day}: start that one`,
  })
  await removeStartupBlock(to)
  return facts
}

/**
 * The last step of a move that was interrupted after closing the old database for good and before opening the new one.
 */
async function finishMove(to: Database, moved: { moveId: string; sentence: string }): Promise<ContentFacts> {
  const there = await readStartupBlock(to)
  if (there?.why !== 'filling' || there.moveId !== moved.moveId) throw new RefusedError(moved.sentence)
  const facts = await to.transaction(async (tx) => {
    await asOneSnapshot(tx)
    return await contentFacts(tx)
  })
  await removeStartupBlock(to)
  return facts
}

/**
 * A program that started before the mark was written does not know of it. The embedded database admits only one
 * program.
 */
async function refuseOthers(database: Database): Promise<void> {
  if (database.kind === 'pglite') return
  const [row] = await database.query<{ others: number }>(
    `select count(*)::int as others from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()
       -- Of other roles' connections only a superuser sees the type. Autovacuum's have no role.
       and (backend_type = 'client backend' or backend_type is null and usesysid is not null)`,
  )
  if (row === undefined || row.others > 0) {
    throw new RefusedError(
      `${row?.others} other connections are open to the old database: stop every Jara, and whatever else uses it, first`,
    )
  }
}
