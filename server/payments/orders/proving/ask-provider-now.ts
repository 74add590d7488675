import type { ProviderSaid } from '#contract/orders.ts'
import type { Deps } from '#server/deps.ts'
import { enqueuePayment, paymentSubject } from '#server/outbox/jobs/payment-job.ts'
import type { Worker } from '#server/outbox/jobs/worker.ts'
import { findCharges } from '#server/payments/bpc/bpc-charges.ts'
import type { OrderRow } from '#server/payments/orders/order.ts'

/** The words for findings that are not final. */
const SAID: Readonly<Record<string, ProviderSaid>> = {
  'still-pending': 'pending',
  'not-found': 'not-found',
  'no-answer': 'no-answer',
}

/**
 * Asks the provider about an order now instead of at its next turn. If a worker already has the order, its answer is on
 * the way anyway. The question counts, never anybody's claim that something was paid. Returns what the provider said if
 * that is not final; null if it is, or if nothing was asked.
 */
export async function askProviderNow(deps: Deps, worker: Worker, order: OrderRow): Promise<ProviderSaid | null> {
  const found = await worker.findNow('order', order.id)
  if (order.paidBy === 'wallet') return SAID[found ?? ''] ?? null
  // A payment may be under our reference, or, when it was not the first, under one of the provider's own.
  const now = deps.clock.now()
  for (const { reference, accountNumber } of await findCharges(deps.database, order)) {
    if (accountNumber === null) continue
    const payment = { provider: order.provider, reference }
    await enqueuePayment(deps.database, { ...payment, dueAt: now, now })
    await worker.runNow('payment', paymentSubject(payment))
  }
  await worker.runNow('poll-payments', 'all')
  return null
}
