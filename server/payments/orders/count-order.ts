import type { Deps } from '#server/deps.ts'
import type { OrderRow } from './order.ts'

/**
 * Counts an order that reached its state, after the commit. If the order was sent and people did not end it, its
 * provider proved the first outcome, so its duration is recorded too.
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
