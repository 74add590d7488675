import type { TransferStatus } from '../facts.ts'
import type { World } from '../world.ts'

const WORDS = {
  pending: 'pending',
  otp: 'pending',
  success: 'paid',
  failed: 'failed',
  reversed: 'reversed',
} as const satisfies Record<TransferStatus, string>

/** What really happened since the last reset, by reference, as the bank sees it. Amounts are decimal strings of kobo. */
export function truth(world: World) {
  const { transfers, inbound, truthAfterId } = world.state
  return {
    transfers: [...transfers.values()]
      .filter((transfer) => transfer.id > truthAfterId)
      .map((transfer) => ({
        reference: transfer.reference,
        amountKobo: transfer.amountKobo.toString(),
        feeKobo: transfer.feeKobo.toString(),
        status: WORDS[transfer.status],
      })),
    deliveries: [],
    inbound: inbound
      .filter((each) => each.id > truthAfterId)
      .map(({ id: _, ...each }) => ({ ...each, amountKobo: each.amountKobo.toString() })),
  }
}
