import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DailyReport, ReportAnswer } from '#contract/console/reports.ts'
import { SANDBOX_BANNER } from '#contract/constants.ts'
import { rollUpHouseAccounts } from '#server/ledger/close-days.ts'
import { atConsole, type ConsolePerson } from '#tests/support/console.ts'
import { readCsv } from '#tests/support/csv.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { fundingOf } from '#tests/support/money-in.ts'
import { readPdf } from '#tests/support/pdf-text.ts'
import type { Person } from '#tests/support/person.ts'
import { airtime } from '#tests/support/purchases.ts'

/** Lagos is an hour ahead of UTC, so its midnight is 23:00 UTC. */
const FIRST = '2026-11-21'
const SECOND = '2026-11-22'
const LAST_INSTANT = new Date('2026-11-21T22:59:59.999Z')
const MIDNIGHT = new Date('2026-11-21T23:00:00.000Z')

describe.each(featureDatabases)('the report of a day, on %s', (kind) => {
  let jara: TestJara
  let finance: ConsolePerson
  let support: ConsolePerson
  let ada: Person
  let whileItLasted: DailyReport
  let first: DailyReport
  let second: DailyReport

  const ask = async (day: string, of = finance) => {
    await of.browser.signIn(of.authenticator)
    return await of.browser.send('GET', `/api/admin/reports/daily?day=${encodeURIComponent(day)}`)
  }
  const reportOf = async (day: string) => {
    const answer = await ask(day)
    expect([day, answer.statusCode, answer.body]).toEqual([day, 200, answer.body])
    return answer.json<ReportAnswer>().report
  }

  /** Withdraws, with this fault for the provider's next transfer. */
  async function withdraw(person: Person, amountKobo: bigint, fault?: string) {
    if (fault !== undefined) await jara.sandbox.fault({ operation: 'transfer', fault })
    const order = await person.withdraw(amountKobo)
    await jara.settle()
    return order
  }

  /**
   * The first day: ₦20,000 sent (our fee ₦25, duty ₦50, Paystack's fee ₦25), ₦3,000 declined, ₦1,000 of airtime for ₦990 that costs us
   * ₦970, another person’s BPC for ₦6,500, ₦2,500 paid in (Paystack keeps ₦25), and ₦5,000 sent in its last millisecond (our fee ₦10, Paystack's
   * ₦10), which is proved paid on the second day. Then the ₦20,000 are returned, and ₦4,000 are sent at midnight and never proved.
   */
  beforeAll(async () => {
    jara = await startJara(kind)
    finance = await atConsole(jara, 'Fin Obi', { role: 'finance' })
    support = await atConsole(jara, 'Sup Obi', { role: 'support', confirmedBy: finance.operator })
    ada = await jara.person('Ada Obi')
    const comesBack = await withdraw(ada, 2_000_000n)
    await withdraw(ada, 300_000n, 'decline')
    await ada.buy(airtime())
    await (await jara.person('Bisi Obi')).buyBpc('wallet')
    const { account } = await fundingOf(ada)
    await jara.sandbox.payIn({ accountNumber: account?.accountNumber ?? '', amountKobo: '250000' })
    await jara.settle()

    jara.clock.set(LAST_INSTANT)
    await ada.unlock()
    const provedLater = await withdraw(ada, 500_000n, 'pending')
    whileItLasted = await reportOf(FIRST)

    jara.clock.set(MIDNIGHT)
    await withdraw(ada, 400_000n, 'pending')
    jara.clock.advance(60_000)
    await jara.sandbox.decide(provedLater.reference, 'success')
    await jara.sandbox.decide(comesBack.reference, 'reversed')
    await jara.settle()
    await jara.person('Bola Late')
    jara.clock.advance(16 * 60_000)
    await jara.database.query(
      `insert into reconciliation_exceptions
         (provider, kind, reference, number, detail, difference_kobo, found_at, seen_at)
       values ('paystack', 'amount-differs', 'one', 1, 'x', -50000, $1, $1), ('paystack', 'status-differs', 'two', 2, 'x', null, $1, $1),
         ('=HYPERLINK("http://evil.example")', 'amount-differs', 'three', 3, 'x', 100, $1, $1)`,
      [MIDNIGHT],
    )
    await jara.database.query('delete from provider_positions')
    first = await reportOf(FIRST)
    second = await reportOf(SECOND)
  })
  afterAll(() => jara.close())

  it('counts orders by kind and state, as they are when it is made', () => {
    expect(first.orders).toEqual([
      { kind: 'airtime', state: 'settled', count: 1, valueKobo: '100000' },
      { kind: 'bpc', state: 'settled', count: 1, valueKobo: '650000' },
      { kind: 'withdrawal', state: 'released', count: 1, valueKobo: '300000' },
      { kind: 'withdrawal', state: 'returned', count: 1, valueKobo: '2000000' },
      { kind: 'withdrawal', state: 'settled', count: 1, valueKobo: '500000' },
    ])
    expect(second.orders).toEqual([{ kind: 'withdrawal', state: 'pending', count: 1, valueKobo: '400000' }])
    expect(whileItLasted.orders).toContainEqual({
      kind: 'withdrawal',
      state: 'settled',
      count: 1,
      valueKobo: '2000000',
    })
  })

  it('counts only orders with an outcome towards the success rate', () => {
    expect(first.success).toEqual([
      { kind: 'airtime', succeeded: 1, decided: 1 },
      { kind: 'bpc', succeeded: 1, decided: 1 },
      { kind: 'withdrawal', succeeded: 1, decided: 3 },
    ])
    expect(second.success).toEqual([])
  })

  it('shows the age of orders without an outcome, and the money they hold', () => {
    expect(first.pending).toEqual([])
    expect(second.pending).toEqual([
      {
        kind: 'withdrawal',
        underQuarterHour: 0,
        underTwoHours: 1,
        underOneDay: 0,
        older: 0,
        heldKobo: '401000',
        oldestAt: MIDNIGHT.toISOString(),
      },
    ])
    expect(whileItLasted.pending).toMatchObject([{ underQuarterHour: 1, heldKobo: '501000' }])
  })

  it('shows what the ledger booked on the day, whatever the day of the order', () => {
    const nothing = { feesKobo: '0', commissionKobo: '0', bpcKobo: '0', costKobo: '0' }
    expect(first.earnings).toEqual([
      { ...nothing, product: 'withdrawal', feesKobo: '2500', costKobo: '2500', netKobo: '0' },
      { ...nothing, product: 'airtime', commissionKobo: '2000', netKobo: '2000' },
      { ...nothing, product: 'bpc', bpcKobo: '650000', netKobo: '650000' },
      { ...nothing, product: 'deposit', costKobo: '2500', netKobo: '-2500' },
    ])
    expect(first.stampDutyKobo).toBe('5000')
    // A ₦10 fee from one order, less ₦25 from the returned one; the same amounts for Paystack.
    expect(second.earnings).toEqual([
      { ...nothing, product: 'withdrawal', feesKobo: '-1500', costKobo: '-1500', netKobo: '0' },
    ])
    expect(second.stampDutyKobo).toBe('-5000')
  })

  it('has deposits, accounts and the hours that have begun', () => {
    expect(first.deposits).toEqual([{ state: 'credited', count: 1, valueKobo: '250000' }])
    expect(second.deposits).toEqual([])
    expect([first.newAccounts, second.newAccounts]).toEqual([2, 1])
    expect(first.hours).toHaveLength(24)
    expect([first.hours[11], first.hours[12], first.hours[23]]).toEqual([
      { made: 0, succeeded: 0 },
      { made: 4, succeeded: 2 },
      { made: 1, succeeded: 1 },
    ])
    expect(second.hours).toEqual([{ made: 1, succeeded: 0 }])
  })

  it('has the floats at the end of its day, and no answer of a provider that was not asked', () => {
    // In: 2,500 less 25. Out: 20,000 and 25. On the second day those are returned, and 5,000 and 10 go out.
    const paystack = 250_000n - 2_500n - 2_002_500n
    expect(first.floats).toEqual([
      { provider: 'paystack', ledgerKobo: `${paystack}`, said: null },
      { provider: 'vtpass', ledgerKobo: '-97000', said: null },
    ])
    expect(second.floats[0]?.ledgerKobo).toBe(`${paystack + 2_002_500n - 501_000n}`)
  })

  it('shows a provider’s last answer with its time, also for a day long past', async () => {
    const at = new Date('2026-11-21T23:10:00.000Z')
    await jara.database.query(
      `insert into provider_positions (provider, held_kobo, ledger_kobo, read_at) values ('vtpass', 100, 200, $1)`,
      [at],
    )
    const [, vtpass] = (await reportOf(FIRST)).floats
    await jara.database.query('delete from provider_positions')
    // The first day's comparison found ₦1,000,000,000 of our own money there.
    const said = { heldKobo: '100', ledgerKobo: '200', ownKobo: '100000000000', readAt: at.toISOString() }
    expect(vtpass).toEqual({ provider: 'vtpass', ledgerKobo: '-97000', said })
  })

  it('adds up differences whose amount is known, and counts the others', () => {
    expect(first.differences).toContainEqual({
      provider: 'paystack',
      count: 2,
      knownKobo: '-50000',
      unknown: 1,
      oldestAt: MIDNIGHT.toISOString(),
    })
  })

  it('says whether its day is over', async () => {
    expect([whileItLasted.isOver, first.isOver, second.isOver]).toEqual([false, true, false])
    await finance.browser.signIn(finance.authenticator)
    const today = await finance.browser.send('GET', '/api/admin/reports/daily')
    expect(today.json<ReportAnswer>().report.day).toBe(SECOND)
  })

  it.each([
    ['an invalid day', '2026-02-30'],
    ['an invalid month', '2026-13-01'],
    ['a year without February 29', '2026-02-29'],
    ['a day that has not begun', '2026-11-23'],
    ['the far future', '9999-12-31'],
    ['the year 0', '0000-01-01'],
    ['a moment', '2026-11-21T00:00:00Z'],
    ['nothing', ''],
    ['text', "' or 1=1 --"],
    ['a thousand characters', '2'.repeat(1_000)],
  ])('refuses %s, and records no look', async (_, day) => {
    const refused = await ask(day)
    expect(refused.statusCode).toBe(400)
    for (const file of ['csv', 'pdf']) {
      const answer = await finance.browser.send('POST', `/api/admin/reports/daily/${file}`, { day })
      expect([file, answer.statusCode]).toEqual([file, 400])
    }
    const [last] = await jara.database.query<{ act: string }>(
      'select act from operator_audit order by number desc limit 1',
    )
    expect(last?.act).toBe('sign-in')
  })

  it('refuses ten thousand characters before they are read', async () => {
    expect((await ask('2'.repeat(10_000))).statusCode).toBeGreaterThanOrEqual(400)
    const file = await finance.browser.send('POST', '/api/admin/reports/daily/csv', { day: '2'.repeat(10_000) })
    expect(file.statusCode).toBe(400)
  })

  it('is empty for a day before the first record', async () => {
    for (const day of ['0001-01-01', '1969-12-31', '2020-02-29']) {
      const { orders, earnings, deposits, newAccounts, floats } = await reportOf(day)
      expect([day, orders, earnings, deposits, newAccounts]).toEqual([day, [], [], [], 0])
      expect(floats.map(({ ledgerKobo }) => ledgerKobo)).toEqual(['0', '0'])
    }
  })

  it('is for finance, risk and managers', async () => {
    expect((await ask(FIRST, support)).json().error.code).toBe('operator.not-allowed')
    const file = await support.browser.send('POST', '/api/admin/reports/daily/csv', { day: FIRST })
    expect(file.json().error.code).toBe('operator.not-allowed')
  })

  it('is exported as figures for a spreadsheet, without a formula, and the export is recorded', async () => {
    await finance.browser.signIn(finance.authenticator)
    const answer = await finance.browser.send('POST', '/api/admin/reports/daily/csv', { day: FIRST })
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="jara-sandbox-daily-report-${FIRST}.csv"`)
    const [heading = [], ...rows] = readCsv(answer.body)
    expect(heading).toEqual(['Day', 'Table', 'Row', 'Figure', 'Value', 'Note'])
    expect(rows.every((row) => row.length === heading.length && row[0] === FIRST && row[5] === SANDBOX_BANNER)).toBe(
      true,
    )
    const found = (...of: string[]) => rows.find((row) => of.every((each, place) => row[place + 1] === each))?.[4]
    expect(found('Earnings', 'Deposits', 'Net')).toBe('-25.00')
    expect(found('Orders', 'Bank transfers, returned', 'Value')).toBe('20000.00')
    expect(found('Success', 'All', 'Share')).toBe('60.0%')
    expect(found('Floats', 'Paystack', 'Provider said')).toBe('not known')
    expect(found('Report', 'The day is over')).toBe('yes')
    expect(found('Open differences', '\'=HYPERLINK("http://evil.example")', 'Differences')).toBe('1')
    expect(rows.flat().filter((cell) => /^[=+@\t\r]/.test(cell))).toEqual([])
    await expectRecorded({ act: 'export-report', after: { day: FIRST, file: 'csv' } })
  })

  it('is exported as a PDF that names its day, and the export is recorded', async () => {
    await finance.browser.signIn(finance.authenticator)
    const answer = await finance.browser.send('POST', '/api/admin/reports/daily/pdf', { day: SECOND })
    expect(answer.headers['content-type']).toBe('application/pdf')
    const pages = readPdf(answer.rawPayload)
    for (const { text } of pages) {
      expect(text).toContain('Daily report, 22 Nov 2026')
      expect(text).toContain('This day is not over')
      expect(text).toContain(SANDBOX_BANNER)
    }
    const text = pages.map((page) => page.text).join('\n')
    for (const said of ['Bank transfers, pending', '₦4,000.00', '-₦50.00', 'not known', 'No deposit came in.'])
      expect(text).toContain(said)
    await expectRecorded({ act: 'export-report', after: { day: SECOND, file: 'pdf' } })
  })

  it('has the same floats once its day was rolled up', async () => {
    // An entry an hour into the next day closes a day.
    jara.clock.advance(60 * 60_000)
    await ada.unlock()
    await withdraw(ada, 10_000n)
    await jara.pass(10_000)
    await rollUpHouseAccounts(jara.deps.database)
    const closed = await jara.database.query('select 1 from ledger_house_balances where through_day = $1', [FIRST])
    expect(closed.length).toBeGreaterThan(0)
    const ledgerOf = ({ floats }: DailyReport) => floats.map(({ ledgerKobo }) => ledgerKobo)
    expect(ledgerOf(await reportOf(FIRST))).toEqual(ledgerOf(first))
    // ₦100, and Paystack's ₦10.
    expect(BigInt(ledgerOf(await reportOf(SECOND))[0] ?? 0)).toBe(BigInt(ledgerOf(second)[0] ?? 0) - 11_000n)
  })

  async function expectRecorded(of: { act: string; after: object }) {
    const [line] = await jara.database.query<{ act: string; after: string; operator: string }>(
      `select a.act, a.after, a.operator_id as operator from operator_audit a order by a.number desc limit 1`,
    )
    expect({ ...line, after: JSON.parse(line?.after ?? '{}') }).toEqual({ ...of, operator: finance.operator.id })
  }
})
