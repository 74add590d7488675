import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/**
 * Weighs the built web app against its budgets, gzip, and fails beyond them. Run after `npm run build:web`.
 * A route weighs its own chunk and everything that chunk imports; "further" leaves out what the start page loaded.
 */
type Chunk = { file: string; src?: string; isEntry?: boolean; imports?: string[]; css?: string[]; assets?: string[] }
type Row = { what: string; kib: number; budgetKib: number }

const FOLDER = join(import.meta.dirname, '../web/dist')
const INITIAL_ROUTES = ['sign-in-page', 'dashboard-page']
const BUDGETS_KIB = { initial: 120, further: 25, css: 12, font: 18, firstRouteInAll: 170 }

const manifestPath = join(FOLDER, '.vite/manifest.json')
if (!existsSync(manifestPath)) throw new Error('web/dist is not there: run "npm run build:web" first')
const manifest: Record<string, Chunk> = JSON.parse(readFileSync(manifestPath, 'utf8'))

const entry = chunkWhere((chunk) => chunk.isEntry === true)
const started = reach(entry)
const rows: Row[] = [...initialRows(), ...furtherRows(), ...assetRows()]
print(rows)
if (rows.some(isOver)) process.exitCode = 1

function initialRows(): Row[] {
  return INITIAL_ROUTES.map((name) => {
    const files = new Set([...started, ...reach(routeOf(name))])
    return { what: `${name}, initial JS`, kib: kibOf(files), budgetKib: BUDGETS_KIB.initial }
  })
}

/** What each route adds for somebody who has the entry and the dashboard already. */
function furtherRows(): Row[] {
  const loaded = new Set([...started, ...reach(routeOf('dashboard-page'))])
  const routes = Object.keys(manifest).filter((key) => key.endsWith('-page.tsx') && !key.includes('dashboard-page'))
  return routes.map((key) => {
    const added = [...reach(key)].filter((file) => !loaded.has(file))
    return {
      what: `${key.replace(/^.*\//, '').replace('.tsx', '')}, further JS`,
      kib: kibOf(added),
      budgetKib: BUDGETS_KIB.further,
    }
  })
}

function assetRows(): Row[] {
  const all = Object.values(manifest)
  const styles = new Set(
    all.flatMap((chunk) => [...(chunk.css ?? []), ...(chunk.file.endsWith('.css') ? [chunk.file] : [])]),
  )
  const fonts = new Set(
    all.flatMap((chunk) => [chunk.file, ...(chunk.assets ?? [])]).filter((file) => file.endsWith('.woff2')),
  )
  const css = kibOf(styles)
  const font = [...fonts].reduce((sum, file) => sum + readFileSync(join(FOLDER, file)).length / 1024, 0)
  const js = Math.max(...initialRows().map((row) => row.kib))
  const html = kibOf(['index.html', 'theme.js', 'favicon.svg'])
  return [
    { what: 'CSS', kib: css, budgetKib: BUDGETS_KIB.css },
    { what: `font files (${fonts.size})`, kib: font, budgetKib: BUDGETS_KIB.font },
    { what: 'first route in all', kib: js + css + font + html, budgetKib: BUDGETS_KIB.firstRouteInAll },
  ]
}

/** The files a chunk needs before it can run: itself and its static imports. */
function reach(key: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[key]
  if (chunk === undefined || seen.has(chunk.file)) return seen
  seen.add(chunk.file)
  for (const imported of chunk.imports ?? []) reach(imported, seen)
  return seen
}

function routeOf(name: string): string {
  return chunkWhere((_, key) => key.endsWith(`/${name}.tsx`))
}

function chunkWhere(matches: (chunk: Chunk, key: string) => boolean): string {
  const found = Object.entries(manifest).find(([key, chunk]) => matches(chunk, key))
  if (found === undefined) throw new Error('the manifest lacks a chunk this check looks for')
  return found[0]
}

function kibOf(files: Iterable<string>): number {
  let bytes = 0
  for (const file of files) bytes += gzipSync(readFileSync(join(FOLDER, file)), { level: 9 }).length
  return bytes / 1024
}

function isOver({ kib, budgetKib }: Row): boolean {
  return kib > budgetKib
}

function print(table: Row[]): void {
  const width = Math.max(...table.map(({ what }) => what.length))
  console.log('Web size, KiB gzip')
  for (const row of table) {
    const mark = isOver(row) ? '  OVER' : ''
    console.log(`${row.what.padEnd(width)}  ${row.kib.toFixed(1).padStart(6)} of ${row.budgetKib}${mark}`)
  }
}
