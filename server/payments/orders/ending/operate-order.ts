import { ENDING_REASON_MAX_LENGTH, ENDING_REASON_MIN_LENGTH } from '#contract/console/limits.ts'
import { isId } from '#contract/ids.ts'
import { findOrder, type OrderRow } from '#server/payments/orders/order.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { RefusedError } from '#server/platform/errors.ts'
import { readWholeLine } from '#server/platform/text/read-whole-line.ts'
import { isSuspended, type Suspension } from '#server/suspension/suspensions.ts'

/**
 * The order that an operator names, of whichever customer.
 *
 * @throws RefusedError without one
 */
export async function findOrderById(sql: Sql, uncheckedId: string): Promise<OrderRow> {
  const id = uncheckedId.trim()
  if (!isId('ord', id)) throw new RefusedError('which order? Give its id: ord_…')
  const [owner] = await sql.query<{ userId: string }>('select user_id as "userId" from orders where id = $1', [id])
  const order = owner === undefined ? null : await findOrder(sql, owner.userId, id)
  if (order === null) throw new RefusedError('there is no such order')
  return order
}

/** The evidence of an act about an order, or its reason: one whole line. @throws RefusedError when it is too short or long */
export function readWhy(uncheckedText: string, what: string): string {
  return readWholeLine(uncheckedText, { what, min: ENDING_REASON_MIN_LENGTH, max: ENDING_REASON_MAX_LENGTH })
}

/**
 * Refuses while money is stopped so that nothing may be given back or undone.
 *
 * @throws RefusedError
 */
export function refuseStopped(stops: readonly Suspension[]): void {
  const stop = stops.find((each) => isSuspended([each], 'undo'))
  if (stop !== undefined) throw new RefusedError(`money is stopped: ${stop.detail}`)
}
