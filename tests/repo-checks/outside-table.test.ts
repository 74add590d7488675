import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readFromRoot } from '#tests/support/shown-by.ts'
import { readOutsideTable } from '../../scripts/lib/outside.js'

/**
 * docs/why/reliability.md: what strangers do to an installation. `npm run outside` runs these files and reports by it.
 */

const root = path.join(import.meta.dirname, '../..')
const rows = readOutsideTable(readFromRoot('docs/why/reliability.md'))
const files = fs.globSync(['tests/outside/*.test.ts', 'tests/e2e/outside-*.spec.ts'], { cwd: root })

describe('the table of what strangers do', () => {
  it('has one row for every file that does it', () => {
    const named = rows.map(({ file }) => file)
    expect(named).toEqual([...new Set(named)])
    expect(files.filter((file) => !named.includes(file))).toEqual([])
    expect(named.filter((file) => !fs.existsSync(path.join(root, file)))).toEqual([])
  })

  it('says it in words of its own each time', () => {
    const words = rows.map(({ what }) => what)
    expect(words).toEqual([...new Set(words)])
  })
})
