import type { Order } from '#contract/orders.ts'
import { kindOf } from '#web/payments/kinds/kinds.ts'

/** The words for each outcome. The explanation says how much came back, and how much of it repaid a debt. */
export function resultText(order: Order): { title: string; sentences: readonly string[] } {
  const kind = kindOf(order)
  const { noun, isFromWallet = () => true } = kind
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
        sentences: [order.failure ?? 'It was refused.', ...(isFromWallet(order) ? [order.explanation] : [])],
      }
    case 'reversed':
      return {
        // Two people on our team may have confirmed that it never arrived: then only its money comes back.
        title: order.endedByTeam ? `The money for your ${noun} came back` : `Your ${noun} came back`,
        sentences: [...(order.failure === null ? [] : [order.failure]), order.explanation],
      }
  }
}
