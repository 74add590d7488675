import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UserId } from '#contract/ids.ts'
import { DAY_MS } from '#contract/time.ts'
import type { TransactionsSearch } from '#contract/transactions.ts'
import { idsFrom } from '#server/platform/ids.ts'
import { type FreshDatabase, featureDatabases, freshDatabase } from '#tests/support/databases.ts'
import { testLedger } from '#tests/support/ledger.ts'
import { PLANS, type Plans, rowsRead } from '#tests/support/rows-read.ts'
import { listTransactions } from './list-transactions.ts'

const LINES = 20_000
const PAGE = 20
/** A page, and a few lines to find its start. */
const READ_MAX = 2 * PAGE
/** The lines of a day and of the hours around it: ids locate a day to the hour. */
const DAY_LINES = 48 + 4
/** One line every half hour until NEWEST. */
const EVERY_MS = 30 * 60_000
const NEWEST = new Date('2026-11-21T11:00:00.000Z')

/** The embedded database runs the same statements, on the same planner. */
describe.runIf(featureDatabases.includes('postgres'))('a page of a long history on postgres', () => {
  let fresh: FreshDatabase
  let userId: UserId

  beforeAll(async () => {
    fresh = await freshDatabase('postgres')
    const { newId } = testLedger(fresh.database)
    userId = newId('usr')
    for (const each of [userId, newId('usr'), newId('usr')]) await fill(each)
    await fresh.database.exec('vacuum analyze transactions')
  })
  afterAll(() => fresh.drop())

  const instantOf = (line: number) => new Date(NEWEST.getTime() - line * EVERY_MS)
  const idOf = (line: number) => `${idsFrom('txn', instantOf(line))}${'0'.repeat(26)}`
  const dayOf = (line: number) => instantOf(line).toISOString().slice(0, 10)

  /** Lines as the program writes them, id and time of the same instant; line 0 is the newest. */
  async function fill(owner: UserId): Promise<void> {
    const lines = Array.from({ length: LINES }, (_, line) => line)
    await fresh.database.query(
      `insert into transactions (user_id, id, kind, title, amount_kobo, status, search, created_at, updated_at)
       select $1, id, 'deposit', 'Money in', 100, 'completed', 'money in', at, at
       from unnest($2::text[], $3::timestamptz[]) as line (id, at)`,
      [owner, lines.map(idOf), lines.map(instantOf)],
    )
  }

  const read = (plans: Plans, query: Partial<TransactionsSearch>) =>
    rowsRead(fresh.database, { plans, table: 'transactions' }, (tx) =>
      listTransactions(tx, userId, { limit: PAGE, ...query }),
    )

  it.each(PLANS)('reads no more than itself, however deep it is, with %s', async (plans) => {
    for (const line of [0, LINES / 2, LINES - 2 * PAGE]) {
      const query = line === 0 ? {} : { cursor: idOf(line) }
      const { answer, rows } = await read(plans, query)
      expect(answer.transactions).toHaveLength(PAGE)
      expect(answer.transactions[0]?.id).toBe(line === 0 ? idOf(0) : idOf(line + 1))
      expect(rows, `from line ${line}`).toBeLessThanOrEqual(READ_MAX)
    }
  })

  it.each(PLANS)('begins at its days, and ends with them, with %s', async (plans) => {
    const old = LINES / 2
    for (const query of [{ to: dayOf(old) }, { from: dayOf(old), to: dayOf(old) }, { from: dayOf(0) }]) {
      const { answer, rows } = await read(plans, query)
      expect(answer.transactions).toHaveLength(PAGE)
      const days = answer.transactions.map(({ createdAt }) => lagosDayOf(createdAt))
      expect(new Set(days)).toEqual(new Set([query.to ?? dayOf(0)]))
      expect(rows, JSON.stringify(query)).toBeLessThanOrEqual(DAY_LINES)
    }
  })

  it.each(PLANS)('reads one day when there is less on it than a page holds, with %s', async (plans) => {
    const { answer, rows } = await read(plans, { from: dayOf(10_000), to: dayOf(10_000), kind: 'airtime' })
    expect(answer).toEqual({ transactions: [], nextCursor: null })
    expect(rows).toBeLessThanOrEqual(DAY_LINES)
  })

  it('finds every line of the days asked for, the first and the last instant of them too', async () => {
    const all: string[] = []
    for (let cursor: string | undefined; ; ) {
      const query = { from: '2026-01-01', to: '2026-01-31', limit: 100, ...(cursor === undefined ? {} : { cursor }) }
      const page = await listTransactions(fresh.database, userId, query)
      all.push(...page.transactions.map(({ createdAt }) => createdAt))
      if (page.nextCursor === null) break
      cursor = page.nextCursor
    }
    expect(all).toHaveLength(31 * 48)
    expect([all[0], all.at(-1)]).toEqual(['2026-01-31T22:30:00.000Z', '2025-12-31T23:00:00.000Z'])
  })

  it.each(['9999-12-31', '0001-01-01'])('knows the days before and after all others: %s', async (day) => {
    const isLast = day.startsWith('9')
    const { transactions } = await listTransactions(fresh.database, userId, { to: day, limit: PAGE })
    expect(transactions).toHaveLength(isLast ? PAGE : 0)
    const since = await listTransactions(fresh.database, userId, { from: day, limit: PAGE })
    expect(since.transactions).toHaveLength(isLast ? 0 : PAGE)
  })
})

const lagosDayOf = (at: string) => new Date(Date.parse(at) + DAY_MS / 24).toISOString().slice(0, 10)
