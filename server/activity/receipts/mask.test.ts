import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maskName } from './mask.ts'

describe('a masked name', () => {
  it.each([
    ['Ada Obi', 'A•••• O••••'],
    ['Adaeze  Ụzọchukwu-Eze', 'A•••• Ụ••••'],
    ['ọ́lá Ṣóyẹmí', 'ọ́•••• Ṣ••••'],
    ['=MUSA "BELLO"', 'M•••• B••••'],
    ['THE VERY LONG NAME OF A COMPANY', 'T•••• V•••• L•••• N••••'],
    ['', ''],
    ['—', ''],
  ])('of %j is %j', (name, masked) => {
    expect(maskName(name)).toBe(masked)
  })

  it('reveals no more than the first letter of at most four words, whatever the name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (name) => {
        for (const word of maskName(name).split(' ').filter(Boolean)) {
          expect([...new Intl.Segmenter('en').segment(word.replace('••••', ''))].length).toBeLessThanOrEqual(1)
        }
        expect(maskName(name).split(' ').length).toBeLessThanOrEqual(4)
      }),
    )
  })
})
