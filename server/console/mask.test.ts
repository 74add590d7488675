import { expect, it } from 'vitest'
import { initialsOf, maskEmail } from './mask.ts'

it.each([
  ['Ada Obi', 'A. O.'],
  ['  ngozi   chidinma Eze ', 'N. C. E.'],
  ['Ọla', 'Ọ.'],
  ['', ''],
])('shows of the name %j the initials %j', (name, shown) => {
  expect(initialsOf(name)).toBe(shown)
})

it.each([
  ['ada@example.ng', 'a…@example.ng'],
  ['a@b.ng', 'a…@b.ng'],
  ['"odd@name"@example.ng', '"…@example.ng'],
])('shows of the email %j only %j', (email, shown) => {
  expect(maskEmail(email)).toBe(shown)
})
