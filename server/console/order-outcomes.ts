import type { OrderState } from '#contract/orders.ts'
import { STATES } from '#server/payments/orders/machine.ts'

/** What a state says of how well it went. `unpaid`: to be paid by bank transfer, and not paid: nobody failed. */
export type Outcome = 'succeeded' | 'failed' | 'unknown' | 'open' | 'unpaid'

const APART: Readonly<Partial<Record<OrderState, Outcome>>> = {
  awaiting_payment: 'unpaid',
  expired: 'unpaid',
  unknown: 'unknown',
  manual_review: 'unknown',
}

const OF_STATUS = { completed: 'succeeded', failed: 'failed', reversed: 'failed', pending: 'open' } as const

/** How an order in this state went so far. What was paid and brought back has failed. */
export function outcomeOf(state: OrderState): Outcome {
  return APART[state] ?? OF_STATUS[STATES[state].status]
}
