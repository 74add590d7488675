import type { TransferStatus } from '#sandbox/events.ts'
import { costKobo } from '#sandbox/vtpass/delivery.ts'
import type { World } from '#sandbox/world.ts'

const WORDS = {
  pending: 'pending',
  otp: 'pending',
  success: 'paid',
  failed: 'failed',
  reversed: 'reversed',
} as const satisfies Record<TransferStatus, string>

/** What really happened since the last reset, by reference, as bank and biller see it. Amounts are decimal strings of kobo. */
export function truth(world: World) {
  const { transfers, deliveries, inbound, payments, truthAfterId } = world.state
  return {
    transfers: [...transfers.values()]
      .filter((transfer) => transfer.id > truthAfterId)
      .map((transfer) => ({
        reference: transfer.reference,
        amountKobo: transfer.amountKobo.toString(),
        feeKobo: transfer.feeKobo.toString(),
        status: WORDS[transfer.status],
      })),
    deliveries: [...deliveries.values()]
      .filter((delivery) => delivery.id > truthAfterId)
      .map((delivery) => ({
        reference: delivery.requestId,
        serviceId: delivery.serviceId,
        phone: delivery.recipient,
        amountKobo: delivery.amountKobo.toString(),
        costKobo: costKobo(delivery).toString(),
        status: delivery.status,
        at: delivery.createdAt,
      })),
    inbound: inbound
      .filter((each) => each.id > truthAfterId)
      .map(({ id: _, ...each }) => ({ ...each, amountKobo: each.amountKobo.toString() })),
    payments: [...payments.values()]
      .filter(({ id, paidAt }) => id > truthAfterId && paidAt !== null)
      .map(({ reference, amountKobo, status }) => ({ reference, amountKobo: amountKobo.toString(), status })),
  }
}
