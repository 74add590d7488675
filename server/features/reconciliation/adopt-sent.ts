import type { Transaction } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { enqueue } from '../../jobs/queue.ts'
import { advanceOrder } from '../../orders/advance.ts'
import { lockOrder } from '../../orders/order.ts'
import { passGate } from '../../stops/money-stops.ts'

/**
 * An order that is `held` here was sent all the same: this database is a backup from before that. From now on it is an
 * order that was sent under this reference, and only verification resolves it. Posts nothing. Answers whether it was held.
 */
export async function adoptSent(
  tx: Transaction,
  deps: Deps,
  order: { userId: string; id: string },
  of: { reference: string; note: string },
): Promise<boolean> {
  await passGate(tx)
  const current = await lockOrder(tx, order.userId, order.id)
  if (current?.state !== 'held') return false
  const now = deps.clock.now()
  const evidence = { note: `sent before this backup was restored: ${of.note}`, reference: of.reference }
  await advanceOrder(tx, deps, { userId: order.userId, orderId: order.id, event: 'send', evidence })
  await enqueue(tx, { kind: 'order', subjectId: order.id, userId: order.userId, dueAt: now, now })
  return true
}
