import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { secondsOf } from '#tests/support/durations.ts'
import { chooseTests } from './lib/choose-tests.ts'
import { helpFor } from './lib/help.js'
import { installIfNeeded } from './lib/install.js'
import { runStep } from './lib/run-step.js'
import { environmentFor, findRuntime, root } from './lib/runtime.js'
import { checkTypes, TYPE_PROJECTS } from './lib/types.js'

helpFor(`npm run t: checks types, lint and import directions, and runs the tests for your changes, within a minute.

  npm run t                          your uncommitted changes
  npm run t server/deposits          a folder: its tests, and those that import what changed in it
  npm run t contract/money.ts        a file: the tests beside it, and those that import it
  npm run t -- --since main          what has changed since a commit or a branch
  npm run t server/payments -- --all      also the tests that do not fit into a minute
  npm run t server/ledger -- --postgres   on PostgreSQL too; by default only on the embedded database
  npm run t server/wallet -- --list       lists the tests without running them
  npm run t server/wallet -- --no-tests   only types, lint and import directions

npm run e2e runs journeys in a browser; npm run check also looks for unused code.`)

const MINUTE_MS = 60_000
/** Four files at a time take forty seconds on two cores; starting and ending a run takes ten. */
const BUDGET_S = 150
const PARTS = ['contract', 'server', 'sandbox', 'audit', 'tests', 'bench', 'scripts', 'web/src']
/** A test that reads the build itself, and not only a page of a product: it needs a current build. */
const READS_BUILD = /web\/dist|dist-server/
const LEFT_OUT_SHOWN_MAX = 5

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    since: { type: 'string' },
    all: { type: 'boolean', default: false },
    postgres: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    'no-tests': { type: 'boolean', default: false },
  },
})

const wanted = positionals.map(fromRoot)
const changed = changedFiles().filter((file) => wanted.length === 0 || isIn(file, wanted))
const files = changed.length > 0 ? changed : wanted
if (files.length === 0) {
  console.log('Nothing has changed. Name a file or a folder: npm run t server/deposits')
  process.exit(0)
}

const sources = readSources()
const { run, leftOut } = chooseTests(sources, {
  changed: [...new Set([...changed, ...wanted.filter(isFile)])],
  rooms: wanted.length > 0 ? wanted.map(folderOf) : changed.map((file) => path.posix.dirname(file)),
  named: wanted.filter((file) => file.endsWith('.test.ts')),
  budgetS: values.all ? Number.POSITIVE_INFINITY : BUDGET_S,
  secondsOf,
})

if (values.list) {
  for (const file of run) console.log(file)
  sayLeftOut()
} else {
  await check()
}

async function check(): Promise<void> {
  installIfNeeded()
  const startedMs = performance.now()
  const readsBuild = run.some((file) => READS_BUILD.test(sources.get(file) ?? ''))
  const env = {
    ...environmentFor(findRuntime()),
    ...(values.postgres ? {} : { JARA_TEST_DATABASE: 'pglite' }),
    ...(readsBuild ? {} : { JARA_TEST_WEB: 'built-before' }),
  }
  const beside = { env, timeoutMs: 5 * MINUTE_MS, beside: true }
  const lint = ['biome', 'check', '--error-on-warnings', '--no-errors-on-unmatched', '--files-ignore-unknown=true']
  const isTested = run.length > 0 && !values['no-tests']
  const steps = await Promise.all([
    ...TYPE_PROJECTS.filter(({ covers }) => files.some((file) => covers.test(isFile(file) ? file : `${file}/`))).map(
      ({ config }) => checkTypes(config, beside),
    ),
    runStep('format and lint', [...lint, ...files.filter((file) => fs.existsSync(path.join(root, file)))], beside),
    runStep('import directions', ['node', 'scripts/check-imports.ts'], beside),
    ...(isTested
      ? [runStep('tests', ['vitest', 'run', ...run, '--reporter=dot'], { env, timeoutMs: 30 * MINUTE_MS })]
      : []),
  ])
  console.log('')
  for (const { title, ok, seconds } of steps) {
    console.log(`${ok ? 'ok    ' : 'FAILED'} ${seconds.toFixed(1).padStart(6)} s  ${title}`)
  }
  const wholeS = (performance.now() - startedMs) / 1_000
  console.log(`       ${wholeS.toFixed(1).padStart(6)} s  in all, with ${isTested ? run.length : 0} test files`)
  sayLeftOut()
  process.exitCode = steps.every(({ ok }) => ok) ? 0 : 1
}

function sayLeftOut(): void {
  if (leftOut.length === 0) return
  const longest = leftOut.toSorted((a, b) => secondsOf(b) - secondsOf(a)).slice(0, LEFT_OUT_SHOWN_MAX)
  console.log(`${leftOut.length} test files did not fit into a minute (-- --all runs them):`)
  for (const file of longest) console.log(`  ${secondsOf(file).toFixed(0).padStart(4)} s  ${file}`)
  if (leftOut.length > longest.length) console.log(`          and ${leftOut.length - longest.length} shorter ones`)
}

/** Turns a typed path into one from the repository root, with `/`. */
function fromRoot(typed: string): string {
  const place = path.relative(root, path.resolve(typed))
  if (place === '' || place.startsWith('..') || !fs.existsSync(path.join(root, place))) {
    console.error(`There is no ${typed} in this repository.`)
    process.exit(2)
  }
  return place.replaceAll(path.sep, '/')
}

function isFile(place: string): boolean {
  return fs.statSync(path.join(root, place), { throwIfNoEntry: false })?.isFile() ?? true
}

/** A file runs the tests beside it; a test file runs alone. */
function folderOf(place: string): string {
  return isFile(place) && !place.endsWith('.test.ts') ? path.posix.dirname(place) : place
}

function isIn(file: string, places: readonly string[]): boolean {
  return places.some((place) => file === place || file.startsWith(`${place}/`))
}

/** Uncommitted files that were changed, added or deleted; with `--since`, also those committed since. */
function changedFiles(): string[] {
  const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).split('\n')
  const names = [
    ...git('diff', '--name-only', '--relative', values.since ?? 'HEAD'),
    ...git('ls-files', '--others', '--exclude-standard'),
  ]
  return [...new Set(names.filter((name) => name !== ''))]
}

function readSources(): Map<string, string> {
  const read = new Map<string, string>()
  for (const part of PARTS) {
    for (const name of fs.readdirSync(path.join(root, part), { recursive: true, encoding: 'utf8' })) {
      const file = path.posix.join(part, name.replaceAll(path.sep, '/'))
      if (!/\.(?:[jt]s|tsx)$/.test(file) || file.includes('/node_modules/')) continue
      read.set(file, fs.readFileSync(path.join(root, file), 'utf8'))
    }
  }
  return read
}
