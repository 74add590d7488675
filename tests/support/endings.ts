import { BPC_RETURN_MS } from '#contract/constants.ts'
import type { Order, QuoteBodyOf } from '#contract/orders.ts'
import { faultBills } from './buyer.ts'
import type { TestJara } from './jara.ts'
import type { Person } from './person.ts'

/** The next bank transfer goes to manual review: its provider speaks of another amount, and does not decide it. */
export async function faultTransfer({ sandbox }: Pick<TestJara, 'sandbox'>): Promise<void> {
  await sandbox.fault({ operation: 'transfer', fault: 'pending' })
  await sandbox.fault({ operation: 'transfer-verify', fault: 'wrong-amount' })
}

/** A bank transfer in manual review: its provider spoke of another amount, and has not decided what it has. */
export async function inReview(jara: TestJara, person: Person, amountKobo = 150_000n): Promise<Order> {
  await faultTransfer(jara)
  return await reviewed(jara, person, await person.withdraw(amountKobo))
}

/** The same of what is bought at the bills provider. */
export async function billInReview(
  jara: TestJara,
  person: Person,
  form: QuoteBodyOf<'airtime' | 'electricity' | 'education'>,
) {
  await faultBills(jara, 'pay', 'pending')
  await faultBills(jara, 'requery', 'wrong-amount')
  return await reviewed(jara, person, await person.buy(form))
}

async function reviewed(jara: TestJara, person: Person, { id }: Order): Promise<Order> {
  await jara.settle()
  const order = await person.order(id)
  if (order.state !== 'manual_review') throw new Error(`order ${id} is ${order.state}`)
  return order
}

/** A BPC from the wallet whose owner can no longer return it. */
export async function oldCode({ database }: Pick<TestJara, 'database'>, person: Person): Promise<Order> {
  const order = await person.buyBpc('wallet')
  await database.query(
    `update bpc_codes set created_at = created_at - ($2::bigint + 1000) * interval '1 millisecond' where order_id = $1`,
    [order.id, BPC_RETURN_MS],
  )
  return order
}
