import { formatNaira } from '#contract/money.ts'
import { formatMoment } from '#contract/time.ts'
import { providerName } from './provider-names.ts'
import { PRODUCT_NAMES, shareOf, stateInWords } from './report-words.ts'
import type { DailyReport } from './reports.ts'

/** A figure in a report: an amount, a count, words, or null for not known. */
export type Cell = { readonly kobo: bigint } | { readonly count: number } | { readonly words: string } | null

type SheetRow = { readonly head: string; readonly cells: readonly Cell[]; readonly isTotal?: boolean }

/** One table of a report; the first column names the row. */
export type ReportSheet = {
  readonly title: string
  /** Explains the figures where the title is not enough. */
  readonly note: string | null
  readonly columns: readonly string[]
  readonly rows: readonly SheetRow[]
  /** Shown when there are no rows. */
  readonly nothing: string
}

const NOT_KNOWN = 'not known'

/** `₦1,500.50`, `12`, the words themselves, or `not known`. */
export function cellText(cell: Cell): string {
  if (cell === null) return NOT_KNOWN
  if ('kobo' in cell) return formatNaira(cell.kobo)
  return 'count' in cell ? `${cell.count}` : cell.words
}

/** The note that qualifies every figure: whether the day is over, and when the states were read. */
export function validityOf({ isOver, madeAt }: DailyReport): string {
  const made = formatMoment(madeAt)
  return isOver
    ? `Made ${made}. Orders are in the state they had then.`
    : `This day is not over: these are its figures up to ${made}.`
}

/** Every table of a report; the screen, the CSV and the PDF share them. */
export function sheetsOf(report: DailyReport): ReportSheet[] {
  return [
    summarySheet(report),
    ordersSheet(report),
    successSheet(report),
    pendingSheet(report),
    earningsSheet(report),
    depositsSheet(report),
    floatsSheet(report),
    differencesSheet(report),
    hoursSheet(report),
  ]
}

/** The hours of a day; the screen also draws them. */
export function hoursSheet({ hours }: DailyReport): ReportSheet {
  return {
    title: 'By hour',
    note: 'Orders by the hour in Lagos in which they were made, and how many of them have succeeded so far.',
    columns: ['Hour', 'Made', 'Succeeded'],
    rows: hours.map(({ made, succeeded }, hour) => ({
      head: `${String(hour).padStart(2, '0')}:00`,
      cells: [{ count: made }, { count: succeeded }],
    })),
    nothing: '',
  }
}

function summarySheet(report: DailyReport): ReportSheet {
  const { orders, success, pending, earnings, stampDutyKobo, newAccounts } = report
  const share = shareOf(total(success, 'succeeded'), total(success, 'decided'))
  const row = (head: string, cell: Cell): SheetRow => ({ head, cells: [cell] })
  return {
    title: 'Summary',
    note: null,
    columns: ['Figure', 'Value'],
    rows: [
      row('Orders made', { count: total(orders, 'count') }),
      row('Their value', { kobo: totalKobo(orders, 'valueKobo') }),
      row('Succeeded, of those with an outcome', share === null ? null : { words: share }),
      row('Still on their way', { count: pending.reduce((sum, line) => sum + countPending(line), 0) }),
      row('Earned, less provider charges', { kobo: totalKobo(earnings, 'netKobo') }),
      row('Stamp duty owed to the state', { kobo: BigInt(stampDutyKobo) }),
      row('New accounts', { count: newAccounts }),
    ],
    nothing: '',
  }
}

function ordersSheet({ orders }: DailyReport): ReportSheet {
  return {
    title: 'Orders',
    note: 'Made on this day. The value excludes fee, duty and discount.',
    columns: ['Product and state', 'Orders', 'Value'],
    rows: withTotal(
      orders.map(({ kind, state, count, valueKobo }) => ({
        head: `${PRODUCT_NAMES[kind]}, ${stateInWords(state)}`,
        cells: [{ count }, { kobo: BigInt(valueKobo) }],
      })),
      [{ count: total(orders, 'count') }, { kobo: totalKobo(orders, 'valueKobo') }],
    ),
    nothing: 'No order was made.',
  }
}

function successSheet({ success }: DailyReport): ReportSheet {
  const cells = (succeeded: number, decided: number): Cell[] => {
    const share = shareOf(succeeded, decided)
    return [{ count: succeeded }, { count: decided }, share === null ? null : { words: share }]
  }
  return {
    title: 'Success',
    note: 'Of the orders with an outcome. Cancelled and returned orders count as not succeeded; purchases never paid by bank transfer do not count.',
    columns: ['Product', 'Succeeded', 'With an outcome', 'Share'],
    rows: withTotal(
      success.map(({ kind, succeeded, decided }) => ({ head: PRODUCT_NAMES[kind], cells: cells(succeeded, decided) })),
      cells(total(success, 'succeeded'), total(success, 'decided')),
    ),
    nothing: 'No order has an outcome.',
  }
}

function pendingSheet({ pending }: DailyReport): ReportSheet {
  return {
    title: 'On their way',
    note: 'Orders of this day without an outcome, by age. Purchases that wait for a bank transfer are not included.',
    columns: ['Product', 'Under 15 min', '15 min to 2 h', '2 to 24 h', 'Older', 'Held', 'Oldest made'],
    rows: pending.map((line) => ({
      head: PRODUCT_NAMES[line.kind],
      cells: [
        { count: line.underQuarterHour },
        { count: line.underTwoHours },
        { count: line.underOneDay },
        { count: line.older },
        { kobo: BigInt(line.heldKobo) },
        { words: formatMoment(line.oldestAt) },
      ],
    })),
    nothing: 'No order of this day is on its way.',
  }
}

function earningsSheet({ earnings }: DailyReport): ReportSheet {
  const columns = ['feesKobo', 'commissionKobo', 'bpcKobo', 'costKobo', 'netKobo'] as const
  return {
    title: 'Earnings',
    note: 'Booked by the ledger on this day, including for orders of earlier days. Negative if more was returned.',
    columns: ['Product', 'Fees', 'Commission', 'BPC codes', 'Providers charged', 'Net'],
    rows: withTotal(
      earnings.map((line) => ({
        head: PRODUCT_NAMES[line.product],
        cells: columns.map((column) => ({ kobo: BigInt(line[column]) })),
      })),
      columns.map((column) => ({ kobo: totalKobo(earnings, column) })),
    ),
    nothing: 'Nothing was earned or charged.',
  }
}

function depositsSheet({ deposits }: DailyReport): ReportSheet {
  return {
    title: 'Deposits',
    note: 'Received and verified on this day.',
    columns: ['State', 'Deposits', 'Value'],
    rows: withTotal(
      deposits.map(({ state, count, valueKobo }) => ({
        head: stateInWords(state),
        cells: [{ count }, { kobo: BigInt(valueKobo) }],
      })),
      [{ count: total(deposits, 'count') }, { kobo: totalKobo(deposits, 'valueKobo') }],
    ),
    nothing: 'No deposit came in.',
  }
}

function floatsSheet({ floats, isOver }: DailyReport): ReportSheet {
  return {
    title: 'Floats',
    note: 'Provider balances are the last ones reported, whatever the day, next to the ledger at that moment.',
    columns: [
      'Provider',
      isOver ? 'Ledger, end of the day' : 'Ledger, now',
      'Provider said',
      'Ledger then',
      'Our own money',
      'Asked',
    ],
    rows: floats.map(({ provider, ledgerKobo, said }) => ({
      head: providerName(provider),
      cells: [
        { kobo: BigInt(ledgerKobo) },
        said === null ? null : { kobo: BigInt(said.heldKobo) },
        said === null ? null : { kobo: BigInt(said.ledgerKobo) },
        said?.ownKobo == null ? null : { kobo: BigInt(said.ownKobo) },
        said === null ? null : { words: formatMoment(said.readAt) },
      ],
    })),
    nothing: 'The ledger has no float.',
  }
}

function differencesSheet({ differences }: DailyReport): ReportSheet {
  return {
    title: 'Open differences',
    note: 'Open when the report was made, whatever the day they were found.',
    columns: ['Provider', 'Differences', 'Known amounts', 'Amount not known', 'Oldest found'],
    rows: differences.map(({ provider, count, knownKobo, unknown, oldestAt }) => ({
      head: providerName(provider),
      cells: [{ count }, { kobo: BigInt(knownKobo) }, { count: unknown }, { words: formatMoment(oldestAt) }],
    })),
    nothing: 'No difference is open.',
  }
}

function withTotal(rows: readonly SheetRow[], cells: readonly Cell[]): readonly SheetRow[] {
  return rows.length < 2 ? rows : [...rows, { head: 'All', cells, isTotal: true }]
}

function countPending(line: DailyReport['pending'][number]): number {
  return line.underQuarterHour + line.underTwoHours + line.underOneDay + line.older
}

function total<Name extends string>(lines: readonly Readonly<Record<Name, number>>[], name: Name): number {
  return lines.reduce((sum, line) => sum + line[name], 0)
}

function totalKobo<Name extends string>(lines: readonly Readonly<Record<Name, string>>[], name: Name): bigint {
  return lines.reduce((sum, line) => sum + BigInt(line[name]), 0n)
}
