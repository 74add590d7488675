import type { UserId } from '#contract/ids.ts'
import { AMOUNT_MAX_KOBO } from '#contract/money.ts'
import type { Deps } from '#server/deps.ts'
import { enqueue } from '#server/outbox/jobs/jobs.ts'
import { enqueuePayment } from '#server/outbox/jobs/payment-job.ts'
import { findOrderByReference, type OrderRow } from '#server/payments/orders/order.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import type { ExactText } from '#server/platform/text/exact-text.ts'
import type { BillsHint } from '#server/providers/bills/bill-provider.ts'
import type { ProviderHint } from '#server/providers/payments/payment-provider.ts'

/**
 * Stores a genuine webhook of a provider once and queues its subject for verification. Nothing in it is believed: it
 * only says where to look. Committed before the provider gets its 200.
 */
export async function receiveHint(deps: Deps, provider: string, hint: ProviderHint): Promise<void> {
  // JSON can hold any amount, the database cannot. An error would only make the provider repeat it for days.
  if (hint.about === 'rejection' && hint.amountKobo > AMOUNT_MAX_KOBO) return
  const now = deps.clock.now()
  const { toldUser, waited } = await deps.database.transaction(async (tx) => {
    const reference = hint.about === 'rejection' ? hint.providerTransactionId : hint.reference
    const isNew = await storeEvent(tx, { provider, eventKey: hint.eventKey, about: hint.about, reference, at: now })
    if (hint.about === 'rejection') {
      return { toldUser: await noteRejection(tx, { provider, hint, at: now }), waited: null }
    }
    if (hint.about === 'payment') {
      await enqueuePayment(tx, { provider, reference: hint.reference, dueAt: now, now })
      return { toldUser: null, waited: null }
    }
    const order = await enqueueOrder(tx, { provider, reference: hint.reference, now })
    return { toldUser: null, waited: isNew ? order : null }
  })
  timeWebhook(deps, waited, now)
  deps.wakeWorker()
  if (toldUser !== null) deps.events.publish(toldUser, { topics: ['order'] })
}

/**
 * Like receiveHint, for an unsigned callback: it only queues a verification, and only for a reference of ours. Anything
 * else leaves no trace, so that strangers cannot fill the database. A notice that plans have changed makes us read them
 * again, at the pace of server/providers/bills/plan-lists.ts.
 */
export async function receiveUnsignedHint(deps: Deps, provider: string, hint: BillsHint): Promise<void> {
  if (hint.about === 'plans') return deps.plans.noteChange()
  const now = deps.clock.now()
  const waited = await deps.database.transaction(async (tx) => {
    const order = await enqueueOrder(tx, { provider, reference: hint.reference, now })
    if (order === null) return null
    const event = { provider, eventKey: hint.eventKey, about: 'purchase', reference: hint.reference, at: now }
    return (await storeEvent(tx, event)) ? order : null
  })
  timeWebhook(deps, waited, now)
  deps.wakeWorker()
}

/** Times the first webhook of an event about an order. Repeats say nothing about how long it took. */
function timeWebhook({ metrics, tracing }: Deps, order: OrderRow | null, now: Date): void {
  if (order === null) return
  metrics.timeWebhook(order.provider, now.getTime() - order.createdAt.getTime())
  tracing.setOrder(order.id)
}

/** True when the event had not been received before. */
async function storeEvent(
  tx: Transaction,
  event: { provider: string; eventKey: ExactText; about: string; reference: ExactText; at: Date },
): Promise<boolean> {
  const [row] = await tx.query<{ times: number }>(
    `insert into webhook_events (provider, event_key, about, reference, received_at) values ($1, $2, $3, $4, $5)
     on conflict (provider, event_key) do update set times = webhook_events.times + 1 returning times`,
    [event.provider, event.eventKey, event.about, event.reference, event.at],
  )
  return row?.times === 1
}

async function enqueueOrder(
  tx: Transaction,
  of: { provider: string; reference: ExactText; now: Date },
): Promise<OrderRow | null> {
  const order = await findOrderByReference(tx, of.provider, of.reference)
  if (order === null) return null
  await enqueue(tx, { kind: 'order', subjectId: order.id, userId: order.userId, dueAt: of.now, now: of.now })
  return order
}

/** No money of ours moved: the provider returns it to its sender. Stored so that the user can be informed. */
async function noteRejection(
  tx: Transaction,
  of: { provider: string; hint: Extract<ProviderHint, { about: 'rejection' }>; at: Date },
): Promise<UserId | null> {
  const { provider, hint } = of
  const [owner] = await tx.query<{ user_id: UserId }>(
    'select user_id from funding_accounts where provider = $1 and customer_code = $2',
    [provider, hint.customerCode],
  )
  if (owner === undefined) return null
  await tx.query(
    `insert into bpc_rejections (user_id, provider, provider_transaction_id, amount_kobo, reported_at)
     values ($1, $2, $3, $4, $5) on conflict do nothing`,
    [owner.user_id, provider, hint.providerTransactionId, hint.amountKobo, of.at],
  )
  return owner.user_id
}
