import type { TransferStatus } from '#sandbox/events.ts'
import type { Untimed, World } from '#sandbox/world.ts'
import { INTEGRATION, transferData } from './bodies.ts'
import { announcement } from './webhooks.ts'

/** The webhook that follows once a transfer is final; none before. */
export function transferMoved(world: World, reference: string, status: TransferStatus, at: string): Untimed[] {
  const transfer = world.state.transfers.get(reference)
  if (transfer === undefined || status === 'pending' || status === 'otp') return []
  const moved = {
    ...transfer,
    status,
    updatedAt: at,
    transferredAt: status === 'success' ? at : transfer.transferredAt,
  }
  return announcement(world, `transfer.${status}`, {
    ...transferData(world, moved),
    // A number in every reply, an object in every webhook.
    integration: { id: INTEGRATION, is_live: false, business_name: 'Jara Sandbox', logo_path: null },
  })
}
