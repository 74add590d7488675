import type { OrderRow } from '#server/payments/orders/order.ts'
import type { Sql } from '#server/platform/db/database.ts'
import type { Write } from '#server/platform/db/rows.ts'

type Named = Pick<OrderRow, 'userId' | 'id' | 'provider'>

/**
 * A reference that an order goes out under, written in the transaction that says so: the first one, or one more with the proof
 * that allowed it. Rows are only ever added.
 */
export function newAttempt(attempt: {
  readonly order: Named
  readonly reference: string
  readonly at: Date
  /** When the provider said that it does not know the reference before, by its own clock. Empty for the first. */
  readonly earlierAbsentAt: readonly Date[]
  /** Found at the provider by operators, after a restore. */
  readonly foundByPeople?: boolean
}): Write {
  const { order, reference, at, earlierAbsentAt, foundByPeople = false } = attempt
  return {
    text: `insert into order_attempts
       (user_id, order_id, number, provider, reference, at, earlier_absent_at, found_by_people)
     select $1, $2, coalesce(max(number), 0) + 1, $3, $4, $5, $6::timestamptz[], $7::boolean
     from order_attempts where user_id = $1 and order_id = $2`,
    params: [order.userId, order.id, order.provider, reference, at, [...earlierAbsentAt], foundByPeople],
  }
}

/** Every reference an order ever went out under, the oldest first. */
export async function findReferences(sql: Sql, order: Named): Promise<string[]> {
  const rows = await sql.query<{ reference: string }>(
    'select reference from order_attempts where user_id = $1 and order_id = $2 order by number',
    [order.userId, order.id],
  )
  return rows.map(({ reference }) => reference)
}

/** Whether a callback ever spoke of the order's reference. Nobody signs it: it proves nothing, and is reason enough for doubt. */
export async function wasSpokenOf(sql: Sql, order: Named & Pick<OrderRow, 'reference'>): Promise<boolean> {
  const rows = await sql.query('select 1 from webhook_events where provider = $1 and reference = $2 limit 1', [
    order.provider,
    order.reference,
  ])
  return rows.length > 0
}
