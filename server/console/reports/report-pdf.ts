import { cellText, type ReportSheet, sheetsOf, validityOf } from '#contract/console/report-sheets.ts'
import type { DailyReport } from '#contract/console/reports.ts'
import { INK, INK_2 } from '#contract/paper.ts'
import { longDay } from '#server/activity/statements/lagos-text.ts'
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
  truncateToWidth,
  wrapped,
} from '#server/platform/pdf/pdf-document.ts'

const WIDTH = PAGE_RIGHT - MARGIN
const HEAD_HEIGHT = 62
const TOP = MARGIN + HEAD_HEIGHT
const BOTTOM = PAGE_HEIGHT - MARGIN - 20
const ROW = 14
const TITLE = 18
const NOTE = 11
const NOTE_LINES_MAX = 2
const GAP = 12
/** A table starts on a page only if its title, its head and this many rows fit. */
const ROWS_TOGETHER = 2
/** The smallest gap between two columns. */
const COLUMN_GAP = 6

type Place = { readonly pdf: Pdf; y: number; page: number }

/** A report to read, print or send: A4; each page has the day, the page number and the note on the figures. */
export async function reportPdf(report: DailyReport, of: Pick<Config, 'mode' | 'brand'>): Promise<Buffer> {
  const title = `Daily report, ${longDay(report.day)}`
  const pdf = await newPdf({ ...of, title: `${title} · ${of.brand}`, madeAt: new Date(report.madeAt) })
  const place: Place = { pdf, y: BOTTOM, page: 0 }
  const turn = () => {
    pdf.addPage()
    place.page++
    drawFrame(place, { brand: of.brand, title, validity: validityOf(report) })
    place.y = TOP
  }
  turn()
  for (const sheet of sheetsOf(report)) drawSheet(place, sheet, turn)
  return await bytesOf(pdf)
}

function drawFrame({ pdf, page }: Place, of: { brand: string; title: string; validity: string }): void {
  drawPageHead(pdf, { ...of, titleTop: 20 })
  pdf.font('regular').fontSize(9).fillColor(INK_2)
  pdf.text(of.validity, MARGIN, MARGIN + 36, { lineBreak: false })
  drawPageLine(pdf, MARGIN + HEAD_HEIGHT - 10)
  drawPageFoot(pdf, { sentence: 'Times are in Lagos.', page: `Page ${page}` })
}

function drawSheet(place: Place, sheet: ReportSheet, turn: () => void): void {
  const { pdf } = place
  pdf.font('regular').fontSize(PAGE_TEXT_SIZE)
  const note = sheet.note === null ? [] : wrapped(pdf, sheet.note, WIDTH, NOTE_LINES_MAX)
  if (place.y + TITLE + note.length * NOTE + ROW * (ROWS_TOGETHER + 1) > BOTTOM) turn()
  pdf.font('bold').fontSize(10).fillColor(INK).text(sheet.title, MARGIN, place.y, { lineBreak: false })
  place.y += TITLE
  pdf.font('regular').fontSize(PAGE_TEXT_SIZE).fillColor(INK_2)
  for (const line of note) {
    pdf.text(line, MARGIN, place.y, { lineBreak: false })
    place.y += NOTE
  }
  if (sheet.rows.length === 0) drawNothing(place, sheet.nothing)
  else drawRows(place, sheet, turn)
  place.y += GAP
}

function drawNothing(place: Place, nothing: string): void {
  place.pdf.fillColor(INK).text(nothing, MARGIN, place.y + 2, { lineBreak: false })
  place.y += ROW
}

function drawRows(place: Place, { columns, rows }: ReportSheet, turn: () => void): void {
  const lines = rows.map(({ head, cells, isTotal = false }) => ({ texts: [head, ...cells.map(cellText)], isTotal }))
  const ends = columnEnds(place.pdf, [columns, ...lines.map(({ texts }) => texts)])
  const drawHead = () => drawCells(place, { texts: columns, ends, font: 'bold', colour: INK_2 })
  drawHead()
  for (const { texts, isTotal } of lines) {
    if (place.y + ROW > BOTTOM) {
      turn()
      drawHead()
    }
    drawCells(place, { texts, ends, font: isTotal ? 'bold' : 'regular', colour: INK })
  }
}

/** The right end of each column: the width of its longest text, plus an equal share of the remaining space. */
function columnEnds(pdf: Pdf, lines: readonly (readonly string[])[]): number[] {
  pdf.font('bold').fontSize(PAGE_TEXT_SIZE)
  const [columns = []] = lines
  const widths = columns.map((_, at) => Math.max(...lines.map((texts) => pdf.widthOfString(texts[at] ?? ''))))
  const spare = (WIDTH - widths.reduce((sum, width) => sum + width, 0)) / (widths.length - 1)
  let end = MARGIN
  return widths.map((width, at) => {
    end += width + (at === 0 ? 0 : spare)
    return end
  })
}

type Line = Look & { readonly texts: readonly string[]; readonly ends: readonly number[] }
type Look = { readonly font: 'regular' | 'bold'; readonly colour: string }

/** One row: the first cell aligned left, all others aligned right. */
function drawCells(place: Place, { texts, ends, font, colour }: Line): void {
  const { pdf, y } = place
  pdf.font(font).fontSize(PAGE_TEXT_SIZE).fillColor(colour)
  for (const [at, text] of texts.entries()) {
    const [before = MARGIN, end = PAGE_RIGHT] = [ends[at - 1], ends[at]]
    const shown = truncateToWidth(pdf, text, end - before - (at === 0 ? 0 : COLUMN_GAP) + 0.01)
    if (at === 0) pdf.text(shown, MARGIN, y + 2, { lineBreak: false })
    else textToRight(pdf, shown, end, y + 2)
  }
  place.y += ROW
  drawPageLine(pdf, place.y - 2)
}
