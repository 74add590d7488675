import type { BillKind, OrderKind } from '#contract/kinds/kinds.ts'
import type { Order, OrderState, QuoteBody, QuoteBodyOf } from '#contract/orders.ts'
import { type OrderEvent, STATES, TRANSITIONS } from '#server/payments/orders/machine.ts'
import { billInReview, inReview, oldCode } from '#tests/support/endings.ts'
import type { TestJara } from '#tests/support/jara.ts'
import { type Person, RECIPIENT } from '#tests/support/person.ts'
import { BILL_FORMS, buyByTransfer, giveBack, payInto } from '#tests/support/purchases.ts'
import { agree, type Team } from './team.ts'

/** How an order ends: the event and the final state. */
export type Ending = `${OrderEvent} → ${OrderState}`

/** Every ending, derived from the state machine. */
export const ENDINGS: readonly Ending[] = [
  ...new Set(
    Object.values(TRANSITIONS).flatMap((events) =>
      Object.entries(events).flatMap(([event, { to, posts }]): Ending[] =>
        posts !== null || to === 'expired' ? [`${event as OrderEvent} → ${to}`] : [],
      ),
    ),
  ),
].filter((ending) => !STATES[ending.split(' → ')[1] as OrderState].open)

/** The order about to be made and ended, and the operators who decide what its provider cannot prove. */
export type Scene = {
  readonly jara: TestJara
  readonly team: Team
  readonly kind: OrderKind
  readonly buyer: Person
  /** Differs for each order: orders for the same number run one after another. */
  readonly number: number
}
export type Drive = (scene: Scene) => Promise<unknown>

/** A purchase's account number accepts money for less than this, ms. */
const PURCHASE_IS_OVER_MS = 3 * 60 * 60_000

const BANK_TAKES_MS = 2_000
/** More than the number of endings: offsets the number for a second order of one ending. */
const OTHERS = 500

const bill = ({ kind, number }: Scene): QuoteBodyOf<BillKind> => BILL_FORMS[kind as BillKind](number)

const formOf = (scene: Scene): QuoteBody =>
  scene.kind === 'withdrawal' ? { kind: 'withdrawal', ...RECIPIENT, amountKobo: '150000' } : bill(scene)

export const buy = async (scene: Scene): Promise<Order> => await scene.buyer.buy(formOf(scene))

/** The next order hits this fault at its provider. */
export async function fault({ jara, kind }: Pick<Scene, 'jara' | 'kind'>, what: string): Promise<void> {
  const at = kind === 'withdrawal' ? { operation: 'transfer' } : { provider: 'vtpass' as const, operation: 'pay' }
  await jara.sandbox.fault({ ...at, fault: what })
}

async function decide({ jara, kind, buyer }: Scene, { id }: Order, as: 'paid' | 'failed' | 'reversed'): Promise<void> {
  const { reference } = await buyer.order(id)
  if (kind === 'withdrawal') await jara.sandbox.decide(reference, as === 'paid' ? 'success' : as)
  else await jara.sandbox.decideDelivery(reference, as === 'paid' ? 'delivered' : as)
  await jara.worker.runNow('order', id)
}

async function settled(scene: Scene): Promise<Order> {
  const order = await buy(scene)
  await scene.jara.settle()
  // A bank takes two seconds.
  if (scene.kind === 'withdrawal') await scene.jara.pass(BANK_TAKES_MS)
  return order
}

/** Undecided at its provider at first, then decided. */
const decided = (as: 'failed' | 'reversed') => async (scene: Scene) => {
  await fault(scene, 'pending')
  const order = await settled(scene)
  await decide(scene, order, as)
  return order
}

async function inManualReview(scene: Scene): Promise<Order> {
  if (scene.kind === 'withdrawal') return await inReview(scene.jara, scene.buyer)
  const form = bill(scene)
  // For a prepaid meter only the provider can prove payment, because it supplies the token.
  return await billInReview(
    scene.jara,
    scene.buyer,
    form.kind === 'electricity' ? { ...form, meterType: 'postpaid' } : form,
  )
}

const endedAs = (outcome: 'paid' | 'not-paid') => async (scene: Scene) => {
  const order = await inManualReview(scene)
  await endAs(scene, order, outcome)
  return order
}

async function endAs({ team }: Scene, order: Order, outcome: 'paid' | 'not-paid'): Promise<void> {
  const evidence = 'The bank confirmed it in writing.'
  await agree(team, '/api/admin/review-ends', { order: order.id, outcome, evidence })
}

async function late(scene: Scene): Promise<Order> {
  const order = await decided('failed')(scene)
  await decide(scene, order, 'paid')
  return order
}

/** Proved paid, and then proved failed: its provider contradicts itself. */
export async function contradicted(scene: Scene): Promise<Order> {
  const order = await settled(scene)
  await decide(scene, order, 'failed')
  return order
}

/** Endings that a provider produces. */
export const AT_PROVIDERS = {
  'paid → settled': settled,
  async 'refused → released'(scene) {
    await fault(scene, 'refuse')
    await settled(scene)
  },
  async 'cancelled → released'(scene) {
    const { id } = await buy(scene)
    await scene.buyer.call('POST', `/api/orders/${id}/cancel`)
  },
  'failed → released': decided('failed'),
  'reversed → released': decided('reversed'),
  'paid-by-operators → settled': endedAs('paid'),
  'not-paid-by-operators → released': endedAs('not-paid'),
  async 'reversed → returned'(scene) {
    await decide(scene, await settled(scene), 'reversed')
    const other = { ...scene, number: scene.number + OTHERS }
    await decide(other, await late(other), 'reversed')
  },
  async 'failed-after-all → returned'(scene) {
    await decide(scene, await endedAs('paid')(scene), 'failed')
  },
  'paid → late_success': late,
  async 'not-paid-by-operators → returned'(scene) {
    await endAs(scene, await contradicted(scene), 'not-paid')
  },
} as const satisfies Partial<Record<Ending, Drive>>

/** Endings of a BPC, which Jara itself sells. */
export const OF_OUR_OWN = {
  'fulfilled → settled': async ({ buyer }) => await buyer.buyBpc('wallet'),
  async 'given-back → returned'({ buyer }) {
    const { boughtBpcId } = await buyer.buyBpc('wallet')
    await giveBack(buyer, boughtBpcId)
  },
  async 'refunded-by-operators → returned'({ jara, team, buyer }) {
    const { id: order } = await oldCode(jara, buyer)
    await agree(team, '/api/admin/bpc-refunds', { order, reason: 'They bought it twice by mistake.' })
  },
  async 'paid → settled'({ jara, buyer }) {
    await payInto(jara, await buyByTransfer(jara, buyer))
    await jara.settle()
  },
  async 'expired → expired'({ jara, buyer }) {
    await buyByTransfer(jara, buyer)
    jara.clock.advance(PURCHASE_IS_OVER_MS)
    await jara.settle()
    await buyer.unlock()
  },
} as const satisfies Partial<Record<Ending, Drive>>
