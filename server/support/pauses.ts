import type { CaseId } from '#contract/ids.ts'
import type { Sql, Transaction } from '#server/platform/db/database.ts'

/** A pause of a report's deadline; `until` is null while it lasts. */
export type Pause = {
  readonly from: Date
  readonly until: Date | null
  /** The author of the message that ended it. */
  readonly endedBy: 'you' | 'support' | null
}

/** Joins the open pause `p` of each report `c`. */
export const WITH_OPEN_PAUSE = 'left join case_pauses p on p.case_id = c.id and p.until_at is null'

/** Pauses a report's clock, unless it is already paused. The caller holds the lock on the report. */
export async function beginPause(tx: Transaction, caseId: CaseId, at: Date): Promise<void> {
  await tx.query(
    `insert into case_pauses (user_id, case_id, seq, from_at)
     select user_id, id, coalesce((select max(seq) from case_pauses where case_id = $1), 0) + 1, $2
     from cases where id = $1 on conflict do nothing`,
    [caseId, at],
  )
}

/**
 * Ends the open pause, if any. The caller holds the lock on the report. If a clock was set back, the pause ends where
 * it began.
 *
 * @returns its length in milliseconds; null when there was none
 */
export async function endPause(
  tx: Transaction,
  of: { caseId: CaseId; at: Date; by: 'you' | 'support' },
): Promise<number | null> {
  const [ended] = await tx.query<{ from: Date; until: Date }>(
    `update case_pauses set until_at = greatest(from_at, $2::timestamptz), ended_by = $3
     where case_id = $1 and until_at is null returning from_at as "from", until_at as until`,
    [of.caseId, of.at, of.by],
  )
  return ended === undefined ? null : ended.until.getTime() - ended.from.getTime()
}

/** Oldest first. There are few, because an operator starts each by hand. */
export async function readPauses(sql: Sql, caseId: CaseId): Promise<Pause[]> {
  return await sql.query<Pause>(
    `select from_at as "from", until_at as until, ended_by as "endedBy" from case_pauses where case_id = $1 order by seq`,
    [caseId],
  )
}
