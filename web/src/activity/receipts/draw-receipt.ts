import { encode } from 'uqr'
import { DEFAULT_BRAND, SANDBOX_BANNER, SANDBOX_LINE } from '#contract/constants.ts'
import { formatNaira } from '#contract/money.ts'
import { BRAND, CLOTH, INK, INK_2, LINE, PAPER, PRACTICE, STATUS_INKS } from '#contract/paper.ts'
import { NOT_PROOF, receiptLines, STATUS_WORDS, shownValue } from '#contract/receipt-text.ts'
import type { PublicReceipt } from '#contract/receipts.ts'
import { formatMoment } from '#contract/time.ts'
import { WORDMARK_LINES } from '#contract/wordmark.ts'

const PICTURE_WIDTH = 1080
const MARGIN = 72
const RIGHT = PICTURE_WIDTH - MARGIN
const MIDDLE = PICTURE_WIDTH / 2
const WIDTH = RIGHT - MARGIN
/** The cloth at the top, and the woven edge below it. */
const BAND_HEIGHT = 136
const EDGE_HEIGHT = 20
const LINES_TOP = 560
const LINE_STEP = 68
/** The side of one square of the QR code, and the white around it, pixels. */
const QR_SQUARE = 10
const QR_QUIET = 4 * QR_SQUARE
const FOOT_HEIGHT = 210

const TEXT = 'system-ui, sans-serif'
const HEAD = '"Anek Latin", system-ui, sans-serif'

/** Where the QR code of a receipt is in its picture: its top left corner, pixels, and how many squares it has. */
function placeOfQr(receipt: PublicReceipt): { left: number; top: number; size: number } {
  const { size } = encode(receipt.url, { ecc: 'M', border: 0 })
  const top = LINES_TOP + receiptLines(receipt).length * LINE_STEP + QR_QUIET + 16
  return { left: Math.round(MIDDLE - (size * QR_SQUARE) / 2), top, size }
}

/** The receipt as a PNG: what the public page says, with a QR code that leads there. */
export async function drawReceipt(receipt: PublicReceipt): Promise<Blob> {
  await document.fonts.load(`600 40px ${HEAD}`, '₦0').catch(() => [])
  const qr = placeOfQr(receipt)
  const canvas = document.createElement('canvas')
  canvas.width = PICTURE_WIDTH
  canvas.height = qr.top + qr.size * QR_SQUARE + QR_QUIET + FOOT_HEIGHT
  const paper = canvas.getContext('2d')
  if (paper === null) throw new Error('This browser cannot draw a picture. Share the link instead.')
  fill(paper, PAPER, 0, 0, canvas.width, canvas.height)
  if (receipt.mode === 'sandbox') drawPracticeWords(paper, canvas.height)
  drawBand(paper, receipt)
  drawHead(paper, receipt)
  drawLines(paper, receipt)
  drawQr(paper, receipt, qr)
  return await new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error('The picture could not be made.')) : resolve(blob)),
      'image/png',
    ),
  )
}

/** The name of the product on cloth, with the woven edge below it. */
function drawBand(paper: CanvasRenderingContext2D, { brand, mode }: PublicReceipt): void {
  const cloth = paper.createLinearGradient(0, 0, PICTURE_WIDTH / 3, BAND_HEIGHT)
  cloth.addColorStop(0, CLOTH.from)
  cloth.addColorStop(1, CLOTH.to)
  fill(paper, cloth, 0, 0, PICTURE_WIDTH, BAND_HEIGHT)
  fill(paper, CLOTH.to, 0, BAND_HEIGHT, PICTURE_WIDTH, EDGE_HEIGHT)
  for (let place = 0; place * 40 < PICTURE_WIDTH; place++) {
    const [x, y] = [place * 40 + 20, BAND_HEIGHT + EDGE_HEIGHT / 2]
    paper.fillStyle = CLOTH.diamonds[place % CLOTH.diamonds.length] ?? CLOTH.accent
    paper.fill(new Path2D(`M${x - 15} ${y}l15 -10 15 10 -15 10z`))
  }
  if (brand === DEFAULT_BRAND) drawWordmark(paper)
  else write(paper, brand, { x: MARGIN, y: 92, font: `600 56px ${HEAD}`, ink: PAPER, ground: null, width: WIDTH - 420 })
  const right = { x: RIGHT, align: 'right', ink: PAPER, ground: null } as const
  write(paper, 'Receipt', { ...right, y: mode === 'sandbox' ? 66 : 82, font: `600 36px ${HEAD}` })
  if (mode === 'sandbox') write(paper, SANDBOX_LINE, { ...right, y: 108, font: `28px ${TEXT}` })
}

function drawWordmark(paper: CanvasRenderingContext2D): void {
  paper.save()
  paper.translate(MARGIN - 12, 28)
  paper.scale(1.2, 1.2)
  paper.lineWidth = 11
  paper.lineCap = 'round'
  paper.strokeStyle = PAPER
  paper.stroke(new Path2D(WORDMARK_LINES))
  paper.beginPath()
  paper.arc(23, 17, 8, 0, 2 * Math.PI)
  paper.fillStyle = CLOTH.accent
  paper.fill()
  paper.restore()
}

/** Every status has the same place and size, so a failed payment is as plain as a paid one. */
function drawHead(paper: CanvasRenderingContext2D, receipt: PublicReceipt): void {
  const middle = { x: MIDDLE, align: 'center' } as const
  write(paper, receipt.title, { ...middle, y: 232, font: `38px ${TEXT}`, ink: INK_2 })
  const amount = formatNaira(BigInt(receipt.amountKobo))
  write(paper, amount, { ...middle, y: 332, font: `600 100px ${HEAD}`, ink: INK })
  const status = STATUS_WORDS[receipt.status]
  write(paper, status, { ...middle, y: 408, font: `600 56px ${HEAD}`, ink: STATUS_INKS[receipt.status] })
  write(paper, receipt.sentence, { ...middle, y: 462, font: `32px ${TEXT}`, ink: INK_2 })
  write(paper, `As of ${formatMoment(receipt.at)}`, { ...middle, y: 508, font: `32px ${TEXT}`, ink: INK_2 })
}

function drawLines(paper: CanvasRenderingContext2D, receipt: PublicReceipt): void {
  line(paper, LINES_TOP - 14)
  for (const [place, each] of receiptLines(receipt).entries()) {
    const y = LINES_TOP + place * LINE_STEP + 34
    write(paper, each.label, { x: MARGIN, y, font: `32px ${TEXT}`, ink: INK_2 })
    write(paper, shownValue(each), {
      x: RIGHT,
      y,
      font: `600 32px ${TEXT}`,
      ink: INK,
      align: 'right',
      width: WIDTH - 220,
    })
    line(paper, y + 22)
  }
}

const PRACTICE_STEP = 110
const PRACTICE_GAP = 60

/** Large, slanted, from edge to edge and around every text, so every cutting shows them and all text stays legible. */
function drawPracticeWords(paper: CanvasRenderingContext2D, height: number): void {
  paper.save()
  paper.translate(MIDDLE, height / 2)
  paper.rotate(-Math.PI / 7)
  paper.font = `700 40px ${TEXT}`
  paper.fillStyle = PRACTICE
  paper.globalAlpha = 0.3
  paper.textAlign = 'left'
  const step = paper.measureText(SANDBOX_BANNER).width + PRACTICE_GAP
  for (let row = 0, y = -height; y < height; row++, y += PRACTICE_STEP) {
    for (let x = -2 * step - (row % 2) * (step / 2); x < 2 * step; x += step) paper.fillText(SANDBOX_BANNER, x, y)
  }
  paper.restore()
}

function drawQr(
  paper: CanvasRenderingContext2D,
  receipt: PublicReceipt,
  { left, top, size }: { left: number; top: number; size: number },
): void {
  const side = size * QR_SQUARE
  fill(paper, PAPER, left - QR_QUIET, top - QR_QUIET, side + 2 * QR_QUIET, side + 2 * QR_QUIET)
  for (const [row, squares] of encode(receipt.url, { ecc: 'M', border: 0 }).data.entries()) {
    for (const [column, dark] of squares.entries()) {
      if (dark) fill(paper, INK, left + column * QR_SQUARE, top + row * QR_SQUARE, QR_SQUARE, QR_SQUARE)
    }
  }
  const below = top + side + QR_QUIET + 46
  const middle = { x: MIDDLE, align: 'center' } as const
  write(paper, 'Check this receipt at', { ...middle, y: below, font: `30px ${TEXT}`, ink: INK_2 })
  write(paper, receipt.url, { ...middle, y: below + 44, font: `600 32px ${TEXT}`, ink: BRAND })
  write(paper, NOT_PROOF, { ...middle, y: below + 108, font: `600 32px ${TEXT}`, ink: INK })
}

type Writing = {
  x: number
  y: number
  font: string
  ink: string
  align?: 'left' | 'center' | 'right'
  width?: number
  /** The background under the text; null means none. */
  ground?: string | null
}

/** One line of text on a background of its own. Text that is too long is condensed, not cut. */
function write(paper: CanvasRenderingContext2D, text: string, of: Writing): void {
  const most = of.width ?? WIDTH
  paper.font = of.font
  paper.textAlign = of.align ?? 'left'
  const { width, fontBoundingBoxAscent: above, fontBoundingBoxDescent: below } = paper.measureText(text)
  const shown = Math.min(width, most)
  const left = of.x - { left: 0, center: shown / 2, right: shown }[of.align ?? 'left']
  const { ground = PAPER } = of
  if (ground !== null) fill(paper, ground, left - 8, of.y - above, shown + 16, above + below)
  paper.fillStyle = of.ink
  paper.fillText(text, of.x, of.y, most)
}

function line(paper: CanvasRenderingContext2D, y: number): void {
  fill(paper, LINE, MARGIN, y, WIDTH, 2)
}

function fill(
  paper: CanvasRenderingContext2D,
  ink: string | CanvasGradient,
  x: number,
  y: number,
  width: number,
  height: number,
): void {
  paper.fillStyle = ink
  paper.fillRect(x, y, width, height)
}
