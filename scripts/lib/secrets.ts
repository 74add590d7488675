import { spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { PUBLIC_ON_PURPOSE } from './public-on-purpose.ts'

/** Finds keys and passwords where they must not be: in tracked files, in the history, and in what browsers receive. */

export type Found = { readonly what: string; readonly where: string; readonly text: string }

/** What a secret looks like. */
export const PATTERNS: Readonly<Record<string, RegExp>> = {
  'a private key': /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY-----/g,
  'a key of Paystack': /\bsk_(?:live|test)_[A-Za-z0-9_]{6,}/g,
  'a key of VTpass': /\b(?:PK|SK)_[A-Za-z0-9]{12,}\b/g,
  'a key of Amazon': /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g,
  'a key of Google': /\bAIza[0-9A-Za-z_-]{35}/g,
  'a token of GitHub': /\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{22,})/g,
  'a token of Slack': /\bxox[abeoprs]-[0-9A-Za-z-]{10,}/g,
  'a token of npm': /\bnpm_[A-Za-z0-9]{36}\b/g,
  'a signed token': /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}/g,
  // Ignores addresses on this machine, and the reserved names and addresses that tests and examples use.
  'a password in an address':
    /\b[a-z][a-z0-9+.-]*:\/\/[^\s:@/'"`<>{}$]+:[^\s:@/'"`<>{}$…]+@(?!localhost\b|127\.|\[::1\]|192\.0\.2\.|(?:[\w-]+\.)*example\b)(?=[\w[])/gi,
  'hexadecimal digits named as a secret': /(?:secret|key|token|password|pepper)\w*['"]?\s*[:=]\s*['"`]?[0-9a-f]{32,}/gi,
  'a long text named as a secret':
    /(?:secret|token|password|passwd|api_?key)\w*['"]?\s*[:=]\s*['"`][\w+/-]{40,}={0,2}['"`]/gi,
}

/** A shorter public text matches only as a whole: it could also be the beginning of a real secret. */
const WHOLE_BELOW_CHARACTERS = 32

/** Matches in a text that are not known to be public. `where` receives the line number, from 1. */
export function secretsIn(text: string, where: (line: number) => string): Found[] {
  return Object.entries(PATTERNS).flatMap(([what, pattern]) =>
    [...text.matchAll(pattern)]
      .filter(([found]) => !isPublic(found))
      .map(({ 0: found, index }) => ({ what, where: where(text.slice(0, index).split('\n').length), text: found })),
  )
}

function isPublic(found: string): boolean {
  return PUBLIC_ON_PURPOSE.some(({ texts }) =>
    texts.some((known) => found === known || (known.length >= WHOLE_BELOW_CHARACTERS && found.includes(known))),
  )
}

/** Scans a folder's files, named relative to it. Files with zero bytes are binary and skipped. */
export function scanFiles(folder: string, names: readonly string[]): Found[] {
  return names.flatMap((name) => {
    const file = path.join(folder, name)
    if (!fs.statSync(file, { throwIfNoEntry: false })?.isFile()) return []
    const bytes = fs.readFileSync(file)
    return bytes.includes(0) ? [] : secretsIn(bytes.toString('utf8'), (line) => `${name}:${line}`)
  })
}

/** The files that git tracks here, or null outside a repository. */
function trackedFiles(root: string): string[] | null {
  const { status, stdout } = spawnSync('git', ['ls-files', '-z'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  return status === 0 ? stdout.split('\0').filter((name) => name !== '') : null
}

/** The files of a release: what git tracks, or, without git, everything that is not generated on the machine. */
export function releasedFiles(root: string): string[] {
  const made = new Set(['.git', 'node_modules', 'data', 'test-results', 'playwright-report', 'coverage', '.cache'])
  const here = () => fs.readdirSync(root, { withFileTypes: true }).filter(({ name }) => !made.has(name))
  return (
    trackedFiles(root) ??
    here()
      .flatMap((each) =>
        each.isDirectory() ? filesUnder(path.join(root, each.name)).map((name) => `${each.name}/${name}`) : each.name,
      )
      .filter((name) => !/^web\/dist/.test(name))
  )
}

/** Every file under a folder, except compressed copies of others. */
export function filesUnder(folder: string): string[] {
  const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names.filter((name) => !/\.(?:br|gz)$/.test(name))
}

/**
 * Scans every line that any commit of any branch ever added. Null outside a repository.
 *
 * @throws if git ends before the history does
 */
export async function scanHistory(root: string): Promise<Found[] | null> {
  if (trackedFiles(root) === null) return null
  const words = [
    'log',
    '--all',
    '-p',
    '--diff-merges=first-parent',
    '--no-color',
    '--no-ext-diff',
    '--format=commit %h',
  ]
  const git = spawn('git', words, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] })
  const ended = new Promise<number | null>((resolve) => git.once('close', resolve))
  const found: Found[] = []
  let commit = ''
  let file = ''
  for await (const line of createInterface({ input: git.stdout, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.startsWith('commit ')) commit = line.slice('commit '.length)
    else if (line.startsWith('+++ ')) file = line.slice('+++ b/'.length)
    else if (line.startsWith('+')) found.push(...secretsIn(line.slice(1), () => `${commit} ${file}`))
  }
  if ((await ended) !== 0) throw new Error('git could not read the whole history')
  return found
}
