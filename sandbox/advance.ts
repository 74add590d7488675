import { transferMoved } from '#sandbox/paystack/transitions.ts'
import { moveDelivery } from '#sandbox/vtpass/transitions.ts'
import type { TransferStatus } from './events.ts'
import type { World } from './world.ts'

/** Processes everything due until now. Every time-dependent change in this world passes through here. */
export function advance(world: World): void {
  const nowMs = world.now().getTime()
  for (let next = world.state.due[0]; next !== undefined && next.atMs <= nowMs; next = world.state.due[0]) {
    world.state.due.shift()
    if (next.of === 'transfer') {
      const move = world.state.transfers.get(next.reference)?.plan[0]
      if (move?.atMs === next.atMs) moveTransfer(world, next.reference, move.status, move.atMs)
    } else {
      const move = world.state.deliveries.get(next.reference)?.plan[0]
      if (move?.atMs === next.atMs) moveDelivery(world, next.reference, move.status, move.atMs)
    }
  }
}

/** Moves a transfer and announces it. `plannedAtMs` is null for a move by hand, which ends the transfer's plan. */
export function moveTransfer(
  world: World,
  reference: string,
  status: TransferStatus,
  plannedAtMs: number | null,
): void {
  const planned = plannedAtMs !== null
  const at = planned ? new Date(plannedAtMs).toISOString() : world.now().toISOString()
  world.record([
    { type: 'transfer.moved', reference, status, planned, at },
    ...transferMoved(world, reference, status, at),
  ])
}
