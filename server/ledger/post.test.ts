import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { AMOUNT_MAX_KOBO } from '#contract/money.ts'
import { expectBooksToBalance } from '#tests/support/books.ts'
import { databaseKinds, type FreshDatabase, freshDatabase } from '#tests/support/databases.ts'
import { move, type TestLedger, testLedger } from '#tests/support/ledger.ts'
import { account, HOUSE } from './accounts.ts'
import { readBalances, readHouseBalance } from './balances.ts'

const FLOAT = account.providerFloat('paystack')

describe.each(databaseKinds)('posting on %s', (kind) => {
  let fresh: FreshDatabase
  let ledger: TestLedger
  beforeAll(async () => {
    fresh = await freshDatabase(kind)
    ledger = testLedger(fresh.database)
  })
  afterEach(() => expectBooksToBalance(fresh.database, 'ledger'))
  afterAll(() => fresh.drop())

  async function entriesOf(transferId: string) {
    return await fresh.database.query<{ account_id: string; amount: bigint; balance_after: bigint | null }>(
      'select account_id, amount, balance_after from ledger_entries where transfer_id = $1 order by leg',
      [transferId],
    )
  }

  it('sends the whole balance', async () => {
    const user = await ledger.userWith(500_000)
    await ledger.post({ userId: user, movements: [move(account.available(user), FLOAT, 500_000)] })
    expect(await ledger.available(user)).toBe(0n)
  })

  it('refuses one kobo more and writes nothing', async () => {
    const user = await ledger.userWith(500_000)
    const id = ledger.newId('trf')
    const sending = ledger.post({ userId: user, id, movements: [move(account.available(user), FLOAT, 500_001)] })
    await expect(sending).rejects.toMatchObject({ code: 'funds.insufficient' })
    expect(await ledger.available(user)).toBe(500_000n)
    expect(await entriesOf(id)).toEqual([])
  })

  it('refuses a whole transfer when only its last movement is not covered', async () => {
    const user = await ledger.userWith(1_000)
    const available = account.available(user)
    const movements = [move(available, account.held(user), 900), move(available, account.revenueFees, 101)]
    await expect(ledger.post({ userId: user, movements })).rejects.toMatchObject({ code: 'funds.insufficient' })
    expect(await readBalances(fresh.database, user)).toEqual({ availableKobo: 1_000n, heldKobo: 0n, debtKobo: 0n })
  })

  it('refuses money of an account that nothing was ever posted to', async () => {
    const user = ledger.newId('usr')
    const posting = ledger.post({ userId: user, movements: [move(account.available(user), FLOAT, 1)] })
    await expect(posting).rejects.toMatchObject({ code: 'funds.insufficient' })
    expect(await fresh.database.query('select 1 from ledger_accounts where user_id = $1', [user])).toEqual([])
  })

  it('answers the first transfer to the same command again and posts nothing', async () => {
    const user = await ledger.userWith(1_000)
    const command = { userId: user, key: 'once', movements: [move(account.available(user), FLOAT, 600)] }
    const first = await ledger.post(command)
    const again = await ledger.post(command)
    expect(first.replayed).toBe(false)
    expect(again).toEqual({ id: first.id, replayed: true })
    expect(await ledger.available(user)).toBe(400n)
  })

  it('answers the first transfer to the same command with the same id', async () => {
    const user = await ledger.userWith(1_000)
    const id = ledger.newId('trf')
    const command = { userId: user, id, key: 'once', movements: [move(account.available(user), FLOAT, 600)] }
    await ledger.post(command)
    expect(await ledger.post(command)).toEqual({ id, replayed: true })
  })

  it.each([
    ['amount', { movements: [move('from', FLOAT, 601)] }],
    ['recipient', { movements: [move('from', account.revenueFees, 600)] }],
    ['number of movements', { movements: [move('from', FLOAT, 600), move('from', FLOAT, 1)] }],
    ['kind', { kind: 'recall' as const }],
    ['subject', { subjectId: 'another' }],
  ])('refuses the same key with another %s', async (_, change) => {
    const user = await ledger.userWith(1_000)
    const ofUser = (movements: typeof first.movements) =>
      movements.map((each) => ({ ...each, from: account.available(user) }))
    const first = { userId: user, key: 'once', movements: [move('from', FLOAT, 600)] }
    await ledger.post({ ...first, movements: ofUser(first.movements) })
    const other = { ...first, ...change }
    const posting = ledger.post({ ...other, movements: ofUser(other.movements) })
    await expect(posting).rejects.toMatchObject({ code: 'idempotency.reused' })
    expect(await ledger.available(user)).toBe(400n)
  })

  it('keeps the keys of two users apart', async () => {
    const [ada, obi] = [await ledger.userWith(100), await ledger.userWith(100)]
    for (const userId of [ada, obi]) {
      const movements = [move(account.available(userId), FLOAT, 40)]
      expect((await ledger.post({ userId, key: 'shared', movements })).replayed).toBe(false)
    }
    expect([await ledger.available(ada), await ledger.available(obi)]).toEqual([60n, 60n])
  })

  it.each([
    ['a name outside the chart', 'revenue:tips'],
    ['a user id of the wrong shape', 'user:usr_short:available'],
    ['a user account that does not exist', `user:usr_${'0'.repeat(35)}:bonus`],
    ['a line break after a good name', `suspense:in\n`],
    ['nothing', ''],
  ])('refuses %s as an account', async (_, name) => {
    const user = await ledger.userWith(100)
    const posting = ledger.post({ userId: user, movements: [move(account.available(user), name, 1)] })
    await expect(posting).rejects.toMatchObject({ code: 'JL003' })
  })

  it('leaves movements of zero out', async () => {
    const user = await ledger.userWith(100)
    const available = account.available(user)
    const movements = [move(available, FLOAT, 10), move(available, account.revenueFees, 0)]
    const { id } = await ledger.post({ userId: user, movements })
    expect(await entriesOf(id)).toEqual([
      { account_id: available, amount: -10n, balance_after: 90n },
      { account_id: FLOAT, amount: 10n, balance_after: null },
    ])
  })

  it('refuses a transfer of zeros alone', async () => {
    const user = await ledger.userWith(100)
    const posting = ledger.post({ userId: user, movements: [move(account.available(user), FLOAT, 0)] })
    await expect(posting).rejects.toMatchObject({ code: 'JL003' })
  })

  it('refuses a transfer between house accounts alone', async () => {
    const posting = ledger.post({ userId: HOUSE, movements: [move(FLOAT, account.revenueFees, 1)] })
    await expect(posting).rejects.toMatchObject({ code: 'JL003' })
  })

  it('refuses a movement from an account to itself', async () => {
    const user = await ledger.userWith(100)
    const available = account.available(user)
    await expect(ledger.post({ userId: user, movements: [move(available, available, 1)] })).rejects.toMatchObject({
      code: 'JL003',
    })
  })

  it('takes 32 movements', async () => {
    const user = await ledger.userWith(32)
    const movements = Array.from({ length: 32 }, () => move(account.available(user), FLOAT, 1))
    const { id } = await ledger.post({ userId: user, movements })
    expect(await entriesOf(id)).toHaveLength(64)
    expect(await ledger.available(user)).toBe(0n)
  })

  it('refuses 33 movements', async () => {
    const user = await ledger.userWith(33)
    const movements = Array.from({ length: 33 }, () => move(account.available(user), FLOAT, 1))
    await expect(ledger.post({ userId: user, movements })).rejects.toMatchObject({ code: 'JL003' })
  })

  it.each([
    ['more senders than amounts', [FLOAT, FLOAT], ['to'], [1n]],
    ['more receivers than amounts', [FLOAT], ['to', 'to'], [1n]],
    ['no amount', [FLOAT], ['to'], [null]],
    ['an amount of zero', [FLOAT], ['to'], [0n]],
    ['nothing at all', [], [], []],
  ])('refuses a call of the function with %s', async (_, from, to, amounts) => {
    const user = await ledger.userWith(1)
    const receivers = to.map(() => account.available(user))
    const posting = fresh.database.query(
      "select * from ledger_post($1, 'trf_1', 'deposit', 'key', null, now(), $2::text[], $3::text[], $4::bigint[])",
      [user, from, receivers, amounts],
    )
    await expect(posting).rejects.toMatchObject({ code: 'JL003' })
  })

  it('keeps what was paid in for a purchase with its user, never below zero, and names what does not cover', async () => {
    const user = await ledger.userWith(10)
    const escrow = account.escrow(ledger.newId('ord'))
    await ledger.post({ userId: user, movements: [move(account.available(user), escrow, 10)] })
    const kept = 'select user_id as "userId", sign_rule as "signRule" from ledger_accounts where id = $1'
    expect(await fresh.database.query(kept, [escrow])).toEqual([{ userId: user, signRule: 1 }])
    const tooMuch = ledger.post({ userId: user, movements: [move(escrow, FLOAT, 11)] })
    await expect(tooMuch).rejects.toMatchObject({ code: 'funds.insufficient', cause: { detail: escrow } })
  })

  it('takes the largest amount and refuses one kobo more', async () => {
    const user = await ledger.userWith(AMOUNT_MAX_KOBO)
    expect(await ledger.available(user)).toBe(AMOUNT_MAX_KOBO)
    await expect(ledger.userWith(AMOUNT_MAX_KOBO + 1n)).rejects.toMatchObject({ code: 'JL003' })
  })

  it('refuses a negative amount', async () => {
    await expect(ledger.userWith(-1)).rejects.toMatchObject({ code: 'JL003' })
  })

  it('writes the balance after each entry, in the order of the movements', async () => {
    const user = await ledger.userWith(1_000)
    const [available, held] = [account.available(user), account.held(user)]
    const movements = [move(available, held, 700), move(held, FLOAT, 500), move(held, account.revenueFees, 20)]
    const { id } = await ledger.post({ userId: user, movements })
    expect(await entriesOf(id)).toEqual([
      { account_id: available, amount: -700n, balance_after: 300n },
      { account_id: held, amount: 700n, balance_after: 700n },
      { account_id: held, amount: -500n, balance_after: 200n },
      { account_id: FLOAT, amount: 500n, balance_after: null },
      { account_id: held, amount: -20n, balance_after: 180n },
      { account_id: account.revenueFees, amount: 20n, balance_after: null },
    ])
  })

  it('keeps a debt below zero and refuses to repay more than is owed', async () => {
    const user = await ledger.userWith(500)
    const debt = account.debt(user)
    // user:ada:debt → provider:paystack:float 2.00, then user:ada:available → user:ada:debt 1.50
    await ledger.post({ userId: user, kind: 'recall', movements: [move(debt, FLOAT, 200)] })
    await ledger.post({ userId: user, movements: [move(account.available(user), debt, 150)] })
    expect((await readBalances(fresh.database, user)).debtKobo).toBe(-50n)
    const tooMuch = ledger.post({ userId: user, movements: [move(account.available(user), debt, 51)] })
    await expect(tooMuch).rejects.toMatchObject({ code: 'funds.insufficient' })
  })

  it('keeps money that belongs to nobody yet with the house', async () => {
    const before = await readHouseBalance(fresh.database, FLOAT)
    const movements = [move(FLOAT, account.suspenseIn, 70_000)]
    await ledger.post({ userId: HOUSE, kind: 'quarantine', subjectId: ledger.newId('dep'), movements })
    expect(await readHouseBalance(fresh.database, FLOAT)).toBe(before - 70_000n)
    const [row] = await fresh.database.query('select user_id, balance from ledger_accounts where id = $1', [
      account.suspenseIn,
    ])
    expect(row).toEqual({ user_id: HOUSE, balance: 70_000n })
  })

  it('is undone with its transaction', async () => {
    const user = await ledger.userWith(100)
    const undone = fresh.database.transaction(async (tx) => {
      await tx.query("insert into installation (mode, created_at) values ('sandbox', now())")
      await tx.query('select ledger_post($1, $2, $3, $4, null, now(), $5::text[], $6::text[], $7::bigint[])', [
        user,
        'trf_undone',
        'deposit',
        'undone',
        [account.available(user)],
        [FLOAT],
        [100n],
      ])
      throw new Error('later in the same transaction')
    })
    await expect(undone).rejects.toThrow('later in the same transaction')
    expect(await ledger.available(user)).toBe(100n)
    expect(await fresh.database.query('select 1 from installation')).toEqual([])
  })

  // The last test, because its 18,000 entries are audited after each test that follows.
  it('keeps a balance beyond what a float holds exact', async () => {
    const user = ledger.newId('usr')
    for (let i = 0; i < 300; i++) {
      const movements = Array.from({ length: 31 }, () => move(FLOAT, account.available(user), AMOUNT_MAX_KOBO))
      await ledger.post({ userId: user, movements })
    }
    await ledger.post({ userId: user, movements: [move(FLOAT, account.available(user), 1)] })
    expect(await ledger.available(user)).toBe(9_300_000_000_000_001n)
  })
})
