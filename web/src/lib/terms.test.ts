import { expect, test } from 'vitest'
import { leadingLine, termsLines } from './terms.ts'

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

test('leads with the line that states the amount', () => {
  const lines = termsLines('Transfer to bank\nTotal: ₦1,510.00\nAmount: ₦1,500.00')
  expect(leadingLine(lines, '150000')).toEqual({ label: 'Amount', value: '₦1,500.00' })
  expect(leadingLine(lines, '900')).toBeUndefined()
})
