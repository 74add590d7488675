import { expect, test } from 'vitest'
import { readPdf } from '#tests/support/pdf-text.ts'
import { bytesOf, newPdf, truncateToWidth, wrapped } from './pdf-document.ts'
import { printable } from './printable.ts'

const isLatin = (codePoint: number) => codePoint < 0x03_00 || codePoint === 0x20_a6

test.each([
  ['', ''],
  ['ADA OBI', 'ADA OBI'],
  ['₦1,500 to Adé', '₦1,500 to Adé'],
  ['王小明', '[another script]'],
  ['王 小明 LTD', '[another script] LTD'],
  ['from 王小明, 李', 'from [another script], [another script]'],
  ['Ada 🎉 Obi', 'Ada [symbol] Obi'],
  ['a\nb', 'a\nb'],
])('%j is shown as %j', (text, shown) => {
  expect(printable(text, isLatin)).toBe(shown)
})

test('a document has no empty box: letters of Nigeria are themselves, others are named', async () => {
  const pdf = await newPdf({ mode: 'live', brand: 'Jara', title: 'A test', madeAt: new Date(0) })
  pdf.addPage()
  pdf.font('regular').fontSize(10)
  const lines = [
    'Ṣọlá Ọ̀ṣun ɓɗƙƴ ₦1 · …',
    '王小明',
    truncateToWidth(pdf, '李 LTD', 400),
    ...wrapped(pdf, 'by 王 twice', 400, 2),
  ]
  for (const [place, line] of lines.entries()) pdf.text(line, 40, 40 + 20 * place, { lineBreak: false })
  const text = readPdf(await bytesOf(pdf))
    .map((page) => page.text)
    .join('')
  expect(text.normalize('NFC')).toContain('Ṣọlá Ọ̀ṣun ɓɗƙƴ ₦1 · …'.normalize('NFC'))
  expect(text).toContain('[another script]')
  expect(text).toContain('[another script] LTD')
  expect(text).toContain('by [another script] twice')
  expect(text).not.toMatch(/[王小明李]/)
})
