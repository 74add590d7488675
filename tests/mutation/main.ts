import { findPostgresFolder } from '#tests/support/postgres.ts'
import { helpFor } from '../../scripts/lib/help.js'
import { AREAS } from './areas.ts'
import { copyRepository } from './copy.ts'
import { type Mutant, mutate } from './mutant.ts'
import { runTests, type Verdict } from './run-tests.ts'

const KILLED_MIN = 0.9
helpFor(`npm run mutate: breaks the program in one place at a time, in a copy of the repository, and sees whether the tests notice.

  npm run mutate -- ledger locks     these areas alone: ${Object.keys(AREAS).join(', ')}
  npm run mutate -- --only=text      the mutants that have this text in their file or name

Everything takes hours. Ends with 0 if ${KILLED_MIN * 100} % of all mutants were noticed.`)

const words = process.argv.slice(2)
const only = words.find((each) => each.startsWith('--only='))?.slice('--only='.length) ?? ''
const chosen = words.filter((each) => !each.startsWith('--'))
for (const area of chosen) {
  if (!(area in AREAS)) throw new Error(`no area ${area}: there are ${Object.keys(AREAS).join(', ')}`)
}

const copy = copyRepository()
process.on('exit', copy.remove)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

const areas = Object.entries(AREAS)
  .filter(([area]) => chosen.length === 0 || chosen.includes(area))
  .map(([area, mutants]) => ({ area, mutants: mutants.filter(({ file, name }) => `${file}: ${name}`.includes(only)) }))

/** With PostgreSQL, tests run on it alone: the embedded half would notice the same mutants, but no race. */
const database = findPostgresFolder() === null ? undefined : 'postgres'
const known = new Map<string, Promise<Verdict>>()
const total = { killed: 0, all: 0 }
const summary: string[] = []
for (const { area, mutants } of areas) {
  let killed = 0
  for (const mutant of mutants) {
    const startedAt = performance.now()
    const { is, by } = await notice(mutant)
    if (is === 'killed') killed++
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
    console.log(`${is.padEnd(8)} ${area}: ${mutant.name} (${seconds} s) ${by}`.trimEnd())
  }
  summary.push(`${area}: ${killed} of ${mutants.length}`)
  total.killed += killed
  total.all += mutants.length
}
const score = total.all === 0 ? 0 : total.killed / total.all
console.log(`\n${summary.join('\n')}\nall: ${total.killed} of ${total.all} killed, ${(score * 100).toFixed(1)} %`)
process.exitCode = score >= KILLED_MIN ? 0 : 1

/** A test that fails on unchanged code would notice every mutant, so each stage must pass once before it counts. */
function unchanged(tests: readonly string[]): Promise<Verdict> {
  const name = tests.join(' ')
  const verdict = known.get(name) ?? runTests(copy.root, { tests, database, retries: 2 })
  known.set(name, verdict)
  return verdict
}

async function notice(mutant: Mutant): Promise<{ is: 'killed' | 'survived' | 'unusable'; by: string }> {
  const before = copy.read(mutant.file)
  for (const tests of mutant.tests) {
    const healthy = await unchanged(tests)
    if (healthy.is !== 'green')
      return { is: 'unusable', by: `${healthy.is} before anything was changed: ${healthy.by}` }
    copy.write(mutant.file, mutate(copy, mutant))
    const { is, by } = await runTests(copy.root, { tests, database }).finally(() => copy.write(mutant.file, before))
    if (is === 'red') return { is: 'killed', by }
    if (is === 'silent') return { is: 'unusable', by }
  }
  return { is: 'survived', by: '' }
}
