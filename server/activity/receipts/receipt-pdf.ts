import { encode } from 'uqr'
import { DEFAULT_BRAND, SANDBOX_LINE } from '#contract/constants.ts'
import { formatNaira } from '#contract/money.ts'
import { BRAND, CLOTH, INK, INK_2, PAPER, STATUS_INKS } from '#contract/paper.ts'
import { NOT_PROOF, receiptLines, STATUS_WORDS, shownValue } from '#contract/receipt-text.ts'
import type { PublicReceipt } from '#contract/receipts.ts'
import { formatMoment } from '#contract/time.ts'
import { WORDMARK_LINES } from '#contract/wordmark.ts'
import {
  bytesOf,
  drawLine,
  newPdf,
  PAGE_WIDTH,
  type Pdf,
  textToRight,
  truncateToWidth,
  wrapped,
} from '#server/platform/pdf/pdf-document.ts'

const LEFT = 90
const RIGHT = PAGE_WIDTH - LEFT
const WIDTH = RIGHT - LEFT
const SIDES = { left: LEFT, right: RIGHT }
/** The side of one square of the QR code, points. */
const QR_SQUARE = 4
/** Height of the cloth at the top and of its woven edge, points. */
const BAND_HEIGHT = 76
const EDGE_HEIGHT = 8
const SENTENCE_LINES_MAX = 2
/** The longest names take two lines. */
const VALUE_LINES_MAX = 2
const VALUE_STEP = 13

/** The receipt as one page, with the facts of the public page and its address. */
export async function receiptPdf(receipt: PublicReceipt, madeAt: Date): Promise<Buffer> {
  const { brand, mode, title } = receipt
  const pdf = await newPdf({ brand, mode, title: `${title} · ${brand}`, madeAt })
  pdf.addPage()
  drawBand(pdf, receipt)
  pdf.font('regular').fontSize(12).fillColor(INK_2)
  textInMiddle(pdf, title, 124)
  pdf.font('bold').fontSize(30).fillColor(INK)
  textInMiddle(pdf, formatNaira(BigInt(receipt.amountKobo)), 144)
  // Every status has the same place and size: a receipt of a failed payment is no smaller.
  pdf.fontSize(18).fillColor(STATUS_INKS[receipt.status])
  textInMiddle(pdf, STATUS_WORDS[receipt.status], 190)
  pdf.font('regular').fontSize(10).fillColor(INK_2)
  for (const [place, line] of wrapped(pdf, receipt.sentence, WIDTH, SENTENCE_LINES_MAX).entries()) {
    textInMiddle(pdf, line, 218 + place * 14)
  }
  textInMiddle(pdf, `As of ${formatMoment(receipt.at)}. The page below shows its current status.`, 250)
  const y = drawLines(pdf, receipt, 284)
  drawQr(pdf, receipt.url, y + 28)
  return await bytesOf(pdf)
}

/** The product's name on cloth, with its woven edge below. */
function drawBand(pdf: Pdf, { brand, mode }: PublicReceipt): void {
  const cloth = pdf
    .linearGradient(0, 0, PAGE_WIDTH / 3, BAND_HEIGHT)
    .stop(0, CLOTH.from)
    .stop(1, CLOTH.to)
  pdf.rect(0, 0, PAGE_WIDTH, BAND_HEIGHT).fill(cloth)
  pdf.rect(0, BAND_HEIGHT, PAGE_WIDTH, EDGE_HEIGHT).fill(CLOTH.to)
  for (let place = 0; place * 16 < PAGE_WIDTH; place++) {
    const [x, y] = [place * 16 + 8, BAND_HEIGHT + EDGE_HEIGHT / 2]
    pdf.path(`M${x - 6} ${y}l6 -4 6 4 -6 4z`).fill(CLOTH.diamonds[place % CLOTH.diamonds.length])
  }
  pdf.font('bold').fillColor(PAPER)
  if (brand === DEFAULT_BRAND) drawWordmark(pdf)
  else pdf.fontSize(18).text(truncateToWidth(pdf, brand, WIDTH - 160), LEFT, 30, { lineBreak: false })
  pdf.fontSize(12).fillColor(PAPER)
  // The drawn name as text, for screen readers and search.
  textToRight(pdf, brand === DEFAULT_BRAND ? `${brand} receipt` : 'Receipt', RIGHT, mode === 'sandbox' ? 24 : 32)
  if (mode === 'sandbox') textToRight(pdf.font('regular').fontSize(10), SANDBOX_LINE, RIGHT, 42)
}

function drawWordmark(pdf: Pdf): void {
  pdf
    .save()
    .translate(LEFT - 5, 22)
    .scale(0.5)
  pdf.path(WORDMARK_LINES).lineWidth(11).lineCap('round').stroke(PAPER)
  pdf.circle(23, 17, 8).fill(CLOTH.accent)
  pdf.restore()
}

function drawLines(pdf: Pdf, receipt: PublicReceipt, top: number): number {
  let y = top
  drawLine(pdf, y - 8, SIDES)
  for (const line of receiptLines(receipt)) {
    pdf.font('regular').fontSize(10)
    clear(pdf, line.label, LEFT, y)
    pdf.fillColor(INK_2).text(line.label, LEFT, y, { lineBreak: false })
    pdf.font('bold')
    const values = wrapped(pdf, shownValue(line), WIDTH - 80, VALUE_LINES_MAX)
    for (const [place, value] of values.entries()) {
      const top = y + place * VALUE_STEP
      clear(pdf, value, RIGHT - pdf.widthOfString(value), top)
      pdf.fillColor(INK)
      textToRight(pdf, value, RIGHT, top)
    }
    y += 22 + Math.max(0, values.length - 1) * VALUE_STEP
    drawLine(pdf, y - 6, SIDES)
  }
  return y
}

/** The public page's address as QR code and text, and what a receipt does not prove. */
function drawQr(pdf: Pdf, url: string, top: number): void {
  const { data, size } = encode(url, { ecc: 'M', border: 0 })
  const left = Math.round((PAGE_WIDTH - size * QR_SQUARE) / 2)
  const quiet = 4 * QR_SQUARE
  pdf
    .rect(left - quiet, top - quiet, size * QR_SQUARE + 2 * quiet, size * QR_SQUARE + 2 * quiet)
    .fillColor(PAPER)
    .fill()
  for (const [row, squares] of data.entries()) {
    for (const [column, dark] of squares.entries()) {
      if (dark) pdf.rect(left + column * QR_SQUARE, top + row * QR_SQUARE, QR_SQUARE, QR_SQUARE)
    }
  }
  pdf.fillColor(INK).fill()
  const below = top + size * QR_SQUARE + quiet + 10
  pdf.font('regular').fontSize(10).fillColor(INK_2)
  textInMiddle(pdf, 'Check this receipt at', below)
  pdf.font('bold').fillColor(BRAND)
  const address = truncateToWidth(pdf, url, WIDTH)
  pdf.link(PAGE_WIDTH / 2 - pdf.widthOfString(address) / 2, below + 16, pdf.widthOfString(address), 14, url)
  textInMiddle(pdf, address, below + 16)
  pdf.fontSize(11).fillColor(INK)
  textInMiddle(pdf, NOT_PROOF, below + 46)
}

function textInMiddle(pdf: Pdf, text: string, y: number): void {
  const line = truncateToWidth(pdf, text, WIDTH)
  const left = (PAGE_WIDTH - pdf.widthOfString(line)) / 2
  clear(pdf, line, left, y)
  pdf.text(line, left, y, { lineBreak: false })
}

/** Clears the background behind a text, so that the practice watermark does not run through it. */
function clear(pdf: Pdf, text: string, left: number, top: number): void {
  const height = pdf.currentLineHeight(true)
  pdf
    .save()
    .rect(left - 3, top - 2, pdf.widthOfString(text) + 6, height + 2)
    .fill(PAPER)
    .restore()
}
