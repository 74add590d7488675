import { DUPLICATE_WINDOW_MS } from '#contract/constants.ts'
import type { Quote } from '#contract/orders.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { STATES } from './machine.ts'
import type { OrderRow } from './order.ts'

/** A recent order for the same purchase. */
export type Duplicate = NonNullable<Quote['similar']>

/** What is bought for one recipient, for one amount. */
export type Purchase = { readonly recipientKey: string; readonly amountKobo: bigint }

/** Equal for equal purchases. */
export function purchaseKey({ recipientKey, amountKobo }: Purchase): string {
  return `${recipientKey} ${amountKobo}`
}

/**
 * Which of these purchases a user made within DUPLICATE_WINDOW_MS, by purchaseKey: the last order for each, without
 * failed ones.
 */
export async function findDuplicate(
  sql: Sql,
  of: { userId: string; purchases: readonly Purchase[]; now: Date },
): Promise<ReadonlyMap<string, Duplicate>> {
  const rows = await sql.query<{ purchase: string; id: string; state: OrderRow['state']; at: Date }>(
    `select recipient_key || ' ' || amount_kobo as purchase, id, state, created_at as at from orders
     where user_id = $1 and recipient_key = any($2::text[]) and created_at > $3 and state <> 'released'
     order by created_at, id`,
    [
      of.userId,
      [...new Set(of.purchases.map(({ recipientKey }) => recipientKey))],
      new Date(of.now.getTime() - DUPLICATE_WINDOW_MS),
    ],
  )
  return new Map(
    rows.map(({ purchase, id, state, at }) => [
      purchase,
      { orderId: id, status: STATES[state].status, createdAt: at.toISOString() },
    ]),
  )
}
