import { expect, it } from 'vitest'
import { nextSeed, readNightlyLog, withNightlyRow } from '../../scripts/lib/nightly-log.js'

const EMPTY = 'Before.\n<!-- nightly runs: begin -->\n<!-- nightly runs: end -->\nAfter.\n'
const row = { date: '2026-11-24', commit: 'abc1234', tests: '11626 passed, 0 failed', kills: 50, result: 'green' }

it('adds a run to the log and sums up what was green', () => {
  const first = withNightlyRow(EMPTY, { ...row, seeds: '101 to 104' })
  const red = withNightlyRow(first, { ...row, seeds: '105 to 106', result: 'red' })
  const text = withNightlyRow(red, { ...row, seeds: 'none', kills: 20 })
  expect(readNightlyLog(text)).toEqual([
    { ...row, seeds: '101 to 104' },
    { ...row, seeds: '105 to 106', result: 'red' },
    { ...row, seeds: 'none', kills: 20 },
  ])
  expect(text).toContain('**4 of 100 seeds of 10,000 operations (G1)**, **70 of 1,000 kills (G5)**')
  expect(text).toMatch(/^Before\.\n[\s\S]+\nAfter\.\n$/)
})

it('never simulates a seed of an earlier run again', () => {
  expect(nextSeed([])).toBe(101)
  expect(nextSeed(readNightlyLog(withNightlyRow(EMPTY, { ...row, seeds: '101 to 104' })))).toBe(105)
})

it('says so when the page has no log', () => {
  expect(() => readNightlyLog('nothing')).toThrow('no log of nightly runs')
})
