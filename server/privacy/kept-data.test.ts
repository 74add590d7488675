import { describe, expect, it } from 'vitest'
import { KEPT_AFTER_CLOSING } from '#contract/privacy.ts'
import { readFromRoot } from '#tests/support/shown-by.ts'

describe('what stays after closing', () => {
  it('is in the documentation in the words people read', () => {
    const said = readFromRoot('docs/reference/security/data.md').replaceAll(/\s+/g, ' ')
    for (const { what, why } of KEPT_AFTER_CLOSING) {
      expect(said).toContain(what)
      expect(said).toContain(why)
    }
  })
})
