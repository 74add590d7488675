import { REFUND_BPC } from '#contract/acts/refund-bpc.ts'
import type { OperatorRequest } from '#server/identity/operators/requests.ts'
import { previewRefund, readRefund, refundCode, requestRefund, sayRefund } from '#server/payments/bpc/refund-code.ts'
import type { Act, Asked, PreviewDeps, PreviewParts, Unchecked } from './act.ts'
import { postingsOf, sayCustomer, sayMoves } from './wallet-changes.ts'

type Asks = typeof REFUND_BPC.asks

export const refundBpcAct: Act<Asks> = {
  facts: REFUND_BPC,
  proposal: {
    async describe(deps, asked) {
      const { subject, content } = await readRefund(deps, unchecked(asked))
      const otherValues = [`Reason: ${content.reason}`]
      return { summary: summaryOf({ subject, content }), effects: [], otherValues, about: subject }
    },
    request: async (deps, { asked, ...by }) => await requestRefund(deps, { ...unchecked(asked), ...by }),
  },
  summary: summaryOf,
  preview: refundPreviewParts,
  carryOut: async (deps, confirmed, preview) =>
    await refundCode(deps, { ...confirmed, shown: preview?.wallet ?? null }),
}

const unchecked = ({ order, reason }: Unchecked<Asks>) => ({ uncheckedOrder: order, uncheckedReason: reason })

function summaryOf({ subject, content }: Asked): string {
  return `${sayRefund(subject, content)}.`
}

/** The movements, and the wallet before and after. */
async function refundPreviewParts(deps: PreviewDeps, request: OperatorRequest): Promise<PreviewParts> {
  const { order, change } = await previewRefund(deps, request)
  const follows = [
    'The code ends at once: prices and limits fall back to those without it.',
    'The customer reads that two people on our team refunded it, and can spend the money.',
    sayCustomer(order),
  ]
  return { ...postingsOf(change), effects: [...sayMoves(change), ...follows] }
}
