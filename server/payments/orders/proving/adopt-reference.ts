import { STATES } from '#server/payments/orders/machine.ts'
import type { OrderRow } from '#server/payments/orders/order.ts'
import { newStep } from '#server/payments/orders/steps.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { combineWrites } from '#server/platform/db/rows.ts'
import { newAttempt } from './attempts.ts'

/**
 * Gives an open order of a restored backup the reference that operators found it under at the provider: the first one it has,
 * or one more beside the one it had. Its state stays, and verification asks under all of them (R13). Call with the order
 * locked. Posts nothing. Returns false for an order that cannot have gone out under another reference.
 */
export async function adoptReference(
  tx: Transaction,
  order: OrderRow,
  of: { readonly reference: string; readonly note: string; readonly at: Date },
): Promise<boolean> {
  if (!order.maybeElsewhere || !STATES[order.state].open || order.earlierSends > 0) return false
  const { reference, note, at } = of
  // Its own id is the reference if none is known: anything sent was sent under this one.
  const hadReference = order.reference !== order.id
  await tx.query(
    `update orders set reference = $3, updated_at = $4, not_found_count = 0, not_found_since = null, absent_at = '{}',
       earlier_sends = case when $5 then send_count else 0 end, send_count = send_count + case when $5 then 1 else 0 end
     where user_id = $1 and id = $2`,
    [order.userId, order.id, reference, at, hadReference],
  )
  const attempt = newAttempt({ order, reference, at, earlierAbsentAt: [], foundByPeople: true })
  await combineWrites(tx, [attempt], newStep({ order, state: order.state, event: 'send', note, at }))
  return true
}
