import { parseNaira } from '#contract/money.ts'
import { readTypedPhone } from '#contract/phones.ts'
import type { Network } from '#contract/purchases.ts'
import type { BatchKind, BatchRowBody } from '#contract/selling.ts'
import { CUSTOMER_NAME_MAX_LENGTH } from '#contract/selling-limits.ts'
import { plainTyped } from '#contract/typed.ts'
import { billOf } from '#server/payments/kinds/kinds.ts'
import { cleanLine } from '#server/platform/text/sanitize-line.ts'
import { type Delimiter, type ListRecord, parseList, TEXT_SHOWN_MAX_LENGTH } from './parse-list.ts'

/** What one row asks for, unchecked. An empty string means: not given. Amounts in kobo, or a word that is no amount. */
export type UncheckedRow = {
  readonly line: number
  readonly text: string
  readonly phone: string
  readonly network: string
  readonly amountKobo: string
  /** A bundle's id or its name. */
  readonly bundle: string
  readonly customerName: string
  readonly customerId: string | null
  readonly priceKobo: string
  /** Why the row cannot be read, or null. */
  readonly problem: string | null
}

const UNCLOSED_QUOTE = 'A quotation mark on this line is not closed.'
const TOO_MANY_CELLS = 'This line has more cells than expected. Write amounts without a comma, or in quotes: "1,500".'

const COLUMNS = ['phone', 'network', 'amount', 'bundle', 'name', 'price'] as const
type Column = (typeof COLUMNS)[number]

const HEADINGS: Readonly<Record<string, Column>> = {
  ...Object.fromEntries(COLUMNS.map((column) => [column, column])),
  phonenumber: 'phone',
  number: 'phone',
  mobile: 'phone',
  msisdn: 'phone',
  operator: 'network',
  airtime: 'amount',
  value: 'amount',
  data: 'bundle',
  plan: 'bundle',
  databundle: 'bundle',
  customer: 'name',
  customername: 'name',
  myprice: 'price',
  saleprice: 'price',
  sellingprice: 'price',
}

const NETWORK_WORDS: Readonly<Record<string, Network>> = {
  mtn: 'mtn',
  airtel: 'airtel',
  glo: 'glo',
  '9mobile': '9mobile',
  t2: '9mobile',
  '9mobilet2': '9mobile',
  etisalat: '9mobile',
}

/** Reads the rows of a pasted list or CSV text. `tooLong`: there are more than `rowsMax`. */
export function readList(
  uncheckedText: string,
  kind: BatchKind,
  rowsMax: number,
): { rows: UncheckedRow[]; tooLong: boolean } {
  const { records, delimiter, tooLong } = parseList(uncheckedText, rowsMax + 1)
  const heading = records[0] === undefined ? null : headingOf(records[0])
  const lines = heading === null ? records : records.slice(1)
  const rows = lines.map((record) => toRow(record, { kind, heading, delimiter }))
  return { rows, tooLong: tooLong || rows.length > rowsMax }
}

/** Rows sent as JSON; their position is their line. */
export function rowsOf(bodies: readonly BatchRowBody[]): UncheckedRow[] {
  return bodies.map((body, index) => ({
    line: index + 1,
    text: cleanLine(
      [body.phone, body.network, body.amountKobo ?? body.bundleId, body.customerName].filter(Boolean).join(', '),
      TEXT_SHOWN_MAX_LENGTH,
    ),
    phone: body.phone,
    network: body.network ?? '',
    amountKobo: body.amountKobo ?? '',
    bundle: body.bundleId ?? '',
    customerName: cleanLine(body.customerName ?? '', CUSTOMER_NAME_MAX_LENGTH),
    customerId: body.customerId ?? null,
    priceKobo: body.priceKobo ?? '',
    problem: null,
  }))
}

/** The network that a word names, or null. */
export function networkOfWord(word: string): Network | null {
  const plain = letters(word)
  return Object.hasOwn(NETWORK_WORDS, plain) ? (NETWORK_WORDS[plain] ?? null) : null
}

/** The columns, if the first line is a heading and holds no phone number. An unknown column is null. */
function headingOf({ cells, broken }: ListRecord): (Column | null)[] | null {
  const columns = cells.map((cell) => {
    const plain = letters(cell)
    return Object.hasOwn(HEADINGS, plain) ? (HEADINGS[plain] ?? null) : null
  })
  return broken || !columns.includes('phone') || cells.some((cell) => readTypedPhone(plainCell(cell)) !== null)
    ? null
    : columns
}

function letters(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}

type Shape = { kind: BatchKind; heading: readonly (Column | null)[] | null; delimiter: Delimiter }

function toRow(record: ListRecord, { kind, heading, delimiter }: Shape): UncheckedRow {
  const cells = record.cells.map(plainCell)
  const columns = heading ?? usualColumns(cells, kind)
  const cellOf = (column: Column) => {
    const place = columns.indexOf(column)
    return place < 0 ? '' : (cells[place] ?? '')
  }
  const surplus = cells.slice(columns.length).some((cell) => cell !== '')
  const cut = heading === null && delimiter === ',' && isCutAmount(cellOf('amount'), cellOf('name'))
  return {
    line: record.line,
    text: record.text,
    phone: record.broken ? '' : cellOf('phone'),
    network: cellOf('network'),
    amountKobo: koboOf(cellOf('amount')),
    bundle: cellOf('bundle'),
    customerName: cleanLine(cellOf('name'), CUSTOMER_NAME_MAX_LENGTH),
    customerId: null,
    priceKobo: koboOf(cellOf('price')),
    problem: record.broken ? UNCLOSED_QUOTE : surplus || cut ? TOO_MANY_CELLS : null,
  }
}

/**
 * A cell without what spreadsheets add. They put an apostrophe before text that looks like a number or formula, write
 * text as `="0803…"`, and give whole numbers decimals.
 */
function plainCell(cell: string): string {
  return cell
    .trim()
    .replace(/^="(.*)"$/s, (_, text: string) => text.replaceAll('""', '"'))
    .replace(/^['\u2018\u2019\u02BC](?=[\d+=@-])/, '')
    .replace(/^(\d{10,13})\.0+$/, '$1')
}

/** The columns without a heading: number, network (optional), amount or bundle, name, price. */
function usualColumns(cells: readonly string[], kind: BatchKind): Column[] {
  const what = billOf(kind).plan === null ? 'amount' : 'bundle'
  const second = cells[1] ?? ''
  const hasNetwork = second === '' || networkOfWord(second) !== null
  return hasNetwork ? ['phone', 'network', what, 'name', 'price'] : ['phone', what, 'name', 'price']
}

/** An unquoted `50,000` in a comma-separated list: it would be read as an amount of 50 and a name of 000. */
function isCutAmount(amount: string, name: string): boolean {
  return /^₦?\s?\d{1,3}$/.test(amount) && /^\d{3}(\.\d{1,2})?$/.test(name)
}

/** Typed naira as kobo. Text that is no amount becomes a word that later fails to parse. */
function koboOf(nairaText: string): string {
  return nairaText === '' ? '' : (parseNaira(plainTyped(nairaText))?.toString() ?? 'none')
}
