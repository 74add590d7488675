import fs from 'node:fs'
import { expect, it } from 'vitest'
import { withOutcomes } from '../../../../scripts/write-bills-doc.ts'

it('docs/reference/bills.md shows the outcomes that the adapter runs on', () => {
  const document = fs.readFileSync(new URL('../../../../docs/reference/bills.md', import.meta.url), 'utf8')
  expect(document).toBe(withOutcomes(document))
})
