import type { Deps } from '#server/deps.ts'
import { enqueuePayment } from '#server/outbox/jobs/payment-job.ts'
import { canBeCharge } from '#server/payments/orders/references.ts'
import type { Claim } from '#server/platform/jobs/queue.ts'
import type { JobResult } from '#server/platform/jobs/worker.ts'
import type { PaymentProvider } from '#server/providers/payments/payment-provider.ts'
import { everyProvider } from '#server/providers/registry.ts'
import { alarmUnreadable } from './alarm-unreadable.ts'

/** Time between two polls for incoming payments, ms. A lost webhook costs this long, not money. */
export const POLL_EVERY_MS = { sandbox: 5_000, live: 60_000 } as const
/** Each look goes back this far; once an hour it goes back as far as the provider repeats its webhooks. */
const LOOK_BACK_MS = 30 * 60_000
const LOOK_BACK_LONG_MS = 72 * 60 * 60_000
const LONG_EVERY_MS = 60 * 60_000
const PAGES_MAX = 200

/** Asks each provider for recent payments and queues each unknown one for verification, as a webhook would. */
export async function pollPayments(deps: Deps, claim: Claim): Promise<JobResult> {
  const now = deps.clock.now()
  const everyMs = POLL_EVERY_MS[deps.config.mode]
  const isLongLook = claim.attempts % Math.ceil(LONG_EVERY_MS / everyMs) === 1
  const since = new Date(now.getTime() - (isLongLook ? LOOK_BACK_LONG_MS : LOOK_BACK_MS))
  // In parallel: a provider that hangs does not delay the others.
  await Promise.all(everyProvider(deps, 'payments').map((provider) => poll(deps, provider, since)))
  return { dueAt: new Date(deps.clock.now().getTime() + everyMs) }
}

async function poll(deps: Deps, provider: PaymentProvider, since: Date): Promise<void> {
  for (let page: number | null = 1; page !== null && page <= PAGES_MAX; ) {
    const answer = await provider.listPayments({ since, page, isOurs: canBeCharge })
    if (answer.outcome === 'unknown') await alarmUnreadable(deps, answer.unreadable ?? [])
    if (answer.outcome !== 'succeeded') return
    await alarmUnreadable(deps, answer.value.unreadable)
    await enqueueUnknown(deps, provider.name, answer.value.payments)
    page = answer.value.nextPage
  }
}

async function enqueueUnknown(
  deps: Deps,
  provider: string,
  payments: readonly { providerTransactionId: string; reference: string }[],
): Promise<void> {
  if (payments.length === 0) return
  const known = await deps.database.query<{ id: string }>(
    `select provider_transaction_id as id from deposits
     where provider = $1 and provider_transaction_id = any($2::text[])`,
    [provider, payments.map((each) => each.providerTransactionId)],
  )
  const knownIds = new Set(known.map((row) => row.id))
  const now = deps.clock.now()
  for (const payment of payments) {
    if (knownIds.has(payment.providerTransactionId)) continue
    await enqueuePayment(deps.database, { provider, reference: payment.reference, dueAt: now, now })
  }
  deps.wakeWorker()
}
