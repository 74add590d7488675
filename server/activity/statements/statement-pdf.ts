import { formatNaira } from '#contract/money.ts'
import { INK, INK_2 } from '#contract/paper.ts'
import { STATUS_WORDS } from '#contract/receipt-text.ts'
import type { Config } from '#server/platform/config/config.ts'
import {
  drawPageFoot,
  drawPageHead,
  drawPageLine,
  PAGE_RIGHT,
  PAGE_TEXT_SIZE,
} from '#server/platform/pdf/page-frame.ts'
import {
  bytesOf,
  MARGIN,
  newPdf,
  PAGE_HEIGHT,
  type Pdf,
  textToRight,
  wrapped,
} from '#server/platform/pdf/pdf-document.ts'
import { lagosMinute, longDay } from './lagos-text.ts'
import type { Statement, StatementLine } from './statement.ts'

/** Left edges of the columns; right edges of amounts. */
const DATE_X = MARGIN
const WHAT_X = MARGIN + 62
const WHAT_WIDTH = 190
const PARTS_RIGHT = 374
const TOTAL_RIGHT = 464
const BALANCE_RIGHT = PAGE_RIGHT

const LINE_HEIGHT = 10
const ROW_GAP = 7
const HEAD_HEIGHT = 44
const TABLE_HEAD_HEIGHT = 18
const FOOT_Y = PAGE_HEIGHT - MARGIN
const TEXT_LINES_MAX = 2
/** Rows laid out before the event loop gets its turn. */
const ROWS_AT_ONCE = 200

type Text = { readonly text: string; readonly font: 'regular' | 'bold'; readonly colour: string }
type Row = {
  readonly line: StatementLine
  readonly what: readonly Text[]
  readonly parts: readonly string[]
  readonly height: number
}

/** A statement to read, print or send: A4, every page numbered and named. */
export async function statementPdf(statement: Statement, of: Pick<Config, 'mode' | 'brand'>): Promise<Buffer> {
  const title = titleOf(statement)
  const pdf = await newPdf({ ...of, title: `${title} · ${of.brand}`, madeAt: statement.madeAt })
  const rows = await layOut(pdf, statement.lines)
  const summary = summaryOf(statement)
  const pages = paginate(rows, TABLE_TOP + summary.length * SUMMARY_STEP)
  for (const [place, page] of pages.entries()) {
    pdf.addPage()
    drawHead(pdf, { brand: of.brand, title, statement })
    let y = TABLE_TOP
    if (place === 0) {
      drawSummary(pdf, summary)
      y += summary.length * SUMMARY_STEP
    }
    drawTable(pdf, page, y, statement.filters.length === 0 ? 'No money moved in these days.' : 'No line matches.')
    drawFoot(pdf, `Page ${place + 1} of ${pages.length}`, statement.madeAt)
    await new Promise(setImmediate)
  }
  return await bytesOf(pdf)
}

function titleOf({ filters }: Statement): string {
  return filters.length === 0 ? 'Statement' : 'Chosen transactions'
}

const TABLE_TOP = MARGIN + HEAD_HEIGHT + 26
const SUMMARY_STEP = 15

type SummaryLine = { readonly label: string; readonly value: string }

function summaryOf(statement: Statement): readonly SummaryLine[] {
  const { account, filters, openingKobo, inKobo, outKobo, closingKobo, heldKobo } = statement
  const number = account === null ? [] : [{ label: 'Account number', value: `${account.number}, ${account.bank}` }]
  if (filters.length > 0) {
    return [...number, { label: 'Only', value: `${filters.join(', ')}. This is not a complete statement.` }]
  }
  return [
    ...number,
    { label: `Opening balance, ${longDay(statement.from)}`, value: formatNaira(openingKobo) },
    { label: 'Money in', value: formatNaira(inKobo) },
    { label: 'Money out', value: formatNaira(outKobo) },
    { label: `Closing balance, ${closingDay(statement)}`, value: formatNaira(closingKobo) },
    { label: 'Reserved for payments on their way, not in the balance', value: formatNaira(heldKobo) },
  ]
}

function closingDay({ to, madeAt }: Statement): string {
  const made = lagosMinute(madeAt)
  const [day = '', time = ''] = made.split(' ')
  return day > to ? `end of ${longDay(to)}` : `${longDay(day)}, ${time}`
}

/** Measures every row first, so that each page can say how many there are. */
async function layOut(pdf: Pdf, lines: readonly StatementLine[]): Promise<Row[]> {
  const rows: Row[] = []
  pdf.fontSize(PAGE_TEXT_SIZE)
  for (const line of lines) {
    const what = whatOf(pdf, line)
    const parts = partsOf(line)
    rows.push({ line, what, parts, height: Math.max(2, what.length, parts.length) * LINE_HEIGHT + ROW_GAP })
    if (rows.length % ROWS_AT_ONCE === 0) await new Promise(setImmediate)
  }
  return rows
}

function whatOf(pdf: Pdf, line: StatementLine): Text[] {
  const status = line.status === 'completed' ? '' : ` · ${STATUS_WORDS[line.status]}`
  const detail = [line.counterparty, line.detail].filter((part) => part !== null).join(' · ')
  const text = (of: string, font: Text['font'], colour: string): Text[] => {
    pdf.font(font)
    return of === '' ? [] : wrapped(pdf, of, WHAT_WIDTH, TEXT_LINES_MAX).map((each) => ({ text: each, font, colour }))
  }
  return [
    ...text(`${line.title}${status}`, 'bold', INK),
    ...text(detail, 'regular', INK),
    ...text(line.reference, 'regular', INK_2),
  ]
}

/** The parts of the total; none if it is the amount alone. */
function partsOf(line: StatementLine): string[] {
  const { amountKobo, feeKobo, dutyKobo, discountKobo, totalKobo } = line
  if (amountKobo === totalKobo) return []
  return [
    `Amount ${formatNaira(amountKobo)}`,
    ...(feeKobo === 0n ? [] : [`Fee ${formatNaira(feeKobo)}`]),
    ...(dutyKobo === 0n ? [] : [`Stamp duty ${formatNaira(dutyKobo)}`]),
    ...(discountKobo === 0n ? [] : [`Discount ${formatNaira(discountKobo)}`]),
  ]
}

/** The rows of each page, at least one page. The first page has less room. */
function paginate(rows: readonly Row[], firstTop: number): Row[][] {
  const pages: Row[][] = [[]]
  const bottom = FOOT_Y - 20
  let y = firstTop + TABLE_HEAD_HEIGHT
  for (const row of rows) {
    if (y + row.height > bottom) {
      pages.push([])
      y = TABLE_TOP + TABLE_HEAD_HEIGHT
    }
    pages.at(-1)?.push(row)
    y += row.height
  }
  return pages
}

function drawHead(pdf: Pdf, { brand, title, statement }: { brand: string; title: string; statement: Statement }): void {
  const { holder, from, to } = statement
  drawPageHead(pdf, { brand, title, titleTop: 22 })
  pdf.font('bold').fontSize(9)
  textToRight(pdf, holder, PAGE_RIGHT, MARGIN + 3)
  pdf.font('regular').fillColor(INK_2)
  textToRight(pdf, `${longDay(from)} – ${longDay(to)}`, PAGE_RIGHT, MARGIN + 23)
  drawPageLine(pdf, MARGIN + HEAD_HEIGHT)
}

function drawSummary(pdf: Pdf, summary: readonly SummaryLine[]): void {
  for (const [place, { label, value }] of summary.entries()) {
    const y = MARGIN + HEAD_HEIGHT + 12 + place * SUMMARY_STEP
    pdf.font('regular').fontSize(9).fillColor(INK_2).text(label, MARGIN, y, { lineBreak: false })
    pdf.font('bold').fillColor(INK)
    textToRight(pdf, value, PAGE_RIGHT, y)
  }
}

function drawTable(pdf: Pdf, rows: readonly Row[], top: number, nothing: string): void {
  pdf.font('bold').fontSize(PAGE_TEXT_SIZE).fillColor(INK_2)
  pdf.text('Date', DATE_X, top, { lineBreak: false })
  pdf.text('Description', WHAT_X, top, { lineBreak: false })
  textToRight(pdf, 'Breakdown', PARTS_RIGHT, top)
  textToRight(pdf, 'Total', TOTAL_RIGHT, top)
  textToRight(pdf, 'Balance', BALANCE_RIGHT, top)
  let y = top + TABLE_HEAD_HEIGHT
  drawPageLine(pdf, y - 5)
  if (rows.length === 0) {
    pdf
      .font('regular')
      .fontSize(9)
      .fillColor(INK)
      .text(nothing, DATE_X, y + 6, { lineBreak: false })
  }
  for (const row of rows) {
    drawRow(pdf, row, y)
    y += row.height
    drawPageLine(pdf, y - 4)
  }
}

function drawRow(pdf: Pdf, { line, what, parts }: Row, y: number): void {
  const [day = '', time = ''] = lagosMinute(line.at).split(' ')
  pdf.font('regular').fontSize(PAGE_TEXT_SIZE).fillColor(INK).text(longDay(day), DATE_X, y, { lineBreak: false })
  pdf.fillColor(INK_2).text(time, DATE_X, y + LINE_HEIGHT, { lineBreak: false })
  for (const [place, { text, font, colour }] of what.entries()) {
    pdf
      .font(font)
      .fillColor(colour)
      .text(text, WHAT_X, y + place * LINE_HEIGHT, { lineBreak: false })
  }
  pdf.font('regular').fillColor(INK_2)
  for (const [place, part] of parts.entries()) textToRight(pdf, part, PARTS_RIGHT, y + place * LINE_HEIGHT)
  pdf.font('bold').fillColor(INK)
  textToRight(pdf, signed(line.totalKobo), TOTAL_RIGHT, y)
  pdf.font('regular')
  textToRight(pdf, formatNaira(line.balanceKobo), BALANCE_RIGHT, y)
}

function signed(amountKobo: bigint): string {
  return amountKobo > 0n ? `+${formatNaira(amountKobo)}` : formatNaira(amountKobo)
}

function drawFoot(pdf: Pdf, page: string, madeAt: Date): void {
  const made = `Made ${longDay(lagosMinute(madeAt).slice(0, 10))}, ${lagosMinute(madeAt).slice(11)}. Times are in Lagos.`
  drawPageFoot(pdf, { sentence: made, page })
}
