import { describe, expect, it } from 'vitest'
import { startCheck } from './checks.ts'
import { reportLines } from './text.ts'

function report(of: { problems: number }) {
  const check = startCheck('I2', 'balances are sums', 'accounts')
  check.examine(1_234n)
  for (let n = 1; n <= of.problems; n++) check.problem(`account ${n}`)
  return { results: [check.result()], transfers: 1_234n, entries: 5_678n, problems: of.problems }
}

describe('the report', () => {
  it('says ok, with what was checked, and ends with the verdict', () => {
    expect(reportLines(report({ problems: 0 }))).toEqual([
      'I2  balances are sums  1,234 accounts        ok',
      'audit: clean, 1,234 transfers, 5,678 entries',
    ])
  })

  it('names the row at fault', () => {
    expect(reportLines(report({ problems: 1 }))).toEqual([
      'I2  balances are sums  1,234 accounts        1 WRONG',
      '      account 1',
      'audit: 1 problem',
    ])
  })

  it('names the first twenty rows and counts the others', () => {
    const lines = reportLines(report({ problems: 1_020 }))
    expect(lines).toHaveLength(1 + 20 + 2)
    expect(lines.slice(-3)).toEqual(['      account 20', '      … and 1,000 more', 'audit: 1,020 problems'])
  })

  it('says why a check did not apply', () => {
    const check = startCheck('I4', 'orders', 'users')
    check.skip('this database has no orders')
    const lines = reportLines({ results: [check.result()], transfers: 0n, entries: 0n, problems: 0 })
    expect(lines[0]).toBe('I4  orders  0 users               not applied: this database has no orders')
  })
})
