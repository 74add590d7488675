import { randomUUID } from 'node:crypto'
import type { Database } from '#server/platform/db/database.ts'
import { readStartupBlock, removeStartupBlock, writeStartupBlock } from '#server/platform/db/startup-block.ts'
import { RefusedError } from '#server/platform/errors.ts'
import { asOneSnapshot, type ContentFacts, contentFacts, readContent } from './content.ts'
import { loadContent, readApplied } from './load.ts'

/**
 * Moves everything from one database to an empty one, of the same kind or the other. The old one is closed first and never
 * opens again once the new one may: two live copies of one ledger would pay twice. Cut short at any point, at most one of
 * them can be started, and the same command finishes it or begins again.
 *
 * @throws RefusedError when somebody else is connected to the old one, the new one is not empty, or it was moved before
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
    // Nothing in the new one can be started: the old one stays what it was.
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

/** The last step of a move that ended between closing the old one for good and opening the new one. */
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

/** A program that started before the mark was there does not know of it. The embedded database lets no second one in. */
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
