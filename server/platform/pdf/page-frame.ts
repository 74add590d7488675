import { BRAND, INK, INK_2 } from '#contract/paper.ts'
import { drawLine, MARGIN, PAGE_HEIGHT, PAGE_WIDTH, type Pdf, textToRight } from './pdf-document.ts'

/** The right edge of a page's text. */
export const PAGE_RIGHT = PAGE_WIDTH - MARGIN
/** The text size of tables and footers. */
export const PAGE_TEXT_SIZE = 7.5

/** Draws the letterhead and title at the top left of every page. `titleTop`: points below the margin. */
export function drawPageHead(pdf: Pdf, { brand, title, titleTop }: { brand: string; title: string; titleTop: number }) {
  pdf.font('bold').fontSize(15).fillColor(BRAND).text(brand, MARGIN, MARGIN, { lineBreak: false })
  pdf
    .fontSize(11)
    .fillColor(INK)
    .text(title, MARGIN, MARGIN + titleTop, { lineBreak: false })
}

/** Draws the footer: a sentence about the whole page, and the page number. */
export function drawPageFoot(pdf: Pdf, { sentence, page }: { sentence: string; page: string }): void {
  const y = PAGE_HEIGHT - MARGIN - 8
  pdf.font('regular').fontSize(PAGE_TEXT_SIZE).fillColor(INK_2).text(sentence, MARGIN, y, { lineBreak: false })
  textToRight(pdf, page, PAGE_RIGHT, y)
}

/** A thin line over the width of the page's text. */
export function drawPageLine(pdf: Pdf, y: number): void {
  drawLine(pdf, y, { left: MARGIN, right: PAGE_RIGHT })
}
