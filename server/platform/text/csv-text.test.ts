import { expect, it } from 'vitest'
import { csvLine } from './csv-text.ts'

it.each([
  ['=1+1', `"'=1+1"`],
  ['+2348031234567', `"'+2348031234567"`],
  ['-1+1', `"'-1+1"`],
  ['-1e5', `"'-1e5"`],
  ['-', `"'-"`],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  ['\tx', `"'\tx"`],
  ['\n=x', `"'\n=x"`],
  ['\uff1d1\uff0b1', `"'\uff1d1\uff0b1"`],
  ['\uff0b1', `"'\uff0b1"`],
  ['\uff0d1', `"'\uff0d1"`],
  ['\uff20SUM(A1)', `"'\uff20SUM(A1)"`],
  ['-1500.50', '-1500.50'],
  ['-7', '-7'],
  ['1,500', '"1,500"'],
  ['say "yes"', '"say ""yes"""'],
  ['two\r\nlines', '"two\r\nlines"'],
  ['', ''],
])('writes %j as %j: a formula becomes text, a number stays one', (cell, written) => {
  expect(csvLine([cell, 'end'])).toBe(`${written},end\r\n`)
})

it.each([
  ['08031234567', '"=""08031234567"""'],
  ['45005000001', '45005000001'],
  ['450050000012', '"=""450050000012"""'],
  ['2026112110001e23', '"=""2026112110001e23"""'],
  ['0', '0'],
  ['0.50', '0.50'],
])('writes %j as %j: a spreadsheet shows every digit of a number that is no figure', (cell, written) => {
  expect(csvLine([cell, 'end'])).toBe(`${written},end\r\n`)
})
