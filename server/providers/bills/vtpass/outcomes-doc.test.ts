import fs from 'node:fs'
import { expect, it } from 'vitest'
import { withOutcomes } from '../../../../scripts/write-bills-doc.ts'

it('the README shows the outcomes the adapter runs on', () => {
  const document = fs.readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
  expect(document).toBe(withOutcomes(document))
})
