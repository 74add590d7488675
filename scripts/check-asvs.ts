import { countMet, problemsOfRow, readSheet } from '#tests/support/asvs-sheet.ts'
import { helpFor } from './lib/help.js'

helpFor(
  `npm run asvs: how much of OWASP ASVS 5.0 is met, what is not, and whether the files that the sheet names exist.`,
)

const rows = readSheet()
for (const goal of ['L1+L2', 'L3 chosen']) {
  const { applicable, met } = countMet(rows, goal)
  console.log(`${goal}: ${met} of ${applicable} met`)
}
for (const { id, status, note } of rows) if (status === 'open') console.log(`open: ${id}: ${note}`)
const problems = rows.flatMap((row) => problemsOfRow(row).map((problem) => `${row.id}: ${problem}`))
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
