import { expect, it } from 'vitest'
import { maskNumber } from './masks.ts'

it('shows the last four digits of a number', () => {
  expect(maskNumber('0123456784')).toBe('•••• 6784')
})
