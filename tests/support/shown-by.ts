import fs from 'node:fs'
import path from 'node:path'

/**
 * The tables in docs/reference/shown-by/, whose rows name the tests that prove them. Another document has the same rows
 * with their statements: docs/reference/product.md, docs/why/reliability.md, docs/why/security.md.
 */

const root = path.join(import.meta.dirname, '../..')

/** The section and the subject of a table's row. */
export type Subject = { readonly section: string; readonly what: string }
/** Such a row with the claims that prove it. */
export type Row = Subject & { readonly claims: readonly Claim[] }
export type Claim = { readonly file: string; readonly text: string }

export function readFromRoot(file: string): string {
  return fs.readFileSync(path.join(root, file), 'utf8')
}

/** What is wrong with a row's claims: at least one is needed, and each must be a test title in the named file. */
export function problemsOf(claims: readonly Claim[]): string[] {
  if (claims.length === 0) return ['no test shows it']
  return claims.flatMap(({ file, text }) => {
    if (!fs.existsSync(path.join(root, file))) return [`there is no ${file}`]
    return titlesIn(readFromRoot(file)).includes(text) ? [] : [`${file} has no test "${text}"`]
  })
}

/**
 * The rows of a page in docs/reference/shown-by/: the subject, and the claims as `file` and title, separated by <br>.
 */
export function rowsOf(document: string): Row[] {
  return tableRows(document).map(({ section, cells }) => ({
    section,
    what: cells[0] ?? '',
    claims: claimsIn(cells.at(-1) ?? ''),
  }))
}

/** The subjects of all tables whose first column is "what". */
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
    // Anything in another format names no file; the row's own test reports it.
    return found === null ? [{ file: part, text: '' }] : [{ file: found[1] ?? '', text: found[2] ?? '' }]
  })
}

/** The titles of a file's tests, as written. */
function titlesIn(source: string): string[] {
  const calls = source.matchAll(
    /(?:\b(?:test|it|firstThird|secondThird|lastThird)(?:\.\w+)*|\))\(\s*(?:'((?:[^'\\]|\\.)+)'|"([^"]+)"|`([^`]+)`),/g,
  )
  return [...calls].map(([, single, double, template]) => (single ?? double ?? template ?? '').replaceAll("\\'", "'"))
}
