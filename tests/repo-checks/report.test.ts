import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import {
  playwrightCounts,
  playwrightFailures,
  playwrightFiles,
  vitestCounts,
  vitestFailures,
  vitestFiles,
  vitestSeconds,
} from '../../scripts/lib/report.js'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-report-'))
const file = path.join(folder, 'report.json')
afterAll(() => fs.rmSync(folder, { recursive: true }))

const written = (report: unknown) => {
  fs.writeFileSync(file, JSON.stringify(report))
  return file
}
const well = { ok: true }
const badly = { ok: false }

describe('of vitest', () => {
  const report = (counts: { passed: number; failed: number }, files: unknown[] = []) => ({
    numPassedTests: counts.passed,
    numFailedTests: counts.failed,
    numPendingTests: 0,
    numTodoTests: 0,
    numTotalTests: counts.passed + counts.failed,
    testResults: files,
  })

  it('counts what passed and failed', () => {
    expect(vitestCounts(written(report({ passed: 7, failed: 2 })), badly)).toEqual({ passed: 7, failed: 2, skipped: 0 })
  })

  it('counts a file that could not be loaded as one failed test', () => {
    const broken = report({ passed: 7, failed: 0 }, [{ status: 'failed', assertionResults: [] }])
    expect(vitestCounts(written(broken), badly)).toMatchObject({ passed: 7, failed: 1 })
  })

  it('counts a runner that ends badly after all tests passed as one failed test', () => {
    expect(vitestCounts(written(report({ passed: 7, failed: 0 })), badly)).toMatchObject({ failed: 1 })
  })

  it('counts a run without a single test as failed', () => {
    expect(vitestCounts(written(report({ passed: 0, failed: 0 })), well)).toMatchObject({ failed: 1 })
  })

  it('says how long each file took, in tenths of a second', () => {
    const files = [{ name: path.resolve('server/a.test.ts'), startTime: 1_000, endTime: 3_249, assertionResults: [] }]
    expect(vitestSeconds(written(report({ passed: 7, failed: 0 }, files)))).toEqual([['server/a.test.ts', 2.2]])
  })

  it('names what failed and why, without colours', () => {
    const passed = { status: 'passed', fullName: 'adds', failureMessages: [] }
    const failed = {
      status: 'failed',
      fullName: 'subtracts',
      failureMessages: ['\u001b[31mexpected 2\u001b[39m\nto be 1'],
    }
    const files = [
      { status: 'passed', name: path.resolve('a.test.ts'), message: '', assertionResults: [passed] },
      { status: 'failed', name: path.resolve('b.test.ts'), message: '', assertionResults: [passed, failed] },
      { status: 'failed', name: path.resolve('c.test.ts'), message: 'no such module', assertionResults: [] },
    ]
    expect(vitestFailures(written(report({ passed: 2, failed: 1 }, files)))).toEqual([
      'b.test.ts › subtracts\n  expected 2\n  to be 1',
      'c.test.ts\n  no such module',
    ])
  })

  it('counts by file, and a file that could not be loaded as one failed test', () => {
    const of = (...statuses: string[]) => statuses.map((status) => ({ status }))
    const files = [
      { status: 'passed', name: path.resolve('tests/a.test.ts'), assertionResults: of('passed', 'passed') },
      { status: 'failed', name: path.resolve('tests/b.test.ts'), assertionResults: of('passed', 'failed') },
      { status: 'failed', name: path.resolve('tests/c.test.ts'), assertionResults: [] },
    ]
    expect(vitestFiles(written(report({ passed: 3, failed: 1 }, files)))).toEqual([
      ['tests/a.test.ts', { passed: 2, failed: 0 }],
      ['tests/b.test.ts', { passed: 1, failed: 1 }],
      ['tests/c.test.ts', { passed: 0, failed: 1 }],
    ])
  })

  it('counts a missing or cut report as one failed test', () => {
    expect(vitestCounts(path.join(folder, 'none.json'), well)).toEqual({ failed: 1 })
    fs.writeFileSync(file, '{"numPassedTests": 7')
    expect(vitestCounts(file, well)).toEqual({ failed: 1 })
  })
})

describe('of Playwright', () => {
  const report = (stats: object) => written({ stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0, ...stats } })

  it('counts a test that passed only when repeated as failed', () => {
    expect(playwrightCounts(report({ expected: 3, flaky: 1 }), well)).toEqual({ passed: 3, failed: 1, skipped: 0 })
  })

  it('counts a product that did not come up as one failed test', () => {
    expect(playwrightCounts(report({}), badly)).toMatchObject({ failed: 1 })
  })

  it('names what failed or passed only when repeated, at any depth', () => {
    const spec = (title: string, status: string, message?: string) => ({
      title,
      file: 'pay.spec.ts',
      tests: [{ status, results: [{ error: message === undefined ? undefined : { message } }, {}] }],
    })
    const suites = [
      {
        specs: [spec('pays', 'expected')],
        suites: [{ specs: [spec('asks', 'flaky', 'late'), spec('tells', 'unexpected', 'wrong')] }],
      },
    ]
    expect(playwrightFailures(written({ suites }))).toEqual([
      'pay.spec.ts › asks\n  late',
      'pay.spec.ts › tells\n  wrong',
    ])
  })

  it('counts by file, at any depth', () => {
    const spec = (status: string) => ({ title: 'pays', file: 'pay.spec.ts', tests: [{ status, results: [] }] })
    const suites = [
      { file: 'pay.spec.ts', specs: [spec('expected')], suites: [{ specs: [spec('flaky'), spec('unexpected')] }] },
    ]
    expect(playwrightFiles(written({ suites }))).toEqual([['tests/e2e/pay.spec.ts', { passed: 1, failed: 2 }]])
  })

  it('counts what was skipped', () => {
    expect(playwrightCounts(report({ expected: 3, skipped: 2 }), well)).toEqual({ passed: 3, failed: 0, skipped: 2 })
  })
})
