import { STATES } from '#server/payments/orders/machine.ts'
import type { OrderRow } from '#server/payments/orders/order.ts'

/** What the state of this order means. Settled and released ones say whether proof or two operators led there. */
export function meaningOf({ state, endedByRequest }: Pick<OrderRow, 'state' | 'endedByRequest'>): string {
  if (state === 'settled') return endedByRequest === null ? SETTLED.byProof : SETTLED.byOperators
  if (state === 'released') return endedByRequest === null ? RELEASED.byProof : RELEASED.byOperators
  return STATES[state].meaning
}

const SETTLED = {
  byProof: 'Proved paid or delivered. Only a proved reversal or a return can follow.',
  byOperators: 'Ended as paid by two operators. If it is proved that it failed or came back, the money is returned.',
} as const

const RELEASED = {
  byProof: 'Proved not paid or not delivered. The money is available again.',
  byOperators:
    'Ended as not paid by two operators. The money is available again, and taken again if it is proved that it was paid.',
} as const
