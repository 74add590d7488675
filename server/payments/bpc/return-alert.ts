import { BPC_RETURN_ALERT_MS, BPC_RETURN_MS } from '#contract/constants.ts'
import type { BpcId, OrderId, UserId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import { lockAvailable } from '#server/ledger/balances.ts'
import { addAlert } from '#server/outbox/alerts/add-alert.ts'
import { enqueue } from '#server/outbox/jobs/jobs.ts'
import { isClosedAccount } from '#server/payments/orders/closed-account.ts'
import { findOrder } from '#server/payments/orders/order.ts'
import type { Sql, Transaction } from '#server/platform/db/database.ts'
import { type Claim, inFence } from '#server/platform/jobs/queue.ts'
import type { JobResult } from '#server/platform/jobs/worker.ts'
import { findReturnable } from './returnable-codes.ts'

/** Schedules the reminder that a code can soon no longer be returned, in the transaction that issues the code. */
export async function scheduleReturnAlert(
  tx: Transaction,
  of: { userId: UserId; orderId: OrderId; boughtAt: Date },
): Promise<void> {
  const { userId, orderId, boughtAt } = of
  await enqueue(tx, { kind: 'bpc-return-alert', subjectId: orderId, userId, dueAt: alertAt(boughtAt), now: boughtAt })
}

function alertAt(boughtAt: Date): Date {
  return new Date(boughtAt.getTime() + BPC_RETURN_MS - BPC_RETURN_ALERT_MS)
}

/**
 * Reminds a code's owner once that they can still return it. If the job runs early, after a restore or by a clock that
 * was ahead, it waits. If it runs too late, nobody is alerted.
 */
export async function alertBeforeReturnEnds(deps: Deps, claim: Claim): Promise<JobResult> {
  const userId = claim.userId as UserId
  const orderId = claim.subjectId as OrderId
  const code = await findCode(deps.database, userId, orderId)
  if (code === null) return 'done'
  const dueAt = alertAt(code.boughtAt)
  if (deps.clock.now() < dueAt) return { dueAt }
  await inFence(deps.database, claim, async (tx) => {
    // This lock serialises the reminder with payments under this code and its return.
    await lockAvailable(tx, userId)
    if (await isClosedAccount(tx, userId)) return
    const until = (await findReturnable(tx, userId, deps.clock.now())).get(code.id)
    const order = await findOrder(tx, userId, orderId)
    if (until === undefined || order === null) return
    await addAlert(tx, deps, {
      userId,
      kind: 'bpc-return-ends',
      subjectId: orderId,
      facts: { orderId, transactionId: order.transactionId, until: until.toISOString() },
    })
  })
  return 'done'
}

async function findCode(sql: Sql, userId: UserId, orderId: OrderId): Promise<{ id: BpcId; boughtAt: Date } | null> {
  const [code] = await sql.query<{ id: BpcId; boughtAt: Date }>(
    `select id, created_at as "boughtAt" from bpc_codes where user_id = $1 and order_id = $2 and status = 'active'`,
    [userId, orderId],
  )
  return code ?? null
}
