import type { Pace } from '#contract/console/health.ts'
import { HEALTH_MINUTES } from '#contract/console/limits.ts'
import type { OrderKind } from '#contract/kinds/kinds.ts'
import type { OrderState } from '#contract/orders.ts'
import { outcomeOf } from '#server/console/order-outcomes.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { idsSince } from '#server/platform/ids.ts'

type Row = {
  readonly provider: string
  readonly kind: OrderKind
  readonly state: OrderState
  readonly minute: number
  readonly count: number
}

/** An order that people ended has no outcome proved by its provider. */
const PROVED = `case when ended_by_request is not null and state in ('settled', 'released') then 'manual_review' else state end`

/** `$1`: lower bound of the ids. `$2`: start of the first minute. */
export const PACE_STATEMENT = `
  select provider, kind, ${PROVED} as state, floor(extract(epoch from created_at - $2::timestamptz) / 60)::int as minute,
    count(*)::int as count
  from orders where id >= $1 and created_at >= $2
  group by provider, kind, ${PROVED}, minute order by provider, kind`

/** The outcomes of orders in the last HEALTH_MINUTES, by provider and kind, read once by the index of ids. */
export async function readPaces(sql: Sql, from: Date): Promise<Pace[]> {
  const rows = await sql.query<Row>(PACE_STATEMENT, [idsSince('ord', from), from])
  const groups = Map.groupBy(rows, ({ provider, kind }) => `${provider} ${kind}`)
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    return first === undefined ? [] : [paceOf(first, group)]
  })
}

function paceOf({ provider, kind }: Row, rows: readonly Row[]): Pace {
  const of = (outcome: string) => rows.filter(({ state }) => outcomeOf(state) === outcome)
  const succeeded = of('succeeded')
  return {
    provider,
    kind,
    made: countOf(rows),
    succeeded: countOf(succeeded),
    failed: countOf(of('failed')),
    unknown: countOf(of('unknown')),
    succeededByMinute: Array.from({ length: HEALTH_MINUTES }, (_, minute) =>
      countOf(succeeded.filter((row) => row.minute === minute)),
    ),
  }
}

function countOf(rows: readonly Row[]): number {
  return rows.reduce((sum, { count }) => sum + count, 0)
}
