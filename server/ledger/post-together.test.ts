import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { kobo } from '#contract/money.ts'
import { AppError } from '#server/platform/errors.ts'
import { expectBooksToBalance } from '#tests/support/books.ts'
import { databaseKinds, type FreshDatabase, freshDatabase } from '#tests/support/databases.ts'
import { move, type TestLedger, testLedger } from '#tests/support/ledger.ts'
import { account } from './accounts.ts'
import { readBalances, readHouseBalance } from './balances.ts'
import { type PostedTransfer, postTransfers, type SimpleTransfer } from './post.ts'

const FLOAT = account.providerFloat('paystack')
const RUNS = 20
/** A transfer and its repetition. */
const TWICE = [1, 1].map(() => [{ key: 1, from: 6, to: 0, amount: 50 }])

describe.each(databaseKinds)('posting together on %s', (kind) => {
  let fresh: FreshDatabase
  let ledger: TestLedger
  beforeAll(async () => {
    fresh = await freshDatabase(kind)
    ledger = testLedger(fresh.database, 'together')
  })
  afterEach(() => expectBooksToBalance(fresh.database, 'ledger'))
  afterAll(() => fresh.drop())

  type Short = Pick<SimpleTransfer, 'userId' | 'movement'> & Partial<SimpleTransfer>
  const simple = (of: Short): SimpleTransfer => {
    const id = ledger.newId('trf')
    return { id, kind: 'deposit', key: id, subjectId: null, at: ledger.clock.now(), ...of }
  }
  const post = (...commands: SimpleTransfer[]) => fresh.database.transaction((tx) => postTransfers(tx, commands))
  const outcomes = (posted: readonly (PostedTransfer | AppError)[]) =>
    posted.map((each) => (each instanceof AppError ? each.code : each.replayed ? 'replayed' : 'posted'))

  it('answers nothing for nothing', async () => {
    expect(await post()).toEqual([])
  })

  it('answers each on its own: a refused one writes nothing and its neighbours are posted', async () => {
    const [rich, poor] = [await ledger.userWith(1_000), await ledger.userWith(10)]
    const refused = simple({ userId: poor, movement: move(account.available(poor), FLOAT, 11) })
    const posted = await post(
      simple({ userId: rich, movement: move(account.available(rich), FLOAT, 400) }),
      refused,
      simple({ userId: rich, movement: move(account.available(rich), FLOAT, 600) }),
      simple({ userId: rich, movement: move(account.available(rich), FLOAT, 1) }),
    )
    expect(outcomes(posted)).toEqual(['posted', 'funds.insufficient', 'posted', 'funds.insufficient'])
    expect([await ledger.available(rich), await ledger.available(poor)]).toEqual([0n, 10n])
    expect(await fresh.database.query('select 1 from ledger_transfers where id = $1', [refused.id])).toEqual([])
  })

  it('opens an account that is paid into for the first time, and takes nothing from one that was never opened', async () => {
    const [user, nobody] = [await ledger.userWith(500), ledger.newId('usr')]
    const posted = await post(
      simple({ userId: nobody, movement: move(account.available(nobody), account.held(nobody), 1) }),
      simple({ userId: user, movement: move(account.available(user), account.held(user), 200) }),
    )
    expect(outcomes(posted)).toEqual(['funds.insufficient', 'posted'])
    expect(await readBalances(fresh.database, user)).toMatchObject({ availableKobo: 300n, heldKobo: 200n })
    expect(await fresh.database.query('select 1 from ledger_accounts where user_id = $1', [nobody])).toEqual([])
  })

  it('answers the first transfer to a command it had, and refuses its key for another', async () => {
    const user = await ledger.userWith(500)
    const command = simple({ userId: user, movement: move(account.available(user), FLOAT, 100) })
    expect(await post(command)).toEqual([{ id: command.id, replayed: false }])
    const again = { ...command, id: ledger.newId('trf') }
    const other = { ...again, movement: move(account.available(user), FLOAT, 101) }
    const [replayed, refused] = await post(again, other)
    expect(replayed).toEqual({ id: command.id, replayed: true })
    expect(refused).toMatchObject({ code: 'idempotency.reused' })
    expect(await ledger.available(user)).toBe(400n)
  })

  it('fails as a whole when one key comes twice among them', async () => {
    const user = await ledger.userWith(500)
    const command = simple({ userId: user, movement: move(account.available(user), FLOAT, 100) })
    const both = post(command, { ...command, id: ledger.newId('trf') })
    await expect(both).rejects.toMatchObject({ code: '23505' })
    expect(await ledger.available(user)).toBe(500n)
  })

  it('takes from an account what is there and no more, however many calls come at once', async () => {
    const user = await ledger.userWith(20)
    const calls = Array.from({ length: 8 }, () =>
      post(
        ...Array.from({ length: 5 }, () => simple({ userId: user, movement: move(account.available(user), FLOAT, 1) })),
      ),
    )
    const found = outcomes((await Promise.all(calls)).flat())
    expect(found.filter((outcome) => outcome === 'posted')).toHaveLength(20)
    expect(await ledger.available(user)).toBe(0n)
  })

  it.each([
    ['from the house to the house', () => move(FLOAT, account.revenueFees, 1)],
    ['of nothing', () => ({ from: FLOAT, to: account.available(ledger.newId('usr')), amountKobo: kobo(0n) })],
    ['to itself', () => move(FLOAT, FLOAT, 1)],
    ['to an account that is not in the chart', () => move(FLOAT, 'user:ada', 1)],
  ])('refuses a transfer %s', async (_, movement) => {
    await expect(post(simple({ userId: ledger.newId('usr'), movement: movement() }))).rejects.toThrow()
  })

  it('leaves the balances that paper and pencil leave', async () => {
    const seen = new Set<string>()
    const drawn = fc.record({
      key: fc.integer({ min: 0, max: 12 }),
      from: fc.integer({ min: 0, max: 7 }),
      to: fc.integer({ min: 0, max: 7 }),
      amount: fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 1_000_000_000_000 })),
    })
    const groups = fc.array(
      fc.uniqueArray(
        drawn.filter(({ from, to }) => from !== to && (from < 6 || to < 6)),
        { minLength: 1, maxLength: 12, selector: ({ key }) => key },
      ),
      { minLength: 1, maxLength: 5 },
    )
    await fc.assert(
      fc.asyncProperty(groups, async (drawnGroups) => {
        const users = [await openedUser(), await openedUser()]
        const owner = users[0] ?? ledger.newId('usr')
        const house = [account.sandboxEquity, account.revenueFees]
        const names = [...users.flatMap((id) => [account.available(id), account.held(id), account.debt(id)]), ...house]
        const paper = new Map<string, bigint>()
        for (const name of names) paper.set(name, await balanceOf(name))
        const bodies = new Map<string, string>()
        const prefix = ledger.newId('trf')
        for (const group of drawnGroups) {
          const commands = group.map(({ key, from, to, amount }) =>
            simple({
              userId: owner,
              key: `${prefix}:${key}`,
              movement: move(names[from] ?? '', names[to] ?? '', amount),
            }),
          )
          const found = outcomes(await post(...commands))
          expect(found).toEqual(commands.map((command) => postOnPaper(paper, bodies, command)))
          for (const outcome of found) seen.add(outcome)
        }
        for (const name of names) expect([name, await balanceOf(name)]).toEqual([name, paper.get(name)])
      }),
      { numRuns: RUNS, examples: [[TWICE]] },
    )
    expect([...seen].sort()).toEqual(['funds.insufficient', 'idempotency.reused', 'posted', 'replayed'])
  })

  /** With 100 kobo available, 50 held, 30 owed. */
  async function openedUser() {
    const user = await ledger.userWith(100)
    await ledger.hold(user, 50)
    await ledger.post({ userId: user, movements: [move(account.debt(user), account.revenueFees, 30)] })
    return user
  }

  async function balanceOf(name: string): Promise<bigint> {
    if (!name.startsWith('user:')) return await readHouseBalance(fresh.database, name)
    const [row] = await fresh.database.query<{ balance: bigint }>('select balance from ledger_accounts where id = $1', [
      name,
    ])
    return row?.balance ?? 0n
  }
})

/** The same rules, kept on paper: a transfer is refused whole if an account would pass its limit. */
function postOnPaper(
  paper: Map<string, bigint>,
  bodies: Map<string, string>,
  { key, movement }: SimpleTransfer,
): string {
  const { from, to, amountKobo } = movement
  const body = `${from}>${to}:${amountKobo}`
  const first = bodies.get(key)
  if (first !== undefined) return first === body ? 'replayed' : 'idempotency.reused'
  const after = { from: (paper.get(from) ?? 0n) - amountKobo, to: (paper.get(to) ?? 0n) + amountKobo }
  if (from.startsWith('user:') && !from.endsWith(':debt') && after.from < 0n) return 'funds.insufficient'
  if (to.endsWith(':debt') && after.to > 0n) return 'funds.insufficient'
  bodies.set(key, body)
  paper.set(from, after.from)
  paper.set(to, after.to)
  return 'posted'
}
