import type { Sql, Transaction } from '#server/platform/db/database.ts'
import { activeAt, type Pause } from './pauses.ts'
import { lockGate, type Suspension } from './suspensions.ts'

/** The open suspensions and active pauses, as far as an approval needs them. */
export type Stops = {
  readonly suspensions: readonly Pick<Suspension, 'reason'>[]
  readonly pauses: readonly StoppingPause[]
}
type StoppingPause = Pick<Pause, 'kind' | 'service' | 'serviceName' | 'reason' | 'endsAt'>

/** Stops as they come from the database. */
export type StopsJson = {
  readonly suspensions: readonly Pick<Suspension, 'reason'>[]
  readonly pauses: readonly (Omit<StoppingPause, 'endsAt'> & { readonly endsAt: string })[]
}

/**
 * SQL expression: the StopsJson at `now`, itself an SQL expression. It refers to no other table, so PostgreSQL
 * evaluates it once for all rows.
 */
export const stopsAt = (now: string): string =>
  `(select json_build_object(
     'suspensions', (select coalesce(json_agg(json_build_object('reason', reason)), '[]') from payment_suspensions where lifted_at is null),
     'pauses', (select coalesce(json_agg(json_build_object('kind', kind, 'service', service, 'serviceName', service_name,
         'reason', reason, 'endsAt', ends_at) order by ends_at desc, id), '[]')
       from kind_pauses where ${activeAt(now)})))`

export function stopsFrom({ suspensions, pauses }: StopsJson): Stops {
  return { suspensions, pauses: pauses.map((each) => ({ ...each, endsAt: new Date(each.endsAt) })) }
}

/** The stops right now, binding until this transaction ends, as lockSuspensions explains. */
export async function lockStops(tx: Transaction, now: Date): Promise<Stops> {
  // Two statements: the second takes its snapshot after the lock is granted.
  const [, stops] = await Promise.all([lockGate(tx), readStops(tx, now)])
  return stops
}

async function readStops(sql: Sql, now: Date): Promise<Stops> {
  const [row] = await sql.query<{ stops: StopsJson }>(`select ${stopsAt('$1::timestamptz')} as stops`, [now])
  if (row === undefined) throw new Error('a statement without a row')
  return stopsFrom(row.stops)
}
