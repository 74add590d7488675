import { expect, it } from 'vitest'
import { searchTexts } from './search-texts.ts'
import { searchable } from './typed.ts'

const finds = (typed: string, text: string) => searchTexts(typed).some((each) => searchable(text).includes(each))

it.each([
  ['Ada – Shop', 'Ada – Shop'],
  ['x—y', 'Chi x—y'],
  ['+234 803 123 4567', 'mtn 08031234567'],
  ['\u202d0123\u2011456\u2011784\u202c', 'Access Bank 0123456784'],
  ['٠٨٠٣', 'mtn 08031234567'],
  ['Ṣọlá', 'Sola Ade'],
  ['', 'anything'],
])('%j finds %j', (typed, text) => {
  expect(finds(typed, text)).toBe(true)
})

it.each([
  ['08031234568', '08031234567'],
  ['Ade – Shop', 'Ada – Shop'],
])('%j does not find %j', (typed, text) => {
  expect(finds(typed, text)).toBe(false)
})
