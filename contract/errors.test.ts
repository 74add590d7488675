import { expect, it } from 'vitest'
import { ERRORS } from './errors.ts'

const entries = Object.entries(ERRORS)

it('names every refusal subject first', () => {
  expect(entries.filter(([code]) => !/^[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z]+)*$/.test(code))).toEqual([])
})

it('answers every refusal with an HTTP error', () => {
  expect(entries.filter(([, { status }]) => status < 400 || status > 599)).toEqual([])
})

it('tells the customer in whole sentences', () => {
  expect(entries.filter(([, { message }]) => !/^[A-Z].*\.$/.test(message))).toEqual([])
})

it('says what happened to the money wherever sending money is refused for good', () => {
  const aboutSending = /^(amount|funds|limit|quote|approval|bank|account-number|name|provider|money-out)\./
  const silent = entries.filter(
    ([code, { message }]) => aboutSending.test(code) && !/money|nothing has left/i.test(message),
  )
  expect(silent.map(([code]) => code)).toEqual([])
})
