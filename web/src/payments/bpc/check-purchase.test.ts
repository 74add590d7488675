import { expect, test } from 'vitest'
import { checkPurchase } from './check-purchase.ts'

const filled = { fullName: ' Ada Obi ', email: 'ada@example.ng ', payWith: 'transfer' } as const

test('a filled form becomes a quote, without the spaces around', () => {
  expect(checkPurchase(filled)).toEqual({
    body: { kind: 'bpc', fullName: 'Ada Obi', email: 'ada@example.ng', payWith: 'transfer' },
  })
})

test('names every empty field', () => {
  expect(checkPurchase({ ...filled, fullName: ' ', email: '' })).toEqual({
    toast: 'Please fill in all fields',
    problems: { fullName: 'Enter your full name', email: 'Enter your email address' },
  })
})

test('nobody pays in a way they have not seen chosen', () => {
  expect(checkPurchase({ ...filled, payWith: null })).toEqual({
    toast: 'Please fill in all fields',
    problems: { payWith: 'Choose how you pay' },
  })
})

test('one empty field is enough to stop', () => {
  expect(checkPurchase({ ...filled, email: ' ' })).toEqual({
    toast: 'Please fill in all fields',
    problems: { email: 'Enter your email address' },
  })
})
