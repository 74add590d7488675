import type { Deps } from '#server/deps.ts'
import { enqueue } from '#server/outbox/jobs/jobs.ts'
import { lockOrder } from '#server/payments/orders/order.ts'
import { adoptReference } from '#server/payments/orders/proving/adopt-reference.ts'
import { advanceOrder } from '#server/payments/orders/proving/advance.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { lockSuspensions } from '#server/suspension/suspensions.ts'

/**
 * Records that an order in a restored backup was sent after the backup, under this reference. A `held` order becomes
 * one that was sent. An order that was sent already also gets this reference, and is verified under both. Only
 * verification resolves it. Posts nothing. Returns whether the order can have been sent like this.
 */
export async function recordLaterSending(
  tx: Transaction,
  deps: Deps,
  order: { userId: string; id: string },
  of: { reference: string; note: string },
): Promise<boolean> {
  await lockSuspensions(tx)
  const current = await lockOrder(tx, order.userId, order.id)
  if (current === null) return false
  const now = deps.clock.now()
  const note = `sent before this backup was restored: ${of.note}`
  if (current.state === 'held') {
    const evidence = { note, reference: of.reference }
    await advanceOrder(tx, deps, { userId: order.userId, orderId: order.id, event: 'send', evidence })
  } else if (!(await adoptReference(tx, current, { reference: of.reference, note, at: now }))) return false
  await enqueue(tx, { kind: 'order', subjectId: order.id, userId: order.userId, dueAt: now, now })
  return true
}
