import type { CustomerAnswer } from '#contract/console/customers.ts'
import type { UserId } from '#contract/ids.ts'
import type { Sql } from '#server/platform/db/database.ts'
import type { Masker } from './masker.ts'

type Lines<Part extends keyof CustomerAnswer> = CustomerAnswer[Part] extends (infer Line)[] ? Line : never
type Row<Line> = Omit<Line, 'at' | 'amountKobo' | 'totalKobo'> & { readonly at: Date; readonly amountKobo: bigint }
type OrderRow = Row<Lines<'orders'>> & { readonly totalKobo: bigint }

type Newest = { readonly userId: UserId; readonly mask: Masker; readonly limit: number }

/** A customer's newest orders, in the words of their own history. */
export async function readCustomerOrders(sql: Sql, { userId, mask, limit }: Newest): Promise<CustomerAnswer['orders']> {
  const rows = await sql.query<OrderRow>(
    `select o.id, t.kind, t.title, t.status, o.amount_kobo as "amountKobo",
       o.total_kobo as "totalKobo", t.counterparty as recipient,
       t.counterparty_detail as "recipientDetail", o.reference, o.created_at as at
     from orders o join transactions t on t.user_id = o.user_id and t.id = o.transaction_id
     where o.user_id = $1 order by o.id desc limit $2`,
    [userId, limit],
  )
  return rows.map(({ at, amountKobo, totalKobo, recipient, recipientDetail, ...order }) => ({
    ...order,
    at: at.toISOString(),
    amountKobo: amountKobo.toString(),
    totalKobo: totalKobo.toString(),
    recipient: mask('counterparty', recipient),
    recipientDetail: mask('counterparty_detail', recipientDetail),
  }))
}

export async function readCustomerDeposits(
  sql: Sql,
  { userId, mask, limit }: Newest,
): Promise<CustomerAnswer['deposits']> {
  const rows = await sql.query<Row<Lines<'deposits'>>>(
    `select id, state, amount_kobo as "amountKobo", sender_name as sender, reference, coalesce(paid_at, created_at) as at
     from deposits where user_id = $1 order by id desc limit $2`,
    [userId, limit],
  )
  return rows.map(({ at, amountKobo, sender, ...deposit }) => ({
    ...deposit,
    at: at.toISOString(),
    amountKobo: amountKobo.toString(),
    sender: mask('sender_name', sender),
  }))
}

export async function readCustomerCases(sql: Sql, userId: UserId, limit: number): Promise<CustomerAnswer['cases']> {
  const rows = await sql.query<Omit<Lines<'cases'>, 'at'> & { at: Date }>(
    `select id, tracking_number as "trackingNumber", topic, status, created_at as at
     from cases where user_id = $1 order by id desc limit $2`,
    [userId, limit],
  )
  return rows.map(({ at, ...each }) => ({ ...each, at: at.toISOString() }))
}

export async function readCustomerEvents(sql: Sql, userId: UserId, limit: number): Promise<CustomerAnswer['events']> {
  const rows = await sql.query<Omit<Lines<'events'>, 'at'> & { at: Date }>(
    'select id, kind, browser, at from account_events where user_id = $1 order by id desc limit $2',
    [userId, limit],
  )
  return rows.map(({ at, ...each }) => ({ ...each, at: at.toISOString() }))
}

/** The newest alerts to a customer, with the result in each channel. */
export async function readCustomerAlerts(sql: Sql, userId: UserId, limit: number): Promise<CustomerAnswer['alerts']> {
  const rows = await sql.query<Omit<Lines<'alerts'>, 'at'> & { at: Date }>(
    `select id, kind, email_state as email, push_state as push, sms_state as sms, at
     from alerts where user_id = $1 order by id desc limit $2`,
    [userId, limit],
  )
  return rows.map(({ at, ...each }) => ({ ...each, at: at.toISOString() }))
}

/** The newest emails to a customer that are not alerts. Their text is deleted once they are sent. */
export async function readCustomerEmails(sql: Sql, userId: UserId, limit: number): Promise<CustomerAnswer['emails']> {
  const rows = await sql.query<Omit<Lines<'emails'>, 'at'> & { at: Date }>(
    'select id, kind, state, coalesce(done_at, created_at) as at from emails where user_id = $1 order by id desc limit $2',
    [userId, limit],
  )
  return rows.map(({ at, ...each }) => ({ ...each, at: at.toISOString() }))
}
