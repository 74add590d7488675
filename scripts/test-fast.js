import { installIfNeeded } from './lib/install.js'
import { runStep } from './lib/run-step.js'
import { environmentFor, findRuntime } from './lib/runtime.js'

/**
 * `npm run test:fast`: what a person waits for after each change. Format, types and import directions, then every test that
 * needs no process, browser or race of its own, on the embedded database.
 */
const MINUTE_MS = 60_000
installIfNeeded()
const env = { ...environmentFor(findRuntime()), JARA_TEST_DATABASE: 'pglite', JARA_TEST_FAST: 'on' }
const steps = [
  ['format and lint', ['biome', 'check', '--error-on-warnings', '.']],
  ['types', ['tsc', '-p', 'tsconfig.json']],
  ['import directions', ['node', 'scripts/check-imports.ts']],
  ['tests', ['vitest', 'run', '--reporter=dot']],
]
const ended = []
for (const [title, command] of steps) ended.push(await runStep(title, command, { env, timeoutMs: 5 * MINUTE_MS }))
process.exitCode = ended.every(({ ok }) => ok) ? 0 : 1
