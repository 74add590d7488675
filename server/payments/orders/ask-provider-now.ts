import type { Deps } from '#server/deps.ts'
import { findCharges } from '#server/payments/bpc/bpc-charges.ts'
import { enqueuePayment, paymentSubject } from '#server/platform/jobs/payment-job.ts'
import type { Worker } from '#server/platform/jobs/worker.ts'
import type { OrderRow } from './order.ts'

/**
 * Asks the provider about an order now instead of at its next turn. If a worker is at it already, its answer is on the
 * way anyway. Nobody's word that something was paid is worth more than this question.
 */
export async function askProviderNow(deps: Deps, worker: Worker, order: OrderRow): Promise<void> {
  await worker.runNow('order', order.id)
  if (order.paidBy === 'wallet') return
  // A payment may be under our reference, or, when it was not the first, under one of the provider's own.
  const now = deps.clock.now()
  for (const { reference, accountNumber } of await findCharges(deps.database, order)) {
    if (accountNumber === null) continue
    const payment = { provider: order.provider, reference }
    await enqueuePayment(deps.database, { ...payment, dueAt: now, now })
    await worker.runNow('payment', paymentSubject(payment))
  }
  await worker.runNow('poll-payments', 'all')
}
