import { REQUESTS_OF_SUBJECT_MAX, REQUESTS_WAITING_MAX } from '#contract/console/limits.ts'
import type { OperatorId } from '#contract/ids.ts'
import { lagosMoment } from '#contract/time.ts'
import type { Deps } from '#server/deps.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { RefusedError } from '#server/platform/errors.ts'

/**
 * Limits one operator's waiting requests, to leave room for others'. `subject` is null before it has an id.
 *
 * @throws RefusedError when too many of theirs wait, in all or about this subject
 */
export async function requireRoom(
  sql: Sql,
  { clock }: Pick<Deps, 'clock'>,
  { by, act, subject }: { by: OperatorId; act: string; subject: string | null },
): Promise<void> {
  const [own] = await sql.query<{ all: number; same: number; endsAt: Date | null }>(
    `select count(*)::int as all, (count(*) filter (where r.act = $3 and r.subject = $4))::int as same,
       min(r.expires_at) as "endsAt"
     from operator_requests r where r.confirmed_at is null and r.expires_at > $1 and r.requested_by = $2`,
    [clock.now(), by, act, subject],
  )
  const { all, same, endsAt } = own ?? { all: 0, same: 0, endsAt: null }
  const until = endsAt === null ? '' : `, or until the oldest ends ${lagosMoment(endsAt)}`
  if (same >= REQUESTS_OF_SUBJECT_MAX)
    throw new RefusedError(`you have asked for this ${same} times already: wait until another operator decides${until}`)
  if (all >= REQUESTS_WAITING_MAX)
    throw new RefusedError(
      `${all} of your proposals wait, the most that one operator may have: wait until another operator confirms one${until}`,
    )
}
