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
import { countsAsAbsence, eventOf } from './decisions.ts'
import { alertIfLate } from './late-orders.ts'
import { WAITING_ALARMS } from './schedule.ts'
import { writeWithoutDescriptionsIfRefused } from './store-without-descriptions.ts'
import { carrierOf } from './verify-order.ts'

/**
 * Writes what a verification found, with what it means for the order (R4 to R9), in a transaction of the worker that holds it.
 * What the order is afterwards has to be read again.
 */
export async function recordVerification(
  deps: Deps,
  claim: Claim,
  order: OrderRow,
  finding: VerificationResult,
): Promise<{ order: OrderRow; changed: boolean }> {
  const event = eventOf(order, finding, deps.clock.now())
  return await writeWithoutDescriptionsIfRefused(deps, { claim, order, known: finding }, async (tx, known) => {
    await countNotFound(tx, deps, order, known)
    await countAbsence(tx, deps, order, known)
    await keepLateToken(tx, order, known)
    if (known.event === 'paid' && known.sealed != null) await keepDelivery(tx, order, known.sealed)
    await alarmIfWaiting(tx, deps, order, known)
    const { event: _, ...evidence } = known
    const after =
      event === null
        ? { order, changed: false }
        : await advanceOrder(tx, deps, { userId: order.userId, orderId: order.id, event, evidence })
    await alertIfLate(tx, deps, after.order)
    return after
  })
}

async function countNotFound(tx: Transaction, deps: Deps, order: OrderRow, finding: VerificationResult): Promise<void> {
  if (finding.event === 'not-found') {
    await tx.query(
      `update orders set not_found_count = not_found_count + 1, not_found_since = coalesce(not_found_since, $3)
       where user_id = $1 and id = $2`,
      [order.userId, order.id, deps.clock.now()],
    )
  } else if (finding.event !== 'no-answer' && order.notFoundCount > 0) {
    await tx.query('update orders set not_found_count = 0, not_found_since = null where user_id = $1 and id = $2', [
      order.userId,
      order.id,
    ])
  }
}

/** R13: an absence is counted, and whatever else the provider says of the reference makes all of them worthless. */
async function countAbsence(tx: Transaction, deps: Deps, order: OrderRow, finding: VerificationResult): Promise<void> {
  const endsAt = carrierOf(order).referenceEndsAt(deps)
  if (countsAsAbsence(order, finding, endsAt, deps.clock.now())) {
    await tx.query('update orders set absent_at = absent_at || $3::timestamptz where user_id = $1 and id = $2', [
      order.userId,
      order.id,
      finding.saidAt,
    ])
  } else if (finding.event !== 'not-found' && finding.event !== 'no-answer' && order.absentAt.length > 0) {
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

async function alarmIfWaiting(
  tx: Transaction,
  deps: Deps,
  order: OrderRow,
  finding: VerificationResult,
): Promise<void> {
  const at = deps.clock.now()
  const detail = `${order.state}, ${formatNairaShort(order.totalKobo)} reserved: ${sanitizedNote(finding.note)}`
  if (finding.event === 'mismatch' && STATES[order.state].open) {
    await raiseAlarm(tx, deps.log, { kind: 'order-mismatch', subjectId: order.id, detail, at })
  }
  if (finding.knownTwice !== undefined) {
    const twice = `known to the provider under two references: ${sanitizedNote(finding.knownTwice)}`
    await raiseAlarm(tx, deps.log, { kind: 'order-known-twice', subjectId: order.id, detail: twice, at })
  }
  if (!STATES[order.state].open) return
  const ageMs = at.getTime() - order.createdAt.getTime()
  for (const { afterMs, kind } of WAITING_ALARMS) {
    if (ageMs >= afterMs) await raiseAlarm(tx, deps.log, { kind, subjectId: order.id, detail, at })
  }
}
