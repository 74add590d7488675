import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { STATEMENT_ROWS_MAX } from '#contract/constants.ts'
import type { UserId } from '#contract/ids.ts'
import { account } from '#server/ledger/accounts.ts'
import { AppError } from '#server/platform/errors.ts'
import { type FreshDatabase, featureDatabases, freshDatabase } from '#tests/support/databases.ts'
import { type TestLedger, testLedger } from '#tests/support/ledger.ts'
import { readPdf } from '#tests/support/pdf-text.ts'
import { readStatement } from './read-statement.ts'
import { statementCsv } from './statement-csv.ts'
import { statementPdf } from './statement-pdf.ts'

const SANDBOX = { mode: 'sandbox', brand: 'Jara' } as const
const DAYS = { from: '2026-11-21', to: '2026-11-21' }

describe.each(featureDatabases)('a statement of many lines on %s', (kind) => {
  let fresh: FreshDatabase
  let ledger: TestLedger
  let userId: UserId

  beforeAll(async () => {
    fresh = await freshDatabase(kind)
    ledger = testLedger(fresh.database)
    userId = ledger.newId('usr')
    await credit(STATEMENT_ROWS_MAX)
  })
  afterAll(() => fresh.drop())

  /** Posts this many credits of 1, 2, 3 … kobo through the ledger's own function. */
  async function credit(count: number): Promise<void> {
    const base = ledger.newId('trf')
    await fresh.database.query(
      `select count(*) from generate_series(1, $1::int) as n, lateral ledger_post(
         $2, left($3, 30) || lpad(n::text, 9, '0'), 'grant', $3 || n, null, $4, array['equity:sandbox'],
         array[$5::text], array[n::bigint])`,
      [count, userId, base, ledger.clock.now(), account.available(userId)],
    )
  }
  const read = () => readStatement({ database: fresh.database, clock: ledger.clock }, userId, DAYS)

  it('has as many lines as are allowed, each once, and adds up', async () => {
    const { lines, openingKobo, closingKobo } = await read()
    expect(lines).toHaveLength(STATEMENT_ROWS_MAX)
    expect(openingKobo).toBe(0n)
    expect(closingKobo).toBe(BigInt((STATEMENT_ROWS_MAX * (STATEMENT_ROWS_MAX + 1)) / 2))
    expect(lines.map(({ totalKobo }) => totalKobo)).toEqual(lines.map((_, place) => BigInt(place + 1)))
  })

  it('is made as CSV and PDF while yielding to everybody else', async () => {
    const statement = await read()
    let turns = 0
    let isMaking = true
    const others = (async () => {
      for (; isMaking; turns++) await new Promise(setImmediate)
    })()
    const csv = await statementCsv(statement, SANDBOX)
    const pdf = await statementPdf(statement, SANDBOX)
    isMaking = false
    await others
    expect(csv.split('\r\n')).toHaveLength(STATEMENT_ROWS_MAX + 5)
    const pages = readPdf(pdf)
    expect(pages.at(-1)?.text).toContain(`Page ${pages.length} of ${pages.length}`)
    expect(turns).toBeGreaterThan(pages.length)
    expect(pdf.length).toBeLessThan(4_000_000)
  })

  it('is refused with one line more, and says what to do', async () => {
    ledger.clock.advance(1_000)
    await credit(1)
    const refusal = await read().catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(AppError)
    expect(refusal).toMatchObject({ code: 'statement.too-many-lines', message: expect.stringContaining('10,000') })
  })
})
