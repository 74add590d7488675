import { formatNairaShort } from '#contract/money.ts'
import type { Order } from '#contract/orders.ts'
import { kindOf } from '#web/payments/kinds/kinds.ts'

/** The words for each outcome. What is back is the total: what left the wallet. */
export function resultText(order: Order): { title: string; sentences: readonly string[] } {
  const kind = kindOf(order)
  const { noun } = kind
  switch (order.status) {
    case 'completed':
      return order.endedByTeam
        ? { title: `Your ${noun} is confirmed by our team`, sentences: [order.explanation] }
        : kind.completed(order)
    case 'pending':
      return { title: `Your ${noun} is on its way`, sentences: [order.explanation] }
    case 'failed':
      return {
        title: `Your ${noun} failed`,
        sentences: [order.failure ?? 'The payment partner refused it.', ...backText(order)],
      }
    case 'reversed':
      return {
        title: `Your ${noun} came back`,
        sentences: [order.failure ?? `${kind.returnedBy} sent it back.`, ...backText(order)],
      }
  }
}

/** A BPC paid by bank transfer never took anything from the wallet, so nothing comes back to it. */
function backText(order: Order): readonly string[] {
  if (order.kind === 'bpc' && order.recipient.payWith === 'transfer') return []
  return [`${formatNairaShort(BigInt(order.totalKobo))} is back in your wallet`]
}
