import fs from 'node:fs'
import { expect, it } from 'vitest'
import { withTables } from '../../../scripts/write-orders-doc.ts'

it('docs/reference/orders.md shows the transitions the server runs on', () => {
  const document = fs.readFileSync(new URL('../../../docs/reference/orders.md', import.meta.url), 'utf8')
  expect(document).toBe(withTables(document))
})
