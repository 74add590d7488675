import type { DailyReport } from '#contract/console/reports.ts'
import type { OrderKind } from '#contract/kinds/kinds.ts'
import type { OrderState } from '#contract/orders.ts'
import { outcomeOf } from '#server/console/order-outcomes.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { idsSince, idsUntil } from '#server/platform/ids.ts'

export type Stretch = { readonly from: Date; readonly until: Date }

type OrdersOfDay = Pick<DailyReport, 'orders' | 'success' | 'hours' | 'pending'>
type Row = {
  readonly kind: OrderKind
  readonly state: OrderState
  readonly hour: number
  readonly count: number
  readonly valueKobo: bigint
  readonly heldKobo: bigint
  readonly oldestAt: Date
  readonly underQuarterHour: number
  readonly underTwoHours: number
  readonly underOneDay: number
}

/** `$1`, `$2`: bounds of the ids. `$3`, `$4`: the day. `$5`: now. */
export const ORDERS_STATEMENT = `
  select kind, state, floor(extract(epoch from created_at - $3::timestamptz) / 3600)::int as hour, count(*)::int as count,
    sum(amount_kobo)::bigint as "valueKobo",
    coalesce(sum(total_kobo) filter (where paid_by = 'wallet'), 0)::bigint as "heldKobo", min(created_at) as "oldestAt",
    (count(*) filter (where created_at > $5::timestamptz - interval '15 minutes'))::int as "underQuarterHour",
    (count(*) filter (where created_at > $5::timestamptz - interval '2 hours'))::int as "underTwoHours",
    (count(*) filter (where created_at > $5::timestamptz - interval '24 hours'))::int as "underOneDay"
  from orders where id >= $1 and id < $2 and created_at >= $3 and created_at < $4
  group by kind, state, hour order by kind, state, hour`

/** The outcomes of a day's orders so far, read once by the index of ids. `hours`: how many have begun. */
export async function readOrdersOfDay(
  sql: Sql,
  { from, until }: Stretch,
  of: { now: Date; hours: number },
): Promise<OrdersOfDay> {
  const rows = await sql.query<Row>(ORDERS_STATEMENT, [
    idsSince('ord', from),
    idsUntil('ord', until),
    from,
    until,
    of.now,
  ])
  const byKind = [...Map.groupBy(rows, ({ kind }) => kind)]
  return {
    orders: [...Map.groupBy(rows, ({ kind, state }) => `${kind} ${state}`).values()].flatMap(ordersLine),
    success: byKind.flatMap(([kind, group]) => successLine(kind, group)),
    hours: Array.from({ length: of.hours }, (_, hour) => {
      const made = rows.filter((row) => row.hour === hour)
      return { made: sum(made, 'count'), succeeded: sum(made.filter(isOutcome('succeeded')), 'count') }
    }),
    pending: byKind.flatMap(([kind, group]) => pendingLine(kind, group)),
  }
}

function ordersLine(rows: readonly Row[]): OrdersOfDay['orders'] {
  const [first] = rows
  if (first === undefined) return []
  const { kind, state } = first
  return [{ kind, state, count: sum(rows, 'count'), valueKobo: `${sumKobo(rows, 'valueKobo')}` }]
}

function successLine(kind: OrderKind, rows: readonly Row[]): OrdersOfDay['success'] {
  const succeeded = sum(rows.filter(isOutcome('succeeded')), 'count')
  const decided = succeeded + sum(rows.filter(isOutcome('failed')), 'count')
  return decided === 0 ? [] : [{ kind, succeeded, decided }]
}

function pendingLine(kind: OrderKind, rows: readonly Row[]): OrdersOfDay['pending'] {
  const open = rows.filter(isOutcome('open', 'unknown'))
  const [oldestAt] = open.map((row) => row.oldestAt.toISOString()).toSorted()
  if (oldestAt === undefined) return []
  const [quarter, two, day] = [sum(open, 'underQuarterHour'), sum(open, 'underTwoHours'), sum(open, 'underOneDay')]
  return [
    {
      kind,
      underQuarterHour: quarter,
      underTwoHours: two - quarter,
      underOneDay: day - two,
      older: sum(open, 'count') - day,
      heldKobo: `${sumKobo(open, 'heldKobo')}`,
      oldestAt,
    },
  ]
}

function isOutcome(...outcomes: readonly string[]): (row: Row) => boolean {
  return ({ state }) => outcomes.includes(outcomeOf(state))
}

function sum(rows: readonly Row[], of: 'count' | 'underQuarterHour' | 'underTwoHours' | 'underOneDay'): number {
  return rows.reduce((total, row) => total + row[of], 0)
}

function sumKobo(rows: readonly Row[], of: 'valueKobo' | 'heldKobo'): bigint {
  return rows.reduce((total, row) => total + row[of], 0n)
}
