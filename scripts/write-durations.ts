import fs from 'node:fs'
import path from 'node:path'
import { DURATIONS_S } from '#tests/support/durations.ts'
import { helpFor } from './lib/help.js'
import { vitestSeconds } from './lib/report.js'
import { root } from './lib/runtime.js'

helpFor(`npm run durations: writes tests/durations.json from the newest run of npm test.

The list decides which files npm run test:fast leaves out, which tests npm run t can afford, and which files start first.
Files that were not in the run keep their figures.`)

/** Shorter files are not worth a line. */
const LISTED_MIN_S = 1

const measured = vitestSeconds(path.join(root, 'test-results', 'vitest.json'))
const known = Object.entries(DURATIONS_S).filter(([file]) => fs.existsSync(path.join(root, file)))
const all = { ...Object.fromEntries(known), ...Object.fromEntries(measured) }
const listed = Object.entries(all)
  .filter(([, seconds]) => seconds >= LISTED_MIN_S)
  .sort(([a], [b]) => (a < b ? -1 : 1))
fs.writeFileSync(path.join(root, 'tests', 'durations.json'), `${JSON.stringify(Object.fromEntries(listed), null, 2)}\n`)
console.log(`${measured.length} files measured, ${listed.length} listed in tests/durations.json`)
if (measured.length === 0) {
  console.error('There is no report of npm test in test-results/vitest.json.')
  process.exitCode = 1
}
