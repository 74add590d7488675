import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { helpFor } from './lib/help.js'
import { installIfNeeded } from './lib/install.js'
import { prepareMachine } from './lib/machine.js'
import { nextSeed, readNightlyLog, withNightlyRow } from './lib/nightly-log.js'
import { playwrightCounts, playwrightFailures, vitestCounts, vitestFailures } from './lib/report.js'
import { runStep } from './lib/run-step.js'
import { environmentFor, findRuntime, root } from './lib/runtime.js'

helpFor(`npm run test:nightly: the repetitions that npm test leaves out. It takes hours.

  --no-tests   skips the first part: every test on both databases, with all seeds and crash points
  --seeds 4    simulated worlds, with seeds that no earlier run used
  --ops 10000  operations in each world
  --kills 50   kills under load
  --log        writes the row into docs/why/reliability.md`)

const { values } = parseArgs({
  allowNegative: true,
  options: {
    tests: { type: 'boolean', default: true },
    seeds: { type: 'string', default: '4' },
    ops: { type: 'string', default: '10000' },
    kills: { type: 'string', default: '50' },
    log: { type: 'boolean', default: false },
  },
})
const HOUR_MS = 60 * 60_000
const document = path.join(root, 'docs', 'why', 'reliability.md')
const [seeds, kills] = [Number(values.seeds), Number(values.kills)]

installIfNeeded()
const machine = await prepareMachine()
const databases = machine.postgres === null ? ['pglite'] : ['pglite', 'postgres']
const env = { ...environmentFor(findRuntime()), JARA_NIGHTLY: 'on' }
const results = path.join(root, 'test-results')
fs.mkdirSync(results, { recursive: true })
const failed = []

const tests = values.tests ? await repeatTests() : 'not run'
const first = nextSeed(readNightlyLog(fs.readFileSync(document, 'utf8')))
if (seeds > 0) {
  await step('simulated worlds', [
    ...['node', 'tests/simulation/main.ts', '--seeds', String(seeds), '--first-seed', String(first)],
    ...['--ops', values.ops, '--jobs', '2'],
  ])
}
for (const database of kills > 0 ? databases : []) {
  const share = Math.ceil(kills / databases.length)
  await step(`kills on ${database}`, [
    'node',
    'tests/crash/kill-many.ts',
    '--kills',
    String(share),
    '--database',
    database,
  ])
}
report()

async function step(title, command) {
  const { ok } = await runStep(title, command, { env, timeoutMs: 6 * HOUR_MS })
  if (!ok) failed.push(title)
}

async function repeatTests() {
  const file = path.join(results, 'vitest-nightly.json')
  fs.rmSync(file, { force: true })
  const command = ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const counts = vitestCounts(
    file,
    await runStep('tests with every repetition', command, { env, timeoutMs: 3 * HOUR_MS }),
  )
  failed.push(...vitestFailures(file))
  const inBrowser = await repeatJourneys()
  return `${(counts.passed ?? 0) + inBrowser.passed} passed, ${counts.failed + inBrowser.failed} failed`
}

async function repeatJourneys() {
  if (machine.chromium === null) return { passed: 0, failed: 0 }
  const file = path.join(results, 'playwright-nightly.json')
  fs.rmSync(file, { force: true })
  const ended = await runStep('journeys in the browser', ['playwright', 'test', '--reporter=list,json'], {
    env: { ...env, CHROMIUM_PATH: machine.chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: file },
    timeoutMs: HOUR_MS,
  })
  failed.push(...playwrightFailures(file))
  return { passed: 0, ...playwrightCounts(file, ended) }
}

function report() {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
  const row = {
    date: new Date().toISOString().slice(0, 10),
    commit,
    tests,
    seeds: seeds > 0 ? `${first} to ${first + seeds - 1}` : 'none',
    kills: kills > 0 ? Math.ceil(kills / databases.length) * databases.length : 0,
    result: failed.length === 0 ? 'green' : 'red',
  }
  if (values.log) fs.writeFileSync(document, withNightlyRow(fs.readFileSync(document, 'utf8'), row))
  for (const failure of failed) console.log(`Failed: ${failure}`)
  console.log(`${row.date} ${row.commit}: tests ${row.tests}; seeds ${row.seeds}; ${row.kills} kills; ${row.result}`)
  process.exitCode = failed.length === 0 ? 0 : 1
}
