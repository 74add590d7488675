import { expect, it } from 'vitest'
import { problemsOf, readFromRoot, rowsOf, subjectsOf } from '#tests/support/shown-by.ts'

/** docs/why/reliability.md: attacks and failures, case by case. Its page in docs/reference/shown-by has the claims. */

const CASES = {
  MC: [1, 2, 3, 4, 5, 7, 8, 9, 10],
  TM: [1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13],
  CC: [1, 2, 3, 4, 6, 7, 9, 10, 11, 12, 13],
  CR: [1, 2, 3, 4, 5, 6, 8],
  PV: [1, 2, 3, 4, 5, 6, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19],
  WH: [1, 3, 4, 6, 7],
  DM: [1, 2, 3, 4, 5, 6, 7],
  AD: [1],
}
const rows = rowsOf(readFromRoot('docs/reference/shown-by/reliability.md'))

it.each(rows)('$what has a claim that shows it', ({ claims }) => expect(problemsOf(claims)).toEqual([]))

it('has the same rows in both documents', () => {
  const cases = subjectsOf(readFromRoot('docs/why/reliability.md')).filter(({ section }) => section === 'Cases')
  expect(cases).toEqual(rows.map(({ section, what }) => ({ section, what })))
})

it('has a row for every case', () => {
  const wanted = Object.entries(CASES).flatMap(([group, numbers]) => numbers.map((each) => `${group}-${each}`))
  expect(rows.map(({ what }) => what)).toEqual(wanted)
})
