import fs from 'node:fs'
import path from 'node:path'

/**
 * The tables of docs/reference/shown-by/, whose rows name the tests that show them. What each row promises is in a
 * document with the same rows: docs/reference/product.md, docs/why/reliability.md, docs/why/security.md.
 */

const root = path.join(import.meta.dirname, '../..')

/** What a row of a table is about, and its section. */
export type Subject = { readonly section: string; readonly what: string }
/** Such a row with the claims that show it. */
export type Row = Subject & { readonly claims: readonly Claim[] }
export type Claim = { readonly file: string; readonly text: string }

export function readFromRoot(file: string): string {
  return fs.readFileSync(path.join(root, file), 'utf8')
}

/** What is wrong with the claims of a row: there has to be one at least, and each is the title of a test of the file it names. */
export function problemsOf(claims: readonly Claim[]): string[] {
  if (claims.length === 0) return ['no test shows it']
  return claims.flatMap(({ file, text }) => {
    if (!fs.existsSync(path.join(root, file))) return [`there is no ${file}`]
    return titlesIn(readFromRoot(file)).includes(text) ? [] : [`${file} has no test "${text}"`]
  })
}

/**
 * The rows of a page of docs/reference/shown-by/: what, and the claims that show it, as `file` and title, apart by
 * <br>.
 */
export function rowsOf(document: string): Row[] {
  return tableRows(document).map(({ section, cells }) => ({
    section,
    what: cells[0] ?? '',
    claims: claimsIn(cells.at(-1) ?? ''),
  }))
}

/** What the rows of a document are about, section by section: of all tables that begin with a column "what". */
export function subjectsOf(document: string): Subject[] {
  return tableRows(document).map(({ section, cells: [what = ''] }) => ({ section, what }))
}

function tableRows(document: string): { section: string; cells: string[] }[] {
  let section = ''
  let isRead = false
  let wasTable = false
  return document.split('\n').flatMap((line) => {
    if (line.startsWith('## ')) section = line.slice(3)
    const isTable = line.startsWith('|')
    const cells = isTable ? line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|')) : []
    const isHeader = isTable && !wasTable
    if (isHeader) isRead = /^what( is tried)?$/.test(cells[1] ?? '')
    wasTable = isTable
    if (!isTable || isHeader || !isRead || /^-+$/.test(cells[1] ?? '')) return []
    return [{ section, cells: cells.slice(1, -1) }]
  })
}

function claimsIn(cell: string): Claim[] {
  return cell.split('<br>').flatMap((part): Claim[] => {
    const found = part.trim().match(/^`([^`]+)` (.+)$/)
    // What is written otherwise names no file, which the row's own test then says.
    return found === null ? [{ file: part, text: '' }] : [{ file: found[1] ?? '', text: found[2] ?? '' }]
  })
}

/** The titles of the tests of a file, as they are written. */
function titlesIn(source: string): string[] {
  const calls = source.matchAll(
    /(?:\b(?:test|it|firstThird|secondThird|lastThird)(?:\.\w+)*|\))\(\s*(?:'((?:[^'\\]|\\.)+)'|"([^"]+)"|`([^`]+)`),/g,
  )
  return [...calls].map(([, single, double, template]) => (single ?? double ?? template ?? '').replaceAll("\\'", "'"))
}
