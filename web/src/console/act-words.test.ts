import { expect, it } from 'vitest'
import { OTHER_ACTS } from '#contract/console/audit-acts.ts'
import { COMMANDS, READS } from '#contract/console/permissions.ts'
import { actInWords } from './act-words.ts'

it('has words of its own for each command, each request for one, each look and everything else in the record', () => {
  const requests = Object.entries(COMMANDS).flatMap(([name, of]) => ('checkers' in of ? [`request-${name}`] : []))
  const acts = [...Object.keys(COMMANDS), ...requests, ...Object.keys(READS), ...OTHER_ACTS]
  const words = acts.map(actInWords)
  expect(words.filter((text) => !/^[A-Z]/.test(text))).toEqual([])
  expect(new Set(words).size).toBe(acts.length)
})
