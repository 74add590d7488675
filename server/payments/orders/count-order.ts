import type { Deps } from '#server/deps.ts'
import type { OrderRow } from './order.ts'

/**
 * Counts an order that has reached its state, once that is committed. The first outcome of one that was sent was proved by
 * its provider, so it also tells how long that took, unless people ended it.
 */
export function countOrder(
  { metrics, clock, tracing }: Pick<Deps, 'metrics' | 'clock' | 'tracing'>,
  order: OrderRow,
): void {
  const { kind, state, provider, sendCount, createdAt, endedByRequest } = order
  metrics.countOrder({ kind, state })
  tracing.reached(order)
  if ((state === 'settled' || state === 'released') && sendCount > 0 && endedByRequest === null)
    metrics.timeProof(provider, clock.now().getTime() - createdAt.getTime())
}
