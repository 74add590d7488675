import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { kobo } from '#contract/money.ts'
import { AppError } from '#server/platform/errors.ts'
import { expectBooksToBalance } from '#tests/support/books.ts'
import { databaseKinds, type FreshDatabase, freshDatabase } from '#tests/support/databases.ts'
import { move, testLedger } from '#tests/support/ledger.ts'
import { account } from './accounts.ts'
import { readHouseBalance } from './balances.ts'
import type { Movement } from './post.ts'

const RUNS = 25
const HOUSE_ACCOUNTS = [account.providerFloat('paystack'), account.revenueFees, account.sandboxEquity]

/** House to user, a repetition, the same key with other movements, and more than the balance. */
const EVERY_OUTCOME = [
  { again: false, key: 1, movements: [{ from: 9, to: 0, amount: 50 }] },
  { again: true, key: 1, movements: [{ from: 9, to: 0, amount: 50 }] },
  { again: false, key: 1, movements: [{ from: 9, to: 0, amount: 51 }] },
  { again: false, key: 2, movements: [{ from: 0, to: 9, amount: 1_000 }] },
]

type Outcome = 'posted' | 'replayed' | AppError['code']

/** Balances kept on paper: movements in order, refused whole when one is not covered. */
function paperLedger(balances: Map<string, bigint>) {
  const bodies = new Map<string, string>()
  return {
    balanceOf: (name: string) => balances.get(name) ?? 0n,
    post(key: string, movements: readonly Movement[]): Outcome {
      const body = JSON.stringify(movements.map((each) => [each.from, each.to, String(each.amountKobo)]))
      const first = bodies.get(key)
      if (first !== undefined) return first === body ? 'replayed' : 'idempotency.reused'
      const after = new Map(balances)
      const add = (name: string, amount: bigint): boolean => {
        const balance = (after.get(name) ?? 0n) + amount
        after.set(name, balance)
        return name.endsWith(':debt') ? balance <= 0n : !name.startsWith('user:') || balance >= 0n
      }
      const covered = movements.every((each) => add(each.from, -each.amountKobo) && add(each.to, each.amountKobo))
      if (!covered) return 'funds.insufficient'
      bodies.set(key, body)
      for (const [name, balance] of after) balances.set(name, balance)
      return 'posted'
    },
  }
}

describe.each(databaseKinds)('random transfers on %s', (kind) => {
  let fresh: FreshDatabase
  beforeAll(async () => {
    fresh = await freshDatabase(kind)
  })
  afterAll(() => fresh.drop())

  it('leave the balances that paper and pencil leave', async () => {
    const ledger = testLedger(fresh.database, 'random')
    const seen = new Set<Outcome>()
    const posting = fc.record({
      /** Repeats the previous command, as after a lost answer. */
      again: fc.boolean(),
      key: fc.integer({ min: 0, max: 30 }),
      movements: fc.array(
        fc
          .record({
            from: fc.integer({ min: 0, max: 11 }),
            to: fc.integer({ min: 0, max: 11 }),
            amount: fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 1_000_000_000_000 })),
          })
          .filter(({ from, to }) => from !== to && (from < 9 || to < 9)),
        { minLength: 1, maxLength: 4 },
      ),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(posting, { minLength: 1, maxLength: 20 }), async (postings) => {
        const users = Array.from({ length: 3 }, () => ledger.newId('usr'))
        const owner = users[0] ?? ledger.newId('usr')
        const names = [
          ...users.flatMap((user) => [account.available(user), account.held(user), account.debt(user)]),
          ...HOUSE_ACCOUNTS,
        ]
        const nameOf = (index: number) => names[index] ?? ''
        const before = new Map<string, bigint>()
        for (const name of HOUSE_ACCOUNTS) before.set(name, await readHouseBalance(fresh.database, name))
        const paper = paperLedger(before)
        const prefix = ledger.newId('trf')

        for (const [index, drawn] of postings.entries()) {
          const each = drawn.again ? (postings[index - 1] ?? drawn) : drawn
          const key = `${prefix}:${each.key}`
          const movements = each.movements.map(({ from, to, amount }) => move(nameOf(from), nameOf(to), kobo(amount)))
          const outcome: Outcome = await ledger.post({ userId: owner, key, movements }).then(
            (posted) => (posted.replayed ? 'replayed' : 'posted'),
            (error: unknown) => (error instanceof AppError ? error.code : Promise.reject(error)),
          )
          expect(outcome).toBe(paper.post(key, movements))
          seen.add(outcome)
        }
        for (const name of names) expect([name, await balanceOf(name)]).toEqual([name, paper.balanceOf(name)])
      }),
      { numRuns: RUNS, examples: [[EVERY_OUTCOME]] },
    )
    expect([...seen].sort()).toEqual(['funds.insufficient', 'idempotency.reused', 'posted', 'replayed'])
    await expectBooksToBalance(fresh.database, 'ledger')
  })

  async function balanceOf(name: string): Promise<bigint> {
    if (HOUSE_ACCOUNTS.includes(name)) return await readHouseBalance(fresh.database, name)
    const [row] = await fresh.database.query<{ balance: bigint }>('select balance from ledger_accounts where id = $1', [
      name,
    ])
    return row?.balance ?? 0n
  }
})
