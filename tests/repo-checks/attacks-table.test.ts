import { expect, it } from 'vitest'
import { problemsOf, readFromRoot, rowsOf } from '#tests/support/shown-by.ts'

/**
 * docs/why/security.md: what attackers are pretended to try, row by row, each with the claims that show what happens.
 */

const rows = rowsOf(readFromRoot('docs/why/security.md')).filter(
  ({ section, what }) => section === 'Attacks that are tried' && what !== 'what is tried',
)

it('has a row for every program that attacks', () => {
  const files = new Set(rows.flatMap(({ claims }) => claims.map(({ file }) => file)))
  expect([...files].filter((file) => file.startsWith('tests/attacks/'))).toHaveLength(9)
})

it.each(rows)('$what: there is a claim that shows what happens', ({ claims }) => expect(problemsOf(claims)).toEqual([]))
