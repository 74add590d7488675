import type { OrderId, QuoteId, TransactionId, UserId } from '#contract/ids.ts'
import type { Kobo } from '#contract/money.ts'
import type { Order, OrderKind, OrderState, Quote } from '#contract/orders.ts'
import type { Sql, Transaction } from '../db/database.ts'
import { explainOrder } from './explain.ts'
import { STATES } from './machine.ts'

export type Recipient = Quote['recipient']

/** An order as the database holds it. Amounts in kobo. */
export type OrderRow = {
  readonly userId: UserId
  readonly id: OrderId
  readonly kind: OrderKind
  readonly quoteId: QuoteId
  readonly state: OrderState
  readonly amountKobo: Kobo
  readonly feeKobo: Kobo
  readonly dutyKobo: Kobo
  readonly discountKobo: Kobo
  readonly totalKobo: Kobo
  readonly recipient: Recipient
  readonly provider: string
  readonly reference: string
  readonly transactionId: TransactionId
  readonly sendCount: number
  readonly failure: string | null
  readonly notFoundCount: number
  readonly notFoundSince: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

const COLUMNS = `user_id as "userId", id, kind, quote_id as "quoteId", state, amount_kobo as "amountKobo",
  fee_kobo as "feeKobo", duty_kobo as "dutyKobo", discount_kobo as "discountKobo", total_kobo as "totalKobo",
  recipient, provider, reference, transaction_id as "transactionId", send_count as "sendCount", failure,
  not_found_count as "notFoundCount", not_found_since as "notFoundSince", created_at as "createdAt",
  updated_at as "updatedAt"`

/** One order of a user, or null when there is none of that id that is his. */
export async function findOrder(sql: Sql, userId: string, orderId: string): Promise<OrderRow | null> {
  const [row] = await sql.query<OrderRow>(`select ${COLUMNS} from orders where user_id = $1 and id = $2`, [
    userId,
    orderId,
  ])
  return row ?? null
}

/** The order a quote became, or null while it is only a quote. */
export async function findOrderOfQuote(sql: Sql, userId: string, quoteId: string): Promise<OrderRow | null> {
  const [row] = await sql.query<OrderRow>(`select ${COLUMNS} from orders where user_id = $1 and quote_id = $2`, [
    userId,
    quoteId,
  ])
  return row ?? null
}

/** The order behind a reference at a provider, for webhooks. */
export async function findOrderByReference(sql: Sql, provider: string, reference: string): Promise<OrderRow | null> {
  const [row] = await sql.query<OrderRow>(`select ${COLUMNS} from orders where provider = $1 and reference = $2`, [
    provider,
    reference,
  ])
  return row ?? null
}

/** Reads an order and keeps it locked until the transaction ends. */
export async function lockOrder(tx: Transaction, userId: string, orderId: string): Promise<OrderRow | null> {
  const [row] = await tx.query<OrderRow>(`select ${COLUMNS} from orders where user_id = $1 and id = $2 for update`, [
    userId,
    orderId,
  ])
  return row ?? null
}

/** The order as the outside sees it. */
export function toOrder(row: OrderRow): Order {
  return {
    id: row.id,
    kind: row.kind,
    status: STATES[row.state].status,
    state: row.state,
    amountKobo: row.amountKobo.toString(),
    feeKobo: row.feeKobo.toString(),
    dutyKobo: row.dutyKobo.toString(),
    totalKobo: row.totalKobo.toString(),
    recipient: row.recipient,
    reference: row.reference,
    transactionId: row.transactionId,
    failure: row.failure,
    explanation: explainOrder(row),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}
