import { LAGOS_OFFSET_MS } from '#contract/constants.ts'
import { DAY_MS, HOUR_MS, lagosDay } from '#contract/time.ts'
import { alertPage } from '#server/alerts/alert-round.ts'
import type { Deps } from '#server/deps.ts'
import { transferIdsSince } from '#server/ledger/posted-since.ts'
import type { Sql } from '#server/platform/db/database.ts'
import type { Claim } from '#server/platform/jobs/queue.ts'
import type { JobResult } from '#server/platform/jobs/worker.ts'

/** On the first of a month, at six in the morning in Lagos. */
const BEGINS_AFTER_MIDNIGHT_MS = 6 * HOUR_MS
/** A round that could not start within this time is skipped: nobody needs last month's statement that late. */
const BEGINS_WITHIN_MS = 7 * DAY_MS
/** With ROUND_PAGE people per page, a million are reached within three hours, at most 6,000 a minute. */
const PAGE_PAUSE_MS = 5_000

/**
 * Alerts everyone with a movement last month that their statement is ready, once, page by page. Each month is its own
 * round, so a job that runs early, late or twice changes nothing.
 */
export async function alertOfStatements(deps: Deps, claim: Claim): Promise<JobResult> {
  const now = deps.clock.now()
  const last = lastMonth(now)
  const beginsAt = new Date(last.until.getTime() + BEGINS_AFTER_MIDNIGHT_MS)
  if (now < beginsAt) return { dueAt: beginsAt }
  const next = { dueAt: new Date(last.nextUntil.getTime() + BEGINS_AFTER_MIDNIGHT_MS) }
  const id = `statement:${last.month}`
  if (now.getTime() - beginsAt.getTime() > BEGINS_WITHIN_MS && !(await hasBegun(deps.database, id))) return next
  const isOver = await alertPage(deps, claim, {
    id,
    read: async () => ({
      isFor: `exists (
        select 1 from ledger_entries e where e.user_id = u.id and e.transfer_id >= $3 and e.posted_at >= $4
          and e.posted_at < $5 and e.seq is not null and e.account_id <> 'user:' || u.id || ':held')`,
      params: [transferIdsSince(last.from), last.from, last.until],
      toAlert: (userId) => ({ userId, kind: 'statement', subjectId: id, facts: { month: last.month } }),
    }),
  })
  return isOver ? next : { dueAt: new Date(now.getTime() + PAGE_PAUSE_MS) }
}

async function hasBegun(sql: Sql, id: string): Promise<boolean> {
  return (await sql.query('select 1 from alert_rounds where id = $1', [id])).length > 0
}

/** The Lagos month before that of `now`, such as `2026-10`: its first instant, and those of the next two months. */
function lastMonth(now: Date): { month: string; from: Date; until: Date; nextUntil: Date } {
  const [year = 0, month = 0] = lagosDay(now).split('-').map(Number)
  const firstOf = (offset: number) => new Date(Date.UTC(year, month - 1 + offset, 1) - LAGOS_OFFSET_MS)
  const from = firstOf(-1)
  return { month: lagosDay(from).slice(0, 7), from, until: firstOf(0), nextUntil: firstOf(1) }
}
