import { SECOND_ONE_MS } from '#contract/constants.ts'
import type { Quote } from '#contract/orders.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { STATES } from './machine.ts'
import type { OrderRow } from './order.ts'

/** The same thing for the same number and amount, bought a moment ago. */
export type Duplicate = NonNullable<Quote['similar']>

/** One thing going to one place for one amount. */
export type Thing = { readonly recipientKey: string; readonly amountKobo: bigint }

/** The same for the same thing. */
export function thingKey({ recipientKey, amountKobo }: Thing): string {
  return `${recipientKey} ${amountKobo}`
}

/**
 * Which of these things a user bought within SECOND_ONE_MS, by thingKey: the last order for each, failed ones left out.
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
