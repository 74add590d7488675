import type { Posting } from '#contract/console/proposals.ts'
import { providerName } from '#contract/console/provider-names.ts'
import { formatNaira } from '#contract/money.ts'
import type { Deps } from '#server/deps.ts'
import type { OperatorRequest, RequestContent } from '#server/identity/operators/requests.ts'
import { previewRefund, sayRefund } from '#server/payments/bpc/refund-code.ts'
import { previewReviewEnd, sayReviewEnd } from '#server/payments/orders/ending/end-review.ts'
import type { WalletChange } from '#server/payments/orders/wallet-change.ts'
import { sayAccount } from './line.ts'

export const summaryOfReviewEnd = (subject: string, content: RequestContent) => `${sayReviewEnd(subject, content)}.`
export const summaryOfRefund = (subject: string, content: RequestContent) => `${sayRefund(subject, content)}.`

/**
 * The current effect of ending a manual review: what it moves, and the wallet before and after.
 *
 * @throws RefusedError as previewReviewEnd
 */
export async function foreseeReviewEnd({ database }: Pick<Deps, 'database'>, request: OperatorRequest) {
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
  return { ...toldOf(change), effects: [...movesOf(change), ...elsewhere, ...later, sayCustomer(order)] }
}

/** By id: the text is stored for good, and names can be alike. */
const sayCustomer = ({ userId }: { readonly userId: string }) => `The customer is ${userId}.`

const laterOfUndone = (provider: string) => [
  'The customer reads that two people on our team confirmed that it was not completed, and can spend the money.',
  `If ${provider} paid it all the same, the reconciliation finds a difference, and the loss is ours: it is not taken again.`,
]

const MAYBE_ELSEWHERE = 'It may also have gone out under another reference after the restored backup was made.'

/**
 * The current effect of refunding a BPC: what it moves, and the wallet before and after.
 *
 * @throws RefusedError as previewRefund
 */
export async function foreseeRefund(deps: Pick<Deps, 'clock' | 'database'>, request: OperatorRequest) {
  const { order, change } = await previewRefund(deps, request)
  const follows = [
    'The code ends at once: prices and limits fall back to those without it.',
    'The customer reads that two people on our team refunded it, and can spend the money.',
    sayCustomer(order),
  ]
  return { ...toldOf(change), effects: [...movesOf(change), ...follows] }
}

/** Movements from or to accounts that are not the customer's. */
function movesOf({ elsewhere, before, after }: WalletChange): string[] {
  const repaidKobo = after.debtKobo - before.debtKobo
  return [
    ...elsewhere.map(
      ({ from, to, amountKobo }) => `${sayAccount(from)} → ${sayAccount(to)}: ${formatNaira(amountKobo)}`,
    ),
    ...(repaidKobo === 0n ? [] : [`${formatNaira(repaidKobo)} of it repays the customer’s debt.`]),
  ]
}

function toldOf(change: WalletChange) {
  const { before, after } = change
  const posting = (account: string, name: keyof typeof before): Posting[] =>
    before[name] === after[name] ? [] : [{ account, beforeKobo: `${before[name]}`, afterKobo: `${after[name]}` }]
  return {
    postings: [
      ...posting('Wallet of the customer, held', 'heldKobo'),
      ...posting('Wallet of the customer, available', 'availableKobo'),
      ...posting('Debt of the customer', 'debtKobo'),
    ],
    wallet: change,
  }
}
