import { isId, type UserId } from '#contract/ids.ts'
import type { OrderState } from '#contract/orders.ts'
import type { SaleLine, SalesAnswer, SalesQuery } from '#contract/selling.ts'
import { SALES_DAYS_MAX } from '#contract/selling-limits.ts'
import { countDays } from '#contract/time.ts'
import type { TransactionStatus } from '#contract/transactions.ts'
import { STATES } from '#server/payments/orders/machine.ts'
import type { OrderRow } from '#server/payments/orders/order.ts'
import { rulesOf } from '#server/payments/orders/rules.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'

/**
 * What a seller sold on in these Lagos days: sums by day of what was delivered, what is still on its way apart, and one
 * page of all sales, newest first.
 *
 * @throws AppError `request.invalid` for days that are none, run backwards or are more than SALES_DAYS_MAX
 */
export async function reportSales(sql: Sql, userId: UserId, query: SalesQuery): Promise<SalesAnswer> {
  requireReadable(query)
  const days = await sumByDay(sql, userId, query, statesOf('completed'))
  const waiting = await sumByDay(sql, userId, query, statesOf('pending'))
  const { sales, nextCursor } = await listSales(sql, userId, query)
  return {
    days: days.map((day) => ({ day: day.day, ...toFigures([day]) })),
    totals: toFigures(days),
    pending: toFigures(waiting),
    sales,
    nextCursor,
  }
}

function requireReadable({ from, to, cursor }: SalesQuery): void {
  const wrong = (field: string, why: string) => new AppError('request.invalid', { fields: { [field]: why } })
  // ISO 8601 has a year 0, PostgreSQL has none.
  if (from.startsWith('0000')) throw wrong('from', 'Not a day')
  const span = countDays(from, to)
  if (span < 1) throw wrong('to', 'Before the first day')
  if (span > SALES_DAYS_MAX) throw wrong('to', `At most ${SALES_DAYS_MAX} days`)
  if (cursor !== undefined && !isId('ord', cursor)) throw wrong('cursor', 'Not a page of this list')
}

function statesOf(status: TransactionStatus): OrderState[] {
  return (Object.keys(STATES) as OrderState[]).filter((state) => STATES[state].status === status)
}

type DayRow = { day: string; count: number; cost: bigint; sales: bigint }

/** What the orders of each day cost the seller and bring them, kobo: the price they paid, and their own. */
async function sumByDay(
  sql: Sql,
  userId: UserId,
  { from, to }: SalesQuery,
  states: readonly OrderState[],
): Promise<DayRow[]> {
  return await sql.query<DayRow>(
    `select lagos_day as day, count(*)::int as count, sum(total_kobo)::bigint as cost,
       sum((sale->>'priceKobo')::bigint)::bigint as sales
     from orders
     where user_id = $1 and sale is not null and lagos_day between $2::date and $3::date and state = any($4::text[])
     group by lagos_day order by lagos_day`,
    [userId, from, to, states],
  )
}

function toFigures(days: readonly DayRow[]): SalesAnswer['totals'] {
  const cost = days.reduce((sum, day) => sum + day.cost, 0n)
  const sales = days.reduce((sum, day) => sum + day.sales, 0n)
  return {
    count: days.reduce((sum, day) => sum + day.count, 0),
    costKobo: cost.toString(),
    salesKobo: sales.toString(),
    marginKobo: (sales - cost).toString(),
  }
}

type SaleRow = Pick<OrderRow, 'id' | 'kind' | 'recipient' | 'state' | 'sale' | 'totalKobo' | 'createdAt'> & {
  readonly transactionId: string
}

async function listSales(
  sql: Sql,
  userId: UserId,
  { from, to, cursor, limit }: SalesQuery,
): Promise<Pick<SalesAnswer, 'sales' | 'nextCursor'>> {
  // A page is a stretch of ids: a plan that has to serve the first page too would read all of them.
  const after = cursor === undefined ? [] : [cursor]
  const rows = await sql.query<SaleRow>(
    `select id, kind, recipient, state, sale, total_kobo as "totalKobo", transaction_id as "transactionId",
       created_at as "createdAt"
     from orders
     where user_id = $1 and sale is not null and lagos_day between $2::date and $3::date
       ${cursor === undefined ? '' : 'and id < $5'}
     order by id desc limit $4`,
    [userId, from, to, limit + 1, ...after],
  )
  const page = rows.slice(0, limit)
  return {
    sales: page.map(toLine),
    nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
  }
}

function toLine(row: SaleRow): SaleLine {
  const { line } = rulesOf(row as OrderRow)
  return {
    orderId: row.id,
    transactionId: row.transactionId,
    title: line.title,
    customerName: row.sale?.customerName ?? null,
    phone: 'phone' in row.recipient ? row.recipient.phone : '',
    costKobo: row.totalKobo.toString(),
    priceKobo: row.sale?.priceKobo ?? '0',
    status: STATES[row.state].status,
    createdAt: row.createdAt.toISOString(),
  }
}
