import { expect, it } from 'vitest'
import { maskNumber, maskPhone } from './masks.ts'

it('shows the last four digits of a number', () => {
  expect(maskNumber('0123456784')).toBe('•••• 6784')
})

it('shows a phone number as its owner knows it, and not the middle', () => {
  expect(maskPhone('08031234567')).toBe('0803 ••• 4567')
})
