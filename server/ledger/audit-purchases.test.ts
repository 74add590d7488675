import { afterAll, afterEach, beforeAll, describe, it } from 'vitest'
import { BPC_PRICE_KOBO } from '#contract/constants.ts'
import type { Order } from '#contract/orders.ts'
import { expectBooksToBalance } from '#tests/support/books.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { airtime, buyByTransfer, giveBack, payInto } from '#tests/support/purchases.ts'
import { type Case, expectAuditToFind } from '#tests/support/tampering.ts'

/** Ada's purchases before somebody tampers with them. */
type Bought = {
  readonly ada: string
  readonly obi: string
  /** Paid by bank transfer: with ₦10 too much; returned; not paid yet. */
  readonly more: Order
  readonly returned: Order
  readonly awaiting: Order
  readonly fromWallet: Order
  readonly airtime: Order
  /** The deposit that paid for the first purchase, and the one that came too late for it. */
  readonly paidIn: string
  readonly second: string
}

const about = (order: Order) => `where subject_id = '${order.id}'`
const setOrder = (order: Order, change: string) => `update orders set ${change} where id = '${order.id}'`
const escrowOf = (order: Order) => `order:${order.id}:escrow`

const IN_ORDERS: readonly Case<Bought>[] = [
  [
    'a purchase that nobody paid for as delivered',
    ({ awaiting }) => [setOrder(awaiting, "state = 'settled'")],
    'I5',
    ({ awaiting }) => `order ${awaiting.id}: settled with 0 transfers of kind settle`,
  ],
  [
    'a delivered one as not paid yet',
    ({ more }) => [setOrder(more, "state = 'awaiting_payment'")],
    'I5',
    ({ more }) => `order ${more.id}: awaiting_payment with 1 transfers of kind settle`,
  ],
  [
    'a returned one as kept',
    ({ returned }) => [setOrder(returned, "state = 'settled'")],
    'I5',
    ({ returned }) => `order ${returned.id}: settled with 1 transfers of kind return`,
  ],
  [
    'who pays for it',
    ({ fromWallet }) => [setOrder(fromWallet, "paid_by = 'transfer'")],
    'I5',
    ({ fromWallet }) => `order ${fromWallet.id}: settled with 1 transfers of kind hold`,
  ],
  [
    'the hold of a purchase that the wallet paid',
    ({ fromWallet }) => [
      `delete from ledger_entries where transfer_id in (select id from ledger_transfers ${about(fromWallet)} and kind = 'hold')`,
      `delete from ledger_transfers ${about(fromWallet)} and kind = 'hold'`,
    ],
    'I5',
    ({ fromWallet }) => `order ${fromWallet.id}: 0 holds where 1 is due`,
  ],
  [
    'the price of an order',
    ({ airtime: bought }) => [setOrder(bought, 'discount_kobo = discount_kobo + 1, total_kobo = total_kobo - 1')],
    'I5',
    ({ airtime: bought }) => `order ${bought.id}: is not what its quote says`,
  ],
  [
    'the number it went to',
    ({ airtime: bought }) => [setOrder(bought, `recipient = jsonb_set(recipient, '{phone}', '"08030000000"')`)],
    'I5',
    ({ airtime: bought }) => `order ${bought.id}: is not what its quote says`,
  ],
  [
    'what was agreed to',
    ({ airtime: bought }) => [setOrder(bought, "terms = terms || ' and more'")],
    'I5',
    ({ airtime: bought }) => `order ${bought.id}: the terms are not those that were shown`,
  ],
  [
    'a price below the cost that was quoted',
    ({ airtime: bought }) => [
      'alter table quotes drop constraint quotes_never_below_cost',
      `update quotes set cost_kobo = total_kobo + 1 where id = (select quote_id from orders where id = '${bought.id}')`,
    ],
    'I5',
    ({ airtime: bought }) => `order ${bought.id}: sold for 97500, below its cost of 97501`,
  ],
  [
    'what the provider took for it',
    ({ airtime: bought }) => [setOrder(bought, 'cost_kobo = cost_kobo - 1')],
    'I10',
    ({ airtime: bought }) => `order ${bought.id}: airtime settled, float 97000 where 96999 is due`,
  ],
  [
    'what kind of thing was bought',
    ({ fromWallet }) => [setOrder(fromWallet, "kind = 'airtime'")],
    'I10',
    ({ fromWallet }) => `order ${fromWallet.id}: airtime settled, bpc 650000 where 0 is due`,
  ],
  [
    'whose float it came from',
    ({ airtime: bought }) => [setOrder(bought, "provider = 'paystack'")],
    'I10',
    ({ airtime: bought }) => `order ${bought.id}: airtime settled, elsewhere 97000 where 0 is due`,
  ],
]

const IN_CODES: readonly Case<Bought>[] = [
  [
    'a code that is gone',
    ({ more }) => [`delete from bpc_codes where order_id = '${more.id}'`],
    'I5',
    ({ more }) => `order ${more.id}: settled, its code is none where active is due`,
  ],
  [
    'a returned code that works again',
    ({ returned }) => [`update bpc_codes set status = 'active', returned_at = null where order_id = '${returned.id}'`],
    'I5',
    ({ returned }) => `order ${returned.id}: returned, its code is active where returned is due`,
  ],
  [
    'a code for a purchase that is not paid',
    ({ more, awaiting }) => [`update bpc_codes set order_id = '${awaiting.id}' where order_id = '${more.id}'`],
    'I5',
    ({ awaiting }) => `order ${awaiting.id}: awaiting_payment, its code is active where none is due`,
  ],
  [
    'a code bought by something else',
    ({ more, airtime: bought }) => [`update bpc_codes set order_id = '${bought.id}' where order_id = '${more.id}'`],
    'I5',
    ({ airtime: bought }) => `bought by ${bought.id}, which is no BPC purchase`,
  ],
  [
    'a code in the hands of somebody else',
    ({ obi, more }) => [`update bpc_codes set user_id = '${obi}' where order_id = '${more.id}'`],
    'I5',
    ({ ada, obi, more }) => `order ${more.id}: of ${ada}, its code is held by ${obi}`,
  ],
  [
    'a starter code made into a bought one',
    ({ ada }) => [
      'alter table bpc_codes drop constraint bpc_codes_bought_by_order',
      `update bpc_codes set kind = 'bought' where kind = 'starter' and user_id = '${ada}'`,
    ],
    'I5',
    () => 'bought by null, which is no BPC purchase',
  ],
]

const setDeposit = (id: string, change: string) => `update deposits set ${change} where id = '${id}'`

const IN_DEPOSITS: readonly Case<Bought>[] = [
  [
    'the amount that paid for a purchase',
    ({ paidIn }) => [setDeposit(paidIn, 'amount_kobo = amount_kobo + 1')],
    'I5',
    ({ paidIn }) => `deposit ${paidIn}: of 651001, 651000 came in for its order`,
  ],
  [
    'that it was too much',
    ({ paidIn }) => [setDeposit(paidIn, 'stray = null')],
    'I5',
    ({ paidIn }) => `deposit ${paidIn}: paid in with 1000 too much, and says nothing`,
  ],
  [
    'which purchase it paid for',
    ({ paidIn, returned }) => [setDeposit(paidIn, `order_id = '${returned.id}'`)],
    'I5',
    ({ paidIn }) => `deposit ${paidIn}: of 651000, 0 came in for its order`,
  ],
  [
    'a payment that paid for it into one that went to the wallet',
    ({ paidIn }) => [setDeposit(paidIn, "state = 'credited'")],
    'I5',
    ({ more }) => `order ${more.id}: settled, paid for by 0 deposits`,
  ],
  [
    'a second payment into one that paid',
    ({ second }) => [setDeposit(second, "state = 'paid_in'")],
    'I5',
    ({ more }) => `order ${more.id}: settled, paid for by 2 deposits`,
  ],
  [
    'why a payment is in the wallet',
    ({ second }) => [setDeposit(second, 'stray = null')],
    'I5',
    ({ second }) => `deposit ${second}: in the wallet and not in its purchase, and says nothing`,
  ],
  [
    'less than the price, when it was not less',
    ({ second }) => [setDeposit(second, "stray = 'less'")],
    'I5',
    ({ second }) => `deposit ${second}: in the wallet and not in its purchase, and says less`,
  ],
  [
    'for what it came in, to something the wallet pays',
    ({ second, airtime: bought }) => [setDeposit(second, `order_id = '${bought.id}'`)],
    'I5',
    ({ second, airtime: bought }) => `deposit ${second}: for ${bought.id}, which is no purchase by bank transfer`,
  ],
  [
    'what the provider kept of a payment',
    ({ second }) => [setDeposit(second, 'provider_fee_kobo = provider_fee_kobo + 1')],
    'I10',
    () => 'account provider:paystack:float: stands at',
  ],
  [
    'what is left in an escrow',
    ({ more }) => [`update ledger_accounts set balance = 1 where id = '${escrowOf(more)}'`],
    'I4',
    ({ more }) => `account ${escrowOf(more)}: 1 is left in it`,
  ],
  [
    'who pays for what has an escrow',
    ({ fromWallet, more }) => [
      `update ledger_accounts set id = '${escrowOf(fromWallet)}' where id = '${escrowOf(more)}'`,
    ],
    'I4',
    ({ fromWallet }) => `account ${escrowOf(fromWallet)}: no purchase by bank transfer is there for it`,
  ],
]

describe.each(featureDatabases)('what the audit on %s finds about purchases', (kind) => {
  let jara: TestJara
  let bought: Bought

  beforeAll(async () => {
    jara = await startJara(kind)
    const ada = await jara.person('Ada Obi')
    const obi = await jara.person('Obi Ada')
    const more = await buyByTransfer(jara, ada)
    await payInto(jara, more, BPC_PRICE_KOBO + 1_000n)
    await jara.settle()
    await payInto(jara, more)
    await jara.settle()
    const given = await buyByTransfer(jara, ada)
    await payInto(jara, given)
    await jara.settle()
    await giveBack(ada, (await ada.order(given.id)).boughtBpcId)
    const sold = await ada.buy(airtime({ bpcCode: null }))
    await jara.pass(5_000)
    const deposits = await jara.database.query<{ id: string; state: string }>(
      'select id, state from deposits where order_id = $1',
      [more.id],
    )
    const depositIn = (state: string) => deposits.find((each) => each.state === state)?.id ?? ''
    bought = {
      ada: ada.id,
      obi: obi.id,
      more,
      returned: given,
      awaiting: await buyByTransfer(jara, ada),
      fromWallet: await ada.buyBpc('wallet'),
      airtime: sold,
      paidIn: depositIn('paid_in'),
      second: depositIn('credited'),
    }
  })
  afterEach(() => expectBooksToBalance(jara.database))
  afterAll(() => jara.close())

  const find = (each: Case<Bought>) => expectAuditToFind(jara.database, bought, 'off', each, 'all')
  it.each(IN_ORDERS)('changed in orders: %s', (...each) => find(each))
  it.each(IN_CODES)('changed in codes: %s', (...each) => find(each))
  it.each(IN_DEPOSITS)('changed in deposits: %s', (...each) => find(each))
})
