import { formatNairaShort } from '#contract/money.ts'
import type { OrderState } from '#contract/orders.ts'

type Explained = {
  readonly state: OrderState
  readonly amountKobo: bigint
  readonly totalKobo: bigint
  readonly recipient: { readonly bankName: string }
}

const CONFIRMING =
  'The bank is confirming. Usually within 3 minutes. If there is no proof within 24 hours, the operator is alerted.'

/** One plain sentence on where the money is and what happens next. True in each state by construction. */
export function explainOrder(order: Explained): string {
  const total = formatNairaShort(order.totalKobo)
  return {
    held: `${total} is reserved and about to be sent. Until then you can cancel.`,
    in_flight: CONFIRMING,
    pending: CONFIRMING,
    unknown: `We have no clear answer yet, so ${total} stays reserved until it is proved that it arrived or not. We keep asking by ourselves.`,
    manual_review: `There is still no proof from the bank. The operator has been alerted, and ${total} stays reserved until there is.`,
    settled: `${order.recipient.bankName} has it. The payment partner confirmed this transfer.`,
    released: `${total} is back in your wallet.`,
    returned: `The bank sent this transfer back. ${total} is back in your wallet.`,
    late_success: `The bank paid this transfer after it had been reported as failed, so ${formatNairaShort(order.amountKobo)} was taken from your wallet again.`,
  }[order.state]
}

/** What a step of the timeline is called. */
export function stepTitle(state: OrderState): string {
  return {
    held: 'Approved, money reserved',
    in_flight: 'Sent to the payment partner',
    pending: 'The bank is confirming',
    unknown: 'Waiting for a clear answer',
    manual_review: 'No proof yet, the operator was alerted',
    settled: 'Completed',
    released: 'Failed, money back in your wallet',
    returned: 'Sent back by the bank, money back in your wallet',
    late_success: 'Paid by the bank after all',
  }[state]
}
