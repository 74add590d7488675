import fs from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { readFromRoot } from '#tests/support/shown-by.ts'

/** Documents: how wide they are, and that each can be found. */

const COLUMNS_MAX = 100
/** Written by scripts. */
const GENERATED = [
  'docs/reference/alert-texts.md',
  'docs/reference/schema.md',
  'docs/reference/security/licences.md',
  'docs/screens/README.md',
]

const root = path.join(import.meta.dirname, '../..')
const documents = fs
  .globSync(['*.md', 'docs/**/*.md', 'deploy/**/*.md', 'sandbox/*.md', 'server/**/*.md', 'audit/**/*.md'], {
    cwd: root,
  })
  .filter((file) => !file.includes('node_modules') && !GENERATED.includes(file))
  .toSorted()

it.each(documents)('%s wraps at 100 columns, but for code, tables and what cannot be broken', (file) => {
  expect(proseOf(readFromRoot(file)).filter((line) => [...line].length > COLUMNS_MAX && isBreakable(line))).toEqual([])
})

it.each([
  ['docs/README.md', ['docs/start', 'docs/guides', 'docs/reference', 'docs/reference/security', 'docs/why']],
  ['docs/guides/README.md', ['docs/guides']],
  ['docs/operate/README.md', ['docs/operate']],
])('%s leads to every page it is the index of', (index, folders) => {
  const text = readFromRoot(index)
  const targets = [...text.matchAll(/\]\(([^)#\s]+)/g)].map(([, to = '']) =>
    path.posix.join(path.posix.dirname(index), to),
  )
  const pages = folders.flatMap((folder) => fs.globSync(`${folder}/*.md`, { cwd: root }))
  expect(pages.length).toBeGreaterThan(5)
  expect(pages.filter((page) => page !== index && !targets.includes(page))).toEqual([])
})

/** The lines that are neither code, nor a table, a heading, HTML or written by a script. */
function proseOf(text: string): string[] {
  return text
    .replaceAll(/^ *(?:\d+\. )?```[\s\S]*?^ *```$/gm, '')
    .replaceAll(/<!--[^\n]*begin -->[\s\S]*?end -->/g, '')
    .split('\n')
    .filter((line) => !/^\s*(?:\||#|<|>)/.test(line))
}

/** A span of code and a link stay whole: a line of one of them and the word beside it may be longer. */
function isBreakable(line: string): boolean {
  const parts = line.trim().match(/(?:`[^`]+`|!?\[[^\]]*\]\([^)]*\)|\S)+/g) ?? []
  return parts.filter((part) => !/^(?:[-*]|\d+\.)$/.test(part)).length > 2
}
