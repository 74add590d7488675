import type { Deps } from '#server/deps.ts'
import { raiseAlarm } from '#server/outbox/alarms/raise-alarm.ts'
import type { Sql, Transaction } from '#server/platform/db/database.ts'
import { EVERYBODY } from '#server/platform/events.ts'
import { type Claim, inFence } from '#server/platform/jobs/queue.ts'
import type { JobResult } from '#server/platform/jobs/worker.ts'
import { suspendMoney } from '#server/suspension/suspensions.ts'
import { beginSnapshot, findIncoherences, type Incoherence, type Share } from './check-coherence.ts'

/** How often the books are checked, ms. */
export const CHECK_EVERY_MS = 60_000
/**
 * Ledger entries per share. Smaller books are checked whole each time; the quiet rows of larger ones take turns. The
 * embedded database does one thing at a time, so its shares are smaller.
 */
const SHARE_ENTRIES = { postgres: 100_000, pglite: 20_000 } as const
/** The most owners with recent movements to check in addition to the share, so that what moves is checked each time. */
const MOVED_MAX = 5_000
/** Nodes' clocks differ, and a transfer is dated before it is committed. */
const MOVED_OVERLAP_MS = 2 * CHECK_EVERY_MS

type Position = {
  readonly checkedAt: Date
  readonly afterOwner: string | null
  readonly roundBeganAt: Date
  readonly roundEndedAt: Date | null
}

/**
 * Checks that the books add up, in one snapshot that blocks nobody. If they do not, money out stops within that minute
 * and operators are alerted. Money that comes in, or was sent before, is still booked.
 */
export async function checkBooks(
  deps: Deps,
  claim: Claim,
  shareEntries: number = SHARE_ENTRIES[deps.database.kind],
): Promise<JobResult> {
  const before = await readPosition(deps.database)
  const now = deps.clock.now()
  const { found, share } = await deps.database.transaction(async (tx) => {
    await beginSnapshot(tx)
    const chosen = await chooseShare(tx, { entries: shareEntries, before, now })
    return { found: await findIncoherences(tx, chosen), share: chosen }
  })
  const fresh = await inFence(deps.database, claim, async (tx) => {
    await savePosition(tx, before, share, now)
    return found.length === 0 ? false : await stopForBooks(tx, deps, found)
  })
  if (fresh) deps.events.publish(EVERYBODY, { topics: ['installation'] })
  return { dueAt: new Date(now.getTime() + CHECK_EVERY_MS) }
}

async function stopForBooks(tx: Transaction, deps: Deps, found: readonly Incoherence[]): Promise<boolean> {
  const at = deps.clock.now()
  const detail = found.map((each) => `${each.rule}: ${each.detail}`).join('; ')
  const stop = await suspendMoney(tx, { id: deps.newId('stp'), reason: 'books', detail, since: null, stoppedAt: at })
  if (stop === null) return false
  await raiseAlarm(tx, deps.log, { kind: 'books-do-not-add-up', subjectId: stop.id, detail, at })
  return true
}

/**
 * The next SHARE_ENTRIES after the last share, and every owner whose money moved since the last check. Its clock may
 * have been ahead, so the earlier of both times counts.
 */
async function chooseShare(
  tx: Transaction,
  { entries, before, now }: { entries: number; before: Position | null; now: Date },
): Promise<Share> {
  const after = before?.afterOwner ?? null
  const [end] = await tx.query<{ owner: string }>(
    `select user_id as owner from ledger_entries where $1::text is null or user_id > $1
     order by user_id offset $2 limit 1`,
    [after, entries],
  )
  const upTo = end?.owner ?? null
  if (before === null || (after === null && upTo === null)) return { after, upTo, owners: [] }
  const moved = await tx.query<{ owner: string }>(
    'select distinct user_id as owner from ledger_transfers where posted_at > $1 limit $2',
    [new Date(Math.min(before.checkedAt.getTime(), now.getTime()) - MOVED_OVERLAP_MS), MOVED_MAX],
  )
  return { after, upTo, owners: moved.map(({ owner }) => owner) }
}

export async function readPosition(sql: Sql): Promise<Position | null> {
  const [row] = await sql.query<Position>(
    `select checked_at as "checkedAt", after_owner as "afterOwner", round_began_at as "roundBeganAt",
       round_ended_at as "roundEndedAt" from book_check`,
  )
  return row ?? null
}

async function savePosition(tx: Transaction, before: Position | null, { upTo }: Share, at: Date): Promise<void> {
  const isBeginning = before === null || before.afterOwner === null
  await tx.query(
    `insert into book_check (checked_at, after_owner, round_began_at, round_ended_at) values ($1, $2, $3, $4)
     on conflict (only_row) do update set checked_at = $1, after_owner = $2, round_began_at = $3, round_ended_at = $4`,
    [at, upTo, isBeginning ? at : before.roundBeganAt, upTo === null ? at : (before?.roundEndedAt ?? null)],
  )
}
