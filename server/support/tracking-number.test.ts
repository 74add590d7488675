import { expect, it } from 'vitest'
import { seededRandomBytes } from '#tests/support/ids.ts'
import { newTrackingNumber, readTrackingNumber } from './tracking-number.ts'

it('a tracking number is made of letters and digits that nobody mistakes for each other', () => {
  const randomBytes = seededRandomBytes(7)
  const numbers = Array.from({ length: 2_000 }, () => newTrackingNumber(randomBytes))
  expect(numbers.filter((each) => !/^JR-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/.test(each))).toEqual([])
  expect(new Set(numbers).size).toBe(2_000)
  expect(new Set(numbers.join('').replaceAll(/JR|-/g, '')).size).toBe(32)
})

it.each(['JR-7K4M-2QXD', 'jr-7k4m-2qxd', 'JR7K4M2QXD', '7k4m 2qxd', ' jr 7K4M 2QXD '])(
  '%j is read as people write it',
  (text) => {
    expect(readTrackingNumber(text)).toBe('JR-7K4M-2QXD')
  },
)

it('letters that look like digits are read as those', () => {
  expect(readTrackingNumber('JR-OI1L-0000')).toBe('JR-0111-0000')
})

it('a number that begins with JR itself is not shortened', () => {
  expect(readTrackingNumber('JR7K-4M2Q')).toBe('JR-JR7K-4M2Q')
  expect(readTrackingNumber('JR-JR7K-4M2Q')).toBe('JR-JR7K-4M2Q')
})

it.each(['', 'JR-', 'JR-7K4M-2QX', 'JR-7K4M-2QXDD', 'JR-7U4M-2QXD', "' or 1=1 --"])('%j is none', (text) => {
  expect(readTrackingNumber(text)).toBeNull()
})
