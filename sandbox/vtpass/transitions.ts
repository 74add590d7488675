import type { Untimed, World } from '#sandbox/world.ts'
import { transactionUpdate } from './callbacks.ts'
import type { DeliveryStatus } from './delivery.ts'

const WALLET_CREDIT_DIGITS = 14

/** Moves a purchase. `plannedAtMs` is null for a move by hand, which ends the purchase's plan. */
export function moveDelivery(
  world: World,
  requestId: string,
  status: DeliveryStatus,
  plannedAtMs: number | null,
): void {
  const delivery = world.state.deliveries.get(requestId)
  if (delivery === undefined) return
  const planned = plannedAtMs !== null
  const at = planned ? new Date(plannedAtMs).toISOString() : world.now().toISOString()
  const walletCreditId =
    status === 'reversed' ? (delivery.walletCreditId ?? world.newDigits(WALLET_CREDIT_DIGITS)) : null
  // VTpass calls back only about purchases that were stuck, and about reversals.
  const isTold = delivery.status === 'pending' || status === 'reversed'
  const told: Untimed[] = isTold ? transactionUpdate(world, { ...delivery, status, walletCreditId }) : []
  world.record([{ type: 'delivery.moved', requestId, status, planned, walletCreditId, at }, ...told])
}
