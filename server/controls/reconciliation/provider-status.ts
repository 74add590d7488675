import type { OrderState } from '#contract/orders.ts'
import { STATES } from '#server/payments/orders/machine.ts'

/** A provider's state of a transfer or a delivery, in one vocabulary for both. */
export type ProviderStatus = 'paid' | 'failed' | 'reversed' | 'pending' | 'not-found'

/** `pending`: the order is still open here, and verification decides. */
export type Agreement = 'agrees' | 'pending' | 'differs'

/** Whether our state of an order matches the provider's. Nothing is booked by it. */
export function compareStates(state: OrderState, status: ProviderStatus): Agreement {
  if (STATES[state].open) return 'pending'
  return AGREEING[status].includes(state) ? 'agrees' : 'differs'
}

const AGREEING: Readonly<Record<ProviderStatus, readonly OrderState[]>> = {
  paid: ['settled', 'late_success'],
  pending: [],
  failed: ['released', 'returned'],
  reversed: ['released', 'returned'],
  'not-found': ['released', 'returned'],
}

/** Whether the provider's status means that it has taken money from our balance. */
export function isTaken(status: ProviderStatus): boolean {
  return status === 'paid' || status === 'pending'
}
