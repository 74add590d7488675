import { BPC_RETURN_MS } from '#contract/constants.ts'
import type { BillKind } from '#contract/kinds/kinds.ts'
import type { Order, QuoteBodyOf } from '#contract/orders.ts'
import { faultBills } from './buyer.ts'
import type { TestJara } from './jara.ts'
import type { Person } from './person.ts'

/** The next bank transfer goes to manual review: its provider reports another amount and stays undecided. */
export async function faultTransfer({ sandbox }: Pick<TestJara, 'sandbox'>): Promise<void> {
  await sandbox.fault({ operation: 'transfer', fault: 'pending' })
  await sandbox.fault({ operation: 'transfer-verify', fault: 'wrong-amount' })
}

/** A bank transfer in manual review: its provider reported another amount and stays undecided. */
export async function inReview(jara: TestJara, person: Person, amountKobo = 150_000n): Promise<Order> {
  await jara.sandbox.fault({ operation: 'transfer', fault: 'pending' })
  const order = await person.withdraw(amountKobo)
  return await review(jara, person, order, () =>
    jara.sandbox.fault({ operation: 'transfer-verify', fault: 'wrong-amount' }),
  )
}

/** The same for a purchase from the bills provider. */
export async function billInReview(jara: TestJara, person: Person, form: QuoteBodyOf<BillKind>): Promise<Order> {
  await faultBills(jara, 'pay', 'pending')
  const order = await person.buy(form)
  return await review(jara, person, order, () => faultBills(jara, 'requery', 'wrong-amount'))
}

/** Verifies other waiting orders first, so that the fault hits only this one. */
async function review(jara: TestJara, person: Person, { id }: Order, fault: () => Promise<void>): Promise<Order> {
  await jara.settle()
  await fault()
  await jara.worker.runNow('order', id)
  const order = await person.order(id)
  if (order.state !== 'manual_review') throw new Error(`order ${id} is ${order.state}`)
  return order
}

/** A BPC from the wallet that its owner can no longer return. */
export async function oldCode({ database }: Pick<TestJara, 'database'>, person: Person): Promise<Order> {
  const order = await person.buyBpc('wallet')
  await database.query(
    `update bpc_codes set created_at = created_at - ($2::bigint + 1000) * interval '1 millisecond' where order_id = $1`,
    [order.id, BPC_RETURN_MS],
  )
  return order
}
