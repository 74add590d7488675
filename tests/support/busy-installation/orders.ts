import { type BillKind, billKind, type OrderKind, orderKind } from '#contract/kinds/kinds.ts'
import type { OrderState } from '#contract/orders.ts'
import { billOf, KINDS } from '#server/payments/kinds/kinds.ts'
import { type OrderEvent, STATES } from '#server/payments/orders/machine.ts'
import { advanceOrder } from '#server/payments/orders/proving/advance.ts'
import { signInAgain } from '#tests/support/busy-months.ts'
import { inReview } from '#tests/support/endings.ts'
import type { TestJara } from '#tests/support/jara.ts'
import type { Person } from '#tests/support/person.ts'
import { buyByTransfer } from '#tests/support/purchases.ts'
import {
  AT_PROVIDERS,
  buy,
  contradicted,
  type Drive,
  ENDINGS,
  type Ending,
  fault,
  OF_OUR_OWN,
  type Scene,
} from './order-endings.ts'
import type { Team } from './team.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** By then a lost order is proved never to have arrived. */
const HOURS_MAX = 8

const OURS_ALONE: readonly Ending[] = [
  'fulfilled → settled',
  'given-back → returned',
  'refunded-by-operators → returned',
  'expired → expired',
]
/** Endings in which two operators confirm payment or delivery. */
const SAID_PAID: readonly Ending[] = ['paid-by-operators → settled', 'failed-after-all → returned']
/** Kinds whose delivery exists only in the provider's proof, so that operators cannot confirm it. */
const ONLY_PROVED: readonly OrderKind[] = ['education']
/** Kinds with plans: if the plan has changed, an order that never arrived is not sent again. */
const LISTED = billKind.options.filter((kind) => billOf(kind).plan !== null)

/** The endings an order of this kind can have. */
function endingsOf(kind: OrderKind): readonly Ending[] {
  if (KINDS[kind].executor === null) return [...OURS_ALONE, 'paid → settled']
  const isListed = LISTED.some((each) => each === kind)
  return ENDINGS.filter(
    (ending) =>
      !OURS_ALONE.includes(ending) &&
      !(ONLY_PROVED.includes(kind) && SAID_PAID.includes(ending)) &&
      (isListed || ending !== 'never-arrived → released'),
  )
}

/** Orders of every kind through every ending, and one in each state that is still open. Ends some hours after midnight in Lagos. */
export async function makeOrders(jara: TestJara, team: Team): Promise<void> {
  let number = 0
  const buyers = new Map<OrderKind, Person>()
  for (const kind of orderKind.options) {
    const buyer = await jara.person(`Buyer of ${kind}`)
    buyers.set(kind, buyer)
    jara.clock.advance(1_000)
    const drives: Partial<Record<Ending, Drive>> = KINDS[kind].executor === null ? OF_OUR_OWN : AT_PROVIDERS
    for (const ending of endingsOf(kind)) {
      await drives[ending]?.({ jara, team, kind, buyer, number: ++number })
    }
    if (KINDS[kind].executor !== null) await contradicted({ jara, team, kind, buyer, number: ++number })
  }
  await neverArrive(jara, (kind) => ({ jara, team, kind, buyer: buyers.get(kind) as Person, number: ++number }))
}

/** Orders lost shortly before midnight; their plans change before they could be sent again. */
async function neverArrive(jara: TestJara, sceneOf: (kind: BillKind) => Scene): Promise<void> {
  const plans = await plansOf(jara, LISTED)
  jara.clock.set(new Date('2026-11-21T22:50:00Z'))
  for (const kind of LISTED) {
    const scene = sceneOf(kind)
    await signInAgain(scene.buyer)
    await fault(scene, 'timeout')
    await buy(scene)
    await jara.settle()
  }
  for (const plan of plans) await jara.sandbox.changePlan({ ...plan, name: 'Another plan' })
  for (let hours = 0; hours < HOURS_MAX && (await isAnyOpen(jara, LISTED)); hours++)
    await jara.pass(HOUR_MS, 5 * MINUTE_MS)
}

async function isAnyOpen({ database }: TestJara, kinds: readonly BillKind[]): Promise<boolean> {
  const open = await database.query("select 1 from orders where kind = any($1::text[]) and state = 'unknown'", [kinds])
  return open.length > 0
}

/** The plans that orders of these kinds bought, by the provider's ids. */
async function plansOf({ database, world }: TestJara, kinds: readonly BillKind[]) {
  const bought = await database.query<{ reference: string }>(
    "select reference from orders where kind = any($1::text[]) and state = 'settled'",
    [kinds],
  )
  return bought.flatMap(({ reference }) => {
    const { serviceId, variationCode } = world.state.deliveries.get(reference) ?? {}
    return serviceId === undefined || variationCode == null ? [] : [{ serviceId, code: variationCode }]
  })
}

/** The events that bring a held bank transfer into this state. */
const UNTIL: Partial<Record<OrderState, readonly OrderEvent[]>> = {
  held: [],
  in_flight: ['send'],
  pending: ['send', 'accepted'],
  unknown: ['send', 'unanswered'],
}

/** Orders in each open state, as left by a worker that died, and one that waits for its payment. */
export async function leaveOrdersOpen(jara: TestJara, buyer: Person): Promise<void> {
  await buyByTransfer(jara, buyer)
  await inReview(jara, buyer)
  for (const [state, events] of Object.entries(UNTIL)) {
    const order = await buyer.withdraw(150_000n)
    for (const event of events) {
      await jara.database.transaction((tx) =>
        advanceOrder(tx, jara.deps, {
          userId: buyer.id,
          orderId: order.id,
          event,
          evidence: { note: `left ${state}` },
        }),
      )
    }
  }
  // Its reference is made when it is sent, so nobody knows it after a restore.
  await buyer.buy({ kind: 'airtime', network: 'mtn', phone: '08031234599', amountKobo: '10000' })
}

/** Endings that no order of a kind has reached, and states that no order is in. */
export async function missingOrders({ database }: Pick<TestJara, 'database'>): Promise<string[]> {
  const done = await database.query<{ kind: OrderKind; ending: string }>(
    `select distinct o.kind, s.event || ' → ' || s.state as ending
     from orders o join order_steps s on s.user_id = o.user_id and s.order_id = o.id`,
  )
  const found = new Set(done.map(({ kind, ending }) => `${kind}: ${ending}`))
  const wanted = orderKind.options.flatMap((kind) => endingsOf(kind).map((ending) => `${kind}: ${ending}`))
  const there = await database.query<{ state: OrderState }>('select distinct state from orders')
  const states = (Object.keys(STATES) as OrderState[]).filter((state) => !there.some((row) => row.state === state))
  return [...wanted.filter((each) => !found.has(each)), ...states.map((state) => `no order is ${state}`)]
}
