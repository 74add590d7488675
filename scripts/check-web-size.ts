import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'

/**
 * Measures the built web app (gzip) against its budgets and fails above them, as part of every build, where `--quiet`
 * names only what exceeds its budget. Chunks that import each other in a circle fail as well. An argument names a
 * folder to measure instead of web/dist. A route's weight is its own chunk and everything that chunk imports; "further"
 * leaves out what the start page loaded.
 */
type Chunk = {
  file: string
  src?: string
  isEntry?: boolean
  imports?: string[]
  dynamicImports?: string[]
  css?: string[]
  assets?: string[]
}
type Row = { what: string; kib: number; budgetKib: number }

const CONSOLE = 'console.html'
/** The page at `/admin` is part of the customers' app. */
const ADMIN_DOOR = 'src/console/admin-page.tsx'
const INITIAL_ROUTES = ['sign-in-page', 'dashboard-page']
const BUDGETS_KIB = { welcome: 15, initial: 112, further: 30, css: 16, font: 18, firstRouteInAll: 150, console: 65 }
const { values, positionals } = parseArgs({ options: { quiet: { type: 'boolean' } }, allowPositionals: true })
const FOLDER = positionals[0] ?? join(import.meta.dirname, '../web/dist')

const manifestPath = join(FOLDER, '.vite/manifest.json')
if (!existsSync(manifestPath)) throw new Error(`nothing is built in ${FOLDER}: run "npm run build:web" first`)
const manifest: Record<string, Chunk> = JSON.parse(readFileSync(manifestPath, 'utf8'))

const started = reach('index.html')
const rows: Row[] = [welcomeRow(), ...initialRows(), ...furtherRows(), consoleRow(), ...assetRows()]
print(values.quiet ? rows.filter(isOver) : rows)
const strays = consoleInTheApp()
for (const file of strays) process.stdout.write(`customers would download ${file}, which is the console's alone\n`)
const circle = findCircle()
if (circle !== null) process.stdout.write(`chunks that wait for each other: ${circle.join(', ')}\n`)
const starters = appInTheConsole()
for (const key of starters) process.stdout.write(`${key} would start the customers' app inside the console\n`)
if (rows.some(isOver) || circle !== null || strays.length > 0 || starters.length > 0) process.exitCode = 1

/** A public page runs these before the first tap; they are no part of the app. */
function welcomeRow(): Row {
  const files = ['theme.js', ...reach('page.html')]
  return { what: 'welcome, JS before a tap', kib: kibOf(files), budgetKib: BUDGETS_KIB.welcome }
}

function initialRows(): Row[] {
  return INITIAL_ROUTES.map((name) => {
    const files = new Set([...started, ...reach(routeOf(name))])
    return { what: `${name}, initial JS`, kib: kibOf(files), budgetKib: BUDGETS_KIB.initial }
  })
}

/** What each route adds once the entry and the dashboard are loaded. */
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

/** What the operators' console adds to the files that customers' screens load too. */
function consoleRow(): Row {
  return { what: 'console, beyond what is shared', kib: kibOf(consoleAlone()), budgetKib: BUDGETS_KIB.console }
}

/** The console's files, lazy screens included, that no screen of the app imports, statically or lazily. */
function consoleAlone(): string[] {
  const ofTheApp = new Set([...everythingFrom('index.html'), ...everythingFrom('page.html')])
  return [...everythingFrom(CONSOLE)].filter((file) => !ofTheApp.has(file))
}

/** Console files that reach customers anyway: imported by the app, or in the service worker's list. */
function consoleInTheApp(): string[] {
  const entry = manifest[CONSOLE]?.file
  const ofTheApp = everythingFrom('index.html')
  const worker = join(FOLDER, 'sw.js')
  const listed = existsSync(worker) ? readFileSync(worker, 'utf8') : ''
  const isReached = entry !== undefined && ofTheApp.has(entry)
  return [...(isReached ? [entry] : []), ...consoleAlone().filter((file) => listed.includes(file))]
}

/** Console files that need the app's entry to run: importing it would draw the app over the console. */
function appInTheConsole(): string[] {
  const entry = manifest['index.html']?.file
  const ofTheConsole = Object.keys(manifest).filter((key) => key === CONSOLE || key.startsWith('src/console/'))
  return ofTheConsole.filter((key) => entry !== undefined && key !== ADMIN_DOOR && reach(key).has(entry))
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

/** Two chunks that import each other, directly or through others: one would run before what it needs has loaded. */
function findCircle(): [string, string] | null {
  for (const { file, imports = [] } of Object.values(manifest))
    for (const key of imports) if (reach(key).has(file)) return [file, manifest[key]?.file ?? key]
  return null
}

/** The files a chunk needs before it can run: itself and its static imports. */
function reach(key: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[key]
  if (chunk === undefined || seen.has(chunk.file)) return seen
  seen.add(chunk.file)
  for (const imported of chunk.imports ?? []) reach(imported, seen)
  return seen
}

/** The same, plus everything those files import lazily. */
function everythingFrom(key: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[key]
  if (chunk === undefined || seen.has(chunk.file)) return seen
  seen.add(chunk.file)
  for (const imported of [...(chunk.imports ?? []), ...(chunk.dynamicImports ?? [])]) everythingFrom(imported, seen)
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
  if (table.length === 0) return
  const width = Math.max(...table.map(({ what }) => what.length))
  console.log('Web size, KiB gzip')
  for (const row of table) {
    const mark = isOver(row) ? '  OVER' : ''
    console.log(`${row.what.padEnd(width)}  ${row.kib.toFixed(1).padStart(6)} of ${row.budgetKib}${mark}`)
  }
}
