import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isGsm7, septetsOf, smsPartsOf } from '#contract/gsm7.ts'
import { SMS_DOUBT } from '#server/outbox/alerts/say.ts'
import { cutToSeptets, smsText, toGsm7 } from './gsm7.ts'

const ALERT = `alr_${'0'.repeat(27)}k3j9x2ab`
const anyText = fc.oneof(fc.string({ unit: 'binary', maxLength: 400 }), fc.string({ unit: 'grapheme', maxLength: 400 }))

describe('a text for an SMS', () => {
  it.each([
    ['₦5,000.00 in', 'NGN 5,000.00 in'],
    ['Ṣadé Ọkọ́nkwọ̀', 'Sadé Okonkwo'],
    ['ƘanƊe', 'KanDe'],
    ['“hello” – ‘you’…', '"hello" - \'you\'...'],
    ['0803 ••• 4567', '0803 *** 4567'],
    ['line\n\tand line', 'line and line'],
    ['😀😀 paid', '? paid'],
    ['é è Ç', 'é è Ç'],
    ['', '?'],
    [' \u200b ', '?'],
    ['漢字', '?'],
  ])('%j is %j', (text, expected) => {
    expect(toGsm7(text)).toBe(expected)
  })

  it('is in the alphabet, on one line and never empty, whatever it was', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const fitting = toGsm7(text)
        expect([...fitting].every(isGsm7)).toBe(true)
        expect(fitting).not.toBe('')
        expect(fitting).not.toMatch(/[\r\n]|^ | $|₦/)
        expect(toGsm7(fitting)).toBe(fitting)
      }),
    )
  })

  it('is one part that ends with its own reference, whatever the alert says', () => {
    fc.assert(
      fc.property(anyText, anyText, (title, body) => {
        const text = smsText(ALERT, { title, body })
        expect(smsPartsOf(text)).toBe(1)
        expect(text.endsWith(' Ref K3J9X2AB')).toBe(true)
      }),
    )
  })

  it('says title and body, or the body alone, and never a link', () => {
    const body = '₦500 from A. O.'
    expect(smsText(ALERT, { title: 'Money in.', body })).toBe('Money in. NGN 500 from A. O. Ref K3J9X2AB')
    expect(smsText(ALERT, { title: '', body })).toBe('NGN 500 from A. O. Ref K3J9X2AB')
  })

  it('keeps whole sentences, what a colon leaves of one, and what to do; only a single long one is cut', () => {
    const long = `${'x'.repeat(90)}.`
    const owed = 'What was missing is owed: money that comes in repays it first.'
    expect(smsText(ALERT, { title: '', body: `A first one. ${long} Not sent any more ${long}` })).toBe(
      `A first one. ${long} Ref K3J9X2AB`,
    )
    expect(smsText(ALERT, { title: '', body: `${long} ${owed} Later.` })).toBe(
      `${long} What was missing is owed. Ref K3J9X2AB`,
    )
    expect(smsText(ALERT, { title: '', body: `${long} From A. O. Eze ${owed} ${SMS_DOUBT}` })).toBe(
      `${long} ${SMS_DOUBT} Ref K3J9X2AB`,
    )
    expect(smsText(ALERT, { title: '', body: `${'x'.repeat(160)} ${SMS_DOUBT}` })).toBe(
      `${'x'.repeat(116)}... ${SMS_DOUBT} Ref K3J9X2AB`,
    )
  })
})

describe('its length', () => {
  it.each([
    ['a'.repeat(160), 160, 1],
    ['a'.repeat(161), 161, 2],
    ['a'.repeat(306), 306, 2],
    ['a'.repeat(307), 307, 3],
    ['€', 2, 1],
    ['€'.repeat(80), 160, 1],
    // An escaped sign is never split between parts: 76 of them fill 152 of 153 septets.
    ['€'.repeat(153), 306, 3],
    ['', 0, 1],
  ])('of %j is %i septets in %i parts', (text, septets, parts) => {
    expect([septetsOf(text), smsPartsOf(text)]).toEqual([septets, parts])
  })

  it('is none outside the alphabet', () => {
    for (const text of ['₦', 'Ṣ', '😀', '`']) expect([septetsOf(text), smsPartsOf(text)]).toEqual([null, null])
  })

  it('is never above what it was cut to', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 10, max: 200 }), (text, septets) => {
        const cut = cutToSeptets(toGsm7(text), septets)
        expect(septetsOf(cut)).toBeLessThanOrEqual(septets)
      }),
    )
  })
})
