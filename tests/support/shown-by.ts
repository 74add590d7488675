import fs from 'node:fs'
import path from 'node:path'

/**
 * Tables of the documentation whose rows name the tests that show them: docs/reference/product.md,
 * docs/why/reliability.md, docs/reference/security.
 */

const root = path.join(import.meta.dirname, '../..')

/** A row of a table: its section, its subject, and the claims that show it. */
export type Row = { readonly section: string; readonly what: string; readonly claims: readonly Claim[] }
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

/** Rows of tables with three columns or more: what, what is said of it, and last the claims, as `file` and title, apart by <br>. */
export function rowsOf(document: string): Row[] {
  let section = ''
  return document.split('\n').flatMap((line) => {
    if (line.startsWith('## ')) section = line.slice(3)
    const cells = line.startsWith('|') ? line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|')) : []
    const [, what = ''] = cells
    const shownBy = cells.at(-2) ?? ''
    if (cells.length < 5 || what === '' || /^-+$|^what$/.test(what)) return []
    return [{ section, what, claims: claimsIn(shownBy) }]
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
