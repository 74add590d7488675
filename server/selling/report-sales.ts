import { isId, type UserId } from '#contract/ids.ts'
import { kobo } from '#contract/money.ts'
import type { OrderState } from '#contract/orders.ts'
import type { SaleLine, SalesAnswer, SalesQuery } from '#contract/selling.ts'
import { SALES_DAYS_MAX } from '#contract/selling-limits.ts'
import { countDays } from '#contract/time.ts'
import type { TransactionStatus } from '#contract/transactions.ts'
import type { Deps } from '#server/deps.ts'
import { STATES } from '#server/payments/orders/machine.ts'
import type { OrderRow } from '#server/payments/orders/order.ts'
import { rulesOf } from '#server/payments/orders/rules.ts'
import { BATCH_MAX, batched } from '#server/platform/db/batch.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'

/**
 * A seller's sales in these Lagos days: daily sums of what was delivered, separate sums of what is pending, and one
 * page of all sales, newest first. All read in one snapshot, so that sums and sales agree.
 *
 * @throws AppError `request.invalid` for invalid days, days in the wrong order, or more than SALES_DAYS_MAX
 */
export async function reportSales(
  deps: Pick<Deps, 'database'>,
  userId: UserId,
  query: SalesQuery,
): Promise<SalesAnswer> {
  requireReadable(query)
  return await reportTogether(deps, { userId, query })
}

type Asked = { readonly userId: UserId; readonly query: SalesQuery }

/** Pages requested at the same time are read in one statement. */
const reportTogether = batched<Pick<Deps, 'database'>, Asked, SalesAnswer>({
  work: ({ database }, asked) => readSales(database, asked),
  concurrency: 2,
})

/** Like reportSales, for up to BATCH_MAX sellers at once, in the order given. Their queries are already validated. */
export async function readSales(sql: Sql, asked: readonly Asked[]): Promise<SalesAnswer[]> {
  const of = <Value>(value: (query: SalesQuery) => Value) => asked.map(({ query }) => value(query))
  const rows = await sql.query<Row>(SALES, [
    asked.map(({ userId }) => userId),
    of(({ from }) => from),
    of(({ to }) => to),
    of(({ cursor }) => cursor ?? AFTER_EVERY_ORDER),
    of(({ limit }) => limit + 1),
    statesOf('completed'),
    statesOf('pending'),
  ])
  return asked.map(({ query }, index) => toAnswer(rows[index] ?? NO_SALES, query))
}

/** Sorts after every order id, in any collation. */
const AFTER_EVERY_ORDER = 'p'

/**
 * Cost to the seller and their own prices for the orders of a day, kobo. Decimal strings, because they come as JSON.
 */
type Sums = { readonly count: number; readonly cost: string; readonly sales: string }
type DaySums = { readonly day: string; readonly completed: Sums; readonly pending: Sums }
type Row = { readonly days: readonly DaySums[]; readonly sales: readonly SaleRow[] }
const NO_SALES: Row = { days: [], sales: [] }

/** SQL expression: the sums over the orders in these states, within a group of orders. */
const sumsOf = (states: string): string => `json_build_object(
  'count', count(*) filter (where state = any(${states})),
  'cost', coalesce(sum(total_kobo) filter (where state = any(${states})), 0)::text,
  'sales', coalesce(sum((sale->>'priceKobo')::bigint) filter (where state = any(${states})), 0)::text)`

/**
 * One statement and so one snapshot, bounded as server/wallet/read-wallet.ts explains. A page is a range of ids;
 * without a cursor it starts at the newest order.
 */
const SALES = `select
    (select coalesce(json_agg(sums order by sums.day), '[]') from (
      select lagos_day as day, ${sumsOf('$6::text[]')} as completed, ${sumsOf('$7::text[]')} as pending
      from orders where user_id = asked.owner and sale is not null and lagos_day between asked.since and asked.until
      group by lagos_day) as sums) as days,
    (select coalesce(json_agg(line order by line.id desc), '[]') from (
      select id, kind, recipient, state, sale, total_kobo::text as "totalKobo", transaction_id as "transactionId",
        created_at as "createdAt"
      from orders
      where user_id = asked.owner and sale is not null and lagos_day between asked.since and asked.until
        and id < asked.before
      order by id desc limit asked.lines) as line) as sales
  from unnest($1::text[], $2::date[], $3::date[], $4::text[], $5::int[])
    with ordinality as asked (owner, since, until, before, lines, place)
  where asked.place between 1 and ${BATCH_MAX} order by asked.place`

function toAnswer({ days, sales }: Row, { to, limit }: SalesQuery): SalesAnswer {
  const lastDay = days.filter(({ day }) => day === to)
  const page = sales.slice(0, limit)
  return {
    days: days
      .filter(({ completed }) => completed.count > 0)
      .map(({ day, completed }) => ({ day, ...toFigures([completed]) })),
    ...totalsOf(days),
    lastDay: totalsOf(lastDay),
    sales: page.map(toLine),
    nextCursor: sales.length > limit ? (page.at(-1)?.id ?? null) : null,
  }
}

function totalsOf(days: readonly DaySums[]): SalesAnswer['lastDay'] {
  return {
    totals: toFigures(days.map(({ completed }) => completed)),
    pending: toFigures(days.map(({ pending }) => pending)),
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

function toFigures(days: readonly Sums[]): SalesAnswer['totals'] {
  const cost = days.reduce((sum, day) => sum + BigInt(day.cost), 0n)
  const sales = days.reduce((sum, day) => sum + BigInt(day.sales), 0n)
  return {
    count: days.reduce((sum, day) => sum + day.count, 0),
    costKobo: cost.toString(),
    salesKobo: sales.toString(),
    marginKobo: (sales - cost).toString(),
  }
}

type SaleRow = Pick<OrderRow, 'id' | 'kind' | 'recipient' | 'state' | 'sale'> & {
  readonly totalKobo: string
  readonly transactionId: string
  readonly createdAt: string
}

function toLine(row: SaleRow): SaleLine {
  const { line } = rulesOf({ ...row, totalKobo: kobo(BigInt(row.totalKobo)) } as unknown as OrderRow)
  return {
    orderId: row.id,
    transactionId: row.transactionId,
    title: line.title,
    customerName: row.sale?.customerName ?? null,
    phone: 'phone' in row.recipient ? row.recipient.phone : '',
    costKobo: row.totalKobo,
    priceKobo: row.sale?.priceKobo ?? '0',
    status: STATES[row.state].status,
    createdAt: new Date(row.createdAt).toISOString(),
  }
}
