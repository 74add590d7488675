import { expect, test } from 'vitest'
import { splitTerms, termsLines } from './terms.ts'

test('splits a line at its first colon and space only', () => {
  expect(termsLines('To: ADA: OBI\nTime: 12:30')).toEqual([
    { label: 'To', value: 'ADA: OBI' },
    { label: 'Time', value: '12:30' },
  ])
})

test('keeps a line without a label, and drops none but empty ones', () => {
  expect(termsLines('Transfer to bank\n\nFee: ₦10.00\n: odd')).toEqual([
    { label: null, value: 'Transfer to bank' },
    { label: 'Fee', value: '₦10.00' },
    { label: null, value: ': odd' },
  ])
})

const LABELS = { leading: 'You send', who: ['To', 'Bank', 'Phone'] }

test('finds the amount and who gets it, and loses no other line', () => {
  const lines = termsLines('Bank: GTBank\nYou send: ₦50.00\nFee: ₦10.00\nodd\nTo: ADA OBI\nBalance after: ₦50.00')
  expect(splitTerms(lines, LABELS)).toEqual({
    leading: { label: 'You send', value: '₦50.00' },
    who: [
      { label: 'To', value: 'ADA OBI' },
      { label: 'Bank', value: 'GTBank' },
    ],
    rest: [
      { label: 'Fee', value: '₦10.00' },
      { label: null, value: 'odd' },
      { label: 'Balance after', value: '₦50.00' },
    ],
  })
})

test('shows a line that comes twice twice', () => {
  const lines = termsLines('You send: ₦50.00\nTo: ADA OBI\nTo: MUSA BELLO')
  expect(splitTerms(lines, LABELS).rest).toEqual([{ label: 'To', value: 'MUSA BELLO' }])
})

test('of terms it does not know it shows every line', () => {
  const lines = termsLines('Transfer to bank\nAmount: ₦50.00')
  expect(splitTerms(lines, LABELS)).toEqual({ leading: undefined, who: [], rest: lines })
})
