import { SECOND_ONE_MS } from '#contract/constants.ts'
import type { Quote } from '#contract/orders.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { STATES } from './machine.ts'
import type { OrderRow } from './order.ts'

/** A recent order for the same thing, number and amount. */
export type Duplicate = NonNullable<Quote['similar']>

/** One thing to one recipient for one amount. */
export type Thing = { readonly recipientKey: string; readonly amountKobo: bigint }

/** Equal for equal things. */
export function thingKey({ recipientKey, amountKobo }: Thing): string {
  return `${recipientKey} ${amountKobo}`
}

/**
 * Which of these things a user bought within SECOND_ONE_MS, by thingKey: the last order for each, without failed ones.
 */
export async function findDuplicate(
  sql: Sql,
  of: { userId: string; things: readonly Thing[]; now: Date },
): Promise<ReadonlyMap<string, Duplicate>> {
  const rows = await sql.query<{ thing: string; id: string; state: OrderRow['state']; at: Date }>(
    `select recipient_key || ' ' || amount_kobo as thing, id, state, created_at as at from orders
     where user_id = $1 and recipient_key = any($2::text[]) and created_at > $3 and state <> 'released'
     order by created_at, id`,
    [
      of.userId,
      [...new Set(of.things.map(({ recipientKey }) => recipientKey))],
      new Date(of.now.getTime() - SECOND_ONE_MS),
    ],
  )
  return new Map(
    rows.map(({ thing, id, state, at }) => [
      thing,
      { orderId: id, status: STATES[state].status, createdAt: at.toISOString() },
    ]),
  )
}
