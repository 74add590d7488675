import type { BatchId, BpcId, OperatorRequestId, OrderId, QuoteId, TransactionId, UserId } from '#contract/ids.ts'
import type { OrderKind } from '#contract/kinds/kinds.ts'
import type { Kobo } from '#contract/money.ts'
import type { OrderState, RecipientOf, Sale } from '#contract/orders.ts'
import type { PriceListName } from '#contract/prices.ts'
import type { Sql, Transaction } from '#server/platform/db/database.ts'
import { rowsAsJson, type Write } from '#server/platform/db/rows.ts'

type OrderFields = {
  readonly userId: UserId
  readonly id: OrderId
  readonly quoteId: QuoteId
  readonly state: OrderState
  readonly amountKobo: Kobo
  readonly feeKobo: Kobo
  readonly dutyKobo: Kobo
  readonly discountKobo: Kobo
  readonly totalKobo: Kobo
  /** The provider's charge to us: expected until verified. Purchases only. */
  readonly costKobo: Kobo
  /** The provider's charge on top of a transfer, as booked. */
  readonly providerFeeKobo: Kobo
  readonly priceList: PriceListName
  /** The code that gave access to the price list; null for standard prices. */
  readonly bpcId: BpcId | null
  readonly sale: Sale | null
  /** The list with which it was approved; null: approved alone. */
  readonly batchId: BatchId | null
  readonly paidBy: 'wallet' | 'transfer'
  readonly provider: string
  readonly reference: string
  readonly transactionId: TransactionId
  readonly sendCount: number
  readonly failure: string | null
  /** The tokens for a prepaid meter: see joinTokens. */
  readonly token: string | null
  readonly units: string | null
  readonly notFoundCount: number
  readonly notFoundSince: Date | null
  /** When the provider said that the reference is unknown and no longer accepted, by its own clock (R13). */
  readonly absentAt: readonly Date[]
  /** How many of its requests were sent under earlier references: 0 for nearly every order. */
  readonly earlierSends: number
  /** The order was open in a restored backup, so it may have been sent under another reference since. */
  readonly maybeElsewhere: boolean
  /** The request by which two operators ended it, or null. */
  readonly endedByRequest: OperatorRequestId | null
  /** It was released, paid after all, and returned. */
  readonly returnedLate: boolean
  /** Since when its provider contradicts its own proof, or null. */
  readonly contradictedAt: Date | null
  /** The request by which two operators returned the money while it was contradicted, or null. */
  readonly undoneByRequest: OperatorRequestId | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** An order of one kind as the database holds it. Amounts in kobo. */
export type OrderRowOf<Kind extends OrderKind> = OrderFields & {
  readonly kind: Kind
  readonly recipient: RecipientOf<Kind>
}

/** An order as the database holds it: `kind` tells what its recipient is. */
export type OrderRow = { [Kind in OrderKind]: OrderRowOf<Kind> }[OrderKind]

/** The SQL columns of an OrderRow. */
export const ORDER_COLUMNS = `user_id as "userId", id, kind, quote_id as "quoteId", state, amount_kobo as "amountKobo",
  fee_kobo as "feeKobo", duty_kobo as "dutyKobo", discount_kobo as "discountKobo", total_kobo as "totalKobo",
  cost_kobo as "costKobo", provider_fee_kobo as "providerFeeKobo", price_list as "priceList", bpc_id as "bpcId", sale, approval->>'batchId' as "batchId", paid_by as "paidBy",
  recipient, provider, reference, transaction_id as "transactionId", send_count as "sendCount", failure, token, units,
  not_found_count as "notFoundCount", not_found_since as "notFoundSince", absent_at as "absentAt",
  earlier_sends as "earlierSends", maybe_elsewhere as "maybeElsewhere", ended_by_request as "endedByRequest",
  returned_late as "returnedLate", contradicted_at as "contradictedAt", undone_by_request as "undoneByRequest",
  created_at as "createdAt", updated_at as "updatedAt"`

/** One order of a user, or null if they have none with that id. */
export async function findOrder(sql: Sql, userId: string, orderId: string): Promise<OrderRow | null> {
  const [row] = await sql.query<OrderRow>(`select ${ORDER_COLUMNS} from orders where user_id = $1 and id = $2`, [
    userId,
    orderId,
  ])
  return row ?? null
}

/** The orders that quotes became, of any users. Quotes without an order are left out. */
export async function findOrdersOfQuotes(
  sql: Sql,
  quotes: readonly { readonly userId: string; readonly id: string }[],
): Promise<OrderRow[]> {
  return await sql.query<OrderRow>(
    // Looked up one by one by key: a plan made while the table was small reads no more of it when it is large.
    `select ${ORDER_COLUMNS} from unnest($1::text[], $2::text[]) as asked (by_user, of_quote)
     cross join lateral (select * from orders where user_id = by_user and quote_id = of_quote limit 1) as orders`,
    [quotes.map((each) => each.userId), quotes.map((each) => each.id)],
  )
}

/** The order behind a provider's reference, for webhooks: its current reference, or an earlier one. */
export async function findOrderByReference(sql: Sql, provider: string, reference: string): Promise<OrderRow | null> {
  const [row] = await sql.query<OrderRow>(
    `select ${ORDER_COLUMNS} from orders where provider = $1 and reference = $2
     union all
     select ${ORDER_COLUMNS} from orders where (user_id, id) in (
       select user_id, order_id from order_attempts where provider = $1 and reference = $2)
     limit 1`,
    [provider, reference],
  )
  return row ?? null
}

/** Reads an order and keeps it locked until the transaction ends. */
export async function lockOrder(tx: Transaction, userId: string, orderId: string): Promise<OrderRow | null> {
  const [row] = await tx.query<OrderRow>(
    `select ${ORDER_COLUMNS} from orders where user_id = $1 and id = $2 for update`,
    [userId, orderId],
  )
  return row ?? null
}

/** An order as first written, with what was agreed to and its proof. */
export type NewOrder = {
  readonly order: OrderRow
  readonly terms: string
  readonly approval: unknown
  readonly lagosDay: string
  readonly recipientKey: string
}

/** The rows of new orders. The reference at the provider is the order's own id until a provider needs another. */
export function newOrders(orders: readonly NewOrder[]): Write {
  const rows = orders.map(({ order, terms, approval, lagosDay, recipientKey }) => ({
    user_id: order.userId,
    id: order.id,
    kind: order.kind,
    quote_id: order.quoteId,
    state: order.state,
    amount_kobo: order.amountKobo,
    fee_kobo: order.feeKobo,
    duty_kobo: order.dutyKobo,
    discount_kobo: order.discountKobo,
    total_kobo: order.totalKobo,
    cost_kobo: order.costKobo,
    price_list: order.priceList,
    bpc_id: order.bpcId,
    sale: order.sale,
    paid_by: order.paidBy,
    recipient: order.recipient,
    recipient_key: recipientKey,
    terms,
    approval,
    provider: order.provider,
    reference: order.reference,
    transaction_id: order.transactionId,
    lagos_day: lagosDay,
    created_at: order.createdAt,
    updated_at: order.createdAt,
  }))
  return {
    text: `insert into orders (approval, ${WRITTEN})
     select coalesce(approval, 'null'), ${WRITTEN} from json_populate_recordset(null::orders, $1::json)`,
    params: [rowsAsJson(rows)],
  }
}

const WRITTEN = `user_id, id, kind, quote_id, state, amount_kobo, fee_kobo, duty_kobo, discount_kobo, total_kobo, cost_kobo,
  price_list, bpc_id, sale, paid_by, recipient, recipient_key, terms, provider, reference, transaction_id, lagos_day, created_at,
  updated_at`
