import fs from 'node:fs'
import { fileURLToPath } from 'node:url'
import { SANDBOX_BANNER } from '#contract/constants.ts'
import { INK, LINE, PRACTICE } from '#contract/paper.ts'
import type { Config } from '#server/platform/config/config.ts'
import { printable } from './printable.ts'

export type Pdf = PDFKit.PDFDocument

/** A4, in points of a 72nd of an inch. */
export const PAGE_WIDTH = 595
export const PAGE_HEIGHT = 842
export const MARGIN = 36

/** DejaVu Sans Condensed has ₦ and every letter of Nigerian names. Only the letters that are used are embedded. */
const fontFile = fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf'))
const readFonts = () => ({
  regular: fs.readFileSync(fontFile),
  bold: fs.readFileSync(fontFile.replace(/\.ttf$/, '-Bold.ttf')),
})
let fonts: ReturnType<typeof readFonts> | undefined

type NewPdf = Pick<Config, 'mode' | 'brand'> & { readonly title: string; readonly madeAt: Date }

/**
 * An empty document of A4 pages without margins of its own. In sandbox mode a practice watermark covers every page. The
 * package and fonts load with the first document, so no start waits for them.
 */
export async function newPdf({ mode, brand, title, madeAt }: NewPdf): Promise<Pdf> {
  const { default: PDFDocument } = await import('pdfkit')
  fonts ??= readFonts()
  const pdf = new PDFDocument({
    size: [PAGE_WIDTH, PAGE_HEIGHT],
    margin: 0,
    autoFirstPage: false,
    lang: 'en-NG',
    displayTitle: true,
    pdfVersion: '1.7',
    info: { Title: title, Author: brand, CreationDate: madeAt, ModDate: madeAt },
  })
  pdf.registerFont('regular', fonts.regular)
  pdf.registerFont('bold', fonts.bold)
  showOnlyWhatPrints(pdf)
  if (mode === 'sandbox') pdf.on('pageAdded', () => drawPracticeWords(pdf))
  return pdf
}

/** Passes every drawn or measured text through printable: outside names come in any script. */
function showOnlyWhatPrints(pdf: Pdf): void {
  const { characterSet } = fontOf(pdf.font('regular'))
  const letters = new Set(characterSet)
  const shown = (text: string) => printable(text, (codePoint) => letters.has(codePoint))
  const { text: draw, widthOfString: measure } = pdf
  pdf.text = (text: string, ...rest: unknown[]) => Reflect.apply(draw, pdf, [shown(text), ...rest])
  pdf.widthOfString = (text, options) => measure.call(pdf, shown(text), options)
}

/** The current font, which the package's types leave out. Bold has the same letters. */
function fontOf(pdf: Pdf): { readonly characterSet: readonly number[] } {
  return (pdf as unknown as { _font: { font: { characterSet: readonly number[] } } })._font.font
}

const PRACTICE_SIZE = 22
const PRACTICE_STEP = 92
const PRACTICE_ANGLE = -30

/** A large slanted watermark across the page, repeated below, so that it covers every meaningful part. */
function drawPracticeWords(pdf: Pdf): void {
  pdf.save()
  pdf.rotate(PRACTICE_ANGLE, { origin: [PAGE_WIDTH / 2, PAGE_HEIGHT / 2] })
  pdf.font('bold').fontSize(PRACTICE_SIZE).fillColor(PRACTICE, 0.25)
  const text = `${SANDBOX_BANNER}   ${SANDBOX_BANNER}   ${SANDBOX_BANNER}`
  const left = (PAGE_WIDTH - pdf.widthOfString(text)) / 2
  for (let y = -PAGE_HEIGHT / 4; y < PAGE_HEIGHT * 1.25; y += PRACTICE_STEP)
    pdf.text(text, left, y, { lineBreak: false })
  pdf.restore()
  pdf.fillColor(INK, 1)
}

/** The finished document. */
export async function bytesOf(pdf: Pdf): Promise<Buffer> {
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve, reject) => {
    pdf.on('end', resolve)
    pdf.on('error', reject)
  })
  pdf.end()
  await ended
  return Buffer.concat(chunks)
}

/** One line of text, truncated with … if wider than `width`. */
export function truncateToWidth(pdf: Pdf, text: string, width: number): string {
  if (pdf.widthOfString(text) <= width) return text
  const letters = [...new Intl.Segmenter('en').segment(text)].map(({ segment }) => segment)
  let [fits, tooLong] = [0, letters.length]
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2)
    if (pdf.widthOfString(`${letters.slice(0, middle).join('')}…`) <= width) fits = middle
    else tooLong = middle
  }
  return `${letters.slice(0, fits).join('').trimEnd()}…`
}

/** Text broken between words into at most `linesMax` lines; the last is truncated if the text continues. */
export function wrapped(pdf: Pdf, text: string, width: number, linesMax: number): string[] {
  const lines: string[] = []
  let line = ''
  const words = text.split(' ')
  for (const [place, word] of words.entries()) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line === '' || pdf.widthOfString(longer) <= width) {
      line = longer
      continue
    }
    if (lines.length === linesMax - 1) {
      line = [line, ...words.slice(place)].join(' ')
      break
    }
    lines.push(truncateToWidth(pdf, line, width))
    line = word
  }
  return [...lines, truncateToWidth(pdf, line, width)]
}

/** A line of text whose right end is at `right`. */
export function textToRight(pdf: Pdf, text: string, right: number, y: number): void {
  pdf.text(text, right - pdf.widthOfString(text), y, { lineBreak: false })
}

/** A thin line from one side to the other. */
export function drawLine(pdf: Pdf, y: number, { left, right }: { left: number; right: number }): void {
  pdf.moveTo(left, y).lineTo(right, y).lineWidth(0.5).strokeColor(LINE).stroke()
}
