import { kindSchemas, type OrderKind, orderKind } from '#contract/kinds/kinds.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Deps } from '#server/deps.ts'
import { KINDS } from '#server/payments/kinds/kinds.ts'
import { OPEN_STATES } from '#server/payments/orders/machine.ts'
import { CHECK_EVERY_LATER_MS } from '#server/payments/orders/proving/schedule.ts'
import { CLOCK_BOUND_MS } from '#server/platform/clock.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { idsFrom } from '#server/platform/ids.ts'

/** How many days of orders are searched for banks and companies. */
const SEEN_DAYS = 7

/** A bank, network or company that orders of a kind go through, with the number of open ones. */
export type PausableService = { readonly id: string; readonly name: string; readonly open: number }
/** A kind that can be paused. `open`: the number of its open orders. */
export type Pausable = {
  readonly kind: OrderKind
  readonly open: number
  readonly services: readonly PausableService[]
}

type Named = { readonly kind: OrderKind; readonly id: string; readonly name: string }
type Counted = { readonly kind: OrderKind; readonly id: string | null; readonly count: number }

/**
 * Every kind of order with the banks, networks and companies that can be paused individually: those we know, and those of the
 * last SEEN_DAYS' orders. No provider is asked, because pauses are needed most when one does not answer.
 */
export async function readPausable({ clock, database }: Pick<Deps, 'clock' | 'database'>): Promise<Pausable[]> {
  const now = clock.now()
  const [named, counted] = await Promise.all([readNamed(database, now), countOpen(database, now)])
  return orderKind.options.map((kind) => {
    const ofKind = counted.filter((each) => each.kind === kind)
    const openOf = (id: string) => ofKind.find((each) => each.id === id)?.count ?? 0
    const names = new Map([
      ...named.filter((each) => each.kind === kind).map(({ id, name }): [string, string] => [id, name]),
      ...Object.entries(KINDS[kind].services).map(([id, { name }]): [string, string] => [id, name]),
    ])
    return {
      kind,
      open: ofKind.reduce((sum, { count }) => sum + count, 0),
      services: [...names]
        .map(([id, name]) => ({ id, name, open: openOf(id) }))
        .toSorted((one, other) => one.name.localeCompare(other.name)),
    }
  })
}

const fieldsOf = (part: 'id' | 'name') =>
  [...new Set(Object.values(kindSchemas).flatMap(({ service }) => (service === null ? [] : [service[part]])))]
    .map((field) => `recipient ->> '${field}'`)
    .join(', ')
const SERVICE_ID = `coalesce(${fieldsOf('id')})`
const SERVICE_NAME = `coalesce(${fieldsOf('name')})`

/** Each by its name in the latest order. */
async function readNamed(sql: Sql, now: Date): Promise<Named[]> {
  return await sql.query<Named>(
    `select kind, ${SERVICE_ID} as id, (array_agg(${SERVICE_NAME} order by id desc))[1] as name from orders
     where id >= $1 and kind <> 'bpc' group by kind, ${SERVICE_ID}`,
    [idsFrom('ord', new Date(now.getTime() - SEEN_DAYS * DAY_MS))],
  )
}

/** Orders whose money is reserved, and purchases that wait for their bank transfer. Found through their jobs, as figures are. */
async function countOpen(sql: Sql, now: Date): Promise<Counted[]> {
  return await sql.query<Counted>(
    `select o.kind, ${SERVICE_ID} as id, count(*)::int as count
     from jobs j join orders o on o.user_id = j.user_id and o.id = j.subject_id
     where j.kind = 'order' and j.due_at <= $1 and o.state = any($2::text[])
     group by o.kind, ${SERVICE_ID}`,
    [new Date(now.getTime() + CHECK_EVERY_LATER_MS + CLOCK_BOUND_MS), [...OPEN_STATES, 'awaiting_payment']],
  )
}
