import { formatNairaShort, type Kobo, kobo } from '#contract/money.ts'
import type { OrderState } from '#contract/orders.ts'
import type { TransactionStatus } from '#contract/transactions.ts'
import { account } from '#server/ledger/accounts.ts'
import { repayOrGive } from '#server/ledger/debt.ts'
import type { Movement } from '#server/ledger/post.ts'
import { HOW_LONG, NEVER_BY_TRANSFER, type PostingFacts } from '#server/payments/kinds/kind.ts'
import type { Posting } from '#server/payments/orders/machine.ts'
import type { OrderRow } from '#server/payments/orders/order.ts'

type Bill = Pick<OrderRow, 'id' | 'userId' | 'provider' | 'state' | 'totalKobo' | 'returnedLate'>

/**
 * The movements of each resolution of a purchase: the price P from the user, the cost k to the provider, P − k to us.
 */
export function movements(order: Bill, posting: Posting, facts: PostingFacts): Movement[] {
  const available = account.available(order.userId)
  const held = account.held(order.userId)
  switch (posting) {
    // held → the provider's float (it delivered) and our commission.
    case 'settle':
      return earned(order, facts.costKobo, [{ from: held, amountKobo: order.totalKobo }])
    // held → available, everything.
    case 'release':
      return [{ from: held, to: available, amountKobo: order.totalKobo }]
    // Delivered and taken back: the provider returns its cost, we our commission.
    case 'return':
      if (order.state === 'late_success') return backLate(order, facts)
      return earned(order, facts.costKobo, [{ from: available, amountKobo: order.totalKobo }]).map(backwards)
    // Released first, delivered after all: the price is taken again as far as the wallet covers it, the rest becomes a
    // debt.
    case 'late-success': {
      const taken = kobo(facts.availableKobo < order.totalKobo ? facts.availableKobo : order.totalKobo)
      return earned(order, facts.costKobo, [
        { from: available, amountKobo: taken },
        { from: account.debt(order.userId), amountKobo: kobo(order.totalKobo - taken) },
      ])
    }
  }
}

/**
 * Delivered after its release, then taken back: the price returns the way it was taken, to a debt before the wallet.
 */
function backLate(order: Bill, { costKobo, owedKobo }: PostingFacts): Movement[] {
  const back = repayOrGive(order.userId, { amountKobo: order.totalKobo, owedKobo })
  const taken = back.map(({ to, amountKobo }) => ({ from: to, amountKobo }))
  return earned(order, costKobo, taken).map(backwards)
}

/**
 * Moves the price to the provider's float up to the cost, and the rest to our commission. A cost above the price (the
 * provider charged more than it says) is our expense.
 */
function earned(
  order: Bill,
  costKobo: Kobo,
  sources: readonly { readonly from: string; readonly amountKobo: Kobo }[],
): Movement[] {
  const float = account.providerFloat(order.provider)
  const movements: Movement[] = []
  let costLeft: bigint = costKobo
  for (const { from, amountKobo } of sources) {
    const toFloat = amountKobo < costLeft ? amountKobo : costLeft
    movements.push(
      { from, to: float, amountKobo: kobo(toFloat) },
      { from, to: account.revenueCommission, amountKobo: kobo(amountKobo - toFloat) },
    )
    costLeft -= toFloat
  }
  return [...movements, { from: account.expense(order.provider), to: float, amountKobo: kobo(costLeft) }]
}

function backwards({ from, to, amountKobo }: Movement): Movement {
  return { from: to, to: from, amountKobo }
}

/** One sentence for each state. `seller` delivers it. */
export function explain(order: Bill, seller: string): string {
  const total = formatNairaShort(order.totalKobo)
  const confirming = `${seller} is confirming. ${HOW_LONG}`
  return {
    ...NEVER_BY_TRANSFER,
    held: `${total} is reserved and about to be sent. Until then you can cancel.`,
    in_flight: confirming,
    pending: confirming,
    unknown: `We have no clear answer yet. ${total} stays reserved until we know whether it was delivered. We keep checking.`,
    manual_review: `The delivery is still not confirmed. Our team has been alerted, and ${total} stays reserved until it is clear.`,
    settled: `Delivered. ${seller} confirmed it.`,
    released: `${total} is back in your wallet.`,
    returned: order.returnedLate
      ? `This was delivered after it had been reported as failed, and then taken back. ${total} is back in your wallet.`
      : `The delivery was taken back. ${total} is back in your wallet.`,
    late_success: `This was delivered after it had been reported as failed, so ${total} was taken again. You owe any part that was not in your wallet.`,
  }[order.state]
}

export const STEP_TITLES: Readonly<Record<OrderState, string>> = {
  ...NEVER_BY_TRANSFER,
  held: 'Approved, money reserved',
  in_flight: 'Sent',
  pending: 'Being delivered',
  unknown: 'Waiting for a clear answer',
  manual_review: 'Not confirmed yet, our team was alerted',
  settled: 'Delivered',
  released: 'Failed, money back in your wallet',
  returned: 'Taken back, money back in your wallet',
  late_success: 'Delivered after all',
}

/** The receipt's sentence for a delivery that failed first, and was returned. */
export const RETURNED_LATE = 'First reported as failed, then delivered, and then taken back.'

/** The receipt's sentence for each status. */
export const SENTENCES: Readonly<Record<TransactionStatus, string>> = {
  completed: 'Delivered and confirmed.',
  pending: 'The delivery is not confirmed yet. It may still fail.',
  failed: 'This failed. Nothing was delivered.',
  reversed: 'This was delivered and taken back.',
}
