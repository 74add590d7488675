import { isId, type OrderId, type UserId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import { lockAvailable } from '#server/ledger/balances.ts'
import { isClosedAccount } from '#server/payments/orders/closed-account.ts'
import { countOrder } from '#server/payments/orders/count-order.ts'
import type { Evidence } from '#server/payments/orders/evidence.ts'
import type { OrderEvent } from '#server/payments/orders/machine.ts'
import { findOrder, type OrderRow } from '#server/payments/orders/order.ts'
import { advanceOrder } from '#server/payments/orders/proving/advance.ts'
import type { Sql, Transaction } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { lockSuspensions, refuseIfSuspended } from '#server/suspension/suspensions.ts'
import { findReturnable } from './returnable-codes.ts'

/**
 * Takes back a bought BPC for its full price, into the wallet, within BPC_RETURN_MS and while nothing was gained from
 * it. A repeated return yields the same order. revenue:bpc → user available 6,500.00.
 *
 * @throws AppError `bpc.not-found`, `bpc.not-returnable`, `money-out.restoring`, `session.none`: nothing was changed
 */
export async function returnCode(deps: Deps, of: { userId: UserId; bpcId: string }): Promise<OrderRow> {
  const { userId, bpcId } = of
  if (!isId('bpc', bpcId)) throw new AppError('bpc.not-found')
  const now = deps.clock.now()
  const { order, isNew } = await deps.database.transaction(async (tx) => {
    const stops = await lockSuspensions(tx)
    // This lock serialises the return with payments under this code.
    await lockAvailable(tx, userId)
    if (await isClosedAccount(tx, userId)) throw new AppError('session.none')
    const [code] = await tx.query<{ order_id: OrderId | null; status: string }>(
      'select order_id, status from bpc_codes where user_id = $1 and id = $2 for update',
      [userId, bpcId],
    )
    if (code === undefined) throw new AppError('bpc.not-found')
    if (code.order_id === null) throw new AppError('bpc.not-returnable')
    if (code.status === 'returned') return { order: await requireOrder(tx, userId, code.order_id), isNew: false }
    refuseIfSuspended(stops, 'undo')
    if (!(await findReturnable(tx, userId, now)).has(bpcId)) throw new AppError('bpc.not-returnable')
    const evidence = { note: 'returned unused by the user' }
    const given = { userId, bpcId, orderId: code.order_id, at: now, event: 'given-back', evidence } as const
    return { order: await takeBack(tx, deps, given), isNew: true }
  })
  if (isNew) countOrder(deps, order)
  announceTakenBack(deps, order)
  return order
}

/**
 * Ends an active code and gives back its price. The caller has locked the owner's available account and decided that
 * the code may be returned. revenue:bpc → user available 6,500.00.
 */
export async function takeBack(
  tx: Transaction,
  deps: Pick<Deps, 'newId' | 'log'>,
  of: {
    userId: UserId
    bpcId: string
    orderId: OrderId
    at: Date
    event: Extract<OrderEvent, 'given-back' | 'refunded-by-operators'>
    evidence: Evidence
  },
): Promise<OrderRow> {
  const { userId, bpcId, orderId, at, event, evidence } = of
  await tx.query(`update bpc_codes set status = 'returned', returned_at = $3 where user_id = $1 and id = $2`, [
    userId,
    bpcId,
    at,
  ])
  const atOnce = { ...deps, clock: { now: () => at } }
  const { order, changed } = await advanceOrder(tx, atOnce, { userId, orderId, event, evidence })
  if (!changed) throw new Error(`the order of ${bpcId} could not be returned`)
  return order
}

/** Makes open pages reload the wallet and its codes. */
export function announceTakenBack({ events }: Pick<Deps, 'events'>, { userId, id }: OrderRow): void {
  events.publish(userId, { topics: ['wallet', 'transactions', 'order', 'bpc'], orderId: id })
}

async function requireOrder(sql: Sql, userId: UserId, orderId: OrderId): Promise<OrderRow> {
  const order = await findOrder(sql, userId, orderId)
  if (order === null) throw new Error(`a code of an order that does not exist: ${orderId}`)
  return order
}
