import { inflateSync } from 'node:zlib'

/** The content of one PDF page that tests need: its texts and its filled rectangles, as written. */
export type PdfPage = {
  readonly text: string
  readonly rectangles: readonly (readonly [x: number, y: number, w: number, h: number])[]
}

type PdfObject = { readonly head: string; readonly stream: string | null }

/** Reads the pages of a PDF as pdfkit writes them: consecutive objects, deflated streams, text as glyph numbers. */
export function readPdf(bytes: Uint8Array): PdfPage[] {
  const objects = objectsOf(Buffer.from(bytes).toString('latin1'))
  const pages = [...objects.values()].filter(({ head }) => /\/Type \/Page\b(?!s)/.test(head))
  return pages.map((page) => readPage(objects, page))
}

function objectsOf(file: string): Map<number, PdfObject> {
  const objects = new Map<number, PdfObject>()
  for (const found of file.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const [, number = '', body = ''] = found
    const [head = '', raw] = body.split(/\nstream\n/)
    const data = raw?.replace(/\nendstream$/, '')
    const stream =
      data === undefined
        ? null
        : head.includes('/FlateDecode')
          ? inflateSync(Buffer.from(data, 'latin1')).toString('latin1')
          : data
    objects.set(Number(number), { head, stream })
  }
  return objects
}

function readPage(objects: ReadonlyMap<number, PdfObject>, { head }: PdfObject): PdfPage {
  const content = objects.get(referenceOf(head, 'Contents'))?.stream ?? ''
  const resources = objects.get(referenceOf(head, 'Resources'))?.head ?? head
  const fonts = new Map<string, ReadonlyMap<string, string>>()
  for (const [, name = '', number = ''] of (/\/Font <<([\s\S]*?)>>/.exec(resources)?.[1] ?? '').matchAll(
    /\/(F\d+) (\d+) 0 R/g,
  )) {
    const font = objects.get(Number(number))?.head ?? ''
    fonts.set(name, lettersOf(objects.get(referenceOf(font, 'ToUnicode'))?.stream ?? ''))
  }
  const rectangles = [...content.matchAll(/^(\S+) (\S+) (\S+) (\S+) re$/gm)].map(
    ([, x, y, w, h]) => [Number(x), Number(y), Number(w), Number(h)] as const,
  )
  return { text: textOf(content, fonts), rectangles }
}

function referenceOf(head: string, key: string): number {
  return Number(new RegExp(`/${key} (\\d+) 0 R`).exec(head)?.[1] ?? -1)
}

/** The letters of each glyph number, from the font's own table. */
function lettersOf(table: string): Map<string, string> {
  const letters = new Map<string, string>()
  for (const [, first = '', , list = ''] of table.matchAll(/<([0-9a-f]{4})> <([0-9a-f]{4})> \[([^\]]*)\]/g)) {
    for (const [place, [, hex = '']] of [...list.matchAll(/<([0-9a-f ]*)>/g)].entries()) {
      const units = hex.replaceAll(' ', '').match(/.{4}/g) ?? []
      const glyph = (Number.parseInt(first, 16) + place).toString(16).padStart(4, '0')
      letters.set(glyph, String.fromCharCode(...units.map((unit) => Number.parseInt(unit, 16))))
    }
  }
  return letters
}

/** Each piece of text on a line of its own. */
function textOf(content: string, fonts: ReadonlyMap<string, ReadonlyMap<string, string>>): string {
  const pieces: string[] = []
  for (const [, block = ''] of content.matchAll(/^BT\n([\s\S]*?)\nET$/gm)) {
    const font = fonts.get(/\/(F\d+) /.exec(block)?.[1] ?? '') ?? new Map<string, string>()
    const glyphs = [...block.matchAll(/<([0-9a-f]+)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
    pieces.push(glyphs.map((glyph) => font.get(glyph) ?? '\uFFFD').join(''))
  }
  return pieces.join('\n')
}
