import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OrderId, UserId } from '#contract/ids.ts'
import { auditBooks, expectBooksToBalance } from '#tests/support/books.ts'
import { databaseKinds, type FreshDatabase, freshDatabase } from '#tests/support/databases.ts'
import { move, type TestLedger, testLedger } from '#tests/support/ledger.ts'
import { account } from './accounts.ts'
import type { TransferKind } from './post.ts'

const FLOAT = account.providerFloat('paystack')
const TOTAL_KOBO = 1_000

describe.each(databaseKinds)('the audit of orders on %s', (kind) => {
  let fresh: FreshDatabase
  let ledger: TestLedger
  let user: UserId
  beforeEach(async () => {
    fresh = await freshDatabase(kind)
    ledger = testLedger(fresh.database)
    user = await ledger.userWith(50_000)
  })
  afterEach(() => fresh.drop())

  /** Writes only an order's row and its quote: the test posts its ledger transfers. */
  async function writeOrder(state: string, id: OrderId = ledger.newId('ord'), owner: UserId = user): Promise<OrderId> {
    await fresh.database.query(
      `insert into quotes (user_id, id, kind, terms, challenge, amount_kobo, fee_kobo, duty_kobo, discount_kobo, total_kobo,
         available_after_kobo, recipient, created_at, expires_at)
       values ($1, $2, 'withdrawal', '', '', $3, 0, 0, 0, $3, 0, '{}', now(), now())`,
      [owner, id, TOTAL_KOBO],
    )
    await fresh.database.query(
      `insert into orders (user_id, id, kind, quote_id, state, amount_kobo, fee_kobo, duty_kobo, discount_kobo,
         total_kobo, recipient, terms, approval, provider, reference, transaction_id, lagos_day, created_at, updated_at)
       values ($1, $2, 'withdrawal', $2, $3, $4, 0, 0, 0, $4, '{}', '', '{}', 'paystack', $2, $2, '2026-11-21', now(), now())`,
      [owner, id, state, TOTAL_KOBO],
    )
    return id
  }
  async function post(order: OrderId, transfers: readonly TransferKind[], of: UserId = user): Promise<void> {
    const [available, held] = [account.available(of), account.held(of)]
    const ends: Partial<Record<TransferKind, readonly [string, string]>> = {
      hold: [available, held],
      settle: [held, FLOAT],
      release: [held, available],
      return: [FLOAT, available],
      'late-success': [available, FLOAT],
    }
    for (const transfer of transfers) {
      const [from, to] = ends[transfer] ?? [available, FLOAT]
      await ledger.post({ userId: of, kind: transfer, subjectId: order, movements: [move(from, to, TOTAL_KOBO)] })
    }
  }
  const findings = async () => (await auditBooks(fresh.database)).map((each) => `${each.invariant} ${each.detail}`)

  it.each([
    ['held', ['hold']],
    ['in_flight', ['hold']],
    ['pending', ['hold']],
    ['unknown', ['hold']],
    ['manual_review', ['hold']],
    ['settled', ['hold', 'settle']],
    ['released', ['hold', 'release']],
    ['returned', ['hold', 'settle', 'return']],
    ['late_success', ['hold', 'release', 'late-success']],
  ] as const)('is content with an order that is %s after %j', async (state, transfers) => {
    await post(await writeOrder(state), transfers)
    await expectBooksToBalance(fresh.database)
  })

  const LATE = ['hold', 'release', 'late-success', 'return'] as const
  const sayLate = (order: OrderId) =>
    fresh.database.query('update orders set returned_late = true where id = $1', [order])

  it('is content with an order that was released, paid after all, and returned', async () => {
    const order = await writeOrder('returned')
    await sayLate(order)
    await post(order, LATE)
    await expectBooksToBalance(fresh.database)
  })

  it('finds one that was returned twice over, or never taken again', async () => {
    const [twice, never] = [await writeOrder('returned'), await writeOrder('returned')]
    await sayLate(never)
    await post(twice, LATE)
    await post(never, ['hold', 'settle', 'return'])
    expect((await findings()).toSorted()).toEqual(
      [
        ...['settle 0', 'release 1', 'late-success 1'].map((each) => {
          const [of, count] = each.split(' ')
          return `I5 order ${twice}: returned with ${count} transfers of kind ${of}`
        }),
        ...['settle 1', 'release 0', 'late-success 0'].map((each) => {
          const [of, count] = each.split(' ')
          return `I5 order ${never}: returned with ${count} transfers of kind ${of}`
        }),
        `I5 order ${never}: its return differs by 1000 from what its late success had taken`,
      ].toSorted(),
    )
  })

  it('finds a return of one kobo less than a late success had taken', async () => {
    const order = await writeOrder('returned')
    await sayLate(order)
    await post(order, ['hold', 'release', 'late-success'])
    const movements = [move(FLOAT, account.available(user), TOTAL_KOBO - 1)]
    await ledger.post({ userId: user, kind: 'return', subjectId: order, movements })
    expect(await findings()).toContain(
      `I5 order ${order}: its return differs by -1 from what its late success had taken`,
    )
  })

  it('finds a late success that came back and is still one', async () => {
    const order = await writeOrder('late_success')
    await post(order, LATE)
    expect(await findings()).toContain(`I5 order ${order}: late_success with 1 transfers of kind return`)
  })

  it('finds an order without a hold', async () => {
    const order = await writeOrder('held')
    expect(await findings()).toEqual([
      `I4 user ${user}: 0 held, open orders make 1000`,
      `I5 order ${order}: held with 0 transfers of kind hold`,
      `I5 order ${order}: held, its transfers leave 0 held where 1000 is due`,
    ])
  })

  it('finds a hold without an order', async () => {
    const order = ledger.newId('ord')
    await post(order, ['hold'])
    expect(await findings()).toEqual([
      `I4 user ${user}: 1000 held, open orders make 0`,
      `I5 order ${order}: has transfers and does not exist`,
    ])
  })

  it('finds an order that is settled in name alone', async () => {
    const order = await writeOrder('settled')
    await post(order, ['hold'])
    expect(await findings()).toContain(`I5 order ${order}: settled with 0 transfers of kind settle`)
  })

  it('finds an order that was resolved and still counts as open', async () => {
    const order = await writeOrder('pending')
    await post(order, ['hold', 'release'])
    expect(await findings()).toEqual([
      `I4 user ${user}: 0 held, open orders make 1000`,
      `I5 order ${order}: pending with 1 transfers of kind release`,
      `I5 order ${order}: pending, its transfers leave 0 held where 1000 is due`,
    ])
  })

  it('finds an order settled where the books say released', async () => {
    const order = await writeOrder('settled')
    await post(order, ['hold', 'release'])
    expect(await findings()).toEqual([
      `I5 order ${order}: settled with 0 transfers of kind settle`,
      `I5 order ${order}: settled with 1 transfers of kind release`,
      `I10 order ${order}: withdrawal settled, float 0 where 1000 is due`,
    ])
  })

  it('finds a hold of another amount than the order agreed to', async () => {
    const order = await writeOrder('held')
    await ledger.hold(user, TOTAL_KOBO - 1, order)
    expect(await findings()).toContain(`I5 order ${order}: held, its transfers leave 999 held where 1000 is due`)
  })

  it('finds a resolution that leaves part of the hold behind', async () => {
    const order = await writeOrder('settled')
    await post(order, ['hold'])
    const movements = [move(account.held(user), FLOAT, TOTAL_KOBO - 1)]
    await ledger.post({ userId: user, kind: 'settle', subjectId: order, movements })
    expect(await findings()).toEqual([
      `I4 user ${user}: 1 held, open orders make 0`,
      `I5 order ${order}: resolved, and its transfers leave 1 held`,
      `I5 order ${order}: settled, its transfers leave 1 held where 0 is due`,
      `I10 order ${order}: withdrawal settled, float 999 where 1000 is due`,
    ])
  })

  it("finds one user's order paid with another's money", async () => {
    const other = await ledger.userWith(50_000)
    const order = await writeOrder('settled')
    await post(order, ['hold', 'settle'], other)
    expect(await findings()).toEqual([`I5 order ${order}: of ${user}, posted for ${other}`])
  })

  it('finds a hold in one name and a settlement in another', async () => {
    const other = await ledger.userWith(50_000)
    const order = await writeOrder('settled')
    await post(order, ['hold'])
    await post(await writeOrder('held', undefined, other), ['hold'], other)
    const movements = [move(account.held(other), FLOAT, TOTAL_KOBO)]
    await ledger.post({ userId: other, kind: 'settle', subjectId: order, movements })
    expect(await findings()).toContain(`I5 order ${order}: posted for 2 users`)
  })

  it('says that it does not know a state rather than pass over it', async () => {
    await fresh.database.exec(
      'alter table orders drop constraint orders_state_check, drop constraint orders_by_transfer',
    )
    const order = await writeOrder('teleported')
    await post(order, ['hold'])
    expect(await findings()).toContain(
      `I5 order ${order}: state teleported, paid by wallet, is not known to this audit`,
    )
  })
})
