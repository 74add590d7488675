import { expect, it } from 'vitest'
import { ERRORS } from './errors.ts'
import { FORM_ERRORS } from './form-errors.ts'

const entries = Object.entries(ERRORS)

it('names every refusal subject first', () => {
  expect(entries.filter(([code]) => !/^[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z]+)*$/.test(code))).toEqual([])
})

it('answers every refusal with an HTTP error', () => {
  expect(entries.filter(([, { status }]) => status < 400 || status > 599)).toEqual([])
})

/** Words the product prescribes letter by letter. */
const EXACT = {
  'form.incomplete': 'Please fill in all required fields',
  'bpc-form.incomplete': 'Please fill in all fields',
  'bpc.invalid': 'Invalid BPC code. Please enter a valid code.',
  'phone.invalid': 'Please enter a valid 11-digit phone number',
  'bundle.invalid': 'Please select a valid data bundle',
  'pin.wrong': 'The PIN you entered is incorrect. Please try again.',
} as const

it('tells the customer in whole sentences, but for words that are prescribed', () => {
  const own = entries.filter(([code]) => !Object.hasOwn(EXACT, code))
  expect(own.filter(([, { message }]) => !/^[A-Z].*\.$/.test(message))).toEqual([])
})

it.each(Object.entries(EXACT))('says exactly the prescribed words for %s', (code, message) => {
  expect(entries.find(([each]) => each === code)?.[1].message).toBe(message)
})

it('says what happened to the money wherever an approval can be refused', () => {
  const aboutSending = /^(funds|limit|quote|approval|provider|debt|money-out|kind)\.(?!not-found)/
  const silent = entries.filter(([code, { message }]) => aboutSending.test(code) && !/money/i.test(message))
  expect(silent.map(([code]) => code)).toEqual([])
})

it('says nothing about money when a field was merely filled in wrong', () => {
  const aboutFields = /^(bank|name|plan|biller|customer|quantity|list|bpc\.invalid)/
  const ofForms = entries.filter(([code]) => Object.hasOwn(FORM_ERRORS, code) || aboutFields.test(code))
  expect(ofForms.filter(([, { message }]) => /money/i.test(message))).toEqual([])
})

it('says that the money is untouched where somebody has to come back first', () => {
  for (const code of ['session.none', 'session.locked', 'pin.wait', 'pin.off'] as const) {
    expect(ERRORS[code].message).toMatch(/(PIN|sign in).*Your money is untouched\.$/i)
  }
})
