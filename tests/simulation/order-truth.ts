import { REFUSING_CODES } from '#tests/simulation/operations/providers.ts'
import type { Outside } from './outside.ts'
import type { Simulation } from './simulation.ts'

type OrderRow = {
  readonly id: string
  readonly provider: string
  readonly reference: string
  readonly state: string
  readonly amount: bigint
  readonly cost: bigint
  readonly sends: number
  /** VTpass replied with a refusal, and then knew nothing of the order. */
  readonly refused: boolean
}

/** What the provider's own log says about one reference. */
type Truth = {
  readonly status: 'none' | 'open' | 'done' | 'failed' | 'reversed'
  readonly amount: bigint
  readonly cost: bigint
}
const NOTHING: Truth = { status: 'none', amount: 0n, cost: 0n }

/**
 * Checks each reference: what was paid or delivered is settled, once, for the same amount, and nothing else is. During
 * a run, whatever is resolved must be true; `atEnd`, everything must be resolved that can be (I6, PV-1 to 6).
 */
export async function compareOrders({ database, outside, violation }: Simulation, atEnd: boolean): Promise<void> {
  const orders = await database.query<OrderRow>(
    `select id, provider, reference, state, amount_kobo as amount, cost_kobo as cost, send_count as sends,
       provider = 'vtpass' and exists (
         select from order_steps s where s.user_id = o.user_id and s.order_id = o.id and s.evidence ~ $1) as refused
     from orders o where provider <> 'jara' and paid_by = 'wallet'`,
    [`^refused: .*\\m(${REFUSING_CODES.join('|')})\\M`],
  )
  const alarms = await database.query<{ id: string; kinds: string }>(
    `select subject_id as id, string_agg(kind, ' ') as kinds from alarms group by 1`,
  )
  const kindsOf = new Map(alarms.map((row) => [row.id, row.kinds]))
  for (const order of orders) {
    const truth = truthOf(outside, order.reference)
    // Refusing what was done, and then not knowing it, counts as a change of mind too: R6 believes the two together.
    const turned = outside.turned.has(order.reference) || order.refused
    const wrong = wrongOf(order, truth, turned, kindsOf.get(order.id) ?? '', atEnd)
    if (wrong !== null)
      violation(`${order.provider} ${order.reference}: ${order.state}, outside ${truth.status}: ${wrong}`)
  }
  const besides = await database.query<{ id: string; reference: string }>(
    `select a.order_id as id, a.reference from order_attempts a join orders o on o.user_id = a.user_id and o.id = a.order_id
     where a.reference <> o.reference`,
  )
  for (const { id, reference } of besides) {
    const { status } = truthOf(outside, reference)
    const wasTold = kindsOf.get(id)?.includes('order-known-twice') ?? false
    if (status === 'done' && !wasTold && atEnd)
      violation(`${reference}: done under a reference that ${id} does not have`)
  }
  const known = new Set([...orders, ...besides].map((each) => each.reference))
  const { transfers, deliveries } = outside.world.state
  for (const reference of [...transfers.keys(), ...deliveries.keys()]) {
    if (!known.has(reference)) violation(`${reference} was carried out, and there is no order for it`)
  }
}

function truthOf({ world }: Outside, reference: string): Truth {
  const transfer = world.state.transfers.get(reference)
  if (transfer !== undefined) {
    const { status, amountKobo: amount } = transfer
    const open = status === 'pending' || status === 'otp'
    return { status: open ? 'open' : status === 'success' ? 'done' : status, amount, cost: 0n }
  }
  const delivery = world.state.deliveries.get(reference)
  if (delivery === undefined) return NOTHING
  const { status, amountKobo: amount, commissionKobo } = delivery
  const cost = amount - commissionKobo
  return { status: status === 'pending' ? 'open' : status === 'delivered' ? 'done' : status, amount, cost }
}

function wrongOf(order: OrderRow, truth: Truth, turned: boolean, alarms: string, atEnd: boolean): string | null {
  const { status } = truth
  switch (order.state) {
    case 'settled':
      if (status !== 'done' && status !== 'reversed') return 'settled without having been done'
      if (status === 'reversed') return atEnd ? 'came back and is still settled' : null
      if (order.amount !== truth.amount) return `settled for ${order.amount}, done for ${truth.amount}`
      return order.provider === 'vtpass' && order.cost !== truth.cost ? `cost ${order.cost}, took ${truth.cost}` : null
    case 'released':
      if (status === 'open') return 'given back while under way'
      if (status !== 'done') return null
      if (!turned) return 'given back and done'
      return atEnd ? 'given back, done afterwards, and nobody noticed' : null
    case 'returned':
      return status === 'reversed' ? null : 'returned without having come back'
    case 'late_success':
      // Only legitimate if the provider changed its mind: what never failed must not be given back.
      if (!turned) return 'given back before it had failed'
      if (status === 'done') return null
      if (status !== 'reversed') return 'taken again without having been done'
      return atEnd ? 'came back, and is still taken again' : null
    default:
      return atEnd ? whyStillOpen(order, truth, alarms) : null
  }
}

/** At the end only a person's decision may be open: there is nothing to prove, or it is not what was agreed. */
function whyStillOpen({ state, amount }: OrderRow, { status, amount: done }: Truth, alarms: string): string | null {
  if (state !== 'manual_review') return 'still open at the end'
  if (status === 'none')
    return alarms.includes('order-waiting-24-hours') ? null : 'nobody was told that it is unresolved'
  if (status !== 'failed' && amount !== done)
    return alarms.includes('order-mismatch') ? null : 'nobody was told of another amount'
  return 'decided outside, and not here'
}
