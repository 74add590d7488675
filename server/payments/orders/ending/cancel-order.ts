import { isId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import { countOrder } from '#server/payments/orders/count-order.ts'
import { lockOrder, type OrderRow } from '#server/payments/orders/order.ts'
import { advanceOrder } from '#server/payments/orders/proving/advance.ts'
import { AppError } from '#server/platform/errors.ts'
import { lockSuspensions, refuseIfSuspended } from '#server/suspension/suspensions.ts'

/**
 * Takes an order back that nothing was sent for yet. The same row lock decides between this and the worker's sending.
 *
 * @throws AppError `order.not-found`, `order.not-cancellable`, `money-out.restoring`: it may have been sent after the backup
 */
export async function cancelOrder(deps: Deps, of: { userId: string; orderId: string }): Promise<OrderRow> {
  if (!isId('ord', of.orderId)) throw new AppError('order.not-found')
  const order = await deps.database.transaction(async (tx) => {
    const stops = await lockSuspensions(tx)
    const found = await lockOrder(tx, of.userId, of.orderId)
    if (found === null) throw new AppError('order.not-found')
    if (found.state !== 'held') throw new AppError('order.not-cancellable')
    refuseIfSuspended(stops, 'undo')
    const evidence = { note: 'cancelled by the user before sending', failure: 'You cancelled this before it was sent.' }
    return (await advanceOrder(tx, deps, { ...of, event: 'cancelled', evidence })).order
  })
  countOrder(deps, order)
  deps.events.publish(of.userId, { topics: ['wallet', 'transactions', 'order'], orderId: order.id })
  return order
}
