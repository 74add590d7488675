import { describe, expect, it } from 'vitest'
import { HOSTILE_TEXTS, NIGERIAN_NAMES } from '#tests/support/hostile-text.ts'
import { readHolderName } from './holder-name.ts'

const REFUSED = ['5,000 characters', 'letters of two scripts']

describe('the name of the payee', () => {
  it.each(NIGERIAN_NAMES)('is what Nigerian banks print: %s', (name) => {
    for (const form of ['NFC', 'NFD'] as const) expect(readHolderName(name.normalize(form))).toBe(name.normalize('NFC'))
  })

  it.each(HOSTILE_TEXTS.filter(({ what }) => !REFUSED.includes(what)))(
    'with $what is shown clean',
    ({ text, kept }) => {
      expect(readHolderName(text)).toBe(kept)
    },
  )

  it.each(['OKAFOR  ADAEZE', 'TEST ACCOUNT 0001234567', 'A. B. & SONS (NIG.) LTD/№ 2', '3 ½ STARS'])(
    'may be %j',
    (name) => {
      expect(readHolderName(name)).toBe(name.replaceAll(/\s+/g, ' '))
    },
  )

  it.each([
    ['nothing', ''],
    ['spaces', ' \n '],
    ['nothing that is seen', '\u200B\u202E\u3164'],
    ['signs alone', '... - !'],
    ['Cyrillic among Latin letters', 'АDA OBI'],
    ['Cyrillic letters alone', 'АДА ОВІ'],
    ['Greek among Latin letters', 'ΑDA OBI'],
    ['Greek letters alone', 'ΑΒΑ ΟΒΙ'],
    ['Armenian letters', 'ADA օbi'],
    ['Cherokee letters', 'ᎪᎠᎪ'],
    ['letters that run the other way', 'ADA عبد'],
    ['letters in another style', '𝐀𝐃𝐀 𝐎𝐁𝐈'],
    ['more than fits on a screen', 'A'.repeat(201)],
  ])('is none when it has %s: nothing is shown in its place', (_what, name) => {
    expect(readHolderName(name)).toBeNull()
  })

  it('may have 200 characters', () => {
    expect(readHolderName('A'.repeat(200))).toBe('A'.repeat(200))
  })
})
