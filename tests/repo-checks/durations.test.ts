import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { DURATIONS_S, isSlow, secondsOf } from '#tests/support/durations.ts'

const root = path.join(import.meta.dirname, '../..')
/**
 * Files of this many seconds fit into two minutes on two cores: four run at once, and on one database each is faster
 * than listed.
 */
const TWO_MINUTES_HOLD_S = 560

function testsIn(folder: string): string[] {
  return fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll(path.sep, '/')}`)
    .filter((file) => file.endsWith('.test.ts') && !/^tests\/(?:e2e|concurrency|crash)\//.test(file))
}

describe('the list of durations', () => {
  it('names test files that are there', () => {
    expect(Object.keys(DURATIONS_S).filter((file) => !fs.existsSync(path.join(root, file)))).toEqual([])
  })

  it('is in the order of the paths, so that a new figure is one changed line', () => {
    expect(Object.keys(DURATIONS_S)).toEqual(Object.keys(DURATIONS_S).toSorted())
  })
})

describe('the fast run', () => {
  const rooms = fs
    .readdirSync(path.join(root, 'server'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `server/${name}`)
    .filter((room) => testsIn(room).length > 0)

  it.each([...rooms, 'contract', 'web/src'])('has tests of %s', (room) => {
    expect(testsIn(room).filter((file) => !isSlow(file))).not.toEqual([])
  })

  it.each(['server/payments', 'server/deposits', 'server/selling'])('has most test files of %s', (room) => {
    const files = testsIn(room)
    expect(files.filter((file) => !isSlow(file)).length).toBeGreaterThan(files.length / 2)
  })

  it('takes two minutes', () => {
    const files = ['contract', 'server', 'sandbox', 'audit', 'tests', 'bench', 'scripts', 'web/src'].flatMap(testsIn)
    const seconds = files.filter((file) => !isSlow(file)).reduce((sum, file) => sum + secondsOf(file), 0)
    expect(seconds).toBeLessThan(TWO_MINUTES_HOLD_S)
  })
})
