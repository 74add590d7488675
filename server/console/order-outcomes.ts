import type { OrderState } from '#contract/orders.ts'
import { STATES } from '#server/payments/orders/machine.ts'

/** The outcome that a state means. `unpaid`: the bank transfer for a purchase never came, which is not a failure. */
export type Outcome = 'succeeded' | 'failed' | 'unknown' | 'open' | 'unpaid'

const APART: Readonly<Partial<Record<OrderState, Outcome>>> = {
  awaiting_payment: 'unpaid',
  expired: 'unpaid',
  unknown: 'unknown',
  manual_review: 'unknown',
}

const OF_STATUS = { completed: 'succeeded', failed: 'failed', reversed: 'failed', pending: 'open' } as const

/** The outcome of an order in this state. An order that was paid and returned has failed. */
export function outcomeOf(state: OrderState): Outcome {
  return APART[state] ?? OF_STATUS[STATES[state].status]
}
