import type { Deps } from '../../deps.ts'
import { enqueue } from '../../jobs/queue.ts'
import { findOrderByReference } from '../../orders/order.ts'
import type { ProviderHint } from '../../providers/payments.ts'

/**
 * Stores a genuine webhook once and makes what it is about due for verification. Nothing in it is believed: it only
 * says where to look. Committed before the provider gets its 200.
 */
export async function receiveHint(deps: Deps, hint: ProviderHint): Promise<void> {
  const now = deps.clock.now()
  const provider = deps.payments.name
  // JSON may hold a NUL, the database cannot.
  const eventKey = hint.eventKey.replaceAll('\0', '')
  await deps.database.transaction(async (tx) => {
    await tx.query(
      `insert into webhook_events (provider, event_key, about, reference, received_at) values ($1, $2, $3, $4, $5)
       on conflict (provider, event_key) do update set times = webhook_events.times + 1`,
      [provider, eventKey, hint.about, hint.reference, now],
    )
    if (hint.about === 'payment') {
      await enqueue(tx, { kind: 'payment', subjectId: hint.reference, userId: null, dueAt: now, now })
      return
    }
    const order = await findOrderByReference(tx, provider, hint.reference)
    if (order === null) return
    await enqueue(tx, { kind: 'order', subjectId: order.id, userId: order.userId, dueAt: now, now })
  })
  deps.wakeWorker()
}
