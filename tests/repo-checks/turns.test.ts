import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { DURATIONS_S, secondsOf } from '#tests/support/durations.ts'
import { EVERY_DAY, isTurnOf, thirdsOfLongFiles } from '#tests/support/turns.ts'

const root = path.join(import.meta.dirname, '../..')
const THIRDS = [0, 1, 2]
/** Complete cycles of the thirds, and of halves and thirds within tests: 9 × 2 days. */
const DAYS = Array.from({ length: 18 }, (_, day) => 20_000 + day)
/** Six minutes on two cores, four files at once. */
const UNITS_OF_A_DAY_MAX_S = 1_440

describe('the thirds of the tests', () => {
  it('have one that runs on each day', () => {
    for (const day of DAYS) expect(THIRDS.filter((third) => isTurnOf(third, day))).toHaveLength(1)
  })

  it.each(THIRDS)('rest for four days at most, number %i', (third) => {
    const days = DAYS.filter((day) => isTurnOf(third, day))
    expect(days.length).toBe(DAYS.length / THIRDS.length)
    expect(Math.max(...days.map((day, index) => day - (days[index - 1] ?? day)))).toBeLessThanOrEqual(5)
  })

  it.each(THIRDS)('meet every half and every third of what a test takes in turns itself, number %i', (third) => {
    const days = DAYS.filter((day) => isTurnOf(third, day))
    expect(new Set(days.map((day) => day % 2)).size).toBe(2)
    expect(new Set(days.map((day) => day % 3)).size).toBe(3)
  })
})

describe('the long test files', () => {
  it('are in one third each, unless they run every day', () => {
    const inTurns = thirdsOfLongFiles().flat()
    expect(new Set(inTurns).size).toBe(inTurns.length)
    expect(inTurns.filter((file) => EVERY_DAY.some((place) => file.startsWith(place)))).toEqual([])
  })

  it('leave a day of test files that two cores do in six minutes', () => {
    const all = Object.values(DURATIONS_S).reduce((sum, seconds) => sum + seconds, 0)
    for (const third of thirdsOfLongFiles()) {
      const resting = thirdsOfLongFiles().filter((files) => files[0] !== third[0])
      const atRest = resting.flat().reduce((sum, file) => sum + secondsOf(file), 0)
      expect(all - atRest).toBeLessThan(UNITS_OF_A_DAY_MAX_S)
    }
  })

  it('that run every day are there', () => {
    expect(EVERY_DAY.filter((place) => !fs.existsSync(path.join(root, place)))).toEqual([])
  })
})
