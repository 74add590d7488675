import { randomUUID } from 'node:crypto'
import { raiseAlarm } from '#server/outbox/alarms/raise-alarm.ts'
import type { Database, Transaction } from '#server/platform/db/database.ts'
import { removeStartupBlock } from '#server/platform/db/startup-block.ts'
import type { Logger } from '#server/platform/log.ts'
import { REFERRING_FIRST } from '#server/tables/tables.ts'

export type Reconsidered = {
  /** Orders that had not been sent yet: they continue as "maybe sent" and are first verified by reference. */
  readonly maybeSent: number
  /** Those of them whose reference is unknown, because it is only made at sending: a person has to look. */
  readonly forPeople: number
}

/**
 * Makes a restored database safe to start, in the transaction that opens it. The providers went on after the backup, so
 * nothing in it counts as the latest:
 *
 * - A suspension holds all money until everything since the backup is matched.
 * - Unsent orders may have been sent: only a verification can say otherwise (R3).
 * - Open quotes, challenges, codes, links and passes may have been used, and sessions ended: they all end.
 */
export async function openAfterRestore(
  database: Database,
  log: Logger,
  of: { readonly madeAt: Date; readonly now: Date; readonly backup: string },
): Promise<Reconsidered> {
  return await database.transaction(async (tx) => {
    await tx.query(
      `insert into payment_suspensions (id, reason, detail, since, stopped_at) values ($1, 'restored', $2, $3, $4)
       on conflict do nothing`,
      [
        `restored:${randomUUID()}`,
        `restored from ${of.backup}, made at ${of.madeAt.toISOString()}: what the providers did since has to be matched`,
        of.madeAt,
        of.now,
      ],
    )
    // Of two open restores the earlier moment counts: nothing after it is known.
    await tx.query(
      `update payment_suspensions set since = least(since, $1) where reason = 'restored' and lifted_at is null`,
      [of.madeAt],
    )
    const reconsidered = await reconsiderOrders(tx, log, of)
    for (const { name, afterRestore } of REFERRING_FIRST) {
      if (afterRestore === 'emptied') await tx.query(`delete from ${name}`)
    }
    // The alert was sent since, or is no longer the newest truth. The inbox keeps it.
    for (const channel of ['email', 'push', 'sms'])
      await tx.query(`update alerts set ${channel}_state = 'dropped' where ${channel}_state = 'waiting'`)
    await tx.query('update visitors set pass_hash = null, pass_expires_at = null')
    await tx.query('update sessions set ended_at = $1 where ended_at is null', [of.now])
    await tx.query('update jobs set lease_until = null, due_at = least(due_at, $1)', [of.now])
    await removeStartupBlock(tx)
    return reconsidered
  })
}

/** A purchase gets its reference when first sent; until then the column holds its id. */
const WITHOUT_REFERENCE = "reference = id and kind <> 'withdrawal'"

async function reconsiderOrders(
  tx: Transaction,
  log: Logger,
  of: { readonly now: Date; readonly backup: string },
): Promise<Reconsidered> {
  const note = `restored from ${of.backup}: may have been sent since it was made`
  // held → in_flight → manual_review: transitions `send` and `overdue` of server/payments/orders/machine.ts.
  const moved = await tx.query<{ userId: string; id: string; unreferenced: boolean }>(
    `update orders set state = case when ${WITHOUT_REFERENCE} then 'manual_review' else 'in_flight' end,
       send_count = 1, sent_at = $1, updated_at = $1, not_found_count = 0, not_found_since = null
     where state = 'held'
     returning user_id as "userId", id, state = 'manual_review' as unreferenced`,
    [of.now],
  )
  const unreferenced = moved.filter((each) => each.unreferenced)
  await addSteps(tx, moved, { state: 'in_flight', event: 'send', note, at: of.now })
  await tx.query(
    `insert into order_attempts (user_id, order_id, number, provider, reference, at)
     select user_id, id, 1, provider, reference, $2 from orders where id = any($1::text[])`,
    [moved.filter((each) => !each.unreferenced).map((each) => each.id), of.now],
  )
  const detail = 'may have been sent under a reference that is not in the backup: find it at the provider by its number'
  await addSteps(tx, unreferenced, { state: 'manual_review', event: 'overdue', note: detail, at: of.now })
  for (const { id } of unreferenced) {
    await raiseAlarm(tx, log, { kind: 'order-unknown-after-restore', subjectId: id, detail, at: of.now })
  }
  // "Not found" counted before the backup says nothing about what happened after it.
  await tx.query(
    "update orders set not_found_count = 0, not_found_since = null, absent_at = '{}' where state = 'unknown'",
  )
  // Orders may have been sent since under another reference that the backup lacks (R13).
  await tx.query(
    `update orders set maybe_elsewhere = true
     where state in ('in_flight', 'pending', 'unknown', 'manual_review') and kind <> 'withdrawal'`,
  )
  return { maybeSent: moved.length, forPeople: unreferenced.length }
}

async function addSteps(
  tx: Transaction,
  orders: readonly { userId: string; id: string }[],
  step: { state: string; event: string; note: string; at: Date },
): Promise<void> {
  await tx.query(
    `insert into order_steps (user_id, order_id, seq, state, event, evidence, at)
     select o.user_id, o.id, coalesce((
         select max(seq) from order_steps s where s.user_id = o.user_id and s.order_id = o.id
       ), 0) + 1, $3, $4, $5, $6
     from unnest($1::text[], $2::text[]) as o (user_id, id)`,
    [orders.map((each) => each.userId), orders.map((each) => each.id), step.state, step.event, step.note, step.at],
  )
}
