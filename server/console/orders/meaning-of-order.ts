import { wasEndedAsPaid } from '#server/payments/orders/ended-by-team.ts'
import { STATES } from '#server/payments/orders/machine.ts'
import type { OrderRow } from '#server/payments/orders/order.ts'

/**
 * What this state means for this order. For settled and released ones, says whether proof or two operators led there.
 */
export function meaningOf({
  state,
  endedByRequest,
  undoneByRequest,
  returnedLate,
}: Pick<OrderRow, 'state' | 'endedByRequest' | 'undoneByRequest' | 'returnedLate'>): string {
  if (undoneByRequest !== null)
    return wasEndedAsPaid({ state, endedByRequest, returnedLate }) ? UNDONE.afterOperators : UNDONE.afterProof
  if (returnedLate) return RETURNED_LATE
  if (state === 'settled') return endedByRequest === null ? SETTLED.byProof : SETTLED.byOperators
  if (state === 'released') return endedByRequest === null ? RELEASED.byProof : RELEASED.byOperators
  return STATES[state].meaning
}

/** What a provider's changed answer contradicts. */
export function sayContradiction(
  order: Pick<OrderRow, 'state' | 'endedByRequest' | 'returnedLate'>,
  provider: string | null,
): string {
  return `${provider} contradicts what ${wasEndedAsPaid(order) ? 'two operators had confirmed' : 'it had proved'}.`
}

const SETTLED = {
  byProof: 'Proved paid or delivered. A proved reversal or a return can follow.',
  byOperators: 'Ended as paid by two operators. If it is proved that it failed or came back, the money is returned.',
} as const

const UNDONE = {
  afterProof:
    'Its provider had proved it, and then contradicted that. Two operators ended it as not paid. The money is available again.',
  afterOperators:
    'Two operators had ended it as paid, and its provider contradicted that. Two operators ended it as not paid. The money is available again.',
} as const

const RETURNED_LATE = 'Was released, paid after all, and came back. The money is available again.'

const RELEASED = {
  byProof: 'Proved not paid or not delivered. The money is available again.',
  byOperators:
    'Ended as not paid by two operators. The money is available again, and taken again if it is proved that it was paid.',
} as const
