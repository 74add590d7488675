import { formatNairaShort } from '#contract/money.ts'
import type { Deps } from '#server/deps.ts'
import { raiseAlarm } from '#server/outbox/alarms/raise-alarm.ts'
import { sanitizedNote, type VerificationResult } from '#server/payments/orders/evidence.ts'
import { STATES } from '#server/payments/orders/machine.ts'
import { fullerToken } from '#server/payments/orders/meter-token.ts'
import type { OrderRow } from '#server/payments/orders/order.ts'
import { keepDelivery } from '#server/payments/orders/sealed-delivery.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import type { Claim } from '#server/platform/jobs/queue.ts'
import { advanceOrder } from './advance.ts'
import { alertIfLate } from './late-orders.ts'
import type { FindingWrite } from './step.ts'
import { writeWithoutDescriptionsIfRefused } from './store-without-descriptions.ts'

/**
 * Writes what a verification found, as step.ts decided, in a transaction of the worker that holds the order. What the order is
 * afterwards has to be read again.
 */
export async function recordVerification(
  deps: Deps,
  claim: Claim,
  order: OrderRow,
  decided: FindingWrite,
): Promise<{ order: OrderRow; changed: boolean }> {
  const { finding, event } = decided
  return await writeWithoutDescriptionsIfRefused(deps, { claim, order, known: finding }, async (tx, known) => {
    await countNotFound(tx, deps, order, decided)
    await countAbsence(tx, order, decided)
    await keepLateToken(tx, order, known)
    if (known.event === 'paid' && known.sealed != null) await keepDelivery(tx, order, known.sealed)
    await raiseAlarms(tx, deps, order, { known, alarms: decided.alarms })
    const { event: _, ...evidence } = known
    const after =
      event === null
        ? { order, changed: false }
        : await advanceOrder(tx, deps, { userId: order.userId, orderId: order.id, event, evidence })
    await alertIfLate(tx, deps, after.order)
    return after
  })
}

async function countNotFound(tx: Transaction, deps: Deps, order: OrderRow, { notFound }: FindingWrite): Promise<void> {
  if (notFound === 'one-more') {
    await tx.query(
      `update orders set not_found_count = not_found_count + 1, not_found_since = coalesce(not_found_since, $3)
       where user_id = $1 and id = $2`,
      [order.userId, order.id, deps.clock.now()],
    )
  } else if (notFound === 'none') {
    await tx.query('update orders set not_found_count = 0, not_found_since = null where user_id = $1 and id = $2', [
      order.userId,
      order.id,
    ])
  }
}

async function countAbsence(tx: Transaction, order: OrderRow, { absences, finding }: FindingWrite): Promise<void> {
  if (absences === 'one-more') {
    await tx.query('update orders set absent_at = absent_at || $3::timestamptz where user_id = $1 and id = $2', [
      order.userId,
      order.id,
      finding.saidAt,
    ])
  } else if (absences === 'none') {
    await tx.query(`update orders set absent_at = '{}' where user_id = $1 and id = $2`, [order.userId, order.id])
  }
}

/** A meter's token, or one more of its numbers, may come after the proof of delivery. One that is there stays. */
async function keepLateToken(tx: Transaction, order: OrderRow, finding: VerificationResult): Promise<void> {
  if (finding.event !== 'paid' || STATES[order.state].status !== 'completed') return
  const token = fullerToken(order.token, finding.tokens ?? [])
  if (token === order.token) return
  await tx.query(
    `update orders set token = $3, units = coalesce($4, units)
     where user_id = $1 and id = $2 and token is not distinct from $5`,
    [order.userId, order.id, token, finding.units ?? null, order.token],
  )
}

async function raiseAlarms(
  tx: Transaction,
  deps: Deps,
  order: OrderRow,
  { known, alarms }: { known: VerificationResult; alarms: FindingWrite['alarms'] },
): Promise<void> {
  const at = deps.clock.now()
  const waits = `${order.state}, ${formatNairaShort(order.totalKobo)} reserved: ${sanitizedNote(known.note)}`
  const twice = `known to the provider under two references: ${sanitizedNote(known.knownTwice ?? '')}`
  for (const kind of alarms) {
    const detail = kind === 'order-known-twice' ? twice : waits
    await raiseAlarm(tx, deps.log, { kind, subjectId: order.id, detail, at })
  }
}
