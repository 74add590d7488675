import { END_REVIEW } from '#contract/acts/end-review.ts'
import { providerName } from '#contract/console/provider-names.ts'
import type { OperatorRequest } from '#server/identity/operators/requests.ts'
import {
  endReview,
  previewReviewEnd,
  readReview,
  requestReviewEnd,
  sayReviewEnd,
} from '#server/payments/orders/ending/end-review.ts'
import type { Act, Asked, PreviewDeps, PreviewParts, Unchecked } from './act.ts'
import { postingsOf, sayCustomer, sayMoves } from './wallet-changes.ts'

type Asks = typeof END_REVIEW.asks

export const endReviewAct: Act<Asks> = {
  facts: END_REVIEW,
  proposal: {
    async describe({ database }, asked) {
      const { subject, content } = await readReview(database, unchecked(asked))
      const otherValues = [`Evidence: ${content.evidence}`]
      return { summary: summaryOf({ subject, content }), effects: [], otherValues, about: subject }
    },
    request: async (deps, { asked, ...by }) => await requestReviewEnd(deps, { ...unchecked(asked), ...by }),
  },
  summary: summaryOf,
  preview: reviewEndPreviewParts,
  carryOut: async (deps, confirmed, preview) => await endReview(deps, { ...confirmed, shown: preview?.wallet ?? null }),
  // In the words of the outcome.
  paraphrased: ['outcome'],
}

const unchecked = ({ order, outcome, evidence }: Unchecked<Asks>) => ({
  uncheckedOrder: order,
  uncheckedOutcome: outcome,
  uncheckedEvidence: evidence,
})

function summaryOf({ subject, content }: Asked): string {
  return `${sayReviewEnd(subject, content)}.`
}

/** The movements, and the wallet before and after. */
async function reviewEndPreviewParts({ database }: PreviewDeps, request: OperatorRequest): Promise<PreviewParts> {
  const { order, outcome, change } = await previewReviewEnd(database, request)
  const provider = providerName(order.provider)
  const later =
    order.state !== 'manual_review'
      ? laterOfUndone(provider)
      : outcome === 'paid'
        ? [
            'The customer reads that two people on our team confirmed it, not that it is proved.',
            `Charges of ${provider} that are not known yet are not booked: the reconciliation finds them.`,
            `If ${provider} proves later that it failed or came back, its money returns to the wallet.`,
          ]
        : [
            'The customer reads that two people on our team confirmed that it failed, and can spend the money.',
            `If ${provider} proves later that it was paid, it is taken again from the wallet as far as possible, and the customer owes the rest.`,
          ]
  const elsewhere = order.maybeElsewhere ? [MAYBE_ELSEWHERE] : []
  return { ...postingsOf(change), effects: [...sayMoves(change), ...elsewhere, ...later, sayCustomer(order)] }
}

const laterOfUndone = (provider: string) => [
  'The customer reads that two people on our team confirmed that it was not completed, and can spend the money.',
  `If ${provider} paid it all the same, the reconciliation finds a difference, and the loss is ours: it is not taken again.`,
]

const MAYBE_ELSEWHERE = 'It may also have gone out under another reference after the restored backup was made.'
