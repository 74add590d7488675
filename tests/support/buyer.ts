import { it } from 'vitest'
import type { Order } from '#contract/orders.ts'
import type { TransactionsAnswer } from '#contract/transactions.ts'
import type { Wallet } from '#contract/wallet.ts'
import type { DatabaseKind } from './databases.ts'
import { type StartOptions, startJara, type TestJara } from './jara.ts'
import { ledgerSum } from './money-in.ts'
import type { Person } from './person.ts'
import { expectDeliveriesToBeTrue } from './purchases.ts'
import type { Truth } from './sandbox-control.ts'

/** The wallet of a user who was granted practice money and has spent nothing. Kobo. */
export const UNTOUCHED = { availableKobo: '20000000', heldKobo: '0', spentTodayKobo: '0' }

/** The product with one person in it who can buy, a second after she joined. */
export async function startWithBuyer(
  kind: DatabaseKind,
  options?: StartOptions,
): Promise<{ jara: TestJara; ada: Person }> {
  const jara = await startJara(kind, options)
  const ada = await jara.person('Ada Obi')
  jara.clock.advance(1_000)
  return { jara, ada }
}

/** `it` for tests that begin with a buyer. After each, deliveries and orders must agree and the books balance. */
export const withBuyer = (kind: DatabaseKind, options?: StartOptions) =>
  it
    .extend('kind', kind)
    .extend('buyer', async ({ kind }, { onCleanup }) => {
      const buyer = await startWithBuyer(kind, options)
      onCleanup(() => expectDeliveriesToBeTrue(buyer.jara).finally(buyer.jara.close))
      return buyer
    })
    .extend('jara', ({ buyer }) => buyer.jara)
    .extend('ada', ({ buyer }) => buyer.ada)

/** Makes the next calls of an operation of the bills provider fail. */
export async function faultBills(
  jara: TestJara,
  operation: string,
  fault: string,
  more: { count?: number; code?: string; delayMs?: number } = {},
): Promise<void> {
  await jara.sandbox.fault({ provider: 'vtpass', operation, fault, ...more })
}

/** The deliveries in the bills provider's own log. */
export const deliveredIn = async (jara: TestJara): Promise<Truth['deliveries'][number][]> =>
  (await jara.sandbox.truth()).deliveries.filter((each) => each.status === 'delivered')

export const orderCount = async (jara: TestJara): Promise<number> =>
  (await jara.database.query('select 1 from orders')).length

/** The balances of ledger accounts, kobo. */
export const books = (jara: TestJara, ...accounts: string[]): Promise<bigint[]> =>
  Promise.all(accounts.map((each) => ledgerSum(jara.database, each)))

export async function moneyOf(person: Person): Promise<Pick<Wallet, 'availableKobo' | 'heldKobo' | 'spentTodayKobo'>> {
  const { availableKobo, heldKobo, spentTodayKobo } = await person.wallet()
  return { availableKobo, heldKobo, spentTodayKobo }
}

/** The order's current state; unlocks with the PIN first. */
export async function orderNow(person: Person, order: Order): Promise<Order> {
  await person.unlock()
  return await person.order(order.id)
}

/** The history as lines: title, amount, discount, status; the newest first. */
export async function historyOf(person: Person): Promise<string[]> {
  const { body } = await person.call<TransactionsAnswer>('GET', '/api/transactions')
  return body.transactions.map((each) => `${each.title} ${each.amountKobo} -${each.discountKobo} ${each.status}`)
}
