import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EMPTY_TEXTS, HOSTILE_TEXTS, NIGERIAN_NAMES, UNCLEAN } from '#tests/support/hostile-text.ts'
import { cleanLine, cleanLines, DESCRIPTION_MAX_LENGTH, described } from './sanitize-line.ts'

describe('text from outside', () => {
  it.each(HOSTILE_TEXTS)('with $what is described by what is left of it', ({ text, kept }) => {
    expect(described(text)).toBe(kept)
  })

  it.each(EMPTY_TEXTS)('of which nothing is left is no description: %j', (text) => {
    expect(described(text)).toBeNull()
    expect(cleanLine(text, 10)).toBe('')
  })

  it.each([null, undefined, 5, true, ['ADA'], { name: 'ADA' }])('that is no text is no description: %j', (value) => {
    expect(described(value)).toBeNull()
  })

  it.each(NIGERIAN_NAMES)('that is a name here stays as it is, in whichever form it came: %s', (name) => {
    for (const form of ['NFC', 'NFD'] as const) expect(described(name.normalize(form))).toBe(name.normalize('NFC'))
  })

  it.each([
    ['marks before any letter', '\u0301ADA', 'ADA'],
    ['marks after a space', 'ADA \u0301\u0302OBI', 'ADA OBI'],
    ['spaces of every width', '\u00a0ADA\u2003\u3000OBI\u2009', 'ADA OBI'],
    ['the blank of Braille', 'ADA\u2800OBI', 'ADA OBI'],
    ['tags', 'ADA\u{e0041}\u{e0042}OBI', 'ADA OBI'],
  ])('has no %s', (_what, text, kept) => {
    expect(described(text)).toBe(kept)
  })

  it('has the whole length or says that it was cut, and no character is cut in half', () => {
    const fits = '🙂'.repeat(DESCRIPTION_MAX_LENGTH)
    expect(described(fits)).toBe(fits)
    expect(described(`${fits}🙂`)).toBe(`${'🙂'.repeat(DESCRIPTION_MAX_LENGTH - 1)}…`)
    expect(described('ADA OBI', 4)).toBe('ADA…')
    expect(cleanLine('🙂🙂🙂', 2)).toBe('🙂🙂')
  })

  it('is clean whatever it was, and stays as it is when it is cleaned again', () => {
    const units = fc.array(fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.constantFrom(0x301, 0x20, 0x41, 0xd83d)))
    const texts = units.map((numbers) => String.fromCharCode(...numbers))
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 300 }), (text, length) => {
        const line = cleanLine(text, length)
        expect(UNCLEAN.test(line) || !line.isWellFormed()).toBe(false)
        expect([...line].length).toBeLessThanOrEqual(length)
        expect(line).toBe(line.normalize('NFC').trim())
        expect(cleanLine(line, length)).toBe(line)
        const lines = cleanLines(text)
        expect(lines.split('\n').some((each) => UNCLEAN.test(each))).toBe(false)
        expect(cleanLines(lines)).toBe(lines)
        const description = described(text, length)
        if (description !== null) expect([...description].length).toBeLessThanOrEqual(length)
      }),
      { numRuns: 3_000 },
    )
  })

  it('is cleaned in a time that grows no faster than it does', () => {
    const endless = [' ', '\u0301', '\u0000', '\u200B', '\ud800', 'A\u0301'].map((part) => part.repeat(300_000))
    // A quadratic cleaner would take hours.
    for (const text of endless) expect(cleanLine(text, 200).length).toBeLessThanOrEqual(400)
  })
})
