import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SANDBOX_BANNER } from '#contract/constants.ts'
import { formatNaira } from '#contract/money.ts'
import { totalKobo } from '#contract/transaction-total.ts'
import type { TransactionsAnswer } from '#contract/transactions.ts'
import { AppError } from '#server/platform/errors.ts'
import { type BusyMonths, busyMonths } from '#tests/support/busy-months.ts'
import { readCsv } from '#tests/support/csv.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { readPdf } from '#tests/support/pdf-text.ts'
import type { Person, Refusal } from '#tests/support/person.ts'
import { readStatement } from './read-statement.ts'
import type { Statement } from './statement.ts'
import { statementQueue } from './statement-queue.ts'

/** Available less debt just before an instant, kobo, from the ledger's own running balances. */
const BALANCE_BEFORE = `select coalesce(sum(balance), 0)::bigint as balance from (
    select distinct on (account_id) balance_after as balance from ledger_entries
    where user_id = $1 and seq is not null and account_id <> $2 and posted_at < $3 order by account_id, seq desc
  ) as last`

/** Takes the body as a query string: `from=2026-11-21&q=ada`. */
async function makeFile(of: Pick<TestJara, 'url'>, ending: string, body: string, cookie: string): Promise<Response> {
  return await fetch(`${of.url}/api/statements/${ending}`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify(Object.fromEntries(new URLSearchParams(body))),
  })
}

describe.each(featureDatabases)('a statement on %s', (kind) => {
  let busy: BusyMonths

  beforeAll(async () => {
    busy = await busyMonths(kind)
  })
  afterAll(async () => {
    await busy.jara.close()
  })

  const statementOf = async (from: string, to: string): Promise<Statement> =>
    await readStatement(busy.jara.deps, busy.ada.id as Parameters<typeof readStatement>[1], { from, to })
  const fetchFile = async (kindOfFile: 'csv' | 'pdf', query: string, cookie = busy.ada.cookie()) =>
    await makeFile(busy.jara, kindOfFile, query, cookie)
  const csvOf = async (query: string) => readCsv(await (await fetchFile('csv', query)).text())
  const pdfOf = async (query: string) => readPdf(new Uint8Array(await (await fetchFile('pdf', query)).arrayBuffer()))
  const balanceBefore = async (at: string) => {
    const values = [busy.ada.id, `user:${busy.ada.id}:held`, new Date(at)]
    const [row] = await busy.jara.database.query<{ balance: bigint }>(BALANCE_BEFORE, values)
    return row?.balance
  }

  it.each([
    ['2026-11-21', '2026-12-10'],
    ['2026-11-01', '2026-11-30'],
    ['2026-12-01', '2026-12-01'],
    ['2026-12-02', '2026-12-31'],
    ['2026-11-30', '2026-11-30'],
    ['2026-01-01', '2026-06-30'],
    ['0001-01-01', '0001-12-31'],
    ['9998-01-01', '9998-12-31'],
  ])('from %s to %s: opening and lines make closing, and both are the ledger’s', async (from, to) => {
    const { openingKobo, inKobo, outKobo, closingKobo, lines } = await statementOf(from, to)
    expect(openingKobo + inKobo - outKobo).toBe(closingKobo)
    expect([inKobo, outKobo].every((kobo) => kobo >= 0n)).toBe(true)
    expect(openingKobo + lines.reduce((sum, { totalKobo }) => sum + totalKobo, 0n)).toBe(closingKobo)
    expect(lines.at(-1)?.balanceKobo ?? openingKobo).toBe(closingKobo)
    if (from > '1970' && from < '3000') {
      expect(openingKobo).toBe(await balanceBefore(`${from}T00:00:00+01:00`))
      expect(closingKobo).toBe(await balanceBefore(`${to}T23:59:59.999+01:00`))
    }
    for (const line of lines) {
      const { amountKobo, feeKobo, dutyKobo, discountKobo, totalKobo } = line
      expect(amountKobo - feeKobo - dutyKobo + discountKobo, line.title).toBe(totalKobo)
    }
  })

  it('closes where the wallet is: what is available, with what is reserved beside it', async () => {
    const { availableKobo, heldKobo } = await busy.ada.wallet()
    const statement = await statementOf('2026-11-21', '2026-12-10')
    expect(statement).toMatchObject({ closingKobo: BigInt(availableKobo), heldKobo: BigInt(heldKobo) })
    expect(heldKobo).not.toBe('0')
    // At the end of November two transfers and the electricity were pending.
    expect((await statementOf('2026-11-01', '2026-11-30')).heldKobo).toBeGreaterThanOrEqual(3_000_000n)
  })

  it('has each line of the history once, with the same words and figures', async () => {
    const { body } = await busy.ada.call<TransactionsAnswer>('GET', '/api/transactions?limit=50')
    const { lines } = await statementOf('2026-11-21', '2026-12-10')
    const words = (of: { title: string; status: string; counterparty: string | null }, detail: string | null) =>
      [of.title, of.status, of.counterparty, detail].join('|')
    const figures = (of: { amountKobo: unknown; feeKobo: unknown; dutyKobo: unknown; discountKobo: unknown }) =>
      [of.amountKobo, of.feeKobo, of.dutyKobo, of.discountKobo].join(' ')
    expect(body.nextCursor).toBeNull()
    expect(lines.map((line) => `${words(line, line.detail)} ${figures(line)}`).toSorted()).toEqual(
      body.transactions.map((line) => `${words(line, line.counterpartyDetail)} ${figures(line)}`).toSorted(),
    )
    const totals = (of: readonly bigint[]) => of.map(String).toSorted()
    expect(totals(lines.map((line) => line.totalKobo))).toEqual(totals(body.transactions.map(totalKobo)))
    expect(lines.map(({ at }) => at.getTime())).toEqual(lines.map(({ at }) => at.getTime()).toSorted())
  })

  it('is a CSV that adds up, is named, attached and stored nowhere', async () => {
    const answer = await fetchFile('csv', 'from=2026-11-21&to=2026-12-10')
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('content-disposition')).toBe(
      'attachment; filename="jara-sandbox-statement-2026-11-21-to-2026-12-10.csv"',
    )
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const [head = [], ...rows] = readCsv(bytes.toString('utf8'))
    const column = (name: string, row: readonly string[]) => row[head.indexOf(name)] ?? ''
    const kobo = (text: string) => BigInt(text.replace('.', ''))
    const [opening, closing, reserved] = [rows[0] ?? [], rows.at(-2) ?? [], rows.at(-1) ?? []]
    const lines = rows.slice(1, -2)
    expect([column('Type', opening), column('Type', closing)]).toEqual(['Opening balance', 'Closing balance'])
    const sum = lines.reduce((total, row) => total + kobo(column('Total', row)), kobo(column('Balance', opening)))
    expect(sum).toBe(kobo(column('Balance', closing)))
    expect(kobo(column('Balance', closing))).toBe(BigInt((await busy.ada.wallet()).availableKobo))
    expect(kobo(column('Balance', reserved))).toBe(BigInt((await busy.ada.wallet()).heldKobo))
    for (const row of lines) {
      const parts = ['Fee', 'Stamp duty'].reduce((total, name) => total + kobo(column(name, row)), 0n)
      expect(kobo(column('Amount', row)) - parts + kobo(column('Discount', row))).toBe(kobo(column('Total', row)))
    }
    // Every row is marked as practice money.
    expect(new Set(rows.map((row) => column('Note', row)))).toEqual(new Set([SANDBOX_BANNER]))
  })

  it('runs no formula in a spreadsheet, and leaves amounts numbers', async () => {
    const text = await (await fetchFile('csv', 'from=2026-11-21&to=2026-11-21')).text()
    expect(text).toContain(`"'=MUSA ""BELLO"""`)
    // A number that is not an amount is written as text.
    expect(text).not.toMatch(/(^|,)"?[=+@](?!""\d+""")/m)
    expect(text).toMatch(/,-10000\.00,25\.00,50\.00,0\.00,-10075\.00,/)
  })

  it('is a PDF with every amount, balance and reference, the holder, page numbers and the practice words', async () => {
    const statement = await statementOf('2026-11-21', '2026-12-10')
    const pages = await pdfOf('from=2026-11-21&to=2026-12-10')
    const text = pages.map((page) => page.text).join('\n')
    for (const line of statement.lines) {
      expect(text).toContain(formatNaira(line.totalKobo))
      expect(text).toContain(formatNaira(line.balanceKobo))
      expect(text).toContain(line.reference)
      if (line.feeKobo > 0n) expect(text).toContain(`Fee ${formatNaira(line.feeKobo)}`)
      if (line.dutyKobo > 0n) expect(text).toContain(`Stamp duty ${formatNaira(line.dutyKobo)}`)
      if (line.discountKobo > 0n) expect(text).toContain(`Discount ${formatNaira(line.discountKobo)}`)
    }
    expect(text).toContain('0123456784 · ')
    expect(text).not.toContain('\uFFFD')
    const { openingKobo, inKobo, outKobo, account } = statement
    for (const sum of [openingKobo, inKobo, outKobo]) expect(text).toContain(formatNaira(sum))
    expect(text).toContain(`${account?.number}, ${account?.bank}`)
    for (const [place, page] of pages.entries()) {
      expect(page.text).toContain(`Page ${place + 1} of ${pages.length}`)
      expect(page.text).toContain('Ada Obi')
      expect(page.text).toContain('Jara')
      expect(page.text.split(SANDBOX_BANNER).length, 'how often the practice words cross the page').toBeGreaterThan(20)
    }
  })

  it('says when nothing moved, on one page', async () => {
    const pages = await pdfOf('from=2026-01-01&to=2026-01-31')
    expect(pages.map((page) => page.text.includes('No money moved in these days.'))).toEqual([true])
  })

  it('with a filter is a choice of lines that says so, without balances around it', async () => {
    const rows = await csvOf('from=2026-11-21&to=2026-12-10&kind=withdrawal&status=failed')
    expect(rows.slice(1).map((row) => `${row[1]} ${row[5]} ${row[6]}`)).toEqual([
      'Bank Transfer Failed -20000.00',
      'Bank Transfer Failed -4000.00',
    ])
    expect((await csvOf('from=2026-11-21&to=2026-12-10&q=%20musa')).map((row) => row[6])).toEqual([
      'Amount',
      '25000.50',
    ])
    const [page] = await pdfOf('from=2026-11-21&to=2026-12-10&kind=deposit&q=100%25')
    expect(page?.text).toContain('Chosen transactions')
    expect(page?.text).toContain('deposits, containing “100%”. This is not a complete statement.')
    expect(page?.text).not.toContain('Opening balance')
    expect(page?.text).toContain('No line matches.')
  })

  it.each([
    ['', 'request.invalid'],
    ['from=2026-11-21', 'request.invalid'],
    ['from=2026-11-31&to=2026-12-01', 'request.invalid'],
    ['from=0000-01-01&to=0000-02-01', 'request.invalid'],
    ['from=2026-11-21&to=2026-12-10&user=usr_1', 'request.invalid'],
    ['from=2026-12-10&to=2026-12-09', 'statement.days-wrong'],
    ['from=2025-12-10&to=2026-12-11', 'statement.too-long'],
  ])('refuses "%s" with %s', async (query, code) => {
    for (const file of ['csv', 'pdf'] as const) {
      const answer = await fetchFile(file, query)
      expect([answer.status, ((await answer.json()) as Refusal).error.code]).toEqual([400, code])
    }
  })

  it('covers 366 days', async () => {
    expect((await fetchFile('csv', 'from=2025-12-10&to=2026-12-10')).status).toBe(200)
  })

  it('is nobody else’s, and needs an unlocked session', async () => {
    const bola = await busy.jara.person('Bola Ahmed')
    const rows = readCsv(await (await fetchFile('csv', 'from=2026-11-21&to=2026-12-10', bola.cookie())).text())
    expect(rows.map((row) => row[1])).toEqual([
      'Type',
      'Opening balance',
      'Sandbox grant',
      'Closing balance',
      'Reserved for payments on their way, not in the balance',
    ])
    expect((await fetchFile('pdf', 'from=2026-11-21&to=2026-12-10', '')).status).toBe(401)
    await bola.call('POST', '/api/lock')
    expect((await fetchFile('csv', 'from=2026-11-21&to=2026-12-10', bola.cookie())).status).toBe(423)
  })
})

describe('statements that are asked for again and again', () => {
  let jara: TestJara
  let ada: Person
  beforeAll(async () => {
    jara = await startJara('pglite')
    ada = await jara.person('Ada Obi')
  })
  afterAll(async () => {
    await jara.close()
  })

  it.each(['csv', 'pdf'])(
    'as %s are refused after 20 a minute, with the time to wait, and nothing else is',
    async (kind) => {
      const ask = async () => await makeFile(jara, kind, 'from=2026-11-21&to=2026-11-21', ada.cookie())
      const answers = await Promise.all(Array.from({ length: 10 }, ask))
      for (let count = 0; count < 11; count++) answers.push(await ask())
      expect(answers.map(({ status }) => status)).toEqual([...Array(20).fill(200), 429])
      expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0)
      expect((await ada.wallet()).availableKobo).toBe('20000000')
    },
  )

  it('at once by more than ten are refused as busy, and the others are served', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const slow = statementQueue()
    const asked = Array.from({ length: 12 }, () => slow.run(() => promise).catch((error: unknown) => error))
    resolve()
    const refused = (await Promise.all(asked)).filter((each) => each instanceof AppError)
    expect(refused).toEqual(
      Array(2).fill(expect.objectContaining({ code: 'server.busy', details: { retryAfterS: 5 } })),
    )
  })
})
