import fs from 'node:fs'
import path from 'node:path'
import { whenNpmIsGone } from './end-with-parent.js'
import { installIfNeeded } from './install.js'
import { prepareMachine } from './machine.js'
import { playwrightCounts, playwrightFailures, vitestCounts, vitestFailures } from './report.js'
import { runStep } from './run-step.js'
import { environmentFor, findRuntime, root } from './runtime.js'

const MINUTE_MS = 60_000
const results = path.join(root, 'test-results')
const vitestReport = path.join(results, 'vitest.json')
const playwrightReport = path.join(results, 'playwright.json')
/** Long tests run on one day in three: tests/support/turns.ts. */
const turns = { JARA_TEST_TURNS: 'on' }

/**
 * Runs every check and test. Each static check counts as one test. The last line is always exactly `N passed, N
 * failed`; a runner that crashes, hangs or reports nothing counts as failed. Failures and their reasons are repeated
 * just before it, since they would otherwise be lost in thousands of lines.
 */
export async function testAll() {
  whenNpmIsGone(() => process.kill(process.pid, 'SIGTERM'))
  const total = { passed: 0, failed: 0, skipped: 0 }
  const leftOut = []
  const failed = []
  try {
    for await (const { title, counts, failures, missing } of steps()) {
      if (missing) leftOut.push(`${title}: ${missing}`)
      if (counts.failed > 0) failed.push(...(failures?.length > 0 ? failures : [title]))
      for (const kind of Object.keys(total)) total[kind] += counts[kind] ?? 0
    }
  } catch (error) {
    console.error(error)
    total.failed++
  }
  for (const failure of failed) console.log(`Failed: ${failure}`)
  for (const line of leftOut) console.log(`Left out: ${line}`)
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
  console.log(`${total.passed} passed, ${total.failed} failed${skipped}`)
}

async function* steps() {
  const preparing = prepareMachine()
  installIfNeeded()
  const runtime = environmentFor(findRuntime())
  fs.mkdirSync(results, { recursive: true })
  for (const report of [vitestReport, playwrightReport]) fs.rmSync(report, { force: true })

  const checks = staticChecks.map(([title, command]) => checkStep(title, command, runtime))
  yield* (await Promise.all([...checks, webSteps(runtime)])).flat()
  const machine = await preparing
  const env =
    machine.chromium === null ? { ...runtime, ...turns } : { ...runtime, ...turns, CHROMIUM_PATH: machine.chromium }
  yield await unitStep(env)
  if (machine.postgres === null) {
    yield { title: 'the same tests on PostgreSQL', counts: { skipped: 1 }, missing: 'PostgreSQL is not installed' }
  }

  if (machine.postgres !== null && machine.strace === null) {
    const missing = 'strace is not installed, or may not trace here'
    yield { title: 'power loss under PostgreSQL', counts: { skipped: 1 }, missing }
  }

  if (machine.promtool === null) {
    const missing = 'promtool, from the Debian package prometheus, is not installed'
    yield { title: 'alert rules under promtool', counts: { skipped: 1 }, missing }
  }

  yield await browserStep(machine, env)
}

const staticChecks = [
  ['format and lint', ['biome', 'check', '--error-on-warnings', '.']],
  ['types', ['tsc', '-p', 'tsconfig.json']],
  ['types of the web app', ['tsc', '-p', 'web/tsconfig.json']],
  ['types of its tests and its build', ['tsc', '-p', 'web/tsconfig.node.json']],
  ['types of the browser tests', ['tsc', '-p', 'tests/e2e/tsconfig.json']],
  ['import directions', ['node', 'scripts/check-imports.ts']],
  ['unused code and packages', ['knip']],
]

async function checkStep(title, command, env) {
  const { ok } = await runStep(title, command, { env, timeoutMs: 3 * MINUTE_MS, beside: true })
  return { title, counts: ok ? { passed: 1 } : { failed: 1 } }
}

async function webSteps(env) {
  const built = await checkStep('web build', ['node', 'scripts/build-web.js'], env)
  return [built, await checkStep('web size', ['node', 'scripts/check-web-size.ts'], env)]
}

async function unitStep(env) {
  const command = ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`]
  const run = await runStep('unit and integration tests', command, { env, timeoutMs: 45 * MINUTE_MS })
  return { title: 'tests', counts: vitestCounts(vitestReport, run), failures: vitestFailures(vitestReport) }
}

async function browserStep(machine, env) {
  const title = 'journeys in the browser'
  if (machine.chromium === null) return { title, counts: { skipped: 1 }, missing: 'Chromium is not installed' }
  const run = await runStep(title, ['playwright', 'test', '--reporter=list,json'], {
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport },
    timeoutMs: 30 * MINUTE_MS,
  })
  return { title, counts: playwrightCounts(playwrightReport, run), failures: playwrightFailures(playwrightReport) }
}
