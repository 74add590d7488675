import fs from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from './runtime.js'

/**
 * Counts of a vitest JSON report. A file that could not be loaded counts as one failed test, and so does a runner that
 * fails for a reason its report does not show.
 */
export function vitestCounts(file, { ok }) {
  const report = read(file)
  if (report === null) return { failed: 1 }
  const brokenFiles = report.testResults.filter(
    (each) => each.status === 'failed' && each.assertionResults.every((test) => test.status !== 'failed'),
  )
  const failed = report.numFailedTests + brokenFiles.length
  return {
    passed: report.numPassedTests,
    failed: withRunner(failed, ok && report.numTotalTests > 0),
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

/** Counts of a Playwright JSON report. A test that passed only on a retry counts as failed. */
export function playwrightCounts(file, { ok }) {
  const report = read(file)
  if (report === null) return { failed: 1 }
  const { expected, unexpected, flaky, skipped } = report.stats
  return { passed: expected, failed: withRunner(unexpected + flaky, ok && expected > 0), skipped }
}

/** Failures in a vitest JSON report: failed tests and files that could not be loaded, with the start of the reason. */
export function vitestFailures(file) {
  return (read(file)?.testResults ?? [])
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const failed = assertionResults.filter((test) => test.status === 'failed')
      if (failed.length === 0) return [told(path.relative(root, name), message)]
      return failed.map((test) => told(`${path.relative(root, name)} › ${test.fullName}`, test.failureMessages[0]))
    })
}

/** Failures in a Playwright JSON report: tests that failed or passed only on a retry, with the start of the reason. */
export function playwrightFailures(file) {
  return (read(file)?.suites ?? [])
    .flatMap(specsOf)
    .flatMap((spec) =>
      spec.tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map((test) => told(`${spec.file} › ${spec.title}`, test.results.find(({ error }) => error)?.error.message)),
    )
}

/**
 * From a vitest JSON report: how many tests of each file passed and failed. A file that could not be loaded counts as
 * one failed test.
 *
 * @returns {[string, { passed: number, failed: number }][]} by path from the root
 */
export function vitestFiles(file) {
  return (read(file)?.testResults ?? []).map(({ name, status, assertionResults }) => {
    const having = (wanted) => assertionResults.filter((test) => test.status === wanted).length
    const failed = having('failed')
    return [path.relative(root, name), { passed: having('passed'), failed: withRunner(failed, status !== 'failed') }]
  })
}

/**
 * From a vitest JSON report: how long each file took, from its first test to its last.
 *
 * @returns {[string, number][]} seconds by path from the root
 */
export function vitestSeconds(file) {
  return (read(file)?.testResults ?? []).map(({ name, startTime, endTime }) => [
    path.relative(root, name).replaceAll(path.sep, '/'),
    Math.round((endTime - startTime) / 100) / 10,
  ])
}

/**
 * From a Playwright JSON report: how many tests of each file passed and failed.
 *
 * @returns {[string, { passed: number, failed: number }][]} by path from the root
 */
export function playwrightFiles(file) {
  return (read(file)?.suites ?? []).map((suite) => {
    const statuses = specsOf(suite).flatMap(({ tests }) => tests.map(({ status }) => status))
    const failed = statuses.filter((status) => status === 'unexpected' || status === 'flaky').length
    const passed = statuses.filter((status) => status === 'expected').length
    return [`tests/e2e/${suite.file}`, { passed, failed }]
  })
}

function specsOf(suite) {
  return [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)]
}

const REASON_CHARACTERS_MAX = 600

function told(title, why = '') {
  const reason = stripVTControlCharacters(why ?? '').slice(0, REASON_CHARACTERS_MAX)
  return [title, ...reason.split('\n')].join('\n  ').trimEnd()
}

function withRunner(failed, ok) {
  return failed === 0 && !ok ? 1 : failed
}

function read(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}
