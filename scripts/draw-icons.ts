import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'

/**
 * Draws every icon of the app from web/public/favicon.svg. The pictures are committed; run this again when the drawing
 * changes: `node scripts/draw-icons.ts`.
 */
type Icon = {
  readonly name: string
  readonly sizePx: number
  /** Opaque up to the edges: the phone cuts its own shape out of it. */
  readonly full: boolean
  /** The size of the sign in the square. A maskable icon keeps it within the inner 80 %. */
  readonly scale: number
}

const PUBLIC = join(import.meta.dirname, '../web/public')
/** The drawing's own edge, in its units. */
const EDGE = 32
const ICONS: readonly Icon[] = [
  { name: 'icon-192', sizePx: 192, full: false, scale: 1 },
  { name: 'icon-512', sizePx: 512, full: false, scale: 1 },
  { name: 'maskable-192', sizePx: 192, full: true, scale: 0.8 },
  { name: 'maskable-512', sizePx: 512, full: true, scale: 0.8 },
  { name: 'apple-touch', sizePx: 180, full: true, scale: 0.9 },
]

const drawing = await readFile(join(PUBLIC, 'favicon.svg'), 'utf8')
await mkdir(join(PUBLIC, 'icons'), { recursive: true })
for (const icon of ICONS) {
  const picture = sharp(Buffer.from(variant(icon)), { density: (72 * icon.sizePx) / EDGE })
  // Three flat colours and their edges: a palette is a third of the size.
  const png = await picture.resize(icon.sizePx).png({ palette: true, colours: 64, effort: 10 }).toBuffer()
  await writeFile(join(PUBLIC, 'icons', `${icon.name}.png`), png)
  console.log(`${icon.name}.png  ${(png.length / 1024).toFixed(1)} KiB`)
}

/** The square stays, or loses its round corners; everything drawn on it is scaled about the middle. */
function variant({ full, scale }: Icon): string {
  const parts = /^(.*<rect [^>]*\/>)(.*)<\/svg>\s*$/s.exec(drawing)
  if (parts === null) throw new Error('favicon.svg is not a square with a sign in it')
  const [, square = '', sign = ''] = parts
  const ground = full ? square.replace(/ rx="[^"]*"/, '') : square
  const shift = (EDGE * (1 - scale)) / 2
  return `${ground}<g transform="translate(${shift} ${shift}) scale(${scale})">${sign}</g></svg>`
}
