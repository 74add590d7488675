import fs from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import * as constants from '#contract/constants.ts'
import { orderState } from '#contract/orders.ts'
import { transactionStatus } from '#contract/transactions.ts'

/** docs/product.md: what the product promises, row by row, each with the claims that show it. */

const root = path.join(import.meta.dirname, '../..')
const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8')

type Row = { readonly section: string; readonly what: string; readonly claims: readonly Claim[] }
type Claim = { readonly file: string; readonly text: string }

const rows = rowsOf(read('docs/product.md'))

it.each(rows)('$section: $what has a claim that shows it', ({ claims }) => {
  expect(claims).not.toEqual([])
  for (const { file, text } of claims) {
    expect(fs.existsSync(path.join(root, file)), file).toBe(true)
    expect(titlesIn(read(file)), `${file} has no claim "${text}"`).toContain(text)
  }
})

it('has a row for every route of the app', () => {
  const routes = [...read('web/src/app/app-routes.tsx').matchAll(/<Route path="([^"]+)"/g)].map(([, route]) => route)
  expect(routes.length).toBeGreaterThan(20)
  expect(missingFrom('Routes', routes)).toEqual([])
})

it('has a row for every constant', () => {
  const names = Object.entries(constants).flatMap(([name, value]) => (typeof value === 'function' ? [] : [name]))
  expect(missingFrom('Constants', names)).toEqual([])
})

it('has a row for every state of an order and every word of a transaction', () => {
  expect(missingFrom('States', [...orderState.options, ...transactionStatus.options])).toEqual([])
})

it('names nothing that is not there any more', () => {
  const names = new Set(Object.keys(constants))
  const named = rows.filter(({ section }) => section === 'Constants').map(({ what }) => what.replaceAll('`', ''))
  expect(named.filter((name) => !names.has(name))).toEqual([])
})

/** Those that are not the first thing in a row of the section. */
function missingFrom(section: string, wanted: readonly (string | undefined)[]): (string | undefined)[] {
  const there = new Set(rows.filter((row) => row.section === section).map(({ what }) => what.replaceAll('`', '')))
  return wanted.filter((each) => each === undefined || !there.has(each))
}

/** Rows of tables with three columns or more: what, what is said of it, and the claims, as `file` and title, apart by <br>. */
function rowsOf(document: string): Row[] {
  let section = ''
  return document.split('\n').flatMap((line) => {
    if (line.startsWith('## ')) section = line.slice(3)
    const cells = line.startsWith('|') ? line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|')) : []
    const [, what = '', , shownBy = ''] = cells
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
  const calls = source.matchAll(/(?:\b(?:test|it)(?:\.\w+)*|\))\(\s*(?:'((?:[^'\\]|\\.)+)'|"([^"]+)"|`([^`]+)`),/g)
  return [...calls].map(([, single, double, template]) => (single ?? double ?? template ?? '').replaceAll("\\'", "'"))
}
