import fs from 'node:fs'

/**
 * Counts of a vitest JSON report. A file that could not be loaded counts as one failed test, and so does a runner that
 * ended badly for a reason its report does not show.
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

/** Counts of a Playwright JSON report. A test that passed only when repeated counts as failed. */
export function playwrightCounts(file, { ok }) {
  const report = read(file)
  if (report === null) return { failed: 1 }
  const { expected, unexpected, flaky, skipped } = report.stats
  return { passed: expected, failed: withRunner(unexpected + flaky, ok && expected > 0), skipped }
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
