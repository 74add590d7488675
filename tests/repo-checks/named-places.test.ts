import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

/** Documents and comments name files, exports, headings and commands; this finds what was renamed or removed. */

const root = path.join(import.meta.dirname, '../..')
/** Folders that installing, building, starting and testing create. `bench/lighthouse` has packages as well. */
const NOT_OURS = new Set([
  '.git',
  'node_modules',
  'bench/lighthouse/node_modules',
  'data',
  'test-results',
  'web/dist',
  'web/dist-server',
])

const texts = new Map<string, string>()
const files = filesBelow('')
const byEnding = endingsOf(files)
const folders = new Set(files.flatMap(foldersOf))
const documents = files.filter((file) => file.endsWith('.md'))
const sources = files.filter((file) => /\.(ts|tsx|js)$/.test(file))
const scripts = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(textOf('package.json'))).scripts

/** Texts that look like our files but are not: packages' files, build output, placeholders. */
const FILES_ELSEWHERE = new Set(['asn1.js', './name.ts', '.spec.ts', 'web/dist', 'dist/paystack.yaml', 'docs/x.md'])

const ENDING = /\.(ts|tsx|js|sql|md|css|html|cfg|json|ini)$/
const NO_PATH = /[\s<>$%…,;=()'"]|^[/#@]|^https?:/

it('reads all documents and sources', () => {
  expect(documents.length).toBeGreaterThan(90)
  expect(sources.length).toBeGreaterThan(1_500)
})

describe('a document', () => {
  it('names files and folders that are there', () => {
    expect(inDocuments(/`([^`\n]+)`/g, ([place = ''], from) => !looksLikeOurs(place) || isThere(place, from))).toEqual(
      [],
    )
  })

  it('names what the file it names has', () => {
    const named = /`([A-Za-z_]\w*)`(?: (?:in|of) |, | \()`([a-z][^`\s]*\.(?:ts|tsx|js|css|sql))`/g
    const hasIt = ([name = '', place = '']: string[]) =>
      matching(place).length === 0 || matching(place).some((file) => codeOf(file).includes(name))
    expect(inDocuments(named, hasIt)).toEqual([])
  })

  it('leads only to pages and headings that are there', () => {
    expect(inDocuments(/\]\(([^)\s]+)\)/g, ([to = ''], from) => leadsSomewhere(to, from))).toEqual([])
  })

  it('names commands that package.json has', () => {
    expect(inDocuments(/npm run ([a-z][\w:]*\w)/g, ([name = '']) => name in scripts)).toEqual([])
  })
})

describe('a comment', () => {
  it('names files that are there', () => {
    const comment = /(?:^|\s)(?:\/\/|\*|\/\*\*) (.*)$/gm
    const file = /(?<![\w/.-])((?:[\w-]+\/)*[\w-]+\.(?:ts|tsx|sql|md))\b/g
    const missing = sources.flatMap((from) =>
      [...textOf(from).matchAll(comment)]
        .flatMap(([, words = '']) => [...words.matchAll(file)].map(([, place = '']) => place))
        .filter((place) => !FILES_ELSEWHERE.has(place) && matching(place).length === 0)
        .map((place) => `${from}: ${place}`),
    )
    expect(missing).toEqual([])
  })
})

it('a message names commands that package.json has', () => {
  const missing = sources.flatMap((from) =>
    [...textOf(from).matchAll(/npm run ([a-z][\w:]*\w)/g)]
      .filter(([, name = '']) => !(name in scripts))
      .map(([, name]) => `${from}: npm run ${name}`),
  )
  expect(missing).toEqual([])
})

/** Matches of a pattern in documents for which `isRight` is false, as `document: match`. */
function inDocuments(pattern: RegExp, isRight: (groups: string[], from: string) => boolean): string[] {
  return documents.flatMap((from) =>
    [...textOf(from).matchAll(pattern)]
      .map(([, ...groups]) => groups)
      .filter((groups) => !isRight(groups, from))
      .map((groups) => `${from}: ${groups.join(' in ')}`),
  )
}

function looksLikeOurs(text: string): boolean {
  const [top = '', ...more] = text.split('/')
  return (
    !FILES_ELSEWHERE.has(text) && !NO_PATH.test(text) && (ENDING.test(text) || (folders.has(top) && more.length > 0))
  )
}

function isThere(text: string, from: string): boolean {
  const place = text.replace(/\/$/, '')
  const here = path.posix.join(path.posix.dirname(from), place)
  if (folders.has(here) || folders.has(place) || files.includes(here)) return true
  return place.includes('*') || place.includes('{') ? glob(place) : matching(place).length > 0
}

const glob = (pattern: string) => fs.globSync(pattern, { cwd: root }).length > 0

/** The files that a path, or the end of a path, may mean. */
function matching(place: string): string[] {
  return byEnding.get(place) ?? []
}

function endingsOf(all: readonly string[]): Map<string, string[]> {
  const endings = new Map<string, string[]>()
  for (const file of all) {
    const parts = file.split('/')
    for (const at of parts.keys()) {
      const ending = parts.slice(at).join('/')
      endings.set(ending, [...(endings.get(ending) ?? []), file])
    }
  }
  return endings
}

function leadsSomewhere(to: string, from: string): boolean {
  if (/^(https?|mailto):/.test(to)) return true
  const [file = '', heading] = to.split('#')
  const target = file === '' ? from : path.posix.join(path.posix.dirname(from), file)
  if (!fs.existsSync(path.join(root, target))) return false
  return heading === undefined || !target.endsWith('.md') || headingsOf(target).has(heading)
}

/** A document's heading anchors, in GitHub's form. */
function headingsOf(document: string): Set<string> {
  const headings = [...textOf(document).matchAll(/^#+ (.*)$/gm)].map(([, words = '']) => words)
  return new Set(
    headings.map((words) =>
      words
        .toLowerCase()
        .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )
}

/** A source without its comments. */
function codeOf(file: string): string {
  return textOf(file).replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*$|^\s*-- .*$/gm, '')
}

function textOf(file: string): string {
  const text = texts.get(file) ?? fs.readFileSync(path.join(root, file), 'utf8')
  texts.set(file, text)
  return text
}

function foldersOf(file: string): string[] {
  const folder = path.posix.dirname(file)
  return folder === '.' ? [] : [folder, ...foldersOf(folder)]
}

function filesBelow(folder: string): string[] {
  return fs.readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const place = path.posix.join(folder, entry.name)
    if (entry.isDirectory()) return NOT_OURS.has(place) ? [] : filesBelow(place)
    return [place]
  })
}
