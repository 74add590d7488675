import type { Deps } from '#server/deps.ts'
import { addAlert } from '#server/outbox/alerts/add-alert.ts'
import { lockOrder, type OrderRow } from '#server/payments/orders/order.ts'
import { alertOf, factsOf, listAlert } from '#server/payments/orders/order-alerts.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { isClockInDoubt, readSuspensions } from '#server/suspension/suspensions.ts'
import { isLate, PROGRESS } from './decisions.ts'

/**
 * Alerts the owner of an order that is late, once: once a list for all sales of it. To be called in a transaction that looked at
 * the order and leaves it open. Nothing while the clock is not to be relied on: nobody knows then how old an order is.
 */
export async function alertIfLate(
  tx: Transaction,
  deps: Pick<Deps, 'clock' | 'newId'>,
  of: Pick<OrderRow, 'userId' | 'id' | 'state' | 'createdAt' | 'batchId'>,
): Promise<void> {
  if (!isLate(of, deps.clock.now())) return
  if (await isAlerted(tx, of)) return
  if (isClockInDoubt(await readSuspensions(tx))) return
  const order = await lockOrder(tx, of.userId, of.id)
  const progress = order === null ? null : PROGRESS[order.state]
  if (order === null || progress === null) return
  const alert =
    order.batchId === null
      ? alertOf(order, 'order-late', { ...factsOf(order), progress })
      : listAlert(order.userId, order.batchId, 'list-late')
  await addAlert(tx, deps, alert)
}

async function isAlerted(tx: Transaction, of: Pick<OrderRow, 'userId' | 'id' | 'batchId'>): Promise<boolean> {
  const [found] = await tx.query(
    `select 1 from alerts where user_id = $1 and subject_id = $2 and kind in ('order-late', 'list-late')`,
    [of.userId, of.batchId ?? of.id],
  )
  return found !== undefined
}
