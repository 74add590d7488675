import { helpFor } from './lib/help.js'
import { installIfNeeded } from './lib/install.js'
import { runStep } from './lib/run-step.js'
import { environmentFor, findRuntime } from './lib/runtime.js'
import { checkTypes } from './lib/types.js'

helpFor(`npm run test:fast: the checks to run after each change, at most two minutes on two cores.

Format, lint, types and import directions; meanwhile every test that is not slow (tests/durations.json) and needs no process,
browser or race, on the embedded database. Uses the last build of the web app.`)

const MINUTE_MS = 60_000
installIfNeeded()
const env = {
  ...environmentFor(findRuntime()),
  JARA_TEST_DATABASE: 'pglite',
  JARA_TEST_FAST: 'on',
  JARA_TEST_WEB: 'built-before',
}
const beside = { env, timeoutMs: 5 * MINUTE_MS, beside: true }
const steps = await Promise.all([
  runStep('format and lint', ['biome', 'check', '--error-on-warnings', '.'], beside),
  runStep('import directions', ['node', 'scripts/check-imports.ts'], beside),
  checkTypes('tsconfig.json', beside),
  runStep('tests', ['vitest', 'run', '--reporter=dot'], { env, timeoutMs: 5 * MINUTE_MS }),
])
process.exitCode = steps.every(({ ok }) => ok) ? 0 : 1
