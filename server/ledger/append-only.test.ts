import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { expectBooksToBalance } from '#tests/support/books.ts'
import { databaseKinds, type FreshDatabase, freshDatabase } from '#tests/support/databases.ts'
import { move, type TestLedger, testLedger } from '#tests/support/ledger.ts'
import { account } from './accounts.ts'
import { rollUpHouseAccounts } from './close-days.ts'
import type { TransferKind } from './post.ts'

const FLOAT = account.providerFloat('paystack')
const DAY_MS = 24 * 60 * 60_000

const KEPT_FOR_EVER = [
  'ledger_entries',
  'ledger_transfers',
  'ledger_house_balances',
  'ledger_closed_days',
  'installation',
]
const CHANGES = [
  ...KEPT_FOR_EVER.flatMap((table) => [`delete from ${table}`, `truncate ${table}`]),
  'update ledger_entries set amount = amount + 1',
  'update ledger_entries set posted_at = now()',
  "update ledger_transfers set subject_id = 'another'",
  'update ledger_house_balances set balance = 0',
  'update ledger_closed_days set through_day = through_day + 1',
  "update installation set mode = 'live'",
  'delete from ledger_accounts',
  'truncate ledger_accounts',
]

describe.each(databaseKinds)('what was written on %s', (kind) => {
  let fresh: FreshDatabase
  let ledger: TestLedger
  beforeAll(async () => {
    fresh = await freshDatabase(kind)
    ledger = testLedger(fresh.database)
    await fresh.database.query("insert into installation (mode, created_at) values ('sandbox', now())")
    await ledger.userWith(1_000)
    ledger.clock.advance(3 * DAY_MS)
    await ledger.userWith(1_000)
    await rollUpHouseAccounts(fresh.database)
  })
  afterEach(() => expectBooksToBalance(fresh.database, 'ledger'))
  afterAll(() => fresh.drop())

  it.each(CHANGES)('stays: %s is refused', async (statement) => {
    await expect(fresh.database.query(statement)).rejects.toMatchObject({ code: 'JL009' })
  })

  it.each(CHANGES)('stays for the owner of the table: %s is refused', async (statement) => {
    const table = /(ledger_\w+|installation)/.exec(statement)?.[0]
    const changing = fresh.database.transaction(async (tx) => {
      await tx.query('create role plain_owner nologin')
      await tx.query('grant usage on schema public to plain_owner')
      await tx.query(`alter table ${table} owner to plain_owner`)
      await tx.query('set local role plain_owner')
      await tx.query(statement)
    })
    await expect(changing).rejects.toMatchObject({ code: 'JL009' })
  })
})

describe.each(databaseKinds)('the rules of the database itself on %s', (kind) => {
  let fresh: FreshDatabase
  let ledger: TestLedger
  beforeAll(async () => {
    fresh = await freshDatabase(kind)
    ledger = testLedger(fresh.database)
  })
  afterEach(() => expectBooksToBalance(fresh.database, 'ledger'))
  afterAll(() => fresh.drop())

  it.each([
    ['a negative balance', 'available', -1],
    ['a negative reserve', 'held', -1],
    ['a positive debt', 'debt', 1],
  ] as const)('refuse %s written behind the back of the function', async (_, name, balance) => {
    const user = await ledger.userWith(1_000)
    await ledger.hold(user, 10)
    await ledger.post({ userId: user, kind: 'recall', movements: [move(account.debt(user), FLOAT, 5)] })
    const writing = fresh.database.query('update ledger_accounts set balance = $3 where user_id = $1 and id = $2', [
      user,
      account[name](user),
      balance,
    ])
    await expect(writing).rejects.toMatchObject({ code: '23514', constraint: 'ledger_accounts_sign' })
  })

  /** Posts one more transfer about a subject. Each moves one kobo, so that only the rule under test can refuse it. */
  async function postAbout(user: Awaited<ReturnType<typeof ledger.userWith>>, kind: TransferKind, subjectId: string) {
    const movements = [move(account.sandboxEquity, account.available(user), 1)]
    await ledger.post({ userId: user, kind, subjectId, movements })
  }

  async function resolvedOrder(kind: 'settle' | 'release') {
    const user = await ledger.userWith(1_000)
    const order = await ledger.hold(user, 10)
    const to = kind === 'settle' ? FLOAT : account.available(user)
    await ledger.post({ userId: user, kind, subjectId: order, movements: [move(account.held(user), to, 10)] })
    return { user, order }
  }

  it('allow one hold per order', async () => {
    const user = await ledger.userWith(1_000)
    const order = await ledger.hold(user, 10)
    await expect(postAbout(user, 'hold', order)).rejects.toMatchObject({
      code: '23505',
      constraint: 'ledger_transfers_one_hold',
    })
  })

  it.each([
    ['settle', 'settle'],
    ['settle', 'release'],
    ['release', 'settle'],
    ['release', 'release'],
  ] as const)('allow one resolution per order: after a %s no %s', async (first, second) => {
    const { user, order } = await resolvedOrder(first)
    await expect(postAbout(user, second, order)).rejects.toMatchObject({
      code: '23505',
      constraint: 'ledger_transfers_one_resolution',
    })
  })

  it.each([
    ['settle', 'return', 'ledger_transfers_one_return'],
    ['release', 'late-success', 'ledger_transfers_one_late_success'],
  ] as const)('allow after a %s one %s per order', async (resolution, kind, constraint) => {
    const { user, order } = await resolvedOrder(resolution)
    await postAbout(user, kind, order)
    await expect(postAbout(user, kind, order)).rejects.toMatchObject({ code: '23505', constraint })
  })

  it.each([
    ['deposit', 'ledger_transfers_one_deposit'],
    ['quarantine', 'ledger_transfers_one_quarantine'],
    ['recall', 'ledger_transfers_one_recall'],
  ] as const)('allow one %s per deposit', async (kind, constraint) => {
    const user = await ledger.userWith(1_000)
    const deposit = ledger.newId('dep')
    await postAbout(user, kind, deposit)
    await expect(postAbout(user, kind, deposit)).rejects.toMatchObject({ code: '23505', constraint })
  })

  it.each(['hold', 'settle', 'release', 'return', 'late-success'] as const)(
    'refuse a %s about nothing',
    async (kind) => {
      const user = await ledger.userWith(1_000)
      const movements = [move(account.sandboxEquity, account.available(user), 1)]
      const posting = ledger.post({ userId: user, kind, subjectId: null, movements })
      await expect(posting).rejects.toMatchObject({ code: '23514', constraint: 'ledger_transfers_subject' })
    },
  )

  it('refuse a line break in a key, where hashed text could be read in two ways', async () => {
    const user = await ledger.userWith(1_000)
    const movements = [move(account.available(user), FLOAT, 1)]
    const posting = ledger.post({ userId: user, key: 'one\ntwo', movements })
    await expect(posting).rejects.toMatchObject({ code: '23514', constraint: 'ledger_transfers_one_line' })
  })

  it('refuse a second transfer with the id of another', async () => {
    const user = await ledger.userWith(1_000)
    const id = ledger.newId('trf')
    const movements = [move(account.available(user), FLOAT, 1)]
    await ledger.post({ userId: user, id, key: 'one', movements })
    const posting = ledger.post({ userId: user, id, key: 'two', movements })
    await expect(posting).rejects.toMatchObject({ code: '23505', constraint: 'ledger_transfers_pkey' })
  })
})
