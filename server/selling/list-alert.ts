import type { BatchId, UserId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import { addAlert } from '#server/outbox/alerts/add-alert.ts'
import type { AlertFacts } from '#server/outbox/alerts/kinds/kinds.ts'
import { OPEN_STATES } from '#server/payments/orders/machine.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { type Claim, inFence } from '#server/platform/jobs/queue.ts'
import type { JobResult } from '#server/platform/jobs/worker.ts'

/**
 * Makes the single summary of a list once every sale of it has ended. Each sale wakes this job in the transaction that
 * ends it. The job is removed only if nobody has woken it since it was claimed, so a sale that commits after the count
 * runs it again.
 */
export async function summarizeList(deps: Deps, claim: Claim): Promise<JobResult> {
  const userId = claim.userId as UserId
  const batchId = claim.subjectId as BatchId
  await inFence(deps.database, claim, async (tx) => {
    const outcome = await countOutcome(tx, userId, batchId)
    if (outcome === null) return
    await addAlert(tx, deps, {
      userId,
      kind: 'list-ended',
      subjectId: batchId,
      facts: { batchId, ...outcome },
    })
  })
  return 'done'
}

type Outcome = Omit<AlertFacts['list-ended'], 'batchId'>

/** How the sales of a list ended; null while one has not. */
async function countOutcome(sql: Sql, userId: UserId, batchId: BatchId): Promise<Outcome | null> {
  const [counted] = await sql.query<Omit<Outcome, 'completedKobo'> & { open: number; completedKobo: bigint }>(
    `select count(*) filter (where state = any($3::text[]))::int as open,
       count(*) filter (where state in ('settled', 'late_success'))::int as completed,
       count(*) filter (where state = 'released' and not cancelled)::int as failed,
       count(*) filter (where state = 'released' and cancelled)::int as cancelled,
       count(*) filter (where state = 'returned')::int as reversed,
       count(*) filter (where by_team)::int as "byTeam",
       coalesce(sum(total_kobo) filter (where state in ('settled', 'late_success')), 0)::bigint as "completedKobo"
     from (
       select o.state, o.total_kobo, o.ended_by_request is not null as by_team, exists (
           select 1 from order_steps s where s.user_id = o.user_id and s.order_id = o.id and s.event = 'cancelled'
         ) as cancelled
       from order_batches b join orders o on o.user_id = b.user_id and o.quote_id = any(b.quote_ids)
       where b.user_id = $1 and b.id = $2
     ) as sales`,
    [userId, batchId, OPEN_STATES],
  )
  if (counted === undefined || counted.open > 0) return null
  const { open: _, completedKobo, ...counts } = counted
  return { ...counts, completedKobo: `${completedKobo}` }
}
