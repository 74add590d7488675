import fs from 'node:fs'
import path from 'node:path'
import { helpFor } from './lib/help.js'
import { installIfNeeded } from './lib/install.js'
import { prepareMachine } from './lib/machine.js'
import { isJourney, readOutsideTable } from './lib/outside.js'
import { playwrightFiles, vitestFiles } from './lib/report.js'
import { runStep } from './lib/run-step.js'
import { environmentFor, findRuntime, root } from './lib/runtime.js'

helpFor(`npm run outside: what strangers do to an installation, with every repetition.

Old browsers, dead connections, odd addresses, wrong clocks, providers that refuse. Prints a line for each row of the table in
docs/why/reliability.md. Exit code 1 if any of them failed or did not run.`)

const MINUTE_MS = 60_000

installIfNeeded()
const machine = await prepareMachine()
const env = { ...environmentFor(findRuntime()), JARA_NIGHTLY: 'on' }
const results = path.join(root, 'test-results')
fs.mkdirSync(results, { recursive: true })

const rows = readOutsideTable(fs.readFileSync(path.join(root, 'docs', 'why', 'reliability.md'), 'utf8'))
const files = rows.map(({ file }) => file)
const ended = new Map([...(await runTests()), ...(await runJourneys())])
console.log('')
for (const { what, file } of rows) {
  const { passed, failed } = ended.get(file) ?? { passed: 0, failed: 0 }
  const verdict = failed > 0 ? 'FAILED' : passed > 0 ? 'ok' : 'NOT RUN'
  if (verdict !== 'ok') process.exitCode = 1
  console.log(
    `${verdict.padEnd(8)}${String(passed).padStart(5)} of ${String(passed + failed).padEnd(5)} ${what} (${file})`,
  )
}

async function runTests() {
  const file = path.join(results, 'vitest-outside.json')
  fs.rmSync(file, { force: true })
  const command = [
    'vitest',
    'run',
    ...files.filter((each) => !isJourney(each)),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]
  await runStep('from outside', command, { env, timeoutMs: 30 * MINUTE_MS })
  return vitestFiles(file)
}

async function runJourneys() {
  if (machine.chromium === null) {
    console.log('Left out: journeys in the browser, because Chromium is not installed')
    return []
  }
  const built = await runStep('web build', ['node', 'scripts/build-web.js'], { env, timeoutMs: 3 * MINUTE_MS })
  if (!built.ok) return []
  const file = path.join(results, 'playwright-outside.json')
  fs.rmSync(file, { force: true })
  await runStep(
    'from outside, in the browser',
    ['playwright', 'test', ...files.filter(isJourney), '--reporter=list,json'],
    {
      env: { ...env, CHROMIUM_PATH: machine.chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: file },
      timeoutMs: 30 * MINUTE_MS,
    },
  )
  return playwrightFiles(file)
}
