import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '../..')
const CLOCK = 'web/src/lib/clock.ts'
/** Anything that reads a clock. A date constructed from a value does not. */
const READS_A_CLOCK =
  /\bDate\.now\b|\bnew Date\(\s*\)|\bnew Date\b(?!\s*\()|(?<!new )\bDate\(\s*\)|\bperformance\.now\b|\bTemporal\.Now\b|\.(?:format|formatToParts)\(\s*\)/
/** How long the query library considers a reply fresh, by the phone's clock. */
const FRESH_BY_THE_PHONE = /\bstaleTime: (?!freshFor\(|Number\.POSITIVE_INFINITY)/

const sources = ['web/src', 'contract'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.test.ts'))
    .map((name) => path.posix.join(folder, name.split(path.sep).join('/'))),
)
const matching = (pattern: RegExp) =>
  sources.filter((file) => pattern.test(readFileSync(path.join(root, file), 'utf8')))

test('only one file of the web app and its contract reads a clock', () => {
  expect(sources.length).toBeGreaterThan(500)
  expect(matching(READS_A_CLOCK)).toEqual([CLOCK])
})

test('no answer stays fresh because somebody set the phone back', () => {
  expect(matching(FRESH_BY_THE_PHONE)).toEqual([])
})

test.each(['Date.now()', 'new Date()', 'new Date', 'Date()', 'performance.now()', 'formatter.format()'])(
  '%s reads a clock',
  (code) => {
    expect(READS_A_CLOCK.test(`const now = ${code}`)).toBe(true)
  },
)

test.each(['new Date(at)', 'Date.parse(at)', 'useDate()'])('%s reads none', (code) => {
  expect(READS_A_CLOCK.test(`const now = ${code}`)).toBe(false)
})
