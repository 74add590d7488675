import { describe, expect, it } from 'vitest'
import { countMet, problemsOfRow, type Requirement, readSheet } from '#tests/support/asvs-sheet.ts'
import { readFromRoot } from '#tests/support/shown-by.ts'

/** docs/reference/security/asvs.csv: the requirements for an application that handles money. */

const rows = readSheet()

it.each(rows)('$id is shown by what is there, or says why not', (row) => expect(problemsOfRow(row)).toEqual([]))

it('has a row for each of the 345 requirements, once', () => {
  expect(new Set(rows.map(({ id }) => id)).size).toBe(345)
  expect(rows).toHaveLength(345)
})

it('is counted in docs/why/security.md as it is', () => {
  const counts = ['L1+L2', 'L3 chosen'].map((goal) => countMet(rows, goal))
  const [two, three] = counts.map(({ met, applicable }) => `${met} of ${applicable}`)
  expect(readFromRoot('docs/why/security.md').replaceAll(/\s+/g, ' ')).toContain(
    `Of OWASP ASVS 5.0, ${two} requirements of levels 1 and 2 that apply are met, and ${three} chosen ones of level 3.`,
  )
})

describe('a row is refused', () => {
  const row: Requirement = { id: 'V1.1.1', level: '2', goal: 'L1+L2', status: 'met', shownBy: '', note: '' }
  const here = 'tests/repo-checks/asvs-sheet.test.ts'
  it.each([
    ['whose status nobody knows', { status: 'almost' }, '"almost" is no status'],
    ['that is met and shown by nothing', {}, 'met, and nothing shows it'],
    ['whose test is not there', { shownBy: `${here} › no such test` }, `${here} has no test "no such test"`],
    ['whose file is not there', { shownBy: 'tests/none.test.ts › a test' }, 'there is no tests/none.test.ts'],
    ['whose heading is not there', { shownBy: 'SECURITY.md#No such' }, 'SECURITY.md has no heading "No such"'],
    ['that is open without a word', { status: 'open' }, 'open, and nothing says why'],
    ['that is a goal and left aside', { status: 'not targeted' }, 'L1+L2 is the goal'],
  ])('%s', (_, over, problem) => expect(problemsOfRow({ ...row, ...over })).toEqual([problem]))
})

it('reads commas, quotes and line ends in quoted cells', () => {
  const text = 'requirement,level,goal,status,shown by,note,text\r\nV1.1.1,2,L1+L2,open,,"a, ""b""\nc",x\r\n'
  expect(readSheet(text)).toEqual([
    { id: 'V1.1.1', level: '2', goal: 'L1+L2', status: 'open', shownBy: '', note: 'a, "b"\nc' },
  ])
})
