import type { OrderId, UserId } from '#contract/ids.ts'
import type { OrderRow } from '#server/payments/orders/order.ts'
import type { Sql, Transaction } from '#server/platform/db/database.ts'

/**
 * A request for an account number for one BPC purchase. The last four fields are null until the provider has answered.
 */
export type Charge = {
  readonly userId: UserId
  readonly orderId: OrderId
  readonly reference: string
  readonly accountNumber: string | null
  readonly bankName: string | null
  readonly accountName: string | null
  readonly expiresAt: Date | null
}

export type IssuedCharge = Charge & {
  readonly accountNumber: string
  readonly bankName: string
  readonly accountName: string
  readonly expiresAt: Date
}

const COLUMNS = `user_id as "userId", order_id as "orderId", reference, account_number as "accountNumber",
  bank_name as "bankName", account_name as "accountName", expires_at as "expiresAt"`

/** All account numbers requested for an order, first try first. */
export async function findCharges(sql: Sql, order: Pick<OrderRow, 'userId' | 'id'>): Promise<Charge[]> {
  return await sql.query<Charge>(
    `select ${COLUMNS} from bpc_charges where user_id = $1 and order_id = $2 order by created_at, reference`,
    [order.userId, order.id],
  )
}

/** The account number that was issued and shown; null if there is none. */
export function issueOf(charges: readonly Charge[]): IssuedCharge | null {
  return charges.find((each): each is IssuedCharge => each.accountNumber !== null) ?? null
}

/** The purchase that an incoming payment is for: by our reference, or by the account number it came in on. */
export async function findChargeOfPayment(
  sql: Sql,
  of: { provider: string; reference: string; accountNumber: string | null },
): Promise<Charge | null> {
  const [row] = await sql.query<Charge>(
    `select ${COLUMNS} from bpc_charges where provider = $1 and (reference = $2 or account_number = $3)
     order by (reference = $2) desc, expires_at desc limit 1`,
    [of.provider, of.reference, of.accountNumber],
  )
  return row ?? null
}

/**
 * For a payment whose provider gives neither our reference nor the account number: its customer's current or last
 * purchase. Either one is that customer's own.
 */
export async function findChargeOfCustomer(
  sql: Sql,
  of: { provider: string; customerCode: string | null },
): Promise<Charge | null> {
  if (of.customerCode === null) return null
  const [row] = await sql.query<Charge>(
    `select ${COLUMNS} from bpc_charges c
     where provider = $1
       and user_id = (select f.user_id from funding_accounts f where f.provider = $1 and f.customer_code = $2)
     order by exists (
       select 1 from orders o where o.user_id = c.user_id and o.id = c.order_id and o.state = 'awaiting_payment'
     ) desc, (account_number is not null) desc, created_at desc limit 1`,
    [of.provider, of.customerCode],
  )
  return row ?? null
}

/** Call before asking the provider: after a crash it may have issued a number. */
export async function saveCharge(
  tx: Transaction,
  of: { order: Pick<OrderRow, 'userId' | 'id'>; provider: string; reference: string; at: Date },
): Promise<void> {
  await tx.query(
    'insert into bpc_charges (user_id, order_id, provider, reference, created_at) values ($1, $2, $3, $4, $5)',
    [of.order.userId, of.order.id, of.provider, of.reference, of.at],
  )
}

export async function saveIssued(
  tx: Transaction,
  of: {
    userId: UserId
    provider: string
    reference: string
    accountNumber: string
    bankName: string
    accountName: string
    expiresAt: Date
  },
): Promise<void> {
  await tx.query(
    `update bpc_charges set account_number = $3, bank_name = $4, account_name = $5, expires_at = $6
     where provider = $1 and reference = $2 and user_id = $7`,
    [of.provider, of.reference, of.accountNumber, of.bankName, of.accountName, of.expiresAt, of.userId],
  )
}

/** SQL query: the newest BPC purchase of `user` that still waits for its bank transfer, one row or none. */
export const openPurchaseOf = (user: string): string => `select o.id as "orderId", max(c.expires_at) as "expiresAt"
  from orders o left join bpc_charges c on c.user_id = o.user_id and c.order_id = o.id
  where o.user_id = ${user} and o.state = 'awaiting_payment'
  group by o.id, o.created_at order by o.created_at desc, o.id desc limit 1`
