import { BENEFICIARIES_MAX } from '#contract/beneficiaries.ts'
import type { Deps } from '#server/deps.ts'
import type { OrderRow } from '#server/payments/orders/order.ts'
import { rulesOf } from '#server/payments/orders/rules.ts'
import type { QuoteRow } from '#server/payments/quotes/quote.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { rowsAsJson, type Write } from '#server/platform/db/rows.ts'

/** A user whose list gained a recipient (`isNew`), or only has one with a newer use. */
export type Remembered = { readonly userId: string; readonly isNew: boolean }

/**
 * Saves the recipients of accepted orders, to be offered again; returns what is Remembered. Null if there are none.
 * Numbers of a seller's list are not saved: they are the seller's customers, and 200 of them would push out everything
 * else.
 */
export function recipientsOf(
  deps: Pick<Deps, 'newId'>,
  accepted: readonly { readonly order: OrderRow; readonly quote: Pick<QuoteRow, 'batchId'> }[],
): Write | null {
  const rows = accepted.flatMap(({ order, quote }) => {
    const saved = quote.batchId === null ? rulesOf(order).beneficiary : null
    return saved === null
      ? []
      : [{ user_id: order.userId, id: deps.newId('ben'), ...saved, last_used_at: order.createdAt }]
  })
  if (rows.length === 0) return null
  return {
    text: `insert into beneficiaries (user_id, id, kind, key, details, last_used_at)
     select user_id, id, kind, key, details, last_used_at from json_populate_recordset(null::beneficiaries, $1::json)
     on conflict (user_id, kind, key) do update set details = excluded.details, last_used_at = excluded.last_used_at
     returning user_id as "userId", (xmax = 0) as "isNew"`,
    params: [rowsAsJson(rows)],
  }
}

/**
 * Trims each list that gained a recipient to its bound, under its user's lock, however many orders are accepted at
 * once.
 */
export async function forgetOldest(tx: Transaction, remembered: readonly Remembered[]): Promise<void> {
  const withOneMore = remembered.flatMap(({ userId, isNew }) => (isNew ? [userId] : []))
  if (withOneMore.length === 0) return
  await tx.query(
    `delete from beneficiaries where (user_id, id) in (
       select user_id, id from (
         select user_id, id, row_number() over (partition by user_id order by last_used_at desc, id desc) as place
         from beneficiaries where user_id = any($1::text[])) as placed
       where place > $2)`,
    [withOneMore, BENEFICIARIES_MAX],
  )
}
