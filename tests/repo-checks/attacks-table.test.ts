import { expect, it } from 'vitest'
import { problemsOf, readFromRoot, rowsOf, subjectsOf } from '#tests/support/shown-by.ts'

/**
 * docs/why/security.md: the simulated attacks. Its page in docs/reference/shown-by has the claims that show what
 * happens.
 */

const SECTION = 'Attacks that are tried'
const rows = rowsOf(readFromRoot('docs/reference/shown-by/security.md')).filter(({ section }) => section === SECTION)

it('has the same rows in both documents', () => {
  const tried = subjectsOf(readFromRoot('docs/why/security.md')).filter(({ section }) => section === SECTION)
  expect(tried).toEqual(rows.map(({ section, what }) => ({ section, what })))
})

it('has a row for every program that attacks', () => {
  const files = new Set(rows.flatMap(({ claims }) => claims.map(({ file }) => file)))
  expect([...files].filter((file) => file.startsWith('tests/attacks/'))).toHaveLength(9)
})

it.each(rows)('$what: there is a claim that shows what happens', ({ claims }) => expect(problemsOf(claims)).toEqual([]))
